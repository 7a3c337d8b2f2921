"""Pure rules of leagues."""
