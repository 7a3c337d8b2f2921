"""Absolute links begin with settings.SITE_ADDRESS, never with a request's Host."""

from __future__ import annotations

from tests.tidy.tree import expect_none, files_ending, text

# Hashes the address of the request and shows it to nobody.
ALLOWED = {"rulebook/api.py"}
FORBIDDEN = ("build_absolute_uri", "request.get_host }}", "get_current_site")


def test_no_link_is_built_from_the_host_header() -> None:
    names = [
        name
        for name in files_ending(".py", ".html")
        if not name.startswith("tests/") and name not in ALLOWED
    ]
    assert names
    expect_none(
        f"{name}: {word}" for name in names for word in FORBIDDEN if word in text(name)
    )
