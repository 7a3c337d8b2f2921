"""What teams and persons have come to, over all seasons."""

from __future__ import annotations

from kernel.ids import PersonId
from league.rules.history.league_history import all_time
from tests.league.rules.matches import did, line, match

ALICE = PersonId(1)


def test_everything_of_all_seasons_is_added_up() -> None:
    found = all_time(
        [
            match(1, line(1, 4, did(1, injuries_given=2, all_stars=1)), line(2, 1)),
            match(2, line(1, 2, did(2, injuries_given=1)), line(2, 2), season=2),
            match(3, line(1, 0), line(3, 5), season=2),
        ]
    )
    ayame = next(one for one in found.teams if one.name == "Ayame")
    assert (ayame.matches, ayame.won, ayame.drawn, ayame.lost) == (3, 1, 1, 1)
    assert (ayame.scored, ayame.injuries_given, ayame.all_stars) == (6, 3, 1)


def test_most_wins_come_first_then_fewest_losses_then_most_draws() -> None:
    found = all_time(
        [
            match(1, line(1, 1), line(2, 0)),
            match(2, line(3, 1), line(4, 0)),
            match(3, line(1, 0), line(4, 1)),
            match(4, line(3, 1), line(4, 1)),
        ]
    )
    assert [one.name for one in found.teams] == ["Chidori", "Daiko", "Ayame", "Botan"]


def test_a_person_is_counted_with_all_their_teams_under_their_name() -> None:
    matches = [
        match(1, line(1, 2, person=ALICE), line(2, 1, person=PersonId(2))),
        match(2, line(3, 2, person=ALICE), line(2, 3, person=PersonId(2))),
    ]
    persons = all_time(matches, {ALICE: "Alice"}).persons
    assert {(one.name, one.won, one.lost) for one in persons} == {
        ("Alice", 1, 1),
        ("person 2", 1, 1),
    }


def test_whoever_turned_up_alone_has_won_and_the_latest_name_counts() -> None:
    absent = line(2, is_forfeit=True)
    (first, last) = all_time([match(1, line(1), absent)]).teams
    assert (first.name, first.won, last.lost) == ("Ayame", 1, 1)
    assert all_time([]).teams == ()
