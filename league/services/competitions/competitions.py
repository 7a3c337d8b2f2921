"""Planning and running the competitions of a season."""

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
from league.rules.season_length import refuse_excess
from league.rules.seasons import refuse_beyond_end
from league.selectors.competitions.match_dates import ruling_on
from league.selectors.competitions.schedules import SCHEDULES
from league.selectors.house_rules import rules_in_force
from league.selectors.seasons.season_length import (
    excess_of,
    first_planned,
    is_beyond_end,
)
from league.services.communication.announcements import season_told
from league.services.communication.match_notifications import draw_told
from league.services.competitions.draws import ROUND_BY_ROUND, refuse_unfit, round_pair
from league.services.competitions.playoffs import bracket_draw
from league.services.competitions.rounds import round_close
from league.services.competitions.schedules import schedule_draw
from league.services.competitions.seedings import divide_entrants, seed_entrants
from league.services.entrants import season_now
from league.services.locks import audit, league_opened, refuse_own_affair
from league.services.mid_season_changes import latecomer_catch_up, latecomer_join
from people.models import Person
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import ChallengeSelection, Matchmaking
from teams.rules.text_input import tidy_line, tidy_text

COMPETITIONS_MAX = 20

DAY = timedelta(days=1)
START_WITHIN = timedelta(days=366)


def competitions_plan(
    season: Season, plans: Iterable[PlannedCompetition], *, seed: str = ""
) -> None:
    """Write down what a season will hold; nothing is drawn yet."""
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


def weekly_lots_of(season: Season) -> Competition:
    """The rounds that lots draw every week; planned if nobody did (LEAGUE-05)."""
    lots = season.competitions.filter(kind=CompetitionKind.RANDOM)
    if not lots.exists():
        plan = PlannedCompetition(kind=Kind.RANDOM, name="Weekly lots")
        competitions_plan(season, [plan])
    return lots.order_by("number")[0]


def competition_add(
    *, uid: str, actor: Person, plan: PlannedCompetition
) -> Competition:
    with league_opened(uid, actor, by_master=True) as standpoint:
        season = season_now(standpoint.league)
        plan = replace(plan, name=tidy_line(plan.name, length=NAME_LENGTH))
        _refuse_plan(plan, rules_in_force(standpoint.league))
        if season.competitions.count() >= COMPETITIONS_MAX:
            raise Refusal(
                f"A season can have at most {COMPETITIONS_MAX} competitions.",
                code="too-many-competitions",
            )
        competitions_plan(season, [plan])
        made = season.competitions.order_by("-number")[0]
        audit(standpoint.league, actor, "planned", f"{actor} planned {made.name}.")
    return made


def competition_remove(*, uid: str, actor: Person, number: int) -> None:
    with league_opened(uid, actor, by_master=True) as standpoint:
        found = _competition(standpoint.league, number)
        if found.stage != CompetitionStage.PLANNED:
            raise Refusal(
                f"{found.name} has already started, so you cannot remove it.",
                code="has-begun",
            )
        audit(
            standpoint.league,
            actor,
            "planned",
            f"{actor} removed {found.name} from the plan.",
        )
        found.delete()


def competition_change(
    *, uid: str, actor: Person, number: int, plan: PlannedCompetition
) -> Competition:
    """Plan a competition anew that has not begun. Its draw is another one then."""
    with league_opened(uid, actor, by_master=True) as standpoint:
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
        audit(
            standpoint.league,
            actor,
            "planned",
            f"{actor} changed the plan of {before}.",
        )
    return found


