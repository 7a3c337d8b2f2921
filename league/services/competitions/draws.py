"""Draw rounds and create their fixtures and matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from django.db.models import Max
from django.utils import timezone
from msgspec.structs import replace

from challenges.models import Match
from challenges.rules.stages import MatchStage
from challenges.services.invitations import create_league_match
from challenges.services.locks import Edit as MatchEdit
from challenges.services.match_start import call_off_match
from kernel.dice import SeededDice
from kernel.errors import Refusal, Refusals
from kernel.phrases import count_noun
from league.models.competitions import (
    Competition,
    CompetitionKind,
    CompetitionStage,
    Fixture,
    FixtureSide,
    Round,
)
from league.models.seasons import Entrant, EntrantStage, Season
from league.rules.competitions import pairing_weights as draws
from league.rules.competitions.multiplayer_rounds import draw_round
from league.rules.competitions.pairing_weights import (
    CHANCE,
    EVERYTHING,
    Draw,
    Pair,
    Pairing,
    pair_of,
)
from league.rules.competitions.results import EntryId, UnplayedGame
from league.selectors.competitions.match_dates import absent_from
from league.selectors.competitions.opponents import as_drawn
from league.selectors.competitions.results import (
    SeasonResults,
    drawn_unplayed,
    get_season_results,
    unplayed,
)
from league.selectors.house_rules import rules_in_force
from league.services.competitions.rounds import compute_windows, get_plan, open_round
from people.models import Person
from rulebook.rules.rule_setting_values import ChallengeSelection
from teams.rules.reports.team_report import MatchType
from teams.rules.state import Stage

# Each of their rounds is drawn when the one before has been played.
ROUND_BY_ROUND = (CompetitionKind.SWISS, CompetitionKind.RANDOM)


Dates = tuple[datetime, datetime]


def get_earliest(season: Season) -> datetime:
    """Return when the next round can open: now, or at the start of the season."""
    now = timezone.now()
    return max(season.started, now) if season.started else now


def find_apart(season: Season, entrants: Sequence[draws.Entrant]) -> dict[Pair, str]:
    """Return the pairs that no draw may pair, with the reason: kept apart by the
    master, the same owner, or ratings too far apart (UND-10)."""
    kept = season.forbidden_pairs.values_list("one_id", "other_id")
    return draws.forbidden_pairs(
        entrants,
        rules_in_force(season.league),
        kept_apart=[pair_of(EntryId(one), EntryId(other)) for one, other in kept],
    )


def pair_next_round(
    competition: Competition, actor: Person | None, *, even_unfinished: bool = False
) -> Round:
    """Draw the next Swiss or random round, separately for each group."""
    plan = get_plan(competition)
    played = competition.rounds.count()
    if plan.rounds is not None and played >= plan.rounds:
        raise Refusal(
            f"All {plan.rounds} rounds have been drawn. The standings decide who won.",
            code="no-more-rounds",
        )
    waiting = unplayed(competition)
    if waiting and not even_unfinished:
        matches = count_noun(len(waiting), "match has", "matches have")
        raise Refusal(
            f"{matches} no result in the last round yet. Wait, rule on unplayed"
            " matches, or draw the next round anyway.",
            code="round-unfinished",
        )
    size = plan.table_size
    draws_made = [draw_round(draw, size=size) for draw in _draws_of(competition)]
    pairings = [one for made in draws_made for one in made]
    return create_round(competition, pairings, actor)


def prepare_draw(competition: Competition, *, number: int | None = None) -> Draw:
    """Collect everything a draw needs, for the next round by default.

    Teams of different groups do not meet, except in matches between divisions.
    """
    field = _Field.of(competition)
    draw = field.draw(competition, number or competition.rounds.count() + 1)
    if competition.kind == CompetitionKind.CROSS:
        return draw
    across = {
        pair_of(one, other): "they play in different groups"
        for one, other in combinations(sorted(field.groups), 2)
        if field.groups[one] != field.groups[other]
    }
    return replace(draw, forbidden={**across, **draw.forbidden})


def _draws_of(competition: Competition) -> list[Draw]:
    """Return the draws of the next round, one for each group."""
    field = _Field.of(competition)
    number = competition.rounds.count() + 1
    groups = sorted(set(field.groups.values()))
    return [field.draw(competition, number, group) for group in groups or [""]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Field:
    """The teams to pair in a season, and what they have played."""

    entrants: tuple[draws.Entrant, ...]
    groups: dict[EntryId, str]
    facts: SeasonResults
    unplayed: tuple[tuple[int, UnplayedGame], ...]  # each with the number of its round
    apart: dict[Pair, str]

    @classmethod
    def of(cls, competition: Competition) -> _Field:
        season = competition.season
        facts = get_season_results(season)
        rows = {row.entry: row for row in facts.table()}
        fit = list_pairable_entrants(season)
        entrants = tuple(
            replace(
                as_drawn(one),
                points=rows[entry_of(one)].points,
                byes=rows[entry_of(one)].byes,
            )
            for one in fit
        )
        return cls(
            entrants=entrants,
            groups={entry_of(one): one.group for one in fit},
            facts=facts,
            unplayed=tuple(drawn_unplayed(competition)),
            apart=find_apart(season, entrants),
        )

    def draw(
        self, competition: Competition, number: int, group: str | None = None
    ) -> Draw:
        """Prepare the draw of all teams, or of one group."""
        stream = f"round {number} of group {group}" if group else f"round {number}"
        is_chance = competition.kind == CompetitionKind.RANDOM
        return draws.prepare(
            [
                one
                for one in self.entrants
                if group is None or self.groups[one.entry] == group
            ],
            self.facts.results,
            dice_of(competition, stream),
            unplayed=[one for of_round, one in self.unplayed if of_round < number],
            forbidden=self.apart,
            levels=CHANCE if is_chance else EVERYTHING,
        )


def create_round(
    competition: Competition,
    pairings: Sequence[Pairing],
    actor: Person | None,
    window: Dates | None = None,
) -> Round:
    """Create a round with its fixtures and matches. By default it opens now, or when
    the last round is over."""
    last = competition.rounds.order_by("-number").first()
    number = last.number + 1 if last else 1
    if window is None:
        first = get_earliest(competition.season)
        if last is not None and last.closed is None and last.closes is not None:
            first = max(first, last.closes)
        (window,) = compute_windows(competition, first)
    opens, closes = window
    made = Round.objects.create(
        competition=competition,
        number=number,
        name=f"Round {number}",
        opens=opens,
        closes=closes,
    )
    for pairing in pairings:
        create_fixture(competition, made, pairing.entries, actor=actor, why=pairing.why)
    if opens <= timezone.now():
        open_round(made)
    competition.stage = CompetitionStage.RUNNING
    competition.save(update_fields=["stage"])
    return made


def create_fixture(
    competition: Competition,
    of_round: Round | None,
    entries: Sequence[EntryId],
    *,
    actor: Person | None,
    why: Sequence[str] = (),
    standing: MatchType = MatchType.LEAGUE,
    challenge: str = "",
    sides: Sequence[int] = (),
) -> Fixture:
    """Create a fixture with its match, or a bye if there is only one team.

    With `sides`, teams on the same side play together (GROUP-09).
    """
    is_bye = len(entries) == 1
    fixture = Fixture.objects.create(
        competition=competition,
        round=of_round,
        number=_next_number(competition),
        is_bye=is_bye,
        why=list(why),
        challenge=challenge,
    )
    FixtureSide.objects.bulk_create(
        FixtureSide(
            fixture=fixture,
            number=number,
            entrant_id=entry,
            side=sides[number] if sides else None,
        )
        for number, entry in enumerate(entries)
    )
    if not is_bye:
        create_match(fixture, actor=actor, standing=standing)
    return fixture


def _next_number(competition: Competition) -> int:
    """Return a number higher than all others, as some may have been deleted."""
    last = competition.fixtures.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def create_match(
    fixture: Fixture, *, actor: Person | None, standing: MatchType = MatchType.LEAGUE
) -> None:
    """Arrange the match of a fixture whose teams are known."""
    found = fixture.sides.select_related("entrant").order_by("number")
    sides = [one for one in found if one.entrant]
    name = fixture.round.name if fixture.round else fixture.competition.name
    planned = "" if fixture.challenge else _planned_challenge(fixture)
    fixture.match = create_league_match(
        team_ids=[side.entrant.team_id for side in sides if side.entrant],
        standing=standing,
        sides=[one.side for one in sides if one.side is not None],
        challenge=fixture.challenge or planned,
        play_by=fixture.round.closes if fixture.round else None,
        note=name,
        # A planned challenge is no person's choice, even if a master who plays made the
        # draw.
        actor=None if planned else actor,
    )
    fixture.save(update_fields=["match"])


def _planned_challenge(fixture: Fixture) -> str:
    """Return the planned challenge, unless the house rules roll it now (CHAL-04)."""
    if fixture.round is None:
        return ""
    planned = get_plan(fixture.competition).challenge_of(fixture.round.number)
    if not planned:
        return ""
    rules = rules_in_force(fixture.competition.season.league)
    return "" if rules.challenge_selection is ChallengeSelection.RANDOM else planned


def detach_match(
    fixture: Fixture, *, reason: str = "", is_forgiven: bool = False
) -> None:
    """Detach the match from a fixture that continues without it.

    The match is called off unless it is over. No-shows still count unless they are
    forgiven (LEAGUE-12).
    """
    match = fixture.match
    if match is None:
        return
    if not is_forgiven:
        absent = [one.pk for one in absent_from(fixture)]
        fixture.missed = [*fixture.missed, *absent]
    if match.stage == MatchStage.ARRANGED:
        call_off_match(MatchEdit(uid=match.uid, actor=None), reason=reason)
    Match.objects.filter(pk=match.pk).update(is_hosted=False)
    fixture.match = fixture.rules = None
    fixture.save(update_fields=["match", "rules", "missed"])


def list_pairable_entrants(season: Season) -> list[Entrant]:
    """Return the registered teams; drafts are paired later."""
    found = season.entrants.filter(
        stage=EntrantStage.ACTIVE, team__stage=Stage.REGISTERED
    )
    return list(found.select_related("team").defer("team__state").order_by("pk"))


def refuse_if_unfit(season: Season) -> None:
    """Refuse to start with fewer than two teams, or with drafts (LEAGUE-02)."""
    entrants = season.entrants.filter(stage=EntrantStage.ACTIVE).select_related("team")
    problems = [
        Refusal(
            f"{one.team} is still a draft. Its player must register it first.",
            code="draft",
        )
        for one in entrants
        if one.team.stage != Stage.REGISTERED
    ]
    if len(entrants) < 2:
        problems.append(
            Refusal("A season needs at least two teams.", code="too-few-teams")
        )
    if problems:
        raise Refusals(problems)


def entry_of(entrant: Entrant) -> EntryId:
    return EntryId(entrant.pk)


def dice_of(competition: Competition, stream: str) -> SeededDice:
    return SeededDice(competition.seed, stream)
