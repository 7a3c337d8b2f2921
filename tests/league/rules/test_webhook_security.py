"""Which addresses may be called, and how calls are signed."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from kernel.errors import Refusal
from league.rules.webhook_security import endpoint, is_public, masked, signature

HOOK = "https://hooks.example.org/123/very-secret-token"


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254"),
        *("0.0.0.0", "100.64.0.1", "224.0.0.1", "255.255.255.255", "192.0.2.1"),
        *("::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:10.0.0.1"),
        *("fec0::1", "feff::1", "3fff::1", "192.88.99.1", "168.63.129.16"),
        *("::ffff:168.63.129.16", "2002:c058:6301::"),
        *("192.0.0.9", "192.0.0.10", "::ffff:192.0.0.9", "2001:1::1", "2001:4:112::1"),
        *("64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1"),
    ],
)
def test_nothing_near_is_public(address: str) -> None:
    assert not is_public(ip_address(address), 443)


def test_the_internet_is_but_not_on_every_port() -> None:
    for address in ("93.184.215.14", "2606:2800:21f:cb07::1"):
        assert is_public(ip_address(address), 443)
        assert not is_public(ip_address(address), 25)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("ftp://example.org/", "not a web address"),
        ("example.org", "not a web address"),
        ("https://", "not a web address"),
        ("https://example.org:99999/", "not a web address"),
        ("https://a:b@example.org/", "name and password"),
        ("http://localhost/x", "public on the internet"),
        ("http://127.0.0.1/x", "public on the internet"),
        ("http://" + "[::1]/x", "public on the internet"),
        ("http://" + "printer.local/", "public on the internet"),
        ("https://example.org:22/", "only calls ports"),
        ("http://" + "127.1/", "all four numbers"),
        ("http://" + "2130706433/", "all four numbers"),
        ("http://" + "0x7f000001/", "all four numbers"),
        ("http://" + "0177.0.0.1/", "all four numbers"),
        ("http://" + "93.184.215.14./", "all four numbers"),
    ],
)
def test_what_cannot_be_called_is_refused_when_it_is_typed(
    address: str, why: str
) -> None:
    with pytest.raises(Refusal, match=why):
        endpoint(address)


def test_a_path_is_a_secret() -> None:
    assert masked(HOOK) == "https://hooks.example.org/…oken"
    assert "secret" not in masked(HOOK)


def test_a_signature_changes_with_secret_moment_and_body() -> None:
    made = {
        signature("a", 1, b"x"),
        signature("b", 1, b"x"),
        signature("a", 2, b"x"),
        signature("a", 1, b"y"),
    }
    assert len(made) == 4


@pytest.mark.parametrize(
    "host", ["93.184.215.14", "hooks.example.org", "4chat.example.org", "a.0xyz.org"]
)
def test_names_and_whole_numbers_are_taken(host: str) -> None:
    assert endpoint(f"https://{host}/x").hostname == host
