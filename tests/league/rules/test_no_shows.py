"""What follows for whoever did not turn up."""

from __future__ import annotations

import pytest

from league.rules.competitions.results import EntryId
from league.rules.match_dates import NoShowEffect, Ruling, Verdict, no_show_effect
from rulebook.rules.house_rules import HouseRules
from tests.ledger import rule
from tests.teams.rules.story import changed, house_rules

A, B = EntryId(1), EntryId(2)
ABSENT = Ruling(
    verdict=Verdict.NO_SHOW,
    absent=frozenset({B}),
    reasons=("Botan did not answer in time.",),
)


def effect(ruling: Ruling, rules: HouseRules, before: int = 0) -> NoShowEffect:
    return no_show_effect(
        ruling,
        rules,
        names={A: "Ayame", B: "Botan"},
        no_shows_before={B: before},
    )


@rule("LEAGUE-12")
def test_a_no_show_is_a_forfeit() -> None:
    found = effect(ABSENT, house_rules())
    assert not found.is_void
    assert found.sentences == (
        "Botan did not answer in time.",
        "Botan forfeits the match.",
    )


@rule("LEAGUE-12")
def test_the_league_may_let_it_never_have_been() -> None:
    rules = house_rules(no_show_policy=changed("no_show_policy", treat_as="void"))
    found = effect(ABSENT, rules)
    assert found.is_void
    assert found.sentences[-1] == "The match does not count."


@rule("LEAGUE-12")
@pytest.mark.parametrize(
    ("limit", "before", "expected"),
    [(2, 0, False), (2, 1, True), (1, 0, True), (None, 9, False)],
)
def test_after_so_many_the_team_may_be_retired(
    limit: int | None, before: int, expected: bool
) -> None:
    rules = house_rules(no_show_policy=changed("no_show_policy", retire_after=limit))
    found = effect(ABSENT, rules, before)
    assert (found.may_be_retired == {B}) is expected
    assert ("may retire the team" in found.sentences[-1]) is expected


@rule("LEAGUE-13")
@pytest.mark.parametrize(
    ("policy", "sentence"),
    [
        ("void", "The match does not count."),
        ("both_lose", "Ayame and Botan forfeit the match."),
    ],
)
def test_if_nobody_came_the_game_never_was_or_both_forfeit(
    policy: str, sentence: str
) -> None:
    ruling = Ruling(verdict=Verdict.NOBODY, absent=frozenset({A, B}))
    found = effect(ruling, house_rules(double_forfeit=policy))
    assert found.sentences == (sentence,)


def test_other_rulings_have_no_such_effect() -> None:
    with pytest.raises(AssertionError, match="no no-show"):
        effect(Ruling(verdict=Verdict.MASTER), house_rules())
