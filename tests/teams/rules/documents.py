"""Documents of teams for tests, made from a story's journal."""

from __future__ import annotations

import json
from typing import Any

from teams.rules.exchange.document import Document, JournalPart, build_document, encode
from teams.rules.journal.sentences import entry_sentence
from tests.teams.rules.story import Story

WRITTEN = "2026-11-16T12:00:00+00:00"


def batch_id(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012}"


def told(story: Story) -> Document:
    """The document of a story, each line in a batch of its own."""
    return build_document(
        story.state,
        [
            JournalPart(
                number=line.number,
                batch=batch_id(line.number),
                place=line.place,
                entry=line.entry,
                wording=entry_sentence(line.entry, story.state, story.book),
                written=WRITTEN,
            )
            for line in story.lines
        ],
    )


def plain(story: Story) -> dict[str, Any]:
    """The same as plain values that a test can bend."""
    decoded: dict[str, Any] = json.loads(encode(told(story)))
    return decoded


def bent(values: dict[str, Any]) -> bytes:
    return json.dumps(values).encode()
