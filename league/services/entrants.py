"""Teams in a season: in, out, and another one instead."""

from __future__ import annotations

from django.http import Http404
from django.utils import timezone

from kernel.errors import Refusal
from league.models import Entrant, League, Season
from league.models.leagues import REASON_LENGTH, Role
from league.models.seasons import EntrantStage, SeasonStage
from league.rules.seasons import refuse_restart
from league.selectors.access import Standpoint
from league.selectors.house_rules import rules_in_force, version_in_force
from league.services.house_rules import rules_label
from league.services.latecomers import group_join, latecomer_join
from league.services.leaving import games_leave_behind, refuse_under_way
from league.services.opening import audit, league_opened, refuse_own_affair
from people.models import Person
from rulebook.rules.knob_values import LateEntry
from teams import services as teams
from teams.models import Team
from teams.rules.state import Stage
from teams.rules.texts import tidy_text
from teams.services import Edit
from teams.services import Role as TeamRole

POINTS_MAX = 100


def team_enter(
    *, uid: str, person: Person, team_id: int, takes_veterans: bool = False
) -> Entrant:
    """Enter a team of one's own for the current season (LEAGUE-01, LEAGUE-09)."""
    with league_opened(uid, person) as standpoint:
        season = season_now(standpoint.league)
        _refuse_late(season)
        entrant = _enter(standpoint, season, person, team_id, takes_veterans)
        group_join(entrant)
        latecomer_join(entrant, person)
        return entrant


def team_withdraw(*, uid: str, actor: Person, team_id: int, reason: str = "") -> None:
    """Take a team out: its owner does, or the ninja master with a reason.

    Before the first match it simply leaves; afterwards its scroll is closed for
    good and its results stand (LEAGUE-15).
    """
    with league_opened(uid, actor) as standpoint:
        league = standpoint.league
        entrant = _entrant_of(league, team_id)
        is_own = entrant.person_id == actor.pk
        if not is_own and not standpoint.is_master:
            raise Http404("There is no such team.")
        why = tidy_text(reason, length=REASON_LENGTH, field="reason")
        if not is_own and not why:
            raise _no_reason()
        told = f"{actor} withdrew {entrant.team}"
        entrant_part(
            entrant, EntrantStage.WITHDRAWN if is_own else EntrantStage.RETIRED, actor
        )
        wording = f"{told}: {why}" if why else f"{told}."
        audit(league, actor, "withdrawn", wording, is_override=not is_own)


