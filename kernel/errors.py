"""Errors that mean "no", and what each of them becomes.

    Exception
    +- Refusal                  the game or the site declines; the message is a
    |  |                        sentence for the player            -> 422
    |  +- Conflict              the data changed in the meantime    -> 409
    |  +- Unreadable            text that cannot be parsed, with its line
    |  +- Refusals              several refusals at once
    +- CatalogueError           a broken rulebook file; stops the start and
    |                           never reaches a player
    +- AssertionError           our own mistake; a traceback, a 500

Authentication and permissions stay with Django (`PermissionDenied`, 403; `Http404`).
Apps derive their own refusals from these. Do not catch `Exception`.
"""

from __future__ import annotations

from collections.abc import Sequence


def _taken_apart(error: Exception) -> tuple[object, ...]:
    """Let pickle carry an error to another process.

    Left to itself it would call `__init__` with the message alone, which is not
    what these classes, or those derived from them, ask for.
    """
    return _put_together, (type(error), error.args), error.__dict__


def _put_together(kind: type[Exception], args: tuple[object, ...]) -> Exception:
    return kind.__new__(kind, *args)


class Refusal(Exception):
    """A request that is declined, with the reason. Everything stays as it was.

    `sentence` is shown to the player unchanged, so it says what is wrong and what to do
    about it. `code` is stable and meant for programs. `field` names the input that was
    refused, if there is one.
    """

    code = "refused"
    status = 422

    def __init__(
        self, sentence: str, *, code: str | None = None, field: str | None = None
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field
        if code is not None:
            self.code = code

    __reduce__ = _taken_apart

    @property
    def parts(self) -> tuple[Refusal, ...]:
        """Return the single refusals in this one: itself, or all of several."""
        return (self,)


class Conflict(Refusal):
    """The data changed since the caller read it."""

    code = "conflict"
    status = 409


class Unreadable(Refusal):
    """Text that cannot be parsed, with the line number."""

    code = "unreadable"

    def __init__(
        self,
        sentence: str,
        *,
        line: int | None = None,
        code: str | None = None,
        field: str | None = None,
    ) -> None:
        where = f"Line {line}: " if line is not None else ""
        super().__init__(where + sentence, code=code, field=field)
        self.line = line


class Refusals(Refusal):
    """Several refusals at once, so that people can fix everything in one go."""

    code = "refused-together"

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        if not refusals:
            raise AssertionError("Refusals needs at least one refusal.")
        self._parts = tuple(part for refusal in refusals for part in refusal.parts)
        super().__init__(" ".join(part.sentence for part in self._parts))

    @property
    def parts(self) -> tuple[Refusal, ...]:
        return self._parts


class CatalogueError(Exception):
    """A broken rulebook file, with the file, the place in it and the reason."""

    def __init__(self, *, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file}: {key}: {reason}")
        self.file = file
        self.key = key
        self.reason = reason

    __reduce__ = _taken_apart
