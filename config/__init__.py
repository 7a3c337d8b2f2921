"""The whole product put together: settings, addresses, servers, supervisor.

Knows every app and is known by none.
"""
