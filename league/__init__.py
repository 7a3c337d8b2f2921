"""Leagues: members, house rules, seasons, competitions and standings."""
