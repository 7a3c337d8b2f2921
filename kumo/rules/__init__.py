"""The rules of Kumo Hogosha: pure functions and values, no web, no files, no clock."""
