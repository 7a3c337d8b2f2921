"""Teams of a season: enter, withdraw, restart and adjust."""

from __future__ import annotations

from django.db.models import Q
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from kernel.errors import Refusal
from kernel.phrases import count_noun
from league.models.communication import NotificationKind
from league.models.leagues import REASON_LENGTH, League, Role, RulesVersion
from league.models.seasons import (
    CLUB_LENGTH,
    Entrant,
    EntrantStage,
    Season,
    SeasonStage,
)
from league.rules.seasons import refuse_restart
from league.selectors.access import LeagueAccess
from league.selectors.house_rules import rules_in_force, rules_of, version_in_force
from league.selectors.seasons.entrants import (
    adjustment_sentences,
    find_match_in_progress,
    get_entrant,
    is_entry_open,
    restart_sentences,
)
from league.services.communication.notifications import notify
from league.services.house_rules import rules_label
from league.services.locks import lock_league, log_action, refuse_conflict_of_interest
from league.services.mid_season_changes import (
    close_fixtures_of,
    enter_late,
    join_group,
    refuse_if_in_match,
    retire_entrant,
)
from people.models import Person
from rulebook.rules.rule_setting_values import LateEntry
from teams.models import Team
from teams.rules.roster.league_entry import list_reasons_not_new
from teams.rules.state import Stage
from teams.rules.text_input import tidy_line, tidy_text
from teams.selectors.journal_store import get_state
from teams.services.journal import Edit
from teams.services.journal import Role as TeamRole
from teams.services.league_entry import enter_league, leave_league

POINTS_MAX = 100


def enter_team(*, uid: str, person: Person, team_id: int, club: str = "") -> Entrant:
    """Enter a person's own team in the current season (LEAGUE-01, LEAGUE-09).

    It must be new, unless a master allowed a team that has already played.
    """
    with lock_league(uid, person) as standpoint:
        season = get_open_season(standpoint.league)
        version = version_in_force(standpoint.league)
        _refuse_late(season, rules_of(version).late_entry)
        mine = standpoint.league.memberships.filter(person=person, brings_veteran=True)
        entrant = _enter(
            standpoint, season, version, person, team_id, takes_veterans=mine.exists()
        )
        _set_club(entrant, club)
        join_group(entrant)
        enter_late(entrant, person)
        return entrant


def withdraw_team(*, uid: str, actor: Person, team_id: int, reason: str = "") -> None:
    """Withdraw a team, by its owner or by a master with a reason.

    Before its first match the team simply leaves. Later its scroll is closed and its
    results stay (LEAGUE-15).
    """
    with lock_league(uid, actor) as standpoint:
        league = standpoint.league
        entrant = get_entrant(uid, team_id)
        is_own = entrant.person_id == actor.pk
        if not is_own and not standpoint.is_master:
            raise Http404("There is no such team.")
        why = tidy_text(reason, length=REASON_LENGTH, field="reason")
        if not is_own and not why:
            raise _no_reason()

        end_entry(
            entrant, EntrantStage.WITHDRAWN if is_own else EntrantStage.RETIRED, actor
        )
        wording = f"{actor} withdrew {entrant.team}."
        if why:
            wording = f"{wording} Reason: {why}"
        log_action(league, actor, "withdrawn", wording, is_override=not is_own)
        if not is_own:
            home = reverse("league:home", args=[league.uid])
            notify(
                {entrant.person_id},
                NotificationKind.ROLES,
                wording,
                home,
                league=league,
            )


def set_club(*, uid: str, actor: Person, team_id: int, club: str) -> Entrant:
    """Set the club of a team, by its owner or a master. Draws try to keep teams of a
    club apart."""
    with lock_league(uid, actor) as standpoint:
        entrant = get_entrant(uid, team_id)
        is_own = entrant.person_id == actor.pk
        if not is_own and not standpoint.is_master:
            raise Http404("There is no such team.")
        _set_club(entrant, club)
        if entrant.club:
            wording = f"{actor} set the club of {entrant.team} to {entrant.club}."
        else:
            wording = f"{actor} removed the club of {entrant.team}."
        log_action(standpoint.league, actor, "club", wording, is_override=not is_own)
    return entrant


