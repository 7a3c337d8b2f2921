"""The talks about a fixture's date, as the pure rules read them."""

from __future__ import annotations

from datetime import timedelta

from league.models import Entrant, Fixture
from league.rules import dates as rules
from league.rules.dates import DateStep, Moment, Ruling, StepKind, Talks, Window
from league.rules.no_shows import NoShowEffect, no_show_effect
from league.rules.results import EntryId
from league.selectors.house_rules import rules_in_force

# A fixture outside of rounds is played within this time.
FREE_WINDOW = timedelta(days=28)


def window_of(fixture: Fixture) -> Window:
    of_round = fixture.round
    opens = of_round.opens if of_round and of_round.opens else fixture.created
    closes = of_round.closes if of_round and of_round.closes else opens + FREE_WINDOW
    return Window(opens=int(opens.timestamp()), closes=int(closes.timestamp()))


def steps_of(fixture: Fixture) -> list[DateStep]:
    """What was said, oldest first. Two queries."""
    entries = {
        person: EntryId(entrant)
        for person, entrant in fixture.sides.filter(entrant__isnull=False).values_list(
            "entrant__person_id", "entrant_id"
        )
    }
    return [
        DateStep(
            entry=entries[step.person_id],
            kind=StepKind(step.kind),
            at=int(step.created.timestamp()),
            dates=tuple(step.dates),
        )
        for step in fixture.date_steps.order_by("pk")
        if step.person_id in entries
    ]


def talks_of(fixture: Fixture) -> Talks:
    ids = fixture.sides.filter(entrant__isnull=False).values_list(
        "entrant_id", flat=True
    )
    steps = steps_of(fixture)
    return rules.talks(list(map(EntryId, ids)), steps, window_of(fixture))


def ruling_on(fixture: Fixture, now: Moment) -> Ruling:
    """What the log says about a fixture that was not played. Three queries."""
    names = {EntryId(one.pk): str(one.team) for one in _entrants(fixture)}
    return rules.rule_on(steps_of(fixture), window_of(fixture), now, names)


def effect_of(fixture: Fixture, ruling: Ruling) -> NoShowEffect:
    """What that means under the house rules. Two queries."""
    entrants = _entrants(fixture)
    return no_show_effect(
        ruling,
        rules_in_force(fixture.competition.season.league),
        names={EntryId(one.pk): str(one.team) for one in entrants},
        no_shows_before={EntryId(one.pk): one.no_shows for one in entrants},
    )


def _entrants(fixture: Fixture) -> list[Entrant]:
    sides = fixture.sides.filter(entrant__isnull=False).order_by("number")
    return [
        side.entrant for side in sides.select_related("entrant__team") if side.entrant
    ]
