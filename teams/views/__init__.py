"""Views of team pages."""
