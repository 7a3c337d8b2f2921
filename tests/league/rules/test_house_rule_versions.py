"""New versions of the house rules."""

from __future__ import annotations

import pytest

from league.rules.house_rule_versions import (
    EFFECTIVE_FROM_LABELS,
    EffectiveFrom,
    Health,
    changes_between,
    objections_to_change,
    rebased,
    roster_health,
)
from rulebook.rules.house_rules import HouseRules
from teams.rules.roster.legality import BELOW_MINIMUM, Violation
from tests.ledger import rule
from tests.teams.rules.story import book, changed, house_rules

SHORT = Violation(code=BELOW_MINIMUM, sentence="One kaiken is missing.")
FOREIGN = Violation(code="foreign-clan", sentence="Kage belongs to another clan.")


def told(old: HouseRules, new: HouseRules) -> list[str]:
    return [one.sentence for one in changes_between(old, new, book().house_rules)]


def test_a_change_is_told_beside_the_default() -> None:
    one, two = house_rules(games_per_week=1), house_rules(games_per_week=2)
    sentences = [
        told(house_rules(), one)[0],
        told(one, two)[0],
        told(two, house_rules())[0],
    ]
    knob = book().house_rules.knob("games_per_week")
    assert knob is not None
    title = knob.title
    assert sentences == [
        f"{title}: 1 instead of no number (was the default).",
        f"{title}: 2 instead of 1 (default: no number).",
        f"{title}: no number instead of 2 (back to the default).",
    ]


def test_every_knob_that_was_turned_is_told_in_the_order_of_the_file() -> None:
    new = house_rules(
        max_rematches=3, standings_points=changed("standings_points", win=2)
    )
    found = changes_between(house_rules(), new, book().house_rules)
    assert [one.key for one in found] == ["standings_points", "max_rematches"]
    assert "for a win 2" in found[0].new
    assert "for a win 3" in found[0].default
    assert found[0].group == "league"
    assert told(new, new) == []


def codes(old: HouseRules, new: HouseRules, **facts: object) -> list[str]:
    return [
        one.code
        for one in objections_to_change(old, new, **facts)  # type: ignore[arg-type]
    ]


@rule("NM-02", "NM-03")
def test_before_the_first_game_anything_may_change() -> None:
    old = house_rules(lock_rules_after_start=True)
    new = house_rules(starting_koban=80)
    assert codes(old, new, has_begun=False, reason="") == []


@rule("NM-03")
def test_after_it_a_change_needs_a_reason() -> None:
    new = house_rules(starting_koban=80)
    assert codes(house_rules(), new, has_begun=True, reason=" ") == ["no-reason"]
    assert codes(house_rules(), new, has_begun=True, reason="Too rich.") == []


@rule("NM-03")
@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (EffectiveFrom.NOW, ["rules-locked"]),
        (EffectiveFrom.NEXT_ROUND, ["rules-locked"]),
        (EffectiveFrom.NEXT_SEASON, []),
    ],
)
def test_locked_rules_wait_for_the_next_season(
    moment: EffectiveFrom, expected: list[str]
) -> None:
    old = house_rules(lock_rules_after_start=True)
    found = codes(old, house_rules(), has_begun=True, reason="Open.", moment=moment)
    assert found == expected


def test_a_change_changes_something() -> None:
    same = house_rules()
    assert codes(same, house_rules(), has_begun=False, reason="") == ["no-change"]


def test_every_moment_has_its_words() -> None:
    assert set(EFFECTIVE_FROM_LABELS) == set(EffectiveFrom)


def test_a_legal_roster_is_green() -> None:
    found = roster_health([], house_rules())
    assert found.health is Health.GREEN
    assert found.sentences == ("The roster is legal.",)


@rule("RECRUIT-09")
@pytest.mark.parametrize(
    ("policy", "health", "last"),
    [
        ("flag", Health.AMBER, "The team can play anyway."),
        (
            "auto_recruit",
            Health.AMBER,
            "The league will recruit ninja for it after the next match.",
        ),
        ("block", Health.RED, "One kaiken is missing."),
    ],
)
def test_below_a_minimum_the_league_has_its_say(
    policy: str, health: Health, last: str
) -> None:
    found = roster_health([SHORT], house_rules(illegal_roster_policy=policy))
    assert found.health is health
    assert found.sentences[0] == "One kaiken is missing."
    assert found.sentences[-1] == last


def test_anything_else_is_red() -> None:
    found = roster_health([SHORT, FOREIGN], house_rules())
    assert found.health is Health.RED
    assert found.sentences == (SHORT.sentence, FOREIGN.sentence)


def test_what_only_the_coming_rules_forbid_is_amber() -> None:
    found = roster_health([], house_rules(), coming=[FOREIGN])
    assert found.health is Health.AMBER
    assert found.sentences == (
        "Under the coming house rules: Kage belongs to another clan.",
    )
    both = roster_health([FOREIGN], house_rules(), coming=[FOREIGN])
    assert both.sentences == (FOREIGN.sentence,)


@rule("NM-03")
def test_rules_that_wait_turn_their_own_knobs_alone() -> None:
    waiting = house_rules(max_ronin=1)
    now = house_rules(games_per_week=2)
    after = rebased(waiting, house_rules(), now, book().house_rules)
    assert after.rules == house_rules(max_ronin=1, games_per_week=2)


def test_rules_that_would_change_nothing_or_do_not_fit_wait_no_longer() -> None:
    waiting = house_rules(max_ronin=1)
    after = rebased(waiting, house_rules(), waiting, book().house_rules)
    assert (after.rules, after.why_not) == (None, "They would change nothing.")
    pool = house_rules(ronin_allowed="pool", ronin_pool=2)
    old, new = house_rules(ronin_pool=2), house_rules(ronin_pool=0)
    after = rebased(pool, old, new, book().house_rules)
    assert after.rules is None
    assert after.why_not.startswith("They no longer fit. A pool")
