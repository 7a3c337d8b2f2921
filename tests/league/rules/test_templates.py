"""Leagues to begin from."""

from __future__ import annotations

import pytest

from league.rules.templates import Kind, templates
from rulebook.catalogue import catalogue
from rulebook.rules.knob_values import LengthMode, WinnerMethod
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
