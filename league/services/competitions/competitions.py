"""Plan and run the competitions of a season."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import msgspec
from django.db.models import Max
from django.http import Http404
from django.utils import timezone
from msgspec.structs import replace

from challenges.rules.stages import MatchStage
from challenges.services.challenge_choice import check_challenge
from challenges.services.locks import Edit
from challenges.services.match_start import call_off_match
from kernel.errors import Refusal
from league.models.competitions import (
    Competition,
    CompetitionKind,
    CompetitionStage,
    Fixture,
    ForbiddenPair,
)
from league.models.leagues import NAME_LENGTH, REASON_LENGTH, League
from league.models.seasons import (
    GROUP_LENGTH,
    Entrant,
    EntrantStage,
    Season,
    SeasonStage,
)
from league.rules.league_templates import (
    Kind,
    PlannedCompetition,
    refuse_pause,
    refuse_tables,
)
from league.rules.match_dates import Verdict
from league.rules.seasons import refuse_beyond_end, refuse_excess
from league.selectors.competitions.match_dates import ruling_on
from league.selectors.competitions.schedules import SCHEDULES
from league.selectors.house_rules import rules_in_force
from league.selectors.seasons.season_length import (
    excess_of,
    first_planned,
    is_beyond_end,
)
from league.services.communication.announcements import notify_season
from league.services.communication.match_notifications import notify_draw
from league.services.competitions.draws import (
    ROUND_BY_ROUND,
    pair_next_round,
    refuse_if_unfit,
)
from league.services.competitions.playoffs import draw_bracket
from league.services.competitions.rounds import close_round
from league.services.competitions.schedules import (
    divide_entrants,
    draw_schedule,
    seed_entrants,
)
from league.services.entrants import get_open_season
from league.services.locks import lock_league, log_action, refuse_conflict_of_interest
from league.services.mid_season_changes import catch_up_late_entry, enter_late
from people.models import Person
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import ChallengeSelection, Matchmaking
from teams.rules.text_input import tidy_line, tidy_text

COMPETITIONS_MAX = 20

DAY = timedelta(days=1)
START_WITHIN = timedelta(days=366)


def plan_competitions(
    season: Season, plans: Iterable[PlannedCompetition], *, seed: str = ""
) -> None:
    """Store the competitions planned for a season; nothing is drawn yet."""
    number = season.competitions.count()
    for plan in plans:
        number += 1
        Competition.objects.create(
            season=season,
            number=number,
            kind=CompetitionKind(plan.kind.value),
            name=plan.name,
            settings=msgspec.to_builtins(plan),
            seed=f"{number:02x}{seed[2:]}" if seed else secrets.token_hex(32),
        )


def get_weekly_draw(season: Season) -> Competition:
    """Return the weekly random draw, and plan it if the season has none (LEAGUE-05)."""
    lots = season.competitions.filter(kind=CompetitionKind.RANDOM)
    if not lots.exists():
        plan = PlannedCompetition(kind=Kind.RANDOM, name="Weekly lots")
        plan_competitions(season, [plan])
    return lots.order_by("number")[0]


def add_competition(
    *, uid: str, actor: Person, plan: PlannedCompetition
) -> Competition:
    with lock_league(uid, actor, by_master=True) as standpoint:
        season = get_open_season(standpoint.league)
        plan = replace(plan, name=tidy_line(plan.name, length=NAME_LENGTH))
        _refuse_plan(plan, rules_in_force(standpoint.league))
        if season.competitions.count() >= COMPETITIONS_MAX:
            raise Refusal(
                f"A season can have at most {COMPETITIONS_MAX} competitions.",
                code="too-many-competitions",
            )
        plan_competitions(season, [plan])
        made = season.competitions.order_by("-number")[0]
        log_action(standpoint.league, actor, "planned", f"{actor} planned {made.name}.")
    return made


def remove_competition(*, uid: str, actor: Person, number: int) -> None:
    with lock_league(uid, actor, by_master=True) as standpoint:
        found = _competition(standpoint.league, number)
        if found.stage != CompetitionStage.PLANNED:
            raise Refusal(
                f"{found.name} has already started, so you cannot remove it.",
                code="has-begun",
            )
        log_action(
            standpoint.league,
            actor,
            "planned",
            f"{actor} removed {found.name} from the plan.",
        )
        found.delete()


def change_competition(
    *, uid: str, actor: Person, number: int, plan: PlannedCompetition
) -> Competition:
    """Change the plan of a competition that has not started. This changes its draw
    too."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        found = _competition(standpoint.league, number)
        if found.stage != CompetitionStage.PLANNED:
            raise Refusal(
                f"{found.name} has already started, so you cannot change its plan.",
                code="has-begun",
            )
        plan = replace(plan, name=tidy_line(plan.name, length=NAME_LENGTH))
        _refuse_plan(plan, rules_in_force(standpoint.league))
        before = found.name
        found.kind, found.name = CompetitionKind(plan.kind.value), plan.name
        found.settings = msgspec.to_builtins(plan)
        found.save(update_fields=["kind", "name", "settings"])
        log_action(
            standpoint.league,
            actor,
            "planned",
            f"{actor} changed the plan of {before}.",
        )
    return found


