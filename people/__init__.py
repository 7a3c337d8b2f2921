"""Accounts: profiles, log-in, personal data."""
