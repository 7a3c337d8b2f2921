"""The engine: the rules of the board game, without web, files or clock."""
