"""Who is asking: programs say so with `Authorization: Bearer moon_...`, and for
people the lock-out has to know under which name they tried.

Apart from the views, because REST framework and axes import these by name while
they are still loading their own.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from people import selectors
from people.services.tokens import record_token_use

SCHEME = "Bearer"


def attempted_username(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """The name that somebody tried to log in with, spelled in the one way that
    counts: otherwise every other capitalisation would bring five more guesses."""
    given = (credentials or request.POST).get("username") or ""
    return str(given).lower()


class TokenAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        scheme, _, secret = get_authorization_header(request).partition(b" ")
        if scheme.lower() != SCHEME.lower().encode():
            return None
        token = selectors.token_by_secret(secret.strip().decode("latin-1"))
        if token is None:
            raise AuthenticationFailed(
                "That token does not work. It may have been revoked; make a new one in"
                " your profile."
            )
        record_token_use(token=token)
        return token.person, token

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002
        return f'{SCHEME} realm="Moonlight"'
