"""Which webhook addresses may be called, and how calls are signed."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator
from ipaddress import (
    IPv4Address,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from urllib.parse import SplitResult, urlsplit

from kernel.errors import Refusal, Refusals

Address = IPv4Address | IPv6Address

PORTS = {"http": 80, "https": 443}
# Other ports may belong to a mail server, which could read our request as commands.
PORTS_ALLOWED = frozenset({80, 443, 8080, 8443})
ADDRESS_LENGTH = 500
_NAT64 = ip_network("64:ff9b::/96")
# Some versions of Python treat these ranges as public: old site-local addresses,
# documentation, relays, other special networks, and the internal services of clouds.
_NEAR = tuple(
    ip_network(one)
    for one in (
        *("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32"),
        *("2001::/23", "3fff::/20", "fec0::/10"),
    )
)
_NUMBER = re.compile(r"\d+|0x[0-9a-f]*", re.IGNORECASE)


def endpoint(address: str) -> SplitResult:
    """Return the parts of an address that may be called, judged by its text."""
    try:
        parts = urlsplit(address.strip())
        _ = parts.port
    except ValueError as broken:
        raise _no_address() from broken
    problems = list(_problems(parts, address))
    if problems:
        raise Refusals(problems)
    return parts


def port_of(parts: SplitResult) -> int:
    return parts.port or PORTS[parts.scheme]


def is_public(address: Address, port: int) -> bool:
    """Return whether an address is public.

    An IPv6 address may embed an IPv4 address, which is checked too.
    """
    if port not in PORTS_ALLOWED:
        return False
    return all(
        one.is_global
        and not one.is_multicast
        and not one.is_reserved
        and not any(one in near for near in _NEAR)
        for one in (address, *_carried(address))
    )


def signature(secret: str, moment: int, body: bytes) -> str:
    """Return the signature header: the time, and the HMAC-SHA256 of `time.body`.

    With the time, an old call cannot be replayed later.
    """
    signed = str(moment).encode() + b"." + body
    digest = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return f"t={moment},v1={digest}"


def masked(address: str) -> str:
    """Return an address for display. Its path may be secret, so it is hidden."""
    parts = urlsplit(address)
    tail = address[-4:] if len(parts.path) > 8 else ""
    return f"{parts.scheme}://{parts.hostname}/…{tail}"


def _problems(parts: SplitResult, address: str) -> Iterator[Refusal]:
    if parts.scheme not in PORTS or not parts.hostname or len(address) > ADDRESS_LENGTH:
        yield _no_address()
        return
    if parts.username or parts.password:
        yield Refusal(
            "Leave the name and password out of the address. Moonlight signs"
            " its calls instead.",
            code="address-with-password",
            field="address",
        )
    literal = _literal(parts.hostname)
    if literal is None and _is_number(parts.hostname):
        yield Refusal(
            "Write the address with a host name, or with all four numbers of"
            " an IP address.",
            code="address-in-short",
            field="address",
        )
        return
    is_near = parts.hostname.lower().rstrip(".").endswith(("localhost", ".local"))
    if is_near or (literal is not None and not is_public(literal, port_of(parts))):
        yield Refusal(
            "Moonlight only calls addresses that are public on the internet.",
            code="address-not-public",
            field="address",
        )
    elif port_of(parts) not in PORTS_ALLOWED:
        yield Refusal(
            "Moonlight only calls ports 80, 443, 8080 and 8443.",
            code="bad-port",
            field="address",
        )


def _literal(host: str) -> Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _is_number(host: str) -> bool:
    """Return whether a host is a shortened numeric address such as `127.1`."""
    return _NUMBER.fullmatch(host.rstrip(".").rpartition(".")[2]) is not None


def _carried(address: Address) -> Iterator[Address]:
    if isinstance(address, IPv4Address):
        return
    if address.ipv4_mapped is not None:
        yield address.ipv4_mapped
    if address.sixtofour is not None:
        yield address.sixtofour
    if address.teredo is not None:
        yield from address.teredo
    if isinstance(_NAT64, IPv6Network) and address in _NAT64:
        yield IPv4Address(int(address) & 0xFFFF_FFFF)


def _no_address() -> Refusal:
    return Refusal(
        "This is not a web address. Copy it from your browser's address bar.",
        code="bad-address",
        field="address",
    )
