"""What leagues tell, as documents: pages from Markdown, feeds, calendars."""
