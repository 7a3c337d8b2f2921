"""Pure rules about accounts."""
