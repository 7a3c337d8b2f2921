"""Kumo Hogosha: a stone on a rotating arena, for two or four players."""
