"""Authentication by API token, and the username that the lock-out counts.

Separate from the views, because REST framework and axes import these by name while they
are still loading.
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
    """Return the name of a log-in attempt in lower case.

    Otherwise every other capitalisation would allow five more guesses.
    """
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
                "That token does not work. It may have been revoked. Create a new one"
                " in your profile."
            )
        record_token_use(token=token)
        return token.person, token

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002
        return f'{SCHEME} realm="Moonlight"'
