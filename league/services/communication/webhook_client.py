"""HTTP client for webhooks, which trusts the other side as little as possible.

The host name is resolved once, every address is checked, and the connection goes to a
checked address, so that a second DNS answer gains nothing. Redirects are not followed.
Size and time of the answer are limited.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import ip_address
from threading import Timer
from urllib.parse import SplitResult

from league.rules.webhook_security import Address, is_public, port_of

SECONDS = 5  # for each step
SECONDS_IN_ALL = 15
ANSWER_BYTES = 2_000

Guard = Callable[[Address, int], bool]


class WebhookFailed(Exception):
    """A failed delivery, with a sentence for the person who added the webhook."""


def post_webhook(
    parts: SplitResult,
    body: bytes,
    headers: dict[str, str],
    *,
    guard: Guard = is_public,
) -> int:
    """Post the body and return the status of the answer."""
    try:
        found = _resolved(parts, guard)
        connection = _connection(parts, found)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise WebhookFailed(f"Moonlight could not reach the address: {why}.") from error
    # A server that answers a letter a minute would keep a worker busy for ever.
    timer = Timer(SECONDS_IN_ALL, _cut, [connection])
    timer.daemon = True
    timer.start()
    try:
        path = parts.path or "/"
        target = f"{path}?{parts.query}" if parts.query else path
        connection.request("POST", target, body=body, headers=headers)
        answer = connection.getresponse()
        answer.read(ANSWER_BYTES)
    except (OSError, HTTPException, ValueError) as error:
        raise WebhookFailed(
            f"The connection failed: {error or 'no answer'}."
        ) from error
    else:
        return answer.status
    finally:
        timer.cancel()
        connection.close()


def _resolved(parts: SplitResult, guard: Guard) -> tuple[str, int]:
    """Resolve the host. Refuse it if any of its addresses is not public."""
    port = port_of(parts)
    rows = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    addresses = [str(row[4][0]) for row in rows]
    for one in addresses:
        if not guard(ip_address(one.partition("%")[0]), port):
            raise WebhookFailed(
                "The host name leads to an address that is not public, so"
                " Moonlight did not call it."
            )
    return addresses[0], port


def _connection(parts: SplitResult, found: tuple[str, int]) -> HTTPConnection:
    """Connect to the checked address, with the host name for TLS and headers."""
    host, port = parts.hostname or "", port_of(parts)
    made: HTTPConnection
    plain = socket.create_connection(found, timeout=SECONDS)
    if parts.scheme == "https":
        made = HTTPSConnection(host, port, timeout=SECONDS)
        try:
            context = ssl.create_default_context()
            made.sock = context.wrap_socket(plain, server_hostname=host)
        except OSError:
            plain.close()
            raise
    else:
        made = HTTPConnection(host, port, timeout=SECONDS)
        made.sock = plain
    return made


def _cut(connection: HTTPConnection) -> None:
    if connection.sock is not None:
        # Not the method of the TLS socket, which would leave it half alive.
        try:
            socket.socket.shutdown(connection.sock, socket.SHUT_RDWR)
        except OSError:
            return
