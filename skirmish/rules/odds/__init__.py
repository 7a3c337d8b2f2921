"""Exact odds of attacks and tests, for the interface and the bots alike.

    combat_odds(4, 3).chooser                         who will choose
    combat_odds(4, 3).chance_of(Element.VOID.face)    may the chooser injure?
    ranged_odds(3, 2), shuriken_odds(2)               what happens to the target
    affinity_chance(), dodge_chance(2)                tests
    Pool(4, policy=reroll_showing(...))               rerolls stated beforehand
    expected_with_reroll(...), reroll_advice(...)     rerolls chosen after the roll

Faces are ints from 0 to 5 in the order of `ELEMENTS`.
"""
