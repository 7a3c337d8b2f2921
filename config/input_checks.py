"""Refuse requests with text that no database can store.

SQLite stores a NUL, PostgreSQL fails on it, and neither stores half of a surrogate
pair. URLs, queries and cookies are checked here for every page, feed and API call; JSON
bodies by the parser. Form fields refuse NUL themselves, with a sentence beside the
field.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from kernel.text import is_storable

# Others can spell surrogates (`utf-7`, `unicode_escape`), and no browser sends them.
CHARSETS = ("utf-8", "ascii")
# Our deepest document has a third of this.
DEPTH_MAX = 64


class InputCheckMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_known_charset((request.content_params or {}).get("charset")):
            raise BadRequest("The charset is neither UTF-8 nor ASCII.")
        if not all(map(is_storable, _texts(request))):
            raise BadRequest("The request contains characters that cannot be stored.")
        return self.get_response(request)


def is_known_charset(name: str | None) -> bool:
    if name is None:
        return True
    try:
        return codecs.lookup(name).name in CHARSETS
    except (LookupError, ValueError):
        return False


def _texts(request: HttpRequest) -> Iterator[str]:
    yield request.path_info
    yield from request.COOKIES.values()
    for name, values in request.GET.lists():
        yield name
        yield from values


class StorableJSONParser(JSONParser):
    """Parse JSON whose strings can be stored and whose nesting is limited."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            plain = super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise _too_deep() from error
        refuse_unstorable(plain)
        return plain


def refuse_unstorable(plain: Any) -> None:
    """Check a JSON value, without recursion."""
    level = [plain]
    for _ in range(DEPTH_MAX):
        below: list[Any] = []
        for value in level:
            match value:
                case str():
                    if not is_storable(value):
                        raise ParseError(
                            f"{json.dumps(value[:40])} holds a NUL or half of a"
                            " surrogate pair. Remove it and send the request again."
                        )
                case dict():
                    below += value
                    below += value.values()
                case list():
                    below += value
        if not below:
            return
        level = below
    raise _too_deep()


def _too_deep() -> ParseError:
    return ParseError(f"The JSON is nested more than {DEPTH_MAX} levels deep.")
