"""Render league data as documents: HTML from Markdown, feeds, calendars."""
