"""The rulebook as data: typed, cross-checked, with provenance, and its reference."""
