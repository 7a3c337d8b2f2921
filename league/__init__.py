"""Leagues: seasons, competitions, standings, settlement."""
