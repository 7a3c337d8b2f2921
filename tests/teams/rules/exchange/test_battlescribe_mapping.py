"""Names of rosters found in the rulebook."""

from __future__ import annotations

import pytest

from kernel.errors import Unreadable
from teams.rules.exchange.battlescribe import read_roster
from teams.rules.exchange.battlescribe_mapping import MappedRoster, map_roster
from tests.teams.rules.rosters import TORA, force, roster, selection
from tests.teams.rules.story import book


def found(*forces: str, **how: str) -> MappedRoster:
    return map_roster(read_roster(roster(*forces, **how)), book())


def profiles(result: MappedRoster) -> list[str]:
    return [one.profile for one in result.team.ninja]


def test_a_whole_roster_becomes_a_list_of_ninja() -> None:
    result = map_roster(read_roster(TORA), book())
    assert (result.team.name, result.team.clan) == ("Fangs", "tora")
    assert profiles(result) == [
        "tora-chunin",
        *["tora-kaiken"] * 3,
        "byakko",
        "miyamoto-musashi",
    ]
    assert result.team.ninja[0].abilities == ("tiger-strike",)
    assert [one.name for one in result.team.ninja[1:4]] == ["Bo", "", ""]
    assert result.notes == ("“Miyamoto” was imported as Miyamoto Musashi.",)


@pytest.mark.parametrize("clan", list(book().clans.values()), ids=lambda one: one.slug)
def test_every_type_hero_and_ability_of_every_clan_is_found(clan: object) -> None:
    lines = [
        selection(
            profile.type.title(),
            *(selection(one.name) for one in profile.ability_options[:1]),
            points=profile.koban,
        )
        for profile in clan.profiles  # type: ignore[attr-defined]
    ]
    lines += [selection(hero.name.upper()) for hero in clan.heroes]  # type: ignore[attr-defined]
    result = found(force(clan.name, *lines))  # type: ignore[attr-defined]
    expected = [one.slug for one in clan.profiles + clan.heroes]  # type: ignore[attr-defined]
    assert profiles(result) == expected
    assert result.notes == ()


# Every ronin of the public data, by the names it gives them.
RONIN = [
    "Arashikage",
    "Bakusho Mondai",
    "Benkei",
    "Blind Swordsman",
    "Dark Kitsune",
    "Goemon",
    "Hanzo",
    "Hanzo Fire",
    "Hanzo Water",
    "Howl & Yip",
    "Inu Clan Kaiken",
    "Jorogumo",
    "Kappa",
    "Komuso",
    "Kunoichi Candy",
    "Miyamoto",
    "Mochizuki",
    "Momotaro",
    "Moon Princess",
    "Ondori Clan Kaiken",
    "Onibaba",
    "Onryo",
    "Shojo",
    "Stealth Cola",
    "Sun Empire Wandering Samurai",
    "Tengu",
    "Yagyu Jubei",
    "Yokozuna",
]


@pytest.mark.parametrize("name", RONIN)
def test_every_ronin_of_the_public_data_is_found(name: str) -> None:
    result = found(force("Kitsune"), force("Ronin", selection(name)))
    (slug,) = profiles(result)
    assert set(name.casefold().replace("& ", "").split()) <= set(slug.split("-"))


def test_what_nobody_knows_is_told_and_left_out() -> None:
    result = found(
        force(
            "Tora",
            selection("Super Ninja"),
            selection("Chunin", selection("Laser Eyes"), selection("Pounce")),
            selection("Kaiken", points=12),
            selection("Kunoich"),
            selection(""),
        )
    )
    assert profiles(result) == ["tora-chunin", "tora-kaiken", "tora-kunoichi"]
    assert result.team.ninja[0].abilities == ("pounce",)
    assert result.notes == (
        "“Super Ninja” is not in the rulebook.",
        "Tora Chunin cannot choose “Laser Eyes”.",
        "Tora Kaiken costs 10 koban here, not 12.",
        "“Kunoich” was imported as Tora Kunoichi.",
        "“An entry without a name” is not in the rulebook.",
    )


def test_two_abilities_where_one_is_chosen_leave_the_first() -> None:
    both = selection("Chunin", selection("Pounce"), selection("Tiger Strike"))
    result = found(force("Tora", both))
    assert result.team.ninja[0].abilities == ("pounce",)
    assert "The others were left out" in result.notes[0]


def test_heroes_keep_their_name_and_long_names_are_cut() -> None:
    result = found(
        force(
            "Tora",
            selection("Ryu", customName="Bob"),
            selection("Kaiken", customName="x" * 99),
        ),
        name="  ",
    )
    assert [one.name for one in result.team.ninja] == ["", "x" * 60]
    assert result.team.name == "Tora"


def test_a_roster_of_another_game_or_of_no_clan_is_refused() -> None:
    with pytest.raises(Unreadable, match="for Chess, not for Ninja All-Stars"):
        found(force("Tora"), system="Chess")
    with pytest.raises(Unreadable, match="no force of a known clan"):
        found(force("Ronin", selection("Kappa")))