def start_season(
    *,
    uid: str,
    actor: Person,
    starts_at: datetime | None = None,
    seeding: Sequence[int] = (),
    regroups: bool = False,
) -> Season:
    """Start the season and make the first draw.

    With `starts_at`, the first round opens then instead of now. With `seeding`, team
    ids from strongest to weakest, the draw follows it, and so do the groups if
    `regroups`.
    """
    now = timezone.now()
    if starts_at is not None and not now - DAY <= starts_at <= now + START_WITHIN:
        raise Refusal(
            "Choose a start date between today and a year from now.",
            code="start-wrong",
            field="starts_on",
        )
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        season = get_open_season(league)
        if season.stage != SeasonStage.GATHERING:
            raise Refusal("The season has already started.", code="has-begun")
        refuse_if_unfit(season)
        rules = rules_in_force(league)
        if rules.matchmaking is Matchmaking.RANDOM_WEEKLY:
            get_weekly_draw(season)
        first = first_planned(season)
        if first is not None and (excess := excess_of(first, rules)) is not None:
            refuse_excess(excess, reason="")
        if seeding or regroups:
            seed_entrants(season, first, actor, seeding=seeding, regroups=regroups)
        season.stage, season.started = SeasonStage.RUNNING, max(starts_at or now, now)
        season.save(update_fields=["stage", "started"])
        log_action(league, actor, "started", f"{actor} started {season.name}.")
        notify_season(season, actor, f"{season.name} has started")
        if first is not None:
            draw_next_round(first, actor)
    return season


def close_entry(*, uid: str, actor: Person, is_closed: bool = True) -> Season:
    with lock_league(uid, actor, by_master=True) as standpoint:
        season = get_open_season(standpoint.league)
        season.is_entry_closed = is_closed
        season.save(update_fields=["is_entry_closed"])
        verb = "closed" if is_closed else "reopened"
        wording = f"{actor} {verb} {season.name} to new teams."
        log_action(standpoint.league, actor, "entry", wording)
    return season


