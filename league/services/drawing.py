"""Who meets whom: rounds are drawn, fixtures made, and their matches with them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

from challenges.models import Match
from challenges.rules.stages import MatchStage
from challenges.services import Edit as MatchEdit
from challenges.services import match_call_off, match_make
from kernel.dice import SeededDice
from kernel.errors import Refusal, Refusals
from league.models import (
    Competition,
    Entrant,
    Fixture,
    FixtureSide,
    Round,
    Season,
)
from league.models.fixtures import CompetitionKind, CompetitionStage
from league.models.seasons import EntrantStage
from league.rules import pairing as draws
from league.rules.pairing import CHANCE, EVERYTHING, Draw, Pair, Pairing, pair_of
from league.rules.results import EntryId
from league.rules.round_robin import Rounds, cross_division, round_robin, without_pairs
from league.rules.swiss import pair_round
from league.selectors.results import season_facts, unplayed
from league.services.opening import audit
from league.services.rounds import plan_of, round_open, windows_from
from people.models import Person
from teams.rules.report import Standing
from teams.rules.state import Stage

# Rounds of these are drawn one by one, when the one before is played.
ROUND_BY_ROUND = (CompetitionKind.SWISS, CompetitionKind.RANDOM)


Dates = tuple[datetime, datetime]


def schedule_draw(competition: Competition, actor: Person) -> list[Round]:
    """All rounds of a round robin, or between divisions, at once and with dates.

    Teams that must not meet do not; everybody can read it in the log.
    """
    entrants = fit_entrants(competition.season)
    drawn = _drawn(competition, entrants)
    apart = pairs_apart(competition.season, entrants)
    names = {_id(one): str(one.team) for one in entrants}
    for pair in sorted(
        {pair_of(*one.entries) for made in drawn for one in made if not one.is_bye}
        & apart
    ):
        one, other = (names[entry] for entry in pair)
        wording = f"{one} and {other} do not meet; {competition.name} leaves it out."
        audit(competition.season.league, actor, "left-out", wording)
    rounds = [made for made in without_pairs(drawn, apart) if made]
    if not rounds:
        raise Refusal("Nobody may meet anybody; lift that first.", code="no-games")
    dates = windows_from(competition, timezone.now(), count=len(rounds))
    return [
        round_make(competition, made, actor, window)
        for made, window in zip(rounds, dates, strict=True)
    ]


def pairs_apart(season: Season, entrants: Sequence[Entrant]) -> set[Pair]:
    """Teams that no schedule brings together: by the master's word, or as both
    belong to one person."""
    kept = season.forbidden_pairs.values_list("one_id", "other_id")
    found = {pair_of(EntryId(one), EntryId(other)) for one, other in kept}
    for number, one in enumerate(entrants):
        for other in entrants[number + 1 :]:
            if one.person_id == other.person_id:
                found.add(pair_of(_id(one), _id(other)))
    return found


def _drawn(competition: Competition, entrants: Sequence[Entrant]) -> Rounds:
    dice = _dice(competition, "schedule")
    plan = plan_of(competition)
    groups = sorted({one.group for one in entrants})
    if competition.kind == CompetitionKind.CROSS:
        if len(groups) != 2:
            raise Refusal(
                "Matches between divisions need two of them; draw groups first.",
                code="bad-divisions",
            )
        left, right = ([_id(e) for e in entrants if e.group == g] for g in groups)
        return cross_division(left, right, dice, rounds=plan.rounds)
    in_groups = [
        round_robin(
            [_id(one) for one in entrants if one.group == group],
            dice,
            is_double=plan.is_double,
        )
        for group in groups
    ]
    return tuple(
        tuple(pair for one in in_groups if number < len(one) for pair in one[number])
        for number in range(max(map(len, in_groups)))
    )


def round_pair(
    competition: Competition, actor: Person, *, even_unfinished: bool = False
) -> Round:
    """The next round of a Swiss tournament, or one drawn by lot."""
    plan = plan_of(competition)
    played = competition.rounds.count()
    if plan.rounds is not None and played >= plan.rounds:
        raise Refusal(
            f"All {plan.rounds} rounds are drawn; the table says who won.",
            code="no-more-rounds",
        )
    waiting = unplayed(competition)
    if waiting and not even_unfinished:
        raise Refusal(
            f"{len(waiting)} matches of the last round have no result yet. Wait for"
            " them, rule on them, or draw the round in spite of it.",
            code="round-unfinished",
        )
    return round_make(competition, pair_round(draw_of(competition)), actor)


def draw_of(competition: Competition, *, number: int | None = None) -> Draw:
    """Everything the draw of a round looks at, the next one unless told otherwise."""
    season = competition.season
    facts = season_facts(season)
    rows = {row.entry: row for row in facts.table()}
    which = number or competition.rounds.count() + 1
    entrants = [
        draws.Entrant(
            entry=_id(one),
            name=str(one.team),
            points=rows[_id(one)].points,
            rating=one.team.rating,
            person=one.person_id,
            clan=one.team.clan,
            byes=rows[_id(one)].byes,
        )
        for one in fit_entrants(season)
    ]
    apart = season.forbidden_pairs.values_list("one_id", "other_id")
    kept_apart = [pair_of(EntryId(one), EntryId(other)) for one, other in apart]
    is_chance = competition.kind == CompetitionKind.RANDOM
    return draws.prepare(
        entrants,
        facts.results,
        _dice(competition, f"round {which}"),
        forbidden=draws.forbidden_pairs(entrants, facts.rules, kept_apart=kept_apart),
        levels=CHANCE if is_chance else EVERYTHING,
    )


def round_make(
    competition: Competition,
    pairings: Sequence[Pairing],
    actor: Person | None,
    window: Dates | None = None,
) -> Round:
    """A round with its fixtures and their matches; unless told, it opens at once, or
    when the last one is over."""
    last = competition.rounds.order_by("-number").first()
    number = last.number + 1 if last else 1
    if window is None:
        first = timezone.now()
        if last is not None and last.closed is None and last.closes is not None:
            first = max(first, last.closes)
        (window,) = windows_from(competition, first)
    opens, closes = window
    made = Round.objects.create(
        competition=competition,
        number=number,
        name=f"Round {number}",
        opens=opens,
        closes=closes,
    )
    for pairing in pairings:
        fixture_make(competition, made, pairing.entries, actor=actor, why=pairing.why)
    if opens <= timezone.now():
        round_open(made)
    competition.stage = CompetitionStage.RUNNING
    competition.save(update_fields=["stage"])
    return made


def fixture_make(
    competition: Competition,
    of_round: Round | None,
    entries: Sequence[EntryId],
    *,
    actor: Person | None,
    why: Sequence[str] = (),
    standing: Standing = Standing.LEAGUE,
    challenge: str = "",
) -> Fixture:
    """A meeting with its match, or a bye if there is only one team."""
    is_bye = len(entries) == 1
    fixture = Fixture.objects.create(
        competition=competition,
        round=of_round,
        number=competition.fixtures.count() + 1,
        is_bye=is_bye,
        why=list(why),
        challenge=challenge,
    )
    FixtureSide.objects.bulk_create(
        FixtureSide(fixture=fixture, number=number, entrant_id=entry)
        for number, entry in enumerate(entries)
    )
    if not is_bye:
        match_for(fixture, actor=actor, standing=standing)
    return fixture


def match_for(
    fixture: Fixture, *, actor: Person | None, standing: Standing = Standing.LEAGUE
) -> None:
    """Arrange the match of a fixture whose teams are known."""
    sides = fixture.sides.select_related("entrant").order_by("number")
    name = fixture.round.name if fixture.round else fixture.competition.name
    fixture.match = match_make(
        team_ids=[side.entrant.team_id for side in sides if side.entrant],
        standing=standing,
        challenge=fixture.challenge,
        play_by=fixture.round.closes if fixture.round else None,
        note=name,
        actor=actor,
    )
    fixture.save(update_fields=["match"])


def match_let_go(fixture: Fixture) -> None:
    """The match of a fixture that goes on without it: called off unless it is over,
    and from then on no business of the league. It is a consequence of something that
    somebody did elsewhere, and so the site's act."""
    match = fixture.match
    if match is None:
        return
    if match.stage == MatchStage.ARRANGED:
        match_call_off(MatchEdit(uid=match.uid, actor=None))
    Match.objects.filter(pk=match.pk).update(is_hosted=False)
    fixture.match = fixture.rules = None
    fixture.save(update_fields=["match", "rules"])


def fit_entrants(season: Season) -> list[Entrant]:
    """Teams that can be paired; who is not registered yet waits."""
    found = season.entrants.filter(
        stage=EntrantStage.ACTIVE, team__stage=Stage.REGISTERED
    )
    return list(found.select_related("team").defer("team__state").order_by("pk"))


def refuse_unfit(season: Season) -> None:
    """A season begins with two teams or more, all of them registered (LEAGUE-02)."""
    entrants = season.entrants.filter(stage=EntrantStage.ACTIVE).select_related("team")
    problems = [
        Refusal(f"{one.team} is still a draft; it has to be registered.", code="draft")
        for one in entrants
        if one.team.stage != Stage.REGISTERED
    ]
    if len(entrants) < 2:
        problems.append(
            Refusal("A season needs two teams or more.", code="too-few-teams")
        )
    if problems:
        raise Refusals(problems)


def _id(entrant: Entrant) -> EntryId:
    return EntryId(entrant.pk)


def _dice(competition: Competition, stream: str) -> SeededDice:
    return SeededDice(competition.seed, stream)
