"""Matches that members arrange themselves, or a master for them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from django.utils import timezone

from challenges.rules.sides import form_sides, refuse_team_count
from kernel.errors import Refusal, Refusals
from league.models import Competition, Entrant, Fixture, Season
from league.models.fixtures import CompetitionKind, CompetitionStage
from league.models.leagues import REASON_LENGTH
from league.models.seasons import SeasonStage
from league.rules.ladder import objections, refuse_arranging
from league.rules.pairing import Pair, pair_of
from league.rules.results import EntryId
from league.rules.seasons import refuse_beyond_end
from league.rules.templates import Kind, PlannedCompetition
from league.selectors.house_rules import rules_in_force
from league.selectors.lengths import is_at_its_end
from league.selectors.opponents import (
    as_drawn,
    booked_in,
    kept_apart_in,
    week_of,
)
from league.services.competitions import competitions_plan, entrants_named
from league.services.drawing import fixture_make
from league.services.entrants import season_now
from league.services.opening import audit, league_opened
from league.services.telling import fixture_told, title_of
from people.models import Person
from rulebook.rules.house_rules import HouseRules
from teams.rules.report import Standing
from teams.rules.texts import tidy_text


def fixture_arrange(
    *,
    uid: str,
    actor: Person,
    team_ids: tuple[int, ...],
    is_friendly: bool = False,
    challenge: str = "",
    partner_id: int | None = None,
    is_alone: bool = False,
    reason: str = "",
) -> Fixture:
    """Members arrange a match themselves (LEAGUE-04, LEAGUE-05, LEAGUE-19).

    With a partner, the first of the teams and this one play against the others; if it
    `is_alone`, the first plays against two others (GROUP-09). After the end of the
    season a master needs a reason (LEAGUE-03).
    """
    refuse_team_count(len(team_ids), field="others")
    with league_opened(uid, actor) as standpoint:
        league = standpoint.league
        season = season_now(league)
        found = entrants_named(season, team_ids)
        if not standpoint.is_master and actor.pk not in {o.person_id for o in found}:
            raise Refusal("Arrange matches of your own team.", code="not-yours")
        rules = rules_in_force(league)
        sides = _sides(found, partner_id, rules, is_alone=is_alone)
        why = tidy_text(reason, length=REASON_LENGTH, field="reason")
        is_beyond = not is_friendly and _is_beyond_end(season, rules)
        if is_beyond:
            refuse_beyond_end(rules, by_master=standpoint.is_master, reason=why)
        if not is_friendly:
            _refuse_ladder(season, found, sides, rules, by_master=standpoint.is_master)
        kind = CompetitionKind.FRIENDLIES if is_friendly else CompetitionKind.LADDER
        made = fixture_make(
            _open_ended(season, kind),
            None,
            [EntryId(one.pk) for one in found],
            actor=actor,
            why=("Arranged between the players.",),
            standing=Standing.FRIENDLY if is_friendly else Standing.LEAGUE,
            challenge=challenge,
            sides=sides,
        )
        _record(made, actor, why if is_beyond else "")
    return made


def _record(fixture: Fixture, actor: Person, reason: str) -> None:
    """Log the new match and notify its players. Only an override has a reason."""
    if fixture.match is None:
        raise AssertionError("Two teams or more have a match.")
    wording = f"{actor} arranged {title_of(fixture.match)}."
    if reason:
        wording = f"{wording} Reason: {reason}"
    league = fixture.competition.season.league
    audit(league, actor, "arranged", wording, is_override=bool(reason))
    fixture_told(fixture, actor)


def _sides(
    entrants: Sequence[Entrant],
    partner_id: int | None,
    rules: HouseRules,
    *,
    is_alone: bool,
) -> tuple[int, ...]:
    """Return the side of each team, or nothing if each plays for itself."""
    if partner_id is None and not is_alone:
        return ()
    if not rules.team_play:
        raise Refusal(
            "This league does not play two against two or one against two. Its ninja"
            " master can allow it.",
            code="no-team-play",
            field="partner_id",
        )
    others = [one.team_id for one in entrants[1:]]
    if partner_id is not None and partner_id not in others:
        raise Refusal(
            "The partner is one of the other teams you ticked. Choose among them.",
            code="not-among-them",
            field="partner_id",
        )
    partner = None if partner_id is None else 1 + others.index(partner_id)
    return form_sides(len(entrants), partner=partner, is_alone=is_alone)


def _is_beyond_end(season: Season, rules: HouseRules) -> bool:
    return season.stage == SeasonStage.RUNNING and is_at_its_end(season, rules)


def _refuse_ladder(
    season: Season,
    entrants: Sequence[Entrant],
    sides: Sequence[int],
    rules: HouseRules,
    *,
    by_master: bool,
) -> None:
    if season.stage != SeasonStage.RUNNING:
        raise Refusal("The season has not begun; play a friendly.", code="not-started")
    refuse_arranging(rules, by_master=by_master)
    problems = objections(
        [as_drawn(one) for one in entrants],
        booked_in(season),
        week_of(season, timezone.now()),
        rules,
        kept_apart=kept_apart_in(season),
        partners=_partners(entrants, sides),
    )
    if problems and not by_master:
        raise Refusals(list(problems))


def _partners(entrants: Sequence[Entrant], sides: Sequence[int]) -> frozenset[Pair]:
    """Return the pairs that play together."""
    placed = zip(entrants, sides, strict=True) if sides else ()
    return frozenset(
        pair_of(EntryId(mine.pk), EntryId(theirs.pk))
        for (mine, side), (theirs, other) in combinations(placed, 2)
        if side == other
    )


def _open_ended(season: Season, kind: CompetitionKind) -> Competition:
    found = season.competitions.filter(kind=kind).first()
    if found is None:
        plan = PlannedCompetition(kind=Kind(kind.value), name=kind.label)
        competitions_plan(season, [plan])
        found = season.competitions.get(kind=kind)
    if found.stage == CompetitionStage.PLANNED:
        found.stage = CompetitionStage.RUNNING
        found.save(update_fields=["stage"])
    return found
