"""The rules of leagues: pairing, standings, seasons."""
