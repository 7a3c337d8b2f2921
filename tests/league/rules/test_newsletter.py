"""Drafting a newsletter: the same facts, the same words, and nothing made up."""

from __future__ import annotations

from kernel.ids import MatchId, NinjaId, TeamId
from league.rules.match_facts import MatchFacts, NinjaLine, TeamLine
from league.rules.newsletter import Injured, IssueFacts, NextGame, draft, plain
from league.rules.results import EntryId
from league.rules.statistics import Move

FOXES, CRANES = TeamId(1), TeamId(2)


def ninja(name: str = "Rin", **deeds: int) -> NinjaLine:
    return NinjaLine(ninja=NinjaId(1), name=name, **deeds)


def match(number: int, foxes: int, cranes: int, **more: object) -> MatchFacts:
    """The Foxes against the Cranes."""
    is_level = foxes == cranes
    fields = {"ninja": (), "rating": 100, **more}
    return MatchFacts(
        match=MatchId(number),
        season=1,
        challenge="brawl",
        teams=(
            TeamLine(
                team=FOXES,
                name="Foxes",
                place=1 if foxes >= cranes else 2,
                score=foxes,
                **fields,  # type: ignore[arg-type]
            ),
            TeamLine(
                team=CRANES,
                name="Cranes",
                place=1 if cranes > foxes or is_level else 2,
                score=cranes,
                rating=100,
            ),
        ),
    )


def text(**facts: object) -> str:
    values = {"league": "Moon Cup", "season": "Autumn", "number": 1, **facts}
    return draft(IssueFacts(**values)).text  # type: ignore[arg-type]


def test_the_same_facts_give_the_same_words() -> None:
    facts = IssueFacts(
        league="Moon Cup",
        season="Autumn",
        number=3,
        results=(match(1, 5, 0), match(2, 2, 1)),
    )
    assert draft(facts) == draft(facts)


def test_an_issue_without_matches_says_so_and_has_no_sections() -> None:
    told = text()
    assert "No match was settled" in told
    assert "##" not in told


def test_results_name_winner_score_and_challenge() -> None:
    told = text(results=(match(1, 3, 1),), challenges={"brawl": "Brawl"})
    (line,) = [one for one in told.splitlines() if one.startswith("- **Foxes**")]
    assert line.endswith(" Cranes in Brawl, 3:1.")
    assert "1 match settled" in told


def test_the_winner_is_named_first_wherever_it_stands() -> None:
    told = text(results=(match(1, 1, 3),))
    assert "- **Cranes** " in told
    assert told.rstrip().endswith("Foxes, 3:1.")


def test_narrow_and_wide_wins_are_told_apart() -> None:
    verbs = {text(results=(match(4, 5, score),)).split("**")[2] for score in (0, 3, 4)}
    assert len(verbs) == 3


def test_a_draw_and_a_match_that_was_not_played() -> None:
    assert "Foxes and Cranes parted level, 2:2." in text(results=(match(1, 2, 2),))
    absent = text(results=(match(1, 0, 0, is_forfeit=True),))
    assert "Foxes did not play; the match goes to **Cranes**." in absent


def test_the_table_tells_of_the_leader_and_of_who_moved() -> None:
    moves = (
        Move(entry=EntryId(1), name="Foxes", before=2, after=1, points=3, sentence="x"),
        Move(
            entry=EntryId(2),
            name="Cranes",
            before=1,
            after=2,
            points=0,
            sentence="Cranes falls 1 place to 2nd.",
        ),
    )
    told = text(moves=moves)
    assert "Foxes takes the lead." in told
    assert "Cranes falls 1 place to 2nd." in told


def test_feats_are_told_from_two_injuries_on() -> None:
    one = text(results=(match(1, 1, 0, ninja=(ninja(injuries_given=1),)),))
    two = text(results=(match(1, 1, 0, ninja=(ninja(injuries_given=2),)),))
    assert "Worth telling" not in one
    assert "**Rin** of Foxes injured 2 enemies against Cranes." in two


def test_an_upset_is_told() -> None:
    assert "20 points behind" in text(results=(match(1, 1, 0, rating=80),))
    assert "upset" not in text(results=(match(1, 1, 0, rating=81),))


def test_records_are_told_only_when_one_falls() -> None:
    first = text(results=(match(1, 9, 0),))
    assert "Into the books" not in first
    broken = text(earlier=(match(1, 4, 0),), results=(match(2, 9, 0),))
    assert "A record: Foxes scored 9 points against Cranes. It stood at 4." in broken
    level = text(earlier=(match(1, 4, 0),), results=(match(2, 0, 4),))
    assert "scored 4 points against" not in level


def test_milestones_are_told_once() -> None:
    four = tuple(match(number, 1, 0) for number in range(4))
    assert "Foxes: the 5th win." in text(earlier=four, results=(match(5, 1, 0),))
    five = (*four, match(5, 1, 0))
    assert "Milestones" not in text(earlier=five, results=(match(6, 1, 0),))


def test_who_is_injured_and_who_meets_next_with_what_lies_between_them() -> None:
    told = text(
        earlier=(match(1, 1, 0), match(2, 2, 0)),
        injured=(Injured(team="Foxes", name="Rin", matches=2),),
        coming=(
            NextGame(
                teams=(FOXES, CRANES),
                names=("Foxes", "Cranes"),
                heading="Round 3",
                when="until Mon 02 Mar",
            ),
        ),
    )
    assert "Rin of Foxes misses 2 matches." in told
    assert "**Foxes against Cranes**, Round 3 (until Mon 02 Mar)." in told
    assert "They have met twice" in told
    assert "Foxes won the last 2." in told


def test_names_mean_nothing_to_markdown() -> None:
    assert plain("*[a](b)*<i>\n# x") == r"\*\[a\](b)\*\<i\> \# x"
    odd = text(injured=(Injured(team="**F**", name="<b>", matches=1),))
    assert r"\<b\> of \*\*F\*\* misses 1 match." in odd


def test_the_title_names_who_won_by_most() -> None:
    facts = IssueFacts(
        league="", season="Autumn", number=2, results=(match(1, 2, 1), match(2, 0, 5))
    )
    assert draft(facts).title == "Issue 2: a fine night for Cranes"
