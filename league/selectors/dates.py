"""The talks about a fixture's date, as the pure rules read them."""

from __future__ import annotations

from datetime import timedelta

from league.models import Fixture
from league.rules import dates as rules
from league.rules.dates import DateStep, StepKind, Talks, Window
from league.rules.results import EntryId

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
