"""Scenarios: a position, dice, decisions, and the expected outcome, in one file.

`parser` reads the file, `scripted_dice` has its dice, `checks` are the expectations it
can state, and `runner` plays it and lists the differences. docs/scenarios.md has the
format.
"""
