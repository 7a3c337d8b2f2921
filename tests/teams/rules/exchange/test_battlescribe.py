"""Reading rosters: good ones, broken ones and hostile ones."""

from __future__ import annotations

import zipfile
from io import BytesIO

import pytest

from kernel.errors import Unreadable
from teams.rules.exchange.battlescribe import (
    BYTES_MAX,
    COPIES_MAX,
    SELECTIONS_MAX,
    UNPACKED_MAX,
    Selection,
    read_roster,
)
from tests.teams.rules.rosters import TORA, force, packed, roster, selection


def refused(content: bytes) -> Unreadable:
    with pytest.raises(Unreadable) as found:
        read_roster(content)
    assert found.value.field == "file"
    return found.value


@pytest.mark.parametrize("content", [TORA, packed(TORA)], ids=["ros", "rosz"])
def test_a_roster_is_read_packed_or_not(content: bytes) -> None:
    found = read_roster(content)
    assert (found.name, found.game_system) == ("Fangs", "Ninja All-stars")
    assert found.catalogues == ("Tora", "Ronin")
    assert found.selections[:2] == (
        Selection(
            name="Chunin",
            catalogue="Tora",
            count=1,
            points=20.0,
            chosen=("Tiger Strike",),
        ),
        Selection(
            name="Kaiken", catalogue="Tora", count=3, points=30.0, custom_name="Bo"
        ),
    )
    assert [one.name for one in found.selections[2:]] == ["Byakko", "Miyamoto"]


def test_forces_inside_forces_and_newer_points_are_read() -> None:
    newer = (
        '<selection name="Kaiken" number="2"><costs><cost name="kb" value="20.0"/>'
        "</costs></selection>"
    )
    inner = force("Ronin", selection("Kappa"))
    outer = force("Ika", newer).replace("<forces/>", f"<forces>{inner}</forces>")
    found = read_roster(roster(outer))
    assert found.catalogues == ("Ika", "Ronin")
    assert [(one.name, one.points) for one in found.selections] == [
        ("Kaiken", 20.0),
        ("Kappa", None),
    ]


@pytest.mark.parametrize(
    ("number", "count"),
    [("2.0", 2), ("many", 1), ("-3", 1), ("9999", COPIES_MAX), ("", 1)],
)
def test_a_number_is_read_if_it_is_one(number: str, count: int) -> None:
    found = read_roster(roster(force("Tora", selection("Kaiken", number=number))))
    assert found.selections[0].count == count


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not xml at all",
        b"\xff\xfe\x00",
        b"<roster><forces></roster>",
        b"<catalogue/>",
        b"PK\x03\x04 but no zip",
        packed(TORA)[:200],
        packed(TORA, name="fangs.txt"),
        b'<?xml version="1.0" encoding="martian"?><roster/>',
    ],
)
def test_what_is_no_roster_is_refused(content: bytes) -> None:
    found = refused(content)
    assert found.code == "no-roster"
    assert "Save the roster as .ros or .rosz" in found.sentence


def test_a_zip_with_two_rosters_is_refused() -> None:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.ros", TORA)
        archive.writestr("b.ros", TORA)
    assert refused(file.getvalue()).code == "no-roster"


def test_an_odd_packing_is_refused() -> None:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a.ros", TORA)
    assert refused(file.getvalue()).code == "no-roster"


def test_a_broken_packing_is_refused() -> None:
    content = bytearray(packed(TORA))
    for place in range(60, 90):
        content[place] ^= 0xFF
    assert refused(bytes(content)).code == "no-roster"


def test_a_large_file_is_refused_unread() -> None:
    assert refused(b" " * (BYTES_MAX + 1)).code == "too-large"


def test_a_zip_bomb_is_refused_unpacked_no_further_than_the_limit() -> None:
    bomb = packed(b"<" + b" " * (UNPACKED_MAX * 8))
    assert len(bomb) < BYTES_MAX
    assert refused(bomb).code == "too-large"


def test_a_zip_that_lies_about_its_size_is_refused() -> None:
    bomb = bytearray(packed(b"<" + b" " * (UNPACKED_MAX * 8)))
    size = (UNPACKED_MAX * 8 + 1).to_bytes(4, "little")
    while (place := bomb.find(size)) >= 0:
        bomb[place : place + 4] = (100).to_bytes(4, "little")
    assert refused(bytes(bomb)).code in {"too-large", "no-roster"}


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))


@pytest.mark.parametrize(
    "prolog",
    [
        f'<!DOCTYPE roster [<!ENTITY l0 "ha">{LAUGHS}]>',
        '<!DOCTYPE roster [<!ENTITY x SYSTEM "file:///etc/hostname">]>',
        '<!DOCTYPE roster SYSTEM "http://evil.example/roster.dtd">',
    ],
    ids=["laughs", "file", "fetch"],
)
@pytest.mark.parametrize("pack", [bytes, packed], ids=["ros", "rosz"])
def test_entities_are_refused_not_resolved(prolog: str, pack: object) -> None:
    hostile = f'{prolog}<roster name="&l9;&x;"/>'.encode()
    assert refused(pack(hostile)).code == "hostile-xml"  # type: ignore[operator]


def test_endless_lists_and_deep_nesting_are_refused() -> None:
    many = [selection("Kaiken")] * (SELECTIONS_MAX + 1)
    assert refused(roster(force("Tora", *many))).code == "too-large"
    deep = b"<roster>" + b"<forces><force>" * 20_000
    assert refused(deep).code == "no-roster"
    closed = deep + b"</force></forces>" * 20_000 + b"</roster>"
    assert read_roster(closed).selections == ()
