"""The unfinished business a game can have: one small class for each kind."""
