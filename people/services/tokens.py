"""API tokens, with which programs act for a person."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from kernel.errors import Refusal
from kernel.text import is_legible
from people import selectors
from people.models import TOKEN_NAME_LENGTH_MAX, ApiToken, Person
from people.services.accounts import record_last_seen

TOKENS_MAX = 20
# Programs that find a token by its look (in a pasted log, say) find ours by this.
SECRET_START = "moon_"  # noqa: S105 (the start of every token, not one of them)
PREFIX_LENGTH = len(SECRET_START) + 6
# Knowing the minute is enough, and spares a write at every request.
USE_NOTED_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class MadeToken:
    """A new token with its secret, which is available only now."""

    line: selectors.TokenLine
    secret: str


@transaction.atomic
def create_token(*, person: Person, name: str) -> MadeToken:
    name = " ".join(name.split())
    Person.objects.select_for_update().get(pk=person.pk)
    held = selectors.tokens_of(person)
    _refuse_token(name, held=held)
    secret = SECRET_START + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        person=person,
        name=name,
        prefix=secret[:PREFIX_LENGTH],
        digest=selectors.token_digest(secret),
    )
    return MadeToken(line=selectors.token_line(token), secret=secret)


def _refuse_token(name: str, *, held: tuple[selectors.TokenLine, ...]) -> None:
    if not name or len(name) > TOKEN_NAME_LENGTH_MAX:
        raise Refusal(
            f"Give the token a name of 1 to {TOKEN_NAME_LENGTH_MAX} characters, such"
            " as the program that will use it.",
            code="token-name",
            field="name",
        )
    if not is_legible(name):
        raise Refusal(
            "That name contains invisible characters. Type it again without them.",
            code="token-name-hidden",
            field="name",
        )
    if any(token.name.lower() == name.lower() for token in held):
        raise Refusal(
            f"You already have a token named {name}. Choose another name, or revoke"
            " the old one first.",
            code="token-name-taken",
            field="name",
        )
    if len(held) >= TOKENS_MAX:
        raise Refusal(
            f"You have {TOKENS_MAX} tokens, which is the most. Revoke one first.",
            code="token-too-many",
        )


def revoke_token(*, person: Person, token_id: int) -> None:
    """Delete a token. Revoking a deleted token is no error."""
    ApiToken.objects.filter(person=person, pk=token_id).delete()


def record_token_use(*, token: ApiToken) -> None:
    now = timezone.now()
    if token.last_used is None or now - token.last_used >= USE_NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used=now)
        record_last_seen(person=token.person)
