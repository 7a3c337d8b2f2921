"""Usernames and display names.

A username is public and part of URLs, so it is plain ASCII. A display name may use any
script, but no invisible characters.
"""

from __future__ import annotations

import re
import unicodedata

from kernel.errors import Refusal
from kernel.text import is_legible

FORMER_PLAYER = "A former player"
USERNAME_LENGTH_MAX = 30
DISPLAY_NAME_LENGTH_MAX = 40
USERNAME_PATTERN = r"[A-Za-z0-9][A-Za-z0-9_-]{1,29}"

# Names that would pass for the site itself or for somebody who has left.
_RESERVED = frozenset(
    [
        "admin",
        "administrator",
        "anonymous",
        "everyone",
        "ghost",
        "guest",
        "me",
        "moderator",
        "moonlight",
        "nobody",
        "operator",
        "owner",
        "root",
        "security",
        "staff",
        "support",
        "sysop",
        "system",
        "webmaster",
    ]
)
_RESERVED_START = "former-player"


def username_refusal(username: str) -> Refusal | None:
    """Return why this username cannot be used, or None."""
    if not re.fullmatch(USERNAME_PATTERN, username):
        return Refusal(
            "A username has 2 to 30 letters (a to z), digits, hyphens or underscores,"
            " and starts with a letter or a digit.",
            code="username-malformed",
            field="username",
        )
    lowered = username.lower()
    if lowered in _RESERVED or lowered.startswith(_RESERVED_START):
        return Refusal(
            "That username is reserved for the site. Choose another.",
            code="username-reserved",
            field="username",
        )
    return None


def normalise_display_name(name: str) -> str:
    """Compose characters and collapse spaces, so that equal names compare equal."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def display_name_refusal(name: str) -> Refusal | None:
    """Return why this normalised name cannot be used, or None. It may be empty."""
    if len(name) > DISPLAY_NAME_LENGTH_MAX:
        return Refusal(
            f"A display name can have at most {DISPLAY_NAME_LENGTH_MAX} characters;"
            f" this one has {len(name)}.",
            code="display-name-too-long",
            field="display_name",
        )
    if not is_legible(name):
        return Refusal(
            "That name contains invisible characters. Type it again without them.",
            code="display-name-hidden",
            field="display_name",
        )
    if name.casefold() == FORMER_PLAYER.casefold():
        return Refusal(
            "That name is shown for people who have left. Choose another.",
            code="display-name-reserved",
            field="display_name",
        )
    return None
