"""Matches arranged by members or masters, and reopened fixtures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from django.http import Http404
from django.utils import timezone

from challenges.rules.sides import form_sides, refuse_team_count
from challenges.rules.stages import MatchStage
from kernel.errors import Refusal, Refusals
from league.models.competitions import (
    Competition,
    CompetitionKind,
    CompetitionStage,
    Fixture,
)
from league.models.leagues import REASON_LENGTH
from league.models.seasons import Entrant, EntrantStage, Season, SeasonStage
from league.rules.competitions.ladder import objections, refuse_arranging
from league.rules.competitions.pairing_weights import Pair, pair_of
from league.rules.competitions.results import EntryId
from league.rules.league_templates import Kind, PlannedCompetition
from league.rules.match_dates import reopened_no_show_sentence
from league.rules.seasons import refuse_beyond_end
from league.selectors.competitions.fixtures import people_of
from league.selectors.competitions.match_dates import absent_from
from league.selectors.competitions.opponents import (
    as_drawn,
    booked_in,
    kept_apart_in,
    week_of,
)
from league.selectors.competitions.results import OFF
from league.selectors.house_rules import rules_in_force
from league.selectors.seasons.season_length import is_at_its_end
from league.services.communication.match_notifications import (
    get_match_title,
    notify_fixture,
)
from league.services.competitions.competitions import (
    get_named_entrants,
    plan_competitions,
)
from league.services.competitions.draws import (
    create_fixture,
    create_match,
    detach_match,
)
from league.services.competitions.playoffs import advance_playoffs
from league.services.entrants import get_open_season
from league.services.locks import lock_league, log_action, refuse_conflict_of_interest
from people.models import Person
from rulebook.rules.house_rules import HouseRules
from teams.rules.reports.team_report import MatchType
from teams.rules.text_input import tidy_text


def arrange_fixture(
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
    """Arrange a match between teams (LEAGUE-04, LEAGUE-05, LEAGUE-19).

    With a partner, the first team and the partner play against the others. If
    `is_alone`, the first plays against two others (GROUP-09). After the end of the
    season a master needs a reason (LEAGUE-03).
    """
    refuse_team_count(len(team_ids), field="others")
    with lock_league(uid, actor) as standpoint:
        league = standpoint.league
        season = get_open_season(league)
        found = get_named_entrants(season, team_ids)
        if not standpoint.is_master and actor.pk not in {o.person_id for o in found}:
            raise Refusal(
                "You can only arrange matches of your own team.", code="not-yours"
            )
        rules = rules_in_force(league)
        sides = _sides(found, partner_id, rules, is_alone=is_alone)
        why = tidy_text(reason, length=REASON_LENGTH, field="reason")
        is_beyond = not is_friendly and _is_beyond_end(season, rules)
        if is_beyond:
            refuse_beyond_end(rules, by_master=standpoint.is_master, reason=why)
        if not is_friendly:
            _refuse_ladder(season, found, sides, rules, by_master=standpoint.is_master)
        kind = CompetitionKind.FRIENDLIES if is_friendly else CompetitionKind.LADDER
        made = create_fixture(
            _open_ended(season, kind),
            None,
            [EntryId(one.pk) for one in found],
            actor=actor,
            why=("Arranged between the players.",),
            standing=MatchType.FRIENDLY if is_friendly else MatchType.LEAGUE,
            challenge=challenge,
            sides=sides,
        )
        _record(made, actor, why if is_beyond else "")
    return made


def _record(fixture: Fixture, actor: Person, reason: str) -> None:
    """Log the new match and notify its players. Only an override has a reason."""
    if fixture.match is None:
        raise AssertionError("A fixture of two or more teams has a match.")
    wording = f"{actor} arranged {get_match_title(fixture.match)}."
    if reason:
        wording = f"{wording} Reason: {reason}"
    league = fixture.competition.season.league
    log_action(league, actor, "arranged", wording, is_override=bool(reason))
    notify_fixture(fixture, actor)


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
            "This league does not allow two against two or one against two."
            " Ask its ninja master to allow it.",
            code="no-team-play",
            field="partner_id",
        )
    others = [one.team_id for one in entrants[1:]]
    if partner_id is not None and partner_id not in others:
        raise Refusal(
            "Choose your partner from the teams you ticked.",
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
        raise Refusal(
            "The season has not started yet. Until then you can play a friendly.",
            code="not-started",
        )
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
    """Return the pairs of teams that play together."""
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
        plan_competitions(season, [plan])
        found = season.competitions.get(kind=kind)
    if found.stage == CompetitionStage.PLANNED:
        found.stage = CompetitionStage.RUNNING
        found.save(update_fields=["stage"])
    return found


def reopen_fixture(
    *,
    uid: str,
    actor: Person,
    fixture_id: int,
    reason: str = "",
    is_mistake: bool = False,
) -> Fixture:
    """Reopen a fixture whose match was called off or declared void.

    Otherwise playoffs would stop at this tie. A no-show still counts unless it was
    declared by mistake (LEAGUE-12).
    """
    with lock_league(uid, actor, by_master=True) as standpoint:
        fixture = _fixture(uid, fixture_id)
        refuse_conflict_of_interest(standpoint, people_of(fixture))
        gone = fixture.sides.exclude(entrant__stage=EntrantStage.ACTIVE)
        if gone.exists():
            raise Refusal("One of the teams has left the season.", code="team-left")
        old = fixture.match
        if old is None or old.stage not in OFF:
            raise Refusal(
                "You can only reopen a match that was called off or declared void.",
                code="still-on",
            )
        why = tidy_text(reason, length=REASON_LENGTH, field="reason")
        past = "declared void" if old.stage == MatchStage.VOID else "called off"
        wording = f"{actor} reopened {get_match_title(old)}, which had been {past}."
        absent = [str(one.team) for one in absent_from(fixture)]
        if is_mistake:
            _refuse_forgiving(absent, why)
        wording += (
            f" {words}"
            if (words := reopened_no_show_sentence(absent, is_mistake))
            else ""
        )
        wording += f" Reason: {why}" if why else ""
        detach_match(fixture, is_forgiven=is_mistake)
        fixture.agreed_for = None
        fixture.save(update_fields=["agreed_for"])
        fixture.date_steps.all().delete()
        if fixture.competition.kind == CompetitionKind.PLAYOFFS:
            advance_playoffs(fixture.competition, actor)
        else:
            create_match(fixture, actor=actor, standing=MatchType(old.standing))
            notify_fixture(fixture, actor)
        log_action(standpoint.league, actor, "played-again", wording, is_override=True)
    return fixture


def _refuse_forgiving(absent: list[str], why: str) -> None:
    if not absent:
        raise Refusal(
            "This match has no no-show. Leave the box unticked.",
            code="no-no-show",
            field="is_mistake",
        )
    if not why:
        raise Refusal(
            "Explain why the no-show was a mistake. Everyone can read it in"
            " the audit log.",
            code="no-reason",
            field="reason",
        )


def _fixture(uid: str, fixture_id: int) -> Fixture:
    found = Fixture.objects.filter(
        pk=fixture_id,
        competition__season__league__uid=uid,
        competition__season__stage=SeasonStage.RUNNING,
    ).select_related("match", "round", "competition__season__league")
    one = found.first()
    if one is None:
        raise Http404("This fixture does not exist.")
    return one