def team_restart(*, uid: str, actor: Person, team_id: int, new_team_id: int) -> Entrant:
    """Let somebody begin again with another team, as the house rules allow it and
    with the ninja master's consent, which is given by doing it (LEAGUE-16)."""
    with league_opened(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        season = season_now(league)
        old = _entrant_of(league, team_id)
        refuse_own_affair(standpoint, {old.person_id})
        begun = season.entrants.filter(person=old.person, replaces__isnull=False)
        refuse_restart(
            rules_in_force(league), restarts_before=begun.count(), has_consent=True
        )
        entrant_part(old, EntrantStage.RETIRED, actor)
        theirs = Standpoint(league=league, person=old.person, role=Role.PLAYER)
        new = _enter(theirs, season, old.person, new_team_id, False)
        new.replaces = old
        new.group = old.group
        new.save(update_fields=["replaces", "group"])
        latecomer_join(new, actor)
        wording = f"{actor} let {old.person} begin again: {new.team} for {old.team}."
        audit(league, actor, "restarted", wording, is_override=True)
    return new


def entrant_adjust(
    *, uid: str, actor: Person, team_id: int, points: int, reason: str
) -> Entrant:
    """Give or take league points beside the results, with a reason (NM-04)."""
    with league_opened(uid, actor, by_master=True) as standpoint:
        entrant = _entrant_of(standpoint.league, team_id)
        refuse_own_affair(standpoint, {entrant.person_id})
        why = tidy_text(reason, length=REASON_LENGTH, field="reason")
        if not why:
            raise _no_reason()
        if not -POINTS_MAX <= points <= POINTS_MAX:
            raise Refusal(
                f"At most {POINTS_MAX} points are given or taken.",
                code="too-many-points",
                field="points",
            )
        entrant.adjustment, entrant.adjustment_reason = points, why
        entrant.save(update_fields=["adjustment", "adjustment_reason"])
        wording = (
            f"{actor} set {entrant.team}'s adjustment to {points:+d} points: {why}"
        )
        audit(standpoint.league, actor, "adjusted", wording, is_override=True)
    return entrant


def season_now(league: League) -> Season:
    season = league.seasons.exclude(stage=SeasonStage.CLOSED).first()
    if season is None:
        raise Refusal(
            "The season is over; the ninja master opens the next one.",
            code="no-season",
        )
    return season


def entrant_part(entrant: Entrant, stage: EntrantStage, actor: Person | None) -> None:
    """Out of the season. A team that has played is retired with its results."""
    edit = Edit(team_id=entrant.team_id, actor=actor, role=TeamRole.SITE)
    if entrant.season.stage == SeasonStage.GATHERING:
        teams.team_leave_league(edit)
        entrant.delete()
        return
    refuse_under_way(entrant)
    teams.team_retire(edit, reason=f"Left {entrant.season.league}.")
    entrant.stage, entrant.left = stage, timezone.now()
    entrant.save(update_fields=["stage", "left"])
    games_leave_behind(entrant)


def _enter(
    standpoint: Standpoint,
    season: Season,
    person: Person,
    team_id: int,
    takes_veterans: bool,
) -> Entrant:
    league = standpoint.league
    team = Team.objects.filter(pk=team_id, owner=person).first()
    if team is None:
        raise Http404("There is no such team.")
    _refuse_entrant(standpoint, season, team)
    version = version_in_force(league)
    # The entrant comes first: a team's ties to its league are read from it.
    entrant = Entrant.objects.create(
        season=season, team=team, person=person, rules=version
    )
    teams.team_enter_league(
        Edit(team_id=team.pk, actor=person, role=TeamRole.SITE),
        league=league.name,
        changes=version.changes,
        label=rules_label(version),
        takes_veterans=takes_veterans,
    )
    # The team as it is now: it took on the rules of the league.
    team.refresh_from_db()
    audit(league, person, "entered", f"{person} entered {team}.")
    return entrant


def _refuse_entrant(standpoint: Standpoint, season: Season, team: Team) -> None:
    if standpoint.role in (None, Role.SPECTATOR):
        raise Refusal(
            f"Join {standpoint.league} as a player first.", code="not-a-player"
        )
    if team.stage == Stage.RETIRED:
        raise Refusal(
            f"{team} is retired; enter a copy of it.", code="retired", field="team_id"
        )
    if season.entrants.filter(team=team).exists():
        raise Refusal(
            f"{team} is in the season already.", code="in-the-season", field="team_id"
        )
    limit = rules_in_force(standpoint.league).teams_per_player
    mine = season.entrants.filter(person=team.owner, stage=EntrantStage.ACTIVE)
    if mine.count() >= limit:
        raise Refusal(
            f"This league has {limit} team{'s' if limit > 1 else ''} for each player,"
            " and yours is in; withdraw it or ask the ninja master for a restart.",
            code="teams-per-player",
            field="team_id",
        )


def _refuse_late(season: Season) -> None:
    """LEAGUE-09: until entry is closed, by default."""
    late = rules_in_force(season.league).late_entry
    is_late = season.stage != SeasonStage.GATHERING
    if late is LateEntry.ALWAYS or (not is_late and not season.is_entry_closed):
        return
    if late is LateEntry.UNTIL_CLOSED and not season.is_entry_closed:
        return
    raise Refusal(
        "The season has begun and takes no more teams; ask the ninja master when the"
        " next one opens.",
        code="entry-closed",
    )


def _entrant_of(league: League, team_id: int) -> Entrant:
    entrant = (
        Entrant.objects.filter(
            season__league=league, team=team_id, stage=EntrantStage.ACTIVE
        )
        .exclude(season__stage=SeasonStage.CLOSED)
        .select_related("team", "person", "season__league")
        .first()
    )
    if entrant is None:
        raise Http404("There is no such team in the season.")
    return entrant


def _no_reason() -> Refusal:
    return Refusal(
        "Say why, so that everybody can read it in the log.",
        code="no-reason",
        field="reason",
    )