def restart_team(
    *, uid: str, actor: Person, team_id: int, new_team_id: int, reason: str
) -> Entrant:
    """Replace a team with a new one, by a master and as the house rules allow
    (LEAGUE-16)."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        old = get_entrant(uid, team_id)
        refuse_conflict_of_interest(standpoint, {old.person_id})
        season = old.season
        refuse_unless_restartable(old)
        why = _reason(reason)
        end_entry(old, EntrantStage.RETIRED, actor)
        theirs = LeagueAccess(league=league, person=old.person, role=Role.PLAYER)
        version = version_in_force(league)
        new = _enter(theirs, season, version, old.person, new_team_id)
        new.replaces, new.group, new.club = old, old.group, old.club
        new.save(update_fields=["replaces", "group", "club"])
        enter_late(new, actor)
        change = f"replace {old.team} with {new.team}. Reason: {why}"
        log_action(
            league,
            actor,
            "restarted",
            f"{actor} let {old.person} {change}",
            is_override=True,
        )
        home = reverse("league:home", args=[league.uid])
        words = f"{actor} let you {change}"
        notify({old.person_id}, NotificationKind.ROLES, words, home, league=league)
    return new


def refuse_unless_restartable(old: Entrant) -> None:
    """Refuse a restart that the season or the house rules do not allow."""
    season = old.season
    if season.stage == SeasonStage.GATHERING:
        raise Refusal(
            f"The season has not started yet. Withdraw {old.team} and enter"
            " another team instead.",
            code="not-started",
        )
    begun = season.entrants.filter(person=old.person, replaces__isnull=False)
    refuse_restart(
        rules_in_force(season.league), restarts_before=begun.count(), has_consent=True
    )


def adjust_points(
    *, uid: str, actor: Person, team_id: int, points: int, reason: str
) -> Entrant:
    """Set a points adjustment with a reason (NM-04)."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        entrant = get_entrant(uid, team_id)
        _refuse_own_points(standpoint, entrant)
        why = _reason(reason)
        _refuse_points(points)
        entrant.adjustment, entrant.adjustment_reason = points, why
        entrant.save(update_fields=["adjustment", "adjustment_reason"])
        wording = (
            f"{actor} set the points adjustment of {entrant.team} to {points:+d}: {why}"
        )
        log_action(standpoint.league, actor, "adjusted", wording, is_override=True)
        home = reverse("league:home", args=[standpoint.league.uid])
        notify(
            {entrant.person_id} - {actor.pk},
            NotificationKind.ROLES,
            wording,
            home,
            league=standpoint.league,
        )
    return entrant


def _refuse_own_points(standpoint: LeagueAccess, entrant: Entrant) -> None:
    """Refuse a master who adjusts their own team, even if there is no other master
    (NM-07)."""
    refuse_conflict_of_interest(standpoint, {entrant.person_id})
    if standpoint.person is not None and standpoint.person.pk == entrant.person_id:
        raise Refusal(
            "You can't change the points of your own team. Appoint a co-master"
            " to decide this.",
            code="own-affair",
        )


def preview_restart(
    *, uid: str, actor: Person, team_id: int, new_team_id: int
) -> tuple[str, ...]:
    """Preview a restart in sentences, or refuse it."""
    with lock_league(uid, actor, by_master=True):
        old = get_entrant(uid, team_id)
        refuse_unless_restartable(old)
        return restart_sentences(old, _own_team(old.person, new_team_id))


def preview_adjustment(
    *, uid: str, actor: Person, team_id: int, points: int
) -> tuple[str, ...]:
    """Preview the effect of a points adjustment in sentences."""
    with lock_league(uid, actor, by_master=True):
        entrant = get_entrant(uid, team_id)
        _refuse_points(points)
        return adjustment_sentences(entrant, points)


def get_open_season(league: League) -> Season:
    season = league.seasons.exclude(stage=SeasonStage.CLOSED).first()
    if season is None:
        raise Refusal(
            "The season is over. Wait until the ninja master opens the next one.",
            code="no-season",
        )
    return season


def end_entry(
    entrant: Entrant,
    stage: EntrantStage,
    actor: Person | None,
    *,
    even_under_way: bool = False,
) -> None:
    """End an entry.

    Before the season starts the team is free to enter again; only friendlies show that
    it was here. Otherwise it is retired with its results, after its current match.
    """
    if not even_under_way:
        refuse_if_in_match(entrant)
    if entrant.season.stage == SeasonStage.GATHERING:
        if entrant.team.stage != Stage.RETIRED:
            edit = Edit(team_id=entrant.team_id, actor=actor, role=TeamRole.SITE)
            leave_league(edit)
        if not entrant.fixture_sides.exists():
            entrant.delete()
            return
    elif find_match_in_progress(entrant) is None:
        retire_entrant(entrant, actor)
    entrant.stage, entrant.left = stage, timezone.now()
    entrant.save(update_fields=["stage", "left"])
    close_fixtures_of(entrant)


