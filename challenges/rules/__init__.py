"""The rules of the eight scenarios."""
