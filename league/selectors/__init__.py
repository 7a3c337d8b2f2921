"""Selectors of the league app, which read and never write."""
