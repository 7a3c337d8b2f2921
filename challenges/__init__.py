"""The scenarios, and matches: one game of a challenge each."""