def draw_competition(
    *,
    uid: str,
    actor: Person,
    number: int,
    even_unfinished: bool = False,
    reason: str = "",
) -> Competition:
    """Draw the schedule, the next round or the bracket. After the end of the season
    this needs a reason."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        found = _competition(league, number)
        if found.season.stage != SeasonStage.RUNNING:
            raise Refusal("Start the season first.", code="not-started")
        why = tidy_text(reason, length=REASON_LENGTH, field="reason")
        rules = rules_in_force(league)
        excess = excess_of(found, rules)
        is_beyond = excess is not None or is_beyond_end(found, rules)
        if excess is not None:
            refuse_excess(excess, reason=why)
        elif is_beyond:
            refuse_beyond_end(rules, by_master=True, reason=why, is_over=False)
        draw_next_round(found, actor, even_unfinished=even_unfinished)
        wording = f"{actor} drew {found.name}."
        if is_beyond:
            wording = f"{wording} Reason: {why}"
        log_action(league, actor, "drawn", wording, is_override=is_beyond)
    return found


def catch_team_up(*, uid: str, actor: Person, number: int, team_id: int) -> int:
    """Let a late entry play the matches it missed (LEAGUE-09)."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        found = _competition(standpoint.league, number)
        entrant = found.season.entrants.filter(
            team=team_id, stage=EntrantStage.ACTIVE
        ).select_related("team")
        one = entrant.first()
        if one is None:
            raise Http404("This team is not in the season.")
        return catch_up_late_entry(found, one, actor)


def draw_groups(*, uid: str, actor: Person, count: int) -> None:
    """Divide the teams into groups of equal strength."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        season = get_open_season(league)
        if season.stage != SeasonStage.GATHERING:
            raise Refusal(
                "You can only draw groups before the season starts.", code="has-begun"
            )
        divide_entrants(season, count)
        log_action(league, actor, "groups", f"{actor} drew {count} groups.")


def move_team_to_group(*, uid: str, actor: Person, team_id: int, group: str) -> Entrant:
    """Move a team to another group before it is on a schedule."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        season = get_open_season(standpoint.league)
        (moved,) = get_named_entrants(season, [team_id], least=1)
        name = tidy_line(group, length=GROUP_LENGTH, field="group")
        if not name:
            raise Refusal("Enter the name of a group.", code="no-group", field="group")
        drawn = moved.fixture_sides.filter(fixture__competition__kind__in=SCHEDULES)
        if moved.group != name and drawn.exists():
            raise Refusal(
                f"{moved.team} is already on the schedule of its group.",
                code="on-schedule",
                field="group",
            )
        moved.group = name
        moved.save(update_fields=["group"])
        wording = f"{actor} moved {moved.team} to group {name}."
        log_action(standpoint.league, actor, "groups", wording)
        enter_late(moved, actor)
    return moved


