"""The game on the board."""
