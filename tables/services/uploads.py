"""Game files that visitors upload to replay. They are kept for a day."""

from __future__ import annotations

import hashlib

from django.core.cache import cache

from kernel.errors import Refusal
from people.services.rate_limits import Limit, count_attempt
from tables.games.skirmish_file import check_game_file
from tables.selectors.replay import FILE_CACHE

# The longest games of four bots take 20 kilobytes.
MOST_FILE_BYTES = 100_000
KEPT_SECONDS = 24 * 60 * 60
UPLOADS = Limit(
    "game-files", 30, 60 * 60, "You have uploaded many game files this hour."
)


def store_game_file(content: bytes, *, who: str) -> str:
    """Check a game file by playing it, and keep it for a day. Return its key."""
    if len(content) > MOST_FILE_BYTES:
        raise Refusal(
            f"This file is larger than {MOST_FILE_BYTES // 1000} kilobytes. Choose the"
            " game.txt that you downloaded.",
            code="file-too-large",
            field="file",
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal(
            "This is not a text file. Choose the game.txt that you downloaded.",
            code="file-unreadable",
            field="file",
        ) from None
    count_attempt(UPLOADS, who=who)
    text = text.replace("\r\n", "\n")
    key = hashlib.sha256(text.encode()).hexdigest()[:32]
    try:
        check_game_file(text)
    except Refusal as refusal:
        raise Refusal(
            f"This game file cannot be played. {refusal.sentence}",
            code=refusal.code,
            field="file",
        ) from None
    cache.set(FILE_CACHE + key, text, timeout=KEPT_SECONDS)
    return key