def forbid_pair(
    *, uid: str, actor: Person, team_ids: tuple[int, int], reason: str = ""
) -> ForbiddenPair:
    """Keep two teams apart in every draw."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        season = get_open_season(standpoint.league)
        found = sorted(get_named_entrants(season, team_ids), key=lambda one: one.pk)
        refuse_conflict_of_interest(standpoint, {one.person_id for one in found})
        why = tidy_text(reason, length=REASON_LENGTH, field="reason")
        pair, _ = ForbiddenPair.objects.update_or_create(
            season=season, one=found[0], other=found[1], defaults={"reason": why}
        )
        wording = (
            f"{actor} made sure that {found[0]} and {found[1]} will not be paired."
        )
        log_action(standpoint.league, actor, "forbidden", wording, is_override=True)
    return pair


def allow_pair(*, uid: str, actor: Person, pair_id: int) -> None:
    with lock_league(uid, actor, by_master=True) as standpoint:
        season = get_open_season(standpoint.league)
        pair = season.forbidden_pairs.filter(pk=pair_id).first()
        if pair is None:
            raise Http404("This pair does not exist.")
        refuse_conflict_of_interest(
            standpoint, {pair.one.person_id, pair.other.person_id}
        )
        wording = f"{actor} allowed {pair.one} and {pair.other} to meet again."
        log_action(standpoint.league, actor, "forbidden", wording, is_override=True)
        pair.delete()


def draw_next_round(
    competition: Competition, actor: Person | None, *, even_unfinished: bool = False
) -> None:
    """Draw the next step of a competition and notify the players."""
    kind = CompetitionKind(competition.kind)
    last = competition.fixtures.aggregate(last=Max("pk"))["last"] or 0
    if kind in ROUND_BY_ROUND:
        for one in competition.rounds.filter(closed=None):
            close_round(one)
        pair_next_round(competition, actor, even_unfinished=even_unfinished)
        if kind is CompetitionKind.RANDOM:
            call_off_unstarted_matches(competition)
    elif competition.stage != CompetitionStage.PLANNED:
        raise Refusal(
            f"{competition.name} has already been drawn.", code="drawn-already"
        )
    elif kind is CompetitionKind.PLAYOFFS:
        draw_bracket(competition, actor)
    elif kind in (CompetitionKind.ROUND_ROBIN, CompetitionKind.CROSS):
        draw_schedule(competition, actor)
    else:
        competition.stage = CompetitionStage.RUNNING
        competition.save(update_fields=["stage"])
    # Playoffs notify the players of each tie once its teams are known.
    if kind is not CompetitionKind.PLAYOFFS:
        notify_draw(competition, after=last)


def _competition(league: League, number: int) -> Competition:
    found = get_open_season(league).competitions.filter(number=number).first()
    if found is None:
        raise Http404("This competition does not exist.")
    return found


def get_named_entrants(
    season: Season, team_ids: Iterable[int], *, least: int = 2
) -> list[Entrant]:
    wanted = list(dict.fromkeys(team_ids))
    found = {
        one.team_id: one
        for one in season.entrants.filter(
            team__in=wanted, stage=EntrantStage.ACTIVE
        ).select_related("team", "person", "season__league")
    }
    if len(wanted) < least or set(found) != set(wanted):
        raise Refusal(
            "Choose two to four different teams of the season."
            if least > 1
            else "Choose a team of the season.",
            code="bad-teams",
        )
    return [found[one] for one in wanted]


def _refuse_plan(plan: PlannedCompetition, rules: HouseRules) -> None:
    if not plan.name:
        raise Refusal("Enter a name for the competition.", code="no-name", field="name")
    if not 1 <= plan.days <= 100:
        raise Refusal(
            "A round can last 1 to 100 days.", code="bad-window", field="days"
        )
    if plan.kind.value in ROUND_BY_ROUND and not 1 <= (plan.rounds or 1) <= 50:
        raise Refusal("Choose 1 to 50 rounds.", code="bad-rounds", field="rounds")
    refuse_tables(plan)
    for pause in plan.pauses:
        refuse_pause(pause)
    named = [challenge for challenge in plan.challenges if challenge]
    if named and rules.challenge_selection is ChallengeSelection.RANDOM:
        raise Refusal(
            "In this league the challenge is rolled. Leave it open, or change"
            " the house rules first.",
            code="roll-first",
            field="challenges",
        )
    for challenge in named:
        check_challenge(challenge)


LAPSED = "No one started it before the next random draw."


def call_off_unstarted_matches(competition: Competition) -> None:
    """Call off unstarted matches of earlier random draws, so that no team has two to
    play.

    Matches with an agreed date stay, and so do those where offered dates got no answer:
    the ninja master rules on them (LEAGUE-12).
    """
    last = competition.rounds.order_by("-number")[0]
    waiting = Fixture.objects.filter(
        competition=competition,
        round__number__lt=last.number,
        match__stage=MatchStage.ARRANGED,
    )
    for one in waiting.select_related("round", "match").order_by("match_id"):
        if one.match is not None and not _has_a_claim(one):
            call_off_match(Edit(uid=one.match.uid, actor=None), reason=LAPSED)


def _has_a_claim(fixture: Fixture) -> bool:
    """Return whether a match has an agreed date or leaves something to rule on."""
    over = timezone.now()
    if fixture.round is not None and fixture.round.closes is not None:
        over = max(over, fixture.round.closes + timedelta(seconds=1))
    ruling = ruling_on(fixture, int(over.timestamp()))
    return ruling.verdict in (Verdict.AGREED, Verdict.NO_SHOW)
