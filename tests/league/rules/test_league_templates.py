"""Leagues to begin from."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal
from league.rules.league_templates import Kind, Pause, refuse_pause, templates
from rulebook.catalogue import catalogue
from rulebook.rules.rule_setting_values import LengthMode, WinnerMethod
from tests.ledger import rule


@pytest.mark.parametrize("slug", templates())
def test_house_rules_of_every_template_fit_together(slug: str) -> None:
    assert catalogue().house_rules.build(templates()[slug].changes)


@rule("LEAGUE-06")
@pytest.mark.parametrize("slug", templates())
def test_what_is_planned_finds_the_winner_as_the_rules_say(slug: str) -> None:
    template = templates()[slug]
    method = catalogue().house_rules.build(template.changes).winner_method
    kinds = {one.kind for one in template.competitions}
    assert (Kind.PLAYOFFS in kinds) == (method is WinnerMethod.PLAYOFF)
    assert method is not WinnerMethod.SWISS or Kind.SWISS in kinds


@rule("LEAGUE-03")
@pytest.mark.parametrize("slug", templates())
def test_the_length_that_is_settled_is_the_length_that_is_planned(slug: str) -> None:
    template = templates()[slug]
    length = catalogue().house_rules.build(template.changes).length
    planned = next((one.rounds for one in template.competitions if one.rounds), None)
    assert (length.mode is LengthMode.ROUNDS) or planned is None
    assert planned in (None, length.rounds)


def test_a_pause_is_of_days_that_the_calendar_has() -> None:
    refuse_pause(Pause(begins="2028-02-29", ends="2028-02-29"))
    for day in ("2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-04-00"):
        with pytest.raises(Refusal, match="as dates"):
            refuse_pause(Pause(begins=day, ends="2026-12-31"))
    with pytest.raises(Refusal, match="must not end before"):
        refuse_pause(Pause(begins="2026-12-24", ends="2026-12-23"))