def _enter(
    standpoint: LeagueAccess,
    season: Season,
    version: RulesVersion,
    person: Person,
    team_id: int,
    *,
    takes_veterans: bool = False,
) -> Entrant:
    league = standpoint.league
    team = _own_team(person, team_id)
    rules = rules_of(version)
    _refuse_entrant(standpoint, season, team, rules.teams_per_player)
    is_fresh = not list_reasons_not_new(get_state(team), rules)
    # The entrant is ended first, because the team's links to its league are read from
    # it.
    entrant, _ = Entrant.objects.update_or_create(
        season=season,
        team=team,
        defaults={
            "person": person,
            "rules": version,
            "stage": EntrantStage.ACTIVE,
            "left": None,
        },
    )
    enter_league(
        Edit(team_id=team.pk, actor=person, role=TeamRole.SITE),
        league=league.name,
        changes=version.changes,
        label=rules_label(version),
        takes_veterans=takes_veterans,
    )
    # Use the team's current state: it has adopted the rules of the league.
    team.refresh_from_db()
    wording = f"{person} entered {team}."
    if not is_fresh:
        wording = f"{person} entered {team} with its past games, as a master allowed."
        league.memberships.filter(person=person).update(brings_veteran=False)
    log_action(league, person, "entered", wording)
    return entrant


def _own_team(person: Person, team_id: int) -> Team:
    team = Team.objects.filter(pk=team_id, owner=person).first()
    if team is None:
        raise Http404("There is no such team.")
    return team


def _refuse_points(points: int) -> None:
    if not -POINTS_MAX <= points <= POINTS_MAX:
        raise Refusal(
            f"An adjustment can be at most {POINTS_MAX} points either way.",
            code="too-many-points",
            field="points",
        )


def _set_club(entrant: Entrant, club: str) -> None:
    """Set the club, in the spelling that was used first."""
    name = tidy_line(club, length=CLUB_LENGTH, field="club")
    if name == entrant.club == "":
        return
    known = entrant.season.entrants.exclude(pk=entrant.pk).filter(club__iexact=name)
    entrant.club = known.values_list("club", flat=True).first() or name
    entrant.save(update_fields=["club"])


def _refuse_entrant(
    standpoint: LeagueAccess, season: Season, team: Team, limit: int
) -> None:
    if standpoint.role in (None, Role.SPECTATOR):
        raise Refusal(
            f"Join {standpoint.league} as a player first.", code="not-a-player"
        )
    if team.stage == Stage.RETIRED:
        raise Refusal(
            f"{team} is retired. Copy it and enter the copy instead.",
            code="retired",
            field="team_id",
        )
    active = season.entrants.filter(stage=EntrantStage.ACTIVE)
    alike = active.filter(Q(team=team) | Q(person=team.owner_id))
    there = dict(alike.values_list("team_id", "person_id"))
    if team.pk in there:
        raise Refusal(
            f"{team} is already in the season.", code="in-the-season", field="team_id"
        )
    if list(there.values()).count(team.owner_id) >= limit:
        raise Refusal(
            f"This league allows {count_noun(limit, 'team')} for each player, and you"
            " have no place left. Withdraw a team, or ask the ninja master for a"
            " restart.",
            code="teams-per-player",
            field="team_id",
        )


def _refuse_late(season: Season, late: LateEntry) -> None:
    """Refuse late entries where entry is closed (LEAGUE-09)."""
    if is_entry_open(season, late):
        return
    raise Refusal(
        "The season has started and takes no more teams. Ask the ninja master"
        " when the next one opens.",
        code="entry-closed",
    )


def _reason(reason: str) -> str:
    clean = tidy_text(reason, length=REASON_LENGTH, field="reason")
    if not clean:
        raise _no_reason()
    return clean


def _no_reason() -> Refusal:
    return Refusal(
        "Give a reason. Everyone can read it in the audit log.",
        code="no-reason",
        field="reason",
    )
