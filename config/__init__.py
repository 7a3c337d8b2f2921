"""The whole product: settings, URLs, servers, supervisor.

May import every app; no app imports it.
"""
