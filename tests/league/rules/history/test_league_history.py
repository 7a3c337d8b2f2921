"""The hall of fame and old rivals."""

from __future__ import annotations

from kernel.ids import NinjaId, PersonId, TeamId
from league.rules.history.league_history import (
    Placed,
    SeasonEnd,
    hall_of_fame,
    rivalry,
    rivals,
)
from league.rules.history.match_facts import MatchFacts
from tests.league.rules.games import NAMES
from tests.league.rules.matches import did, line, match
from tests.ledger import rule

ONE, TWO = TeamId(1), TeamId(2)


def ended(number: int, *order: int) -> SeasonEnd:
    placed = tuple(
        Placed(
            team=TeamId(team),
            name=NAMES[team - 1],
            person=PersonId(10 + team % 2),
            place=place,
            is_champion=place == 1,
        )
        for place, team in enumerate(order, start=1)
    )
    return SeasonEnd(number=number, name=f"season {number}", placed=placed)


@rule("LEAGUE-20")
def test_champions_latest_first_with_their_titles_counted() -> None:
    hall = hall_of_fame([ended(2, 1, 2, 3), ended(1, 1, 3, 2), ended(3, 2, 1, 3)])
    assert [one.sentence for one in hall.champions] == [
        "Botan won season 3.",
        "Ayame won season 2 for the second time.",
        "Ayame won season 1.",
    ]
    assert [one.title_number for one in hall.champions] == [1, 2, 1]


def test_honours_are_ordered_by_titles_then_by_the_places_below() -> None:
    hall = hall_of_fame(
        [ended(1, 1, 2, 3, 4), ended(2, 1, 3, 2, 4)], {PersonId(11): "Alice"}
    )
    teams = [(one.name, one.firsts, one.seconds, one.thirds) for one in hall.teams]
    assert teams == [("Ayame", 2, 0, 0), ("Botan", 0, 1, 1), ("Chidori", 0, 1, 1)]
    # Ayame and Chidori are Alice's.
    persons = [(one.name, one.firsts, one.seconds, one.seasons) for one in hall.persons]
    assert persons == [("Alice", 2, 1, 4), ("person 10", 0, 1, 4)]


def test_a_first_place_that_nobody_played_for_is_no_title() -> None:
    idle = Placed(team=ONE, name="Ayame", person=PersonId(1), place=1)
    hall = hall_of_fame([SeasonEnd(number=1, name="season 1", placed=(idle,))])
    assert (hall.champions, hall.teams, hall.persons) == ((), (), ())


def test_the_twenty_first_title_is_spelled_as_people_do() -> None:
    hall = hall_of_fame([ended(number, 1) for number in range(1, 22)])
    assert hall.champions[0].sentence == "Ayame won season 21 for the 21st time."


def meeting(number: int, mine: int, theirs: int) -> MatchFacts:
    return match(number, line(1, mine), line(2, theirs))


def test_a_first_meeting() -> None:
    found = rivalry(ONE, TWO, [match(1, line(1, 1), line(3, 0))])
    assert (found.met, found.notes) == (0, ("They have never met before.",))


def test_the_balance_and_the_last_ones() -> None:
    played = [meeting(1, 1, 0), meeting(2, 1, 1), meeting(3, 0, 2), meeting(4, 0, 2)]
    found = rivalry(ONE, TWO, played)
    assert (found.met, found.won, found.drawn, found.lost) == (4, 1, 1, 2)
    assert found.notes == (
        "They have met 4 times: Ayame won 1, Botan won 2, and 1 match was a draw.",
        "Botan won the last 2 matches.",
    )
    turned = rivalry(TWO, ONE, played)
    assert turned.notes[1] == "Botan won the last 2 matches."
    assert (turned.won, turned.lost) == (2, 1)


def test_draws_in_a_row_are_no_run_of_wins() -> None:
    found = rivalry(ONE, TWO, [meeting(1, 1, 1), meeting(2, 1, 1)])
    assert len(found.notes) == 1


def test_a_place_above_the_other_counts_among_several() -> None:
    found = rivalry(ONE, TWO, [match(1, line(1, 2), line(2, 1), line(3, 9))])
    assert (found.won, found.lost) == (1, 0)


def test_a_walkover_is_no_meeting() -> None:
    assert rivalry(ONE, TWO, [match(1, line(1), line(2, is_forfeit=True))]).met == 0


def test_who_keeps_injuring_whom() -> None:
    kage = did(5, "Kage", injured=((TWO, NinjaId(1)),))
    tomoe = did(1, "Tomoe", injured=((ONE, NinjaId(5)), (TeamId(3), NinjaId(1))))
    fight = match(1, line(1, 1, kage), line(2, 0, tomoe))
    once = rivalry(ONE, TWO, [fight])
    assert len(once.notes) == 1
    kage_alone = match(2, line(1, 1, kage), line(2, 0, did(1, "Tomoe")))
    again = rivalry(ONE, TWO, [fight, kage_alone])
    assert again.notes[-1] == "Kage of Ayame has injured Tomoe of Botan twice."


def test_partners_have_not_met() -> None:
    together = match(1, line(1, 3, side=1), line(2, 3, side=1), line(3, 1, side=2))
    assert rivalry(ONE, TWO, [together]).met == 0
    assert rivals(ONE, [together, together]) == (
        *rivals(ONE, [match(1, line(1, 3), line(3, 1))] * 2),
    )


def test_rivals_are_those_met_most_often_then_last() -> None:
    played = [
        meeting(1, 1, 0),
        match(2, line(1, 1), line(3, 0)),
        match(3, line(1, 1), line(4, 0)),
        match(4, line(1, 1), line(3, 0)),
        meeting(5, 0, 1),
        match(6, line(2, 1), line(4, 0)),
    ]
    found = rivals(ONE, played)
    assert [one.name for one in found] == ["Botan", "Chidori"]
    assert found[0].rivalry == rivalry(ONE, TWO, played)
    assert [one.name for one in rivals(ONE, played, top=1)] == ["Botan"]
    walkover = match(7, line(1), line(3, is_forfeit=True))
    assert rivals(ONE, [*played, walkover, walkover]) == found
