"""Drafting a newsletter: the same facts, the same words, and nothing made up."""

from __future__ import annotations

from kernel.ids import MatchId, NinjaId, TeamId
from league.rules.competitions.results import EntryId
from league.rules.history.match_facts import MatchFacts, NinjaLine, TeamLine
from league.rules.history.newsletter import (
    FEATS_TOLD,
    INJURED_TOLD,
    MILESTONES_TOLD,
    RESULTS_TOLD,
    Corrected,
    Ended,
    Injured,
    IssueFacts,
    NextGame,
    draft,
    plain,
)
from league.rules.history.statistics import Move

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
    assert "There are no new results" in told
    assert "##" not in told


def test_results_name_winner_score_and_challenge() -> None:
    told = text(results=(match(1, 3, 1),), challenges={"brawl": "Brawl"})
    (line,) = [one for one in told.splitlines() if one.startswith("- **Foxes**")]
    assert line.endswith(" Cranes in Brawl, 3:1.")
    assert "covers 1 match" in told


def test_the_winner_is_named_first_wherever_it_stands() -> None:
    told = text(results=(match(1, 1, 3),))
    assert "- **Cranes** " in told
    assert told.rstrip().endswith("Foxes, 3:1.")


def test_narrow_and_wide_wins_are_told_apart() -> None:
    verbs = {text(results=(match(4, 5, score),)).split("**")[2] for score in (0, 3, 4)}
    assert len(verbs) == 3


def test_a_draw_and_a_match_that_was_not_played() -> None:
    assert "Foxes and Cranes drew, 2:2." in text(results=(match(1, 2, 2),))
    absent = text(results=(match(1, 0, 0, is_forfeit=True),))
    assert "Foxes did not play, so **Cranes** won." in absent


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
    assert "Highlights" not in one
    assert "**Rin** of Foxes injured 2 enemies against Cranes." in two


def bullets(told: str, heading: str) -> list[str]:
    (section,) = [one for one in told.split("## ") if one.startswith(f"{heading}\n")]
    return [one[2:] for one in section.splitlines() if one.startswith("- ")]


def test_the_greatest_feats_come_first_and_the_small_ones_not_at_all() -> None:
    deeds = [3, 2, 5, 2, 2, 2, 4, 2, 2]
    results = tuple(
        match(
            number,
            1,
            0,
            ninja=(
                NinjaLine(
                    ninja=NinjaId(number), name=f"N{number}", injuries_given=blows
                ),
            ),
        )
        for number, blows in enumerate(deeds)
    )
    lines = bullets(text(results=results), "Highlights")
    assert len(lines) == FEATS_TOLD
    names = [one.split()[0].strip("*") for one in lines[:4]]
    assert names == ["N2", "N6", "N0", "N1"]


def test_of_one_ninja_the_best_feat_is_told() -> None:
    results = tuple(
        match(number, 1, 0, ninja=(ninja(injuries_given=blows),))
        for number, blows in enumerate((2, 4, 3))
    )
    (line,) = bullets(text(results=results), "Highlights")
    assert line == "**Rin** of Foxes injured 4 enemies against Cranes."


def test_an_upset_stands_above_everyday_deeds() -> None:
    quiet = match(1, 1, 0, rating=60)
    loud = match(2, 1, 0, ninja=(ninja(injuries_given=5),))
    lines = bullets(text(results=(quiet, loud)), "Highlights")
    assert "upset" in lines[0]
    assert "Rin" in lines[1]


def test_an_upset_is_told() -> None:
    assert "rated 20 points higher" in text(results=(match(1, 1, 0, rating=80),))
    assert "upset" not in text(results=(match(1, 1, 0, rating=81),))


def test_records_are_told_only_when_one_falls() -> None:
    first = text(results=(match(1, 9, 0),))
    assert "New records" not in first
    broken = text(earlier=(match(1, 4, 0),), results=(match(2, 9, 0),))
    assert "Foxes scored 9 points against Cranes. The old record was 4." in broken
    level = text(earlier=(match(1, 4, 0),), results=(match(2, 0, 4),))
    assert "scored 4 points against" not in level


def test_milestones_are_told_once() -> None:
    four = tuple(match(number, 1, 0) for number in range(4))
    assert "Foxes celebrated their 5th win." in text(
        earlier=four, results=(match(5, 1, 0),)
    )
    five = (*four, match(5, 1, 0))
    assert "Milestones" not in text(earlier=five, results=(match(6, 1, 0),))


def test_who_reached_the_same_shares_a_line_and_the_rarest_come_first() -> None:
    squad = tuple(
        NinjaLine(ninja=NinjaId(number), name=f"N{number}", injuries_given=5)
        for number in range(5)
    )
    before = tuple(match(number, 1, 0) for number in range(9))
    told = text(earlier=before, results=(match(10, 1, 0, ninja=squad),))
    lines = bullets(told, "Milestones")
    assert lines[:2] == [
        "Foxes celebrated their 10th win.",
        "Foxes and Cranes each played their 10th match.",
    ]
    shared = (
        "N0 of Foxes, N1 of Foxes, N2 of Foxes and 2 more each injured their 5th enemy."
    )
    assert lines[2:] == [shared]


