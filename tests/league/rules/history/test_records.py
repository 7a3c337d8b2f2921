"""The most there ever was."""

from __future__ import annotations

from league.rules.history.match_facts import MatchFacts
from league.rules.history.statistics import Record, RecordKind, records
from tests.league.rules.matches import did, line, match


def found(*matches: MatchFacts) -> dict[RecordKind, Record]:
    return {one.kind: one for one in records(matches)}


def test_scores_totals_and_margins() -> None:
    held = found(
        match(1, line(1, 9), line(2, 8)),
        match(2, line(3, 7), line(1, 1)),
        match(3, line(2, 9), line(3, 5)),
    )
    assert held[RecordKind.HIGHEST_SCORE].sentence == (
        "Ayame scored 9 points against Botan."
    )
    # Reaching the same does not take a record away.
    assert held[RecordKind.HIGHEST_SCORE].match == 1
    assert held[RecordKind.HIGHEST_TOTAL].value == 17
    margin = held[RecordKind.WIDEST_MARGIN]
    assert (margin.value, margin.match) == (6, 2)
    assert margin.sentence == "Chidori beat Ayame 7 to 1."


def test_the_biggest_upset_is_a_win_against_the_highest_rating() -> None:
    held = found(
        match(1, line(1, 3, rating=10), line(2, 1, rating=14)),
        match(2, line(1, 1, rating=10), line(2, 3, rating=20)),
        match(3, line(1, 3, rating=10), line(2, 1, rating=12), line(3, 2, rating=15)),
    )
    upset = held[RecordKind.BIGGEST_UPSET]
    assert (upset.value, upset.match) == (5, 3)
    assert upset.sentence == "Ayame beat Chidori, rated 5 points higher."


def test_without_an_upset_there_is_no_such_record() -> None:
    held = found(match(1, line(1, 3, rating=14), line(2, 1, rating=10)))
    assert RecordKind.BIGGEST_UPSET not in held
    assert RecordKind.MOST_XP not in held


def test_streaks() -> None:
    held = found(
        match(1, line(1, 2), line(2, 1)),
        match(2, line(1, 2), line(3, 1)),
        match(3, line(1), line(3, is_forfeit=True)),
        match(4, line(1, 2), line(2, 2)),
        match(5, line(1, 2), line(2, 1)),
        match(6, line(1, 1), line(2, 2)),
    )
    winning = held[RecordKind.WINNING_STREAK]
    assert (winning.value, winning.match) == (2, 2)
    assert winning.sentence == "Ayame won 2 matches in a row."
    unbeaten = held[RecordKind.UNBEATEN_STREAK]
    assert (unbeaten.value, unbeaten.match) == (4, 5)
    assert unbeaten.sentence == "Ayame stayed unbeaten for 4 matches."


def test_injuries_experience_and_koban_of_one_match() -> None:
    held = found(
        match(
            1,
            line(1, 1, did(1, "Kage", xp=4, injuries_given=2), koban=10),
            line(2, 0, did(1, "Tomoe", xp=7, injuries_given=1), koban=12),
        ),
        match(2, line(1, 1, did(1, injuries_given=1), did(2, injuries_given=2))),
        match(
            3,
            line(1, 1, did(1, injuries_given=1), did(2, injuries_given=2)),
            line(3, 0),
        ),
    )
    assert held[RecordKind.MOST_INJURIES].sentence == "Ayame gave Chidori 3 injuries."
    assert held[RecordKind.MOST_XP].sentence == (
        "Tomoe of Botan earned 7 XP against Ayame."
    )
    assert held[RecordKind.MOST_KOBAN].sentence == (
        "Botan earned 12 koban against Ayame."
    )


def test_partners_share_their_win() -> None:
    lines = (line(1, 5, side=1), line(2, 5, side=1), line(3, 2, side=2))
    widest = found(match(1, *lines))[RecordKind.WIDEST_MARGIN]
    assert (widest.value, widest.sentence) == (
        8,
        "Ayame and Botan beat Chidori 10 to 2.",
    )


def test_nothing_played_no_records() -> None:
    assert records([]) == ()
