"""What the rules reference shows: frozen shapes, made from the catalogue alone.

There is nothing to query, so these are pure functions of the rulebook; each module
serves the pages of one subject.
"""
