"""Who plays by itself, from nothing but what a player may see."""
