"""The page behind an invitation link, before logging in."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from django.http import Http404

from kernel.phrases import count_noun
from league.models.competitions import CompetitionKind
from league.models.leagues import League
from league.models.seasons import Entrant, EntrantStage, SeasonStage
from league.rules.competitions.multiplayer_rounds import SIZE_WORDS
from league.rules.league_dates import LeagueDates
from league.rules.league_templates import PlannedCompetition
from league.selectors.access import find_league_by_code, person_of, role_of
from league.selectors.house_rules import rules_in_force
from league.selectors.leagues import ban_sentence, master_of, season_last
from league.selectors.seasons.entrants import is_entry_open
from rulebook.rules.house_rules import HouseRules
from teams.selectors.access import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitedTeam:
    name: str
    clan: str
    person: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitationPage:
    """Invitation to a league. `blocked` says why the viewer cannot join."""

    uid: str
    name: str
    blurb: str
    place: str
    dates: LeagueDates
    master: str
    season: str
    status: str
    formats: tuple[str, ...]
    starting_koban: int
    teams: tuple[InvitedTeam, ...]
    next_steps: tuple[str, ...]
    is_member: bool
    can_play: bool
    blocked: str


def get_invitation_page(code: str, viewer: Viewer) -> InvitationPage:
    """Return the league that a code opens. Queries: 6, and 2 more for a person."""
    league = find_league_by_code(code)
    if league is None:
        raise Http404("This invitation is no longer valid. Ask for a new link or code.")
    person = person_of(viewer)
    role = role_of(league.pk, person)
    season = season_last(league)
    rules = rules_in_force(league)
    is_open = season.stage != SeasonStage.CLOSED and is_entry_open(
        season, rules.late_entry
    )
    return InvitationPage(
        uid=league.uid,
        name=league.name,
        blurb=league.blurb,
        place=league.place,
        dates=league.dates,
        master=str(master_of(league)),
        season=season.name,
        status=_status(SeasonStage(season.stage), is_open=is_open),
        formats=_formats(league),
        starting_koban=rules.starting_koban,
        teams=_teams(season.pk),
        next_steps=_next_steps(rules, SeasonStage(season.stage), is_open=is_open),
        is_member=role is not None,
        can_play=role is not None and role != "spectator",
        blocked="" if role else ban_sentence(league, person),
    )


def _status(stage: SeasonStage, *, is_open: bool) -> str:
    if stage is SeasonStage.GATHERING:
        return "Gathering teams" if is_open else "About to start"
    if stage is SeasonStage.RUNNING:
        return "Under way, new teams welcome" if is_open else "Under way"
    return "Between seasons"


def _formats(league: League) -> tuple[str, ...]:
    season = league.seasons.order_by("-number").first()
    competitions = season.competitions.order_by("number") if season else ()
    return tuple(
        format_sentence(
            CompetitionKind(one.kind),
            msgspec.convert(
                {**one.settings, "kind": one.kind, "name": one.name},
                PlannedCompetition,
            ),
        )
        for one in competitions
        if one.kind != CompetitionKind.FRIENDLIES
    )


def format_sentence(kind: CompetitionKind, plan: PlannedCompetition) -> str:
    """Describe a competition to someone who has not played in one."""
    told = _format_words(kind, plan)
    if plan.table_size == 2:
        return told
    return f"{told} You play at tables of {SIZE_WORDS[plan.table_size]}."


def _format_words(kind: CompetitionKind, plan: PlannedCompetition) -> str:
    rounds = count_noun(plan.rounds, "round") if plan.rounds else ""
    pace = (
        "one match a week" if plan.days == 7 else f"{count_noun(plan.days, 'day')} each"
    )
    match kind:
        case CompetitionKind.ROUND_ROBIN:
            times = "twice" if plan.is_double else "once"
            return f"Everyone meets everyone else {times}, {pace}."
        case CompetitionKind.SWISS:
            played = f"{rounds}, {pace}" if rounds else pace
            return f"Swiss rounds between teams on equal points: {played}."
        case CompetitionKind.LADDER:
            return "Open ladder: play who you like, as often as you like."
        case CompetitionKind.RANDOM:
            return f"A new opponent drawn at random every round, {pace}."
        case CompetitionKind.CROSS:
            return f"Matches between the divisions, {pace}."
        case CompetitionKind.PLAYOFFS:
            return f"Playoffs between the best {plan.reach} teams."
        case _:
            return "Friendlies."


def _teams(season_id: int) -> tuple[InvitedTeam, ...]:
    entrants = Entrant.objects.filter(season=season_id, stage=EntrantStage.ACTIVE)
    rows = entrants.select_related("team", "person").defer("team__state")
    return tuple(
        InvitedTeam(name=str(one.team), clan=one.team.clan, person=str(one.person))
        for one in rows.order_by("team__name", "pk")
    )


def _next_steps(
    rules: HouseRules, stage: SeasonStage, *, is_open: bool
) -> tuple[str, ...]:
    if not is_open:
        return (
            "Join the league to follow it.",
            "You can enter a team when the next season opens.",
        )
    start = (
        "The ninja master starts the season, and you get your first opponent."
        if stage is SeasonStage.GATHERING
        else "You get your first opponent in the next round."
    )
    return (
        "Join the league.",
        f"Build a team with {rules.starting_koban} koban, or enter one you have.",
        start,
    )
