"""Bots: they play from nothing but what a player may see."""
