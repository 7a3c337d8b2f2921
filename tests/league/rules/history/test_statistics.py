"""Leaders, and how tables move."""

from __future__ import annotations

from league.rules.competitions.standings import standings
from league.rules.history.statistics import (
    LEAD_TITLES,
    Lead,
    LeadLine,
    leaders,
    movement,
)
from tests.league.rules.games import game, team, teams
from tests.league.rules.matches import did, line, match
from tests.ledger import rule
from tests.teams.rules.story import house_rules

MATCHES = [
    match(
        1,
        line(1, 5, did(1, "Kage", xp=4, injuries_given=2), koban=10),
        line(2, 3, did(1, "Tomoe", xp=3, injuries_taken=2, all_stars=1), koban=6),
    ),
    match(
        2,
        line(1, 2, did(1, "Kage", xp=1, all_stars=1), did(2, "Rin", xp=5), koban=6),
        line(3, 4, did(9, "Jun", injuries_given=1), koban=14),
    ),
    match(3, line(1, koban=10), line(2, is_forfeit=True)),
]


def told(lines: tuple[LeadLine, ...]) -> list[tuple[int, str, int]]:
    return [(one.place, one.name or one.team_name, one.value) for one in lines]


@rule("NM-06")
def test_leaders_in_everything_the_league_counts() -> None:
    found = leaders(MATCHES)
    assert told(found[Lead.XP]) == [(1, "Rin", 5), (1, "Kage", 5), (3, "Tomoe", 3)]
    assert told(found[Lead.INJURIES_GIVEN]) == [(1, "Kage", 2), (2, "Jun", 1)]
    assert told(found[Lead.INJURIES_TAKEN]) == [(1, "Tomoe", 2)]
    assert told(found[Lead.ALL_STARS]) == [(1, "Tomoe", 1), (1, "Kage", 1)]
    assert told(found[Lead.KOBAN]) == [
        (1, "Ayame", 26),
        (2, "Chidori", 14),
        (3, "Botan", 6),
    ]
    assert set(found) == set(LEAD_TITLES) == set(Lead)


def test_a_walkover_is_no_challenge_won() -> None:
    won = leaders(MATCHES)[Lead.CHALLENGES_WON]
    assert told(won) == [(1, "Chidori", 1), (1, "Ayame", 1)]


def test_ninja_of_one_number_in_two_teams_are_two() -> None:
    lines = leaders(MATCHES)[Lead.XP]
    assert [(int(one.team), one.ninja, one.team_name) for one in lines] == [
        (1, 2, "Ayame"),
        (1, 1, "Ayame"),
        (2, 1, "Botan"),
    ]
    assert [one.matches for one in lines] == [1, 2, 1]


def test_the_list_is_short_but_leaves_out_no_equal() -> None:
    assert told(leaders(MATCHES, top=1)[Lead.XP]) == [(1, "Rin", 5), (1, "Kage", 5)]


def test_the_latest_name_is_shown() -> None:
    renamed = match(4, line(1, 0, did(1, "Shadow", xp=9)), line(3, 1))
    assert leaders([*MATCHES, renamed])[Lead.XP][0].name == "Shadow"


def test_a_table_moves() -> None:
    rules = house_rules()
    before = standings(teams(3), [game((1, 2), (2, 1))], rules)
    later = [game((1, 2), (2, 1)), game((3, 5), (1, 0)), game((3, 5), (2, 0))]
    after = standings([*teams(3), team(4)], later, rules)
    moves = movement(before, after)
    assert [one.sentence for one in moves] == [
        "Chidori climbs 1 place to 1st with 6 more points.",
        "Ayame falls 1 place to 2nd.",
        "Daiko enters the standings in 3rd place.",
        "Botan falls 1 place to 4th.",
    ]
    assert [(one.before, one.after, one.points, one.climbed) for one in moves] == [
        (2, 1, 6, 1),
        (1, 2, 0, -1),
        (None, 3, 0, 0),
        (3, 4, 0, -1),
    ]


def test_who_stays_is_told_too() -> None:
    rows = standings(teams(1), [], house_rules())
    more = standings(teams(1), [game((1, 1), (9, 0))], house_rules())
    assert movement(rows, more)[0].sentence == "Ayame stays 1st with 3 more points."
