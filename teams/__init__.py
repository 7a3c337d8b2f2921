"""Ninja teams: building, keeping and growing them on their scrolls."""