def test_milestones_are_a_few() -> None:
    def squad(number: int) -> tuple[NinjaLine, ...]:
        return tuple(
            NinjaLine(
                ninja=NinjaId(each),
                name=f"N{each}",
                injuries_given=(5, 10, 25, 50, 100)[each] if number == 1 else 0,
                all_stars=(3, 5, 10, 20, 3)[each] if number == 1 else 0,
            )
            for each in range(5)
        )

    told = text(results=tuple(match(one, 1, 0, ninja=squad(one)) for one in (1, 2)))
    lines = bullets(told, "Milestones")
    assert len(lines) == MILESTONES_TOLD
    assert "injured their 100th enemy" in lines[0]


def test_long_lists_end_with_how_many_more_there_are() -> None:
    results = tuple(match(number, 2, 1) for number in range(RESULTS_TOLD + 3))
    hurt = tuple(
        Injured(team="Foxes", name=f"N{number}", matches=1)
        for number in range(INJURED_TOLD + 1)
    )
    told = text(results=results, injured=hurt)
    lines = bullets(told, "Results")
    assert (len(lines), lines[-1]) == (RESULTS_TOLD + 1, "And 3 more.")
    assert bullets(told, "In the Healing House")[-1] == "And 1 more."


def test_a_correction_of_what_was_told_is_told_with_its_reason() -> None:
    told = text(
        earlier=(match(1, 2, 3),),
        corrected=(
            Corrected(names=("Foxes", "Cranes"), now=match(1, 2, 3), reason="*Oh*."),
            Corrected(names=("Foxes", "Owls"), now=None, reason="Wrong teams."),
        ),
    )
    turned, gone = bullets(told, "Corrected since the last issue")
    assert turned.startswith(
        "The result of Foxes against Cranes has changed: **Cranes**"
    )
    assert turned.endswith(r"3:2. Reason: \*Oh\*.")
    assert gone == "**Foxes against Owls** no longer counts. Reason: Wrong teams."


def test_what_is_too_long_loses_whole_lines() -> None:
    results = tuple(match(number, 2, 1) for number in range(20))
    facts = IssueFacts(league="", season="Autumn", number=1, results=results)
    whole = draft(facts).text
    for length in (len(whole), len(whole) - 1, 500, 250, 10):
        cut = draft(facts, length=length).text
        assert len(cut) <= max(length, len(whole.split("##", maxsplit=1)[0]))
        assert set(cut.splitlines()) <= set(whole.splitlines())
        assert cut.count("**") % 2 == 0
    assert draft(facts, length=len(whole)).text == whole


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
    assert "Rin of Foxes misses the next 2 matches." in told
    assert "**Foxes against Cranes**, Round 3 (until Mon 02 Mar)." in told
    assert "They have met twice" in told
    assert "Foxes won the last 2 matches." in told


def test_names_mean_nothing_to_markdown() -> None:
    assert plain("1. FC Moon") == r"1\. FC Moon"
    assert (plain("-"), plain("- x"), plain("-x")) == (r"\-", r"\- x", "-x")
    assert plain("*[a](b)*<i>\n# x") == r"\*\[a\](b)\*\<i\> \# x"
    odd = text(injured=(Injured(team="**F**", name="<b>", matches=1),))
    assert r"\<b\> of \*\*F\*\* misses the next match." in odd


def test_the_title_says_what_was_special() -> None:
    facts = IssueFacts(
        league="", season="Autumn", number=2, results=(match(1, 2, 1), match(2, 0, 5))
    )
    assert draft(facts).title == "Issue 2: Cranes made short work of Foxes, 5:0"


def test_no_title_says_what_an_older_one_said() -> None:
    facts = IssueFacts(
        league="",
        season="Autumn",
        number=3,
        results=(match(2, 0, 5), match(3, 1, 3)),
        titles=("Issue 2: Cranes made short work of Foxes, 5:0",),
    )
    assert draft(facts).title == "Issue 3: Cranes outplayed Foxes, 3:1"


def test_a_title_that_would_be_cut_names_nobody() -> None:
    long = MatchFacts(
        match=MatchId(1),
        season=1,
        teams=tuple(
            TeamLine(team=TeamId(one), name="x" * 80, place=1 + one // 2, side=one // 2)
            for one in range(4)
        ),
    )
    facts = IssueFacts(league="", season="Autumn", number=2, results=(long,))
    assert draft(facts).title == f"Autumn, issue {facts.number}"


def test_the_end_of_a_season_comes_first_with_who_won_it() -> None:
    ended = (
        Ended(season="Autumn", champions=("Foxes*", "Cranes")),
        Ended(season="Winter", champions=()),
    )
    told = text(ended=ended, results=(match(1, 3, 1),))
    assert "- **Foxes\\* and Cranes** won Autumn." in told
    assert "- Winter ended without a champion." in told
    assert told.index("## The season is over") < told.index("## Results")
    facts = IssueFacts(league="Moon Cup", season="Winter", number=4, ended=ended)
    assert draft(facts).title == "Issue 4: Foxes* and Cranes won Autumn"
