"""Who uses the site: accounts, profiles, sign-in, one's own data."""
