"""The shapes of the rulebook's entries and the checks between them."""