def season_start(
    *,
    uid: str,
    actor: Person,
    starts_at: datetime | None = None,
    seeding: Sequence[int] = (),
    regroups: bool = False,
) -> Season:
    """Begin: entry ends or stays open as the rules say, the first draw is made.

    With `starts_at`, the first round opens then and not at once. With `seeding`, the
    numbers of all teams with the strongest first, the draw follows it, and so do the
    groups if `regroups`."""
    now = timezone.now()
    if starts_at is not None and not now - DAY <= starts_at <= now + START_WITHIN:
        raise Refusal(
            "Choose a start date between today and a year from now.",
            code="start-wrong",
            field="starts_on",
        )
    with league_opened(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        season = season_now(league)
        if season.stage != SeasonStage.GATHERING:
            raise Refusal("The season has already started.", code="has-begun")
        refuse_unfit(season)
        rules = rules_in_force(league)
        if rules.matchmaking is Matchmaking.RANDOM_WEEKLY:
            weekly_lots_of(season)
        first = first_planned(season)
        if first is not None and (excess := excess_of(first, rules)) is not None:
            refuse_excess(excess, reason="")
        if seeding or regroups:
            seed_entrants(season, first, actor, seeding=seeding, regroups=regroups)
        season.stage, season.started = SeasonStage.RUNNING, max(starts_at or now, now)
        season.save(update_fields=["stage", "started"])
        audit(league, actor, "started", f"{actor} started {season.name}.")
        season_told(season, actor, f"{season.name} has started")
        if first is not None:
            competition_go_on(first, actor)
    return season


def entry_close(*, uid: str, actor: Person, is_closed: bool = True) -> Season:
    with league_opened(uid, actor, by_master=True) as standpoint:
        season = season_now(standpoint.league)
        season.is_entry_closed = is_closed
        season.save(update_fields=["is_entry_closed"])
        verb = "closed" if is_closed else "reopened"
        wording = f"{actor} {verb} {season.name} to new teams."
        audit(standpoint.league, actor, "entry", wording)
    return season


def competition_draw(
    *,
    uid: str,
    actor: Person,
    number: int,
    even_unfinished: bool = False,
    reason: str = "",
) -> Competition:
    """Draw what comes next: the schedule, the next round, or the bracket. Beyond the
    length of the season it takes a reason."""
    with league_opened(uid, actor, by_master=True) as standpoint:
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
        competition_go_on(found, actor, even_unfinished=even_unfinished)
        wording = f"{actor} drew {found.name}."
        if is_beyond:
            wording = f"{wording} Reason: {why}"
        audit(league, actor, "drawn", wording, is_override=is_beyond)
    return found


def team_catch_up(*, uid: str, actor: Person, number: int, team_id: int) -> int:
    """Let a team that joined late play the games it missed (LEAGUE-09)."""
    with league_opened(uid, actor, by_master=True) as standpoint:
        found = _competition(standpoint.league, number)
        entrant = found.season.entrants.filter(
            team=team_id, stage=EntrantStage.ACTIVE
        ).select_related("team")
        one = entrant.first()
        if one is None:
            raise Http404("This team is not in the season.")
        return latecomer_catch_up(found, one, actor)


def groups_draw(*, uid: str, actor: Person, count: int) -> None:
    """Put the teams into groups or divisions of equal strength."""
    with league_opened(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        season = season_now(league)
        if season.stage != SeasonStage.GATHERING:
            raise Refusal(
                "You can only draw groups before the season starts.", code="has-begun"
            )
        divide_entrants(season, count)
        audit(league, actor, "groups", f"{actor} drew {count} groups.")


def team_regroup(*, uid: str, actor: Person, team_id: int, group: str) -> Entrant:
    """Put a team into a group of one's choice, as long as it plays in no other."""
    with league_opened(uid, actor, by_master=True) as standpoint:
        season = season_now(standpoint.league)
        (moved,) = entrants_named(season, [team_id], least=1)
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
        audit(standpoint.league, actor, "groups", wording)
        latecomer_join(moved, actor)
    return moved


def pair_forbid(
    *, uid: str, actor: Person, team_ids: tuple[int, int], reason: str = ""
) -> ForbiddenPair:
    """Keep two teams apart in every draw."""
    with league_opened(uid, actor, by_master=True) as standpoint:
        season = season_now(standpoint.league)
        found = sorted(entrants_named(season, team_ids), key=lambda one: one.pk)
        refuse_own_affair(standpoint, {one.person_id for one in found})
        why = tidy_text(reason, length=REASON_LENGTH, field="reason")
        pair, _ = ForbiddenPair.objects.update_or_create(
            season=season, one=found[0], other=found[1], defaults={"reason": why}
        )
        wording = (
            f"{actor} made sure that {found[0]} and {found[1]} will not be paired."
        )
        audit(standpoint.league, actor, "forbidden", wording, is_override=True)
    return pair


def pair_allow(*, uid: str, actor: Person, pair_id: int) -> None:
    with league_opened(uid, actor, by_master=True) as standpoint:
        season = season_now(standpoint.league)
        pair = season.forbidden_pairs.filter(pk=pair_id).first()
        if pair is None:
            raise Http404("This pair does not exist.")
        refuse_own_affair(standpoint, {pair.one.person_id, pair.other.person_id})
        wording = f"{actor} allowed {pair.one} and {pair.other} to meet again."
        audit(standpoint.league, actor, "forbidden", wording, is_override=True)
        pair.delete()


def competition_go_on(
    competition: Competition, actor: Person | None, *, even_unfinished: bool = False
) -> None:
    """Draw what comes next of it, and tell everybody whom they meet."""
    kind = CompetitionKind(competition.kind)
    last = competition.fixtures.aggregate(last=Max("pk"))["last"] or 0
    if kind in ROUND_BY_ROUND:
        for one in competition.rounds.filter(closed=None):
            round_close(one)
        round_pair(competition, actor, even_unfinished=even_unfinished)
        if kind is CompetitionKind.RANDOM:
            lots_lapse(competition)
    elif competition.stage != CompetitionStage.PLANNED:
        raise Refusal(
            f"{competition.name} has already been drawn.", code="drawn-already"
        )
    elif kind is CompetitionKind.PLAYOFFS:
        bracket_draw(competition, actor)
    elif kind in (CompetitionKind.ROUND_ROBIN, CompetitionKind.CROSS):
        schedule_draw(competition, actor)
    else:
        competition.stage = CompetitionStage.RUNNING
        competition.save(update_fields=["stage"])
    # Playoffs tell of each tie as its teams become known.
    if kind is not CompetitionKind.PLAYOFFS:
        draw_told(competition, after=last)


def _competition(league: League, number: int) -> Competition:
    found = season_now(league).competitions.filter(number=number).first()
    if found is None:
        raise Http404("This competition does not exist.")
    return found


def entrants_named(
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


def lots_lapse(competition: Competition) -> None:
    """The next lots are drawn: matches of earlier rounds that nobody began are called
    off, so that nobody has two to play.

    Whoever agreed on a date plays on it, and whoever proposed dates and heard nothing
    keeps the claim to the match: on these the ninja master rules (LEAGUE-12).
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
    """Whether its log of dates leaves something to be played, or to be ruled on, when
    its round is over."""
    over = timezone.now()
    if fixture.round is not None and fixture.round.closes is not None:
        over = max(over, fixture.round.closes + timedelta(seconds=1))
    ruling = ruling_on(fixture, int(over.timestamp()))
    return ruling.verdict in (Verdict.AGREED, Verdict.NO_SHOW)
