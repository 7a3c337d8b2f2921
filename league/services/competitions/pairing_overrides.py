"""Change the pairings of a round by hand, with a preview."""

from __future__ import annotations

from itertools import combinations

from django.http import Http404
from msgspec.structs import replace

from challenges.rules.stages import MatchStage
from kernel.errors import Refusal
from league.models.competitions import CompetitionKind, Fixture, Round
from league.models.leagues import REASON_LENGTH
from league.rules.competitions.pairing_explanations import (
    Override,
    price_of_override,
    swap,
)
from league.rules.competitions.pairing_weights import Pair, Pairing
from league.rules.competitions.results import EntryId
from league.selectors.competitions.fixtures import people_of
from league.selectors.competitions.results import OFF
from league.services.competitions.draws import create_match, detach_match, prepare_draw
from league.services.locks import lock_league, log_action, refuse_conflict_of_interest
from people.models import Person
from teams.rules.text_input import tidy_text


def preview_override(
    *, uid: str, actor: Person, round_id: int, teams: tuple[int, int]
) -> Override:
    """Preview the effect of swapping two teams of a round, in sentences."""
    with lock_league(uid, actor, by_master=True):
        return _override(_round(uid, round_id), teams)


def override_pairings(
    *, uid: str, actor: Person, round_id: int, teams: tuple[int, int], reason: str
) -> Round:
    """Swap two teams of a round. None of their matches may have started."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        found = _round(uid, round_id)
        why = tidy_text(reason, length=REASON_LENGTH, field="reason")
        if not why:
            raise Refusal(
                "Give a reason. Everyone can read it next to the pairing.",
                code="no-reason",
                field="reason",
            )
        wanted = _override(found, teams)
        changed = [one for one in _fixtures(found) if set(teams) & set(_teams(one))]
        refuse_conflict_of_interest(standpoint, people_of(*changed))
        _swap(changed, teams, why, wanted.price, actor)
        wording = f"{actor} changed the pairings of {found}: {why}"
        log_action(standpoint.league, actor, "override", wording, is_override=True)
    return found


def _override(found: Round, teams: tuple[int, int]) -> Override:
    fixtures = _fixtures(found)
    by_team = {
        team: EntryId(entry)
        for fixture in fixtures
        for team, entry in fixture.sides.values_list("entrant__team_id", "entrant_id")
    }
    if not set(teams) <= set(by_team):
        raise Refusal("Choose two teams of this round.", code="bad-swap")
    pairings = [
        Pairing(entries=tuple(by_team[team] for team in _teams(fixture)))
        for fixture in fixtures
    ]
    draw = prepare_draw(found.competition, number=found.number)
    # Teams that joined after the draw, or play in another group, are not in this round.
    here = {entry for one in pairings for entry in one.entries}
    draw = replace(
        draw, entrants={key: one for key, one in draw.entrants.items() if key in here}
    )
    wanted = swap(pairings, by_team[teams[0]], by_team[teams[1]])
    is_schedule = found.competition.kind == CompetitionKind.ROUND_ROBIN
    elsewhere = _elsewhere(found) if is_schedule else None
    return price_of_override(draw, pairings, wanted, elsewhere=elsewhere)


def _elsewhere(found: Round) -> dict[Pair, str]:
    """Return the pairs that meet in other rounds of the schedule, with the round."""
    others = Fixture.objects.filter(competition=found.competition, is_bye=False)
    met: dict[Pair, str] = {}
    others = others.exclude(round=found).select_related("round", "match")
    for fixture in others.prefetch_related("sides"):
        if fixture.round is None or (fixture.match and fixture.match.stage in OFF):
            continue
        sides = fixture.sides.all()
        entries = [EntryId(side.entrant_id) for side in sides if side.entrant_id]
        for pair in combinations(sorted(entries), 2):
            met[pair] = fixture.round.name
    return met


def _swap(
    fixtures: list[Fixture],
    teams: tuple[int, int],
    why: str,
    price: tuple[str, ...],
    actor: Person,
) -> None:
    for fixture in fixtures:
        if fixture.match is not None and fixture.match.stage != MatchStage.ARRANGED:
            raise Refusal(
                "One of these matches has already started, so you cannot"
                " change the pairings.",
                code="has-begun",
            )
    sides = [side for fixture in fixtures for side in fixture.sides.all()]
    one, other = (
        next(side for side in sides if side.entrant and side.entrant.team_id == team)
        for team in teams
    )
    first, second = one.entrant, other.entrant
    # Change one side at a time: a fixture never has the same team twice.
    for side, entrant in ((one, None), (other, first), (one, second)):
        side.entrant = entrant
        side.save(update_fields=["entrant"])
    for fixture in fixtures:
        _set(fixture, why, price, actor)


def _set(fixture: Fixture, why: str, price: tuple[str, ...], actor: Person) -> None:
    """Give a fixture other teams: it gets a new match, and its dates are cleared."""
    detach_match(fixture)
    fixture.override_reason, fixture.why = why, [f"Set by {actor}: {why}", *price]
    fixture.agreed_for = None
    fixture.outcome = None
    fixture.save()
    fixture.date_steps.all().delete()
    if not fixture.is_bye:
        create_match(fixture, actor=actor)


def _round(uid: str, round_id: int) -> Round:
    found = Round.objects.filter(pk=round_id, competition__season__league__uid=uid)
    one = found.select_related("competition__season__league").first()
    if one is None:
        raise Http404("This round does not exist.")
    if one.closed is not None:
        raise Refusal(
            "This round is over, so you cannot change its pairings.",
            code="no-such-round",
        )
    if one.competition.kind == CompetitionKind.PLAYOFFS:
        raise Refusal(
            "The standings decide the pairings of playoffs. To change them,"
            " adjust league points before the playoffs are drawn.",
            code="seeded",
        )
    return one


def _fixtures(found: Round) -> list[Fixture]:
    related = ("match", "round", "competition")
    found_all = found.fixtures.select_related(*related).order_by("pk")
    return [one for one in found_all if not (one.match and one.match.stage in OFF)]


def _teams(fixture: Fixture) -> list[int]:
    sides = fixture.sides.order_by("number")
    return list(sides.values_list("entrant__team_id", flat=True))
