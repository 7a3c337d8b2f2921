"""Request and response bodies of the league API."""
