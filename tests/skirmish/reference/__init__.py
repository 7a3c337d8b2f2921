"""The rules of space, reckoned slowly: coordinates, loops, no sets of bits, no tables.

Whatever behaviours say about a figure (its gait, its reach, what it sees) is taken from
them, and so is what is written down (medals, crates, what a frame remembers). Where
somebody may stand, how far it gets, what it sees, whom it may attack, what a challenge
lets it do and how a sentry is led is worked out here once more, by other means than
the engine's. Answers are kept only for questions that say all they depend on.
"""
