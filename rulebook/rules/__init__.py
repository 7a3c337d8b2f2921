"""The shapes of the rulebook's entries and the checks that hold them together."""
