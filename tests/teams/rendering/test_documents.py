"""The scroll as PDF and as picture: whole, the same for the same team, and safe."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from PIL import Image

from kernel.ids import NinjaId, ProfileSlug
from people.models import Person
from rulebook.catalogue import catalogue
from teams.rendering.logo import cleaned
from teams.rendering.palette import day_colours
from teams.rendering.pdf import qr_svg, scroll_typescript
from teams.rendering.share_image import share_png, share_typescript
from teams.rendering.symbols import symbol
from teams.rendering.typst import Typescript
from teams.rules.journal.entries import Recruited
from teams.selectors.scroll_page import get_scroll_page
from teams.services.adjustments import adjust_team
from teams.services.journal import Edit, Role, write_journal
from teams.services.roster import rename_ninja, rename_team, set_lore, set_ninja_note
from tests.ledger import rule
from tests.verbs import Tale, found_team, registered_team

HOSTILE = [
    '#panic("injected")',
    '#read("scroll.typ")',
    '#import "x.typ": *',
    "*_$ unbalanced [ ] { } #{",
    '"quotes" and \\ backslashes \\u{1F480}',
    "</script><b>&amp;",
    "月光の忍者 \u202e reversed",
]


@pytest.fixture
def team(alice: Person) -> Tale:
    return registered_team(alice)


def typescript(tale: Tale, **options: object) -> Typescript:
    return scroll_typescript(get_scroll_page(tale.team_id, tale.owner), **options)


def pages(pdf: bytes) -> int:
    assert pdf.startswith(b"%PDF-")
    return int(re.search(rb"/Type/Pages/Count (\d+)", pdf)[1])


def test_a_scroll_has_two_sides(team: Tale) -> None:
    team.play(feats={2: 9}, hurt=[3]).settle()
    assert pages(typescript(team).pdf()) == 2


@pytest.mark.parametrize("size", [0, 26, 40])
def test_it_has_two_sides_however_many_ninja_there_are(
    alice: Person, size: int
) -> None:
    tale = found_team(alice)
    site = Edit(team_id=tale.team_id, actor=None, role=Role.SITE)
    profiles = ["tora-chunin", "tora-kaiken", "benkei", "blind-swordsman"]
    write_journal(
        site,
        entries=[
            Recruited(
                ninja=NinjaId(number),
                profile=ProfileSlug(profiles[number % 4]),
                price=0,
                name=f"Somebody with a rather long name {number}",
            )
            for number in range(1, size + 1)
        ],
    )
    set_lore(tale.edit, text="Once upon a time.\n" * 100)
    assert pages(typescript(tale).pdf()) == 2


@pytest.mark.parametrize("words", HOSTILE)
def test_whatever_people_write_is_text_and_never_a_program(
    team: Tale, words: str
) -> None:
    set_lore(team.edit, text=words)
    set_ninja_note(team.edit, ninja=1, text=words)
    if words.isprintable():
        rename_team(team.edit, name=words[:60])
        rename_ninja(team.edit, ninja=1, name=words[:60])
    written = typescript(team)
    assert written.values["team"]["lore"] == words
    assert pages(written.pdf()) == 2
    share = share_typescript(get_scroll_page(team.team_id, team.owner))
    assert Image.open(io.BytesIO(share_png(share))).size == (1200, 630)


@rule("REC-02")
def test_notes_of_a_game_are_printed_with_its_record(team: Tale) -> None:
    team.play(notes="Fought in the rain. " * 30).settle()
    written = typescript(team)
    note = written.values["records"]["games"][0]["notes"]
    assert note.startswith("Fought in the rain.")
    assert len(note) <= 240
    assert pages(written.pdf()) == 2


def test_pencil_tally_has_a_column_for_every_award_of_a_challenge(team: Tale) -> None:
    written = typescript(team)
    tally = written.values["tally"]
    for played in catalogue().challenges.values():
        events = {award.event for award in catalogue().experience.awards}
        own = [award.label for award in played.xp_awards if award.event not in events]
        printed = [one["awards"] for one in tally["challenges"]]
        assert not own or own in printed
        assert len(own) <= len(tally["letters"])
    assert pages(written.pdf()) == 2


def test_the_same_team_always_gives_the_same_bytes(team: Tale) -> None:
    first, second = typescript(team), typescript(team)
    assert first.key == second.key
    assert first.pdf() == second.pdf()


@pytest.mark.parametrize(
    "change",
    [
        lambda tale: rename_team(tale.edit, name="Another Name"),
        lambda tale: adjust_team(tale.edit, reason="Found", koban=3),
        lambda tale: set_ninja_note(tale.edit, ninja=1, text="The red one"),
    ],
    ids=["name", "koban", "note"],
)
def test_another_team_has_another_key(
    team: Tale, change: Callable[[Tale], object]
) -> None:
    before = typescript(team).key
    change(team)
    assert typescript(team).key != before


def test_address_and_logo_are_part_of_the_key(team: Tale) -> None:
    made = io.BytesIO()
    Image.new("RGB", (64, 64), "blue").save(made, format="PNG")
    logo = cleaned(made.getvalue())
    keys = {
        typescript(team).key,
        typescript(team, address="http://testserver/a").key,
        typescript(team, address="http://testserver/b").key,
        typescript(team, logo=logo).key,
    }
    assert len(keys) == 4
    assert pages(typescript(team, address="http://testserver/a", logo=logo).pdf()) == 2


def test_a_share_image_is_a_picture_of_its_clan(alice: Person) -> None:
    shown = []
    for sample in ("open-furnace", "paper-lanterns"):
        tale = registered_team(alice, sample)
        reading = get_scroll_page(tale.team_id, alice)
        content = share_png(share_typescript(reading))
        with Image.open(io.BytesIO(content)) as drawn:
            assert (drawn.format, drawn.size) == ("PNG", (1200, 630))
            assert len(drawn.getcolors(maxcolors=2**24)) > 500
        assert len(content) < 300_000
        shown.append(content)
    assert shown[0] != shown[1]


def test_a_qr_code_stands_alone_and_runs_nothing() -> None:
    code = qr_svg("http://testserver/teams/shared/abc/").decode()
    assert code.startswith("<svg")
    assert "script" not in code
    assert qr_svg("http://testserver/a") != qr_svg("http://testserver/b")


def test_symbols_are_those_of_the_sprite_in_the_colour_that_is_asked_for() -> None:
    crest = symbol("crest-tora", colour="#123456").decode()
    assert crest.startswith(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"'
    )
    assert "#123456" in crest
    assert "currentColor" not in crest
    with pytest.raises(KeyError):
        symbol("crest-of-nobody", colour="#123456")


def test_colours_come_from_the_tokens_by_day() -> None:
    colours = day_colours()
    assert colours["seal"] == "#be3820"
    assert colours["sheet"] == "#fbf7ec"
    assert {"fire", "silk-ijin", "koban-deep", "night-ink"} <= set(colours)
