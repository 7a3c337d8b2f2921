"""Frames: unfinished work on the game's stack, one small class for each kind."""
