"""Views of the league pages, one module per subject."""
