"""Set-ups, boards, stored games and positions as text that people can read.

`document` knows lines, heads and blocks; `figures`, `drawings`, `setups`, `boards` and
`positions` each know what one part of a game looks like; `stored` is the file of a
whole game. docs/scenarios.md explains the format to those who write it.
"""
