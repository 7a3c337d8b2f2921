"""Documents and images of teams, made from selectors' data."""
