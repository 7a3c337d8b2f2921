"""Set-ups, boards, game files and positions as text that people can read.

`document` handles lines, heads and blocks. `figures`, `ground_maps`, `setups`, `boards`
and `positions` each handle one part of a game; `game_file` is the file of a whole game.
docs/scenarios.md explains the format.
"""
