"""What programs send about leagues, and what they receive."""
