"""The engine: the rules of the skirmish without a web, a file or a clock."""
