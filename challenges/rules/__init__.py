"""Rules of matches, reports and corrections."""
