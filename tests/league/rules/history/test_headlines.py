"""The headline of an issue says what was special about it."""

from __future__ import annotations

from kernel.ids import MatchId
from league.rules.competitions.results import EntryId
from league.rules.history.headlines import headline
from league.rules.history.match_facts import MatchFacts, TeamLine
from league.rules.history.newsletter import TITLE_LENGTH
from league.rules.history.statistics import Move
from tests.league.rules.history.test_newsletter import CRANES, FOXES, match, ninja


def move(name: str, before: int | None, after: int) -> Move:
    entry = EntryId(len(name))
    return Move(
        entry=entry, name=name, before=before, after=after, points=2, sentence="x"
    )


def said(*results: MatchFacts, **more: object) -> str:
    return headline(number=2, results=results, **more)  # type: ignore[arg-type]


OLD = tuple(match(number, 9, 0) for number in range(6))


def test_a_new_leader_is_the_news() -> None:
    moves = (move("Foxes", 2, 1), move("Cranes", 1, 2))
    assert "Foxes" in said(match(7, 0, 5), earlier=OLD, moves=moves)
    assert "lead" in said(match(7, 0, 5), earlier=OLD, moves=moves)


def test_who_leads_after_the_very_first_matches_is_no_news() -> None:
    moves = (move("Foxes", None, 1), move("Cranes", None, 2))
    told = said(match(7, 0, 5), moves=moves)
    assert told.startswith("Cranes ")
    assert told.endswith(" Foxes, 5:0")


def test_a_record_is_the_news_once_there_is_something_to_hold_it_against() -> None:
    high = match(7, 11, 9)
    assert said(high, earlier=OLD).startswith("New record: ")
    assert "Foxes scored 11 points against Cranes" in said(high, earlier=OLD)
    assert "record" not in said(high, earlier=OLD[:2])


def test_a_run_of_wins_makes_a_headline_when_it_is_long() -> None:
    level = tuple(match(number, 3, 3) for number in range(6))
    runs = [(match(7, 3, 2), match(8, 3, 2)), (match(9, 3, 2), match(10, 3, 2))]
    assert "in a row" not in said(*runs[0], earlier=(*level, match(6, 3, 2)))
    assert "won 4 matches in a row" in said(*runs[1], earlier=(*level, *runs[0]))


def test_an_upset_and_a_great_deed_come_before_a_plain_win() -> None:
    upset = match(7, 2, 1)
    foxes, cranes = upset.teams
    upset = MatchFacts(
        match=MatchId(7),
        season=1,
        teams=(foxes, TeamLine(team=CRANES, name="Cranes", place=2, rating=130)),
    )
    assert said(upset) == "Foxes upset Cranes, rated 30 higher"
    deed = match(8, 1, 0, ninja=(ninja(injuries_given=4),))
    assert said(deed) == "Rin of Foxes injured 4 enemies"
    assert (foxes.team, cranes.team) == (FOXES, CRANES)


def test_a_win_at_the_top_of_the_table_counts_more_than_the_widest() -> None:
    moves = (move("Foxes", 1, 1), move("Cranes", 2, 2), move("Owls", 3, 9))
    top = match(7, 2, 1)
    wide = MatchFacts(
        match=MatchId(8),
        season=1,
        teams=(
            TeamLine(team=FOXES, name="Foxes", place=1, score=9),
            TeamLine(team=CRANES, name="Owls", place=2, score=0),
        ),
    )
    assert said(wide, top, moves=moves).endswith("Cranes at the top, 2:1")
    assert said(wide, top).endswith("Owls, 9:0")


def test_level_matches_a_correction_or_nothing_at_all() -> None:
    assert said(match(7, 2, 2)) == "Foxes and Cranes drew, 2:2"
    assert said(corrected=(("Foxes", "Cranes"),)) == ("Foxes vs Cranes corrected")
    assert said(ended=("Autumn",)) == "Autumn is over"
    assert said() == ""


def test_a_season_that_was_won_comes_before_everything() -> None:
    won = ("Foxes and Cranes", "Autumn")
    assert said(match(7, 9, 0), won=won) == "Foxes and Cranes won Autumn"


def test_no_headline_comes_twice_while_there_is_something_else_to_say() -> None:
    moves = (move("Foxes", 2, 1), move("Cranes", 1, 2))
    results = (match(7, 0, 5), match(8, 2, 2))
    told: list[str] = []
    while one := said(
        *results, earlier=OLD, moves=moves, told=[f"Issue 1: {x}" for x in told]
    ):
        told.append(one)
    assert len(told) == len(set(told)) >= 3


def test_two_in_a_row_are_of_different_kinds_if_there_is_a_choice() -> None:
    deed = match(7, 0, 5, ninja=(ninja(injuries_given=4),))
    assert said(deed) == "Rin of Foxes injured 4 enemies"
    for last in ("Rin of Foxes injured 3 enemies", "Ren of Owls injured 5 enemies"):
        told = [f"Issue 1: {last}"]
        assert said(deed, told=told).startswith("Cranes ")
        assert said(deed, told=[*told, "Issue 2: Dawn"]) == said(deed)


def test_what_is_too_long_gives_way_to_what_is_not() -> None:
    long = MatchFacts(
        match=MatchId(7),
        season=1,
        teams=(
            TeamLine(team=FOXES, name="F" * 80, place=1, score=9),
            TeamLine(team=CRANES, name="C" * 80, place=2, score=0),
        ),
    )
    assert said(long, match(8, 2, 2)) == "Foxes and Cranes drew, 2:2"
    assert said(long) == ""
    assert len(said(match(8, 9, 0))) < TITLE_LENGTH
