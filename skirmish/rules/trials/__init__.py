"""Trials: a position, dice, decisions, and what must come of them, in one file.

`script` takes the file apart, `scripted` are its dice, `claims` are what it may expect,
and `runner` plays it and tells what differs. docs/scenarios.md has the format.
"""
