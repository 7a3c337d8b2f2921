"""Entering a league with its house rules."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal, Refusals
from teams.rules.journal.entries import BudgetGranted, LeagueLeft
from teams.rules.reports.team_report import MatchType
from teams.rules.roster.builder import shrine_entries
from teams.rules.roster.league_entry import (
    adopt_rules,
    begin_for_league,
    enter_league,
    plan_league,
)
from tests.ledger import rule
from tests.teams.rules.story import Story, registered


def refused(story: Story, changes: dict[str, object], **how: object) -> set[str]:
    with pytest.raises(Refusals) as caught:
        enter_league(story.state, "League", changes, book=story.book, **how)  # type: ignore[arg-type]
    return {part.code for part in caught.value.parts}


def shrine() -> Story:
    story = Story("ika")
    entries = shrine_entries("water-shrine", "Shrine", story.rules, story.book)
    story.lines.clear()
    story._state = None
    story.write(*entries)
    return story


def test_a_draft_enters_with_the_budget_of_its_league() -> None:
    story = Story()
    changes = {"starting_koban": 90, "max_ronin": 1}
    story.write(*enter_league(story.state, "Cup", changes, book=story.book))
    assert (story.koban, story.state.league) == (90, "Cup")
    assert story.state.rules.max_ronin == 1
    assert story.refold() == story.state


@rule("LEAGUE-20")
def test_what_a_league_grants_a_draft_stays_under_other_rules() -> None:
    story = Story()
    enter = enter_league(story.state, "Cup", {}, book=story.book, granted=5)
    story.write(*enter)
    assert (story.koban, story.state.budget) == (105, 105)
    for starting_koban in (90, 100):
        changes: dict[str, object] = {"starting_koban": starting_koban}
        story.write(adopt_rules(story.state, changes, book=story.book))
        assert story.koban == story.state.budget == starting_koban + 5
    assert story.refold() == story.state


def test_it_ends_with_the_next_league() -> None:
    story = Story()
    story.write(*enter_league(story.state, "One", {}, book=story.book, granted=5))
    story.write(LeagueLeft())
    story.write(*enter_league(story.state, "Two", {}, book=story.book))
    assert (story.koban, story.state.granted) == (100, 0)


def test_a_team_built_with_more_is_no_fresh_team_for_others() -> None:
    story = Story()
    story.write(BudgetGranted(koban=5))
    story.recruit_minimum()
    story.register()
    assert refused(story, {}) == {"other-budget"}
    with pytest.raises(Refusal, match="settled once a team is registered"):
        story.write(BudgetGranted(koban=5))


@rule("LEAGUE-09")
def test_a_team_that_has_played_enters_only_where_veterans_are_welcome() -> None:
    story = registered()
    story.game(standing=MatchType.FREE)
    assert refused(story, {}) == {"not-fresh"}
    enter_league(story.state, "L", {}, book=story.book, takes_veterans=True)


def test_a_registered_team_must_be_legal_under_the_rules_of_its_league() -> None:
    story = registered()
    story.recruit("benkei")
    assert refused(story, {"ronin_allowed": "none"}) == {"ronin-not-allowed"}
    enter_league(story.state, "L", {}, book=story.book)


@rule("TEAM-18")
def test_shrine_teams_enter_only_if_the_league_takes_them() -> None:
    assert refused(shrine(), {}) == {"no-shrine-teams"}
    story = shrine()
    changes: dict[str, object] = {"allow_shrine_teams": True}
    story.write(*enter_league(story.state, "L", changes, book=story.book))
    story.register()
    assert (story.koban, story.codes()) == (0, set())


def test_nobody_enters_a_second_league() -> None:
    story = Story()
    story.write(*enter_league(story.state, "One", {}, book=story.book))
    assert refused(story, {}) == {"in-a-league"}


def test_house_rules_that_do_not_fit_are_not_adopted() -> None:
    with pytest.raises(Refusals, match="no house rule called"):
        adopt_rules(Story().state, {"gravity": 9}, book=Story().book)


def test_a_change_of_rules_is_told_by_what_it_changes() -> None:
    story = registered()
    story.write(
        adopt_rules(story.state, {"max_ronin": 0}, book=story.book, label="June")
    )
    assert story.state.rules.max_ronin == 0
    story.write(adopt_rules(story.state, {}, book=story.book))
    assert story.state.rules == story.book.stored_house_rules


def test_a_draft_planned_for_a_league_has_its_budget_and_leaves_it_again() -> None:
    story = Story()
    rules = {"starting_koban": 80}
    story.write(plan_league(story.state, "abc", rules, book=story.book))
    assert (story.koban, story.state.planned_league) == (80, "abc")
    assert not story.state.league
    story.write(plan_league(story.state, "", {}, book=story.book))
    assert (story.koban, story.state.planned_league) == (100, "")
    assert story.refold() == story.state


def test_a_draft_founded_for_a_league_folds_to_its_rules() -> None:
    story = shrine()
    first = [line.entry for line in story.lines]
    story.lines.clear()
    story._state = None
    story.write(
        *begin_for_league(first, "abc", {"starting_koban": 130}, book=story.book)
    )
    spent = sum(one.price for one in story.state.ninja)
    assert story.koban == 130 - spent
    assert story.state.rules.starting_koban == 130
    assert story.refold() == story.state


def test_entering_ends_the_plan() -> None:
    story = Story()
    rules = {"starting_koban": 80}
    story.write(plan_league(story.state, "abc", rules, book=story.book))
    story.write(*enter_league(story.state, "Cup", rules, book=story.book))
    assert (story.state.league, story.state.planned_league) == ("Cup", "")
    with pytest.raises(Refusal, match="already plays in Cup"):
        plan_league(story.state, "abc", rules, book=story.book)


def test_a_registered_team_is_not_planned_for_a_league() -> None:
    story = registered()
    with pytest.raises(Refusal, match="Make a copy of it"):
        plan_league(story.state, "abc", {}, book=story.book)
