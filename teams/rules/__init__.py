"""The rules of building and growing a team."""
