"""Forms of the league pages, one module per subject."""
