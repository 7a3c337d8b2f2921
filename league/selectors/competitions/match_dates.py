"""Offered and agreed dates of fixtures, as input for the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from datetime import timedelta
from typing import Any

from challenges.models import Correction, MatchTeam, Report, Settlement
from challenges.rules.reports.match_report import Presence, read_report
from challenges.rules.stages import CorrectionStage, MatchStage
from league.models.competitions import Fixture
from league.models.seasons import Entrant
from league.rules import match_dates as rules
from league.rules.competitions.results import EntryId
from league.rules.match_dates import (
    DateStep,
    NoShowEffect,
    Ruling,
    StepKind,
    Talks,
    Timestamp,
    Window,
    many_no_shows_sentence,
    no_show_effect,
    too_often,
)
from league.selectors.house_rules import rules_in_force

# A fixture outside of rounds is played within this time.
FREE_WINDOW = timedelta(days=28)


def window_of(fixture: Fixture) -> Window:
    of_round = fixture.round
    opens = of_round.opens if of_round and of_round.opens else fixture.created
    closes = of_round.closes if of_round and of_round.closes else opens + FREE_WINDOW
    return Window(opens=int(opens.timestamp()), closes=int(closes.timestamp()))


def steps_of(fixture: Fixture) -> list[DateStep]:
    """Return the steps of the date log, oldest first. Queries: 2."""
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


def ruling_on(fixture: Fixture, now: Timestamp) -> Ruling:
    """Return the ruling on an unplayed fixture from its date log. Queries: 3."""
    names = {EntryId(one.pk): str(one.team) for one in _entrants(fixture)}
    return rules.rule_on(steps_of(fixture), window_of(fixture), now, names)


def effect_of(fixture: Fixture, ruling: Ruling) -> NoShowEffect:
    """Return what a ruling means under the house rules. Queries: 5."""
    entrants = _entrants(fixture)
    return no_show_effect(
        ruling,
        rules_in_force(fixture.competition.season.league),
        names={EntryId(one.pk): str(one.team) for one in entrants},
        no_shows_before=no_shows_of(entrants),
    )


def often_absent(fixture: Fixture) -> tuple[str, ...]:
    """Return sentences about teams of a fixture with too many no-shows this season,
    including this one."""
    entrants = _entrants(fixture)
    here = no_shows_of(entrants, only=fixture)
    if not here:
        return ()
    times = no_shows_of([one for one in entrants if EntryId(one.pk) in here])
    often = too_often(times, rules_in_force(fixture.competition.season.league))
    return tuple(
        many_no_shows_sentence(str(one.team), times[EntryId(one.pk)])
        for one in entrants
        if one.pk in often
    )


def no_shows_of(
    entrants: Collection[Entrant], *, only: Fixture | None = None
) -> Counter[EntryId]:
    """Return the number of no-shows of teams in a season, or in one fixture.

    Counts reports of matches that count or were void because of a no-show, and
    matches that were reopened. Queries: 5.
    """
    entries = {one.team_id: EntryId(one.pk) for one in entrants}
    seasons = {one.season_id for one in entrants}
    places = MatchTeam.objects.filter(
        team__in=entries, match__fixture__competition__season__in=seasons
    )
    found: Counter[EntryId] = Counter()
    if only is not None:
        places = places.filter(match__fixture=only)
    else:
        within = Fixture.objects.filter(competition__season__in=seasons)
        kept = within.exclude(missed=[]).values_list("missed", flat=True)
        known_here = set(entries.values())
        found.update(one for each in kept for one in each if one in known_here)
    known = (MatchStage.CONFIRMED, MatchStage.SETTLED, MatchStage.VOID)
    seats = list(
        places.filter(match__stage__in=known).values_list("match", "number", "team")
    )
    played = {match for match, _, _ in seats}
    contents = _contents_of(played)
    found.update(
        entries[team]
        for match, number, team in seats
        if match in contents
        and read_report(contents[match]).teams[number].presence is Presence.NO_SHOW
    )
    return found


def absent_from(fixture: Fixture) -> list[Entrant]:
    """Return who did not come to a match, if that made it void. Queries: 5, or 0."""
    match = fixture.match
    if match is None or match.stage != MatchStage.VOID:
        return []
    season = fixture.competition.season_id
    played = Entrant.objects.filter(season=season, team__places__match=match)
    entrants = list(played.select_related("team").order_by("pk"))
    absent = no_shows_of(entrants, only=fixture)
    return [one for one in entrants if EntryId(one.pk) in absent]


def _contents_of(matches: Collection[int]) -> dict[int, Any]:
    """Return the reports that decided matches; none for matches declared void.
    Queries: 3."""
    told = Report.objects.filter(match__in=matches).order_by("match", "number")
    contents = dict(told.values_list("match", "content"))
    accepted = Settlement.objects.filter(match__in=matches).exclude(
        match__stage=MatchStage.VOID
    )
    rows = accepted.order_by("match", "revision")
    contents |= dict(rows.values_list("match", "report__content"))
    corrected = Correction.objects.filter(
        match__in=matches, match__stage=MatchStage.VOID, stage=CorrectionStage.DONE
    )
    last = dict(corrected.order_by("number").values_list("match", "content"))
    return {
        match: content
        for match, content in (contents | last).items()
        if content is not None
    }


def _entrants(fixture: Fixture) -> list[Entrant]:
    sides = fixture.sides.filter(entrant__isnull=False).order_by("number")
    return [
        side.entrant for side in sides.select_related("entrant__team") if side.entrant
    ]
