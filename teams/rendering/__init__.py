"""Documents and pictures of teams: what a selector tells, as a file to keep."""
