"""One module for each kind of entry: how it looks in a list and on its page."""
