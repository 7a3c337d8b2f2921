"""Playoffs as a page draws them: rounds beside one another, and who ended where."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from challenges.rules.stages import MatchStage
from league.models import Competition, Season
from league.models.fixtures import CompetitionKind
from league.rules.playoff_progress import Finish, TieState, tie_words
from league.rules.playoffs import round_name, slot_words
from league.rules.results import EntryId
from league.rules.wording import ordinal
from league.selectors.playoffs import playoffs_progress


@dataclass(frozen=True, slots=True, kw_only=True)
class TieSide:
    """A team, or the words that say who it will be."""

    name: str
    is_known: bool
    clan: str
    wins: int
    is_winner: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TieShown:
    label: str  # as other ties name it
    name: str
    best_of: int
    sides: tuple[TieSide, TieSide]
    words: str
    is_over: bool
    match: UUID | None  # the one to be played now, or the last one


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketRound:
    number: int
    name: str  # of those that are for the title
    ties: tuple[TieShown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPlace:
    place: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketShown:
    name: str
    rounds: tuple[BracketRound, ...]
    places: tuple[BracketPlace, ...]  # that are decided, best first


_Names = dict[EntryId, tuple[str, str]]  # the team's and its clan's


def brackets_of(season: Season) -> tuple[BracketShown, ...]:
    """One query, and five for each of the playoffs."""
    playoffs = season.competitions.filter(kind=CompetitionKind.PLAYOFFS)
    found = [_bracket(one) for one in playoffs.order_by("number")]
    return tuple(one for one in found if one is not None)


def _bracket(competition: Competition) -> BracketShown | None:
    progress = playoffs_progress(competition)
    if progress is None:
        return None
    entrants = competition.season.entrants.select_related("team")
    names: _Names = {
        EntryId(one.pk): (one.team.name, one.team.clan)
        for one in entrants.defer("team__state")
    }
    played = competition.fixtures.filter(match__isnull=False).order_by("leg")
    matches = {
        number: uid
        for number, uid, stage in played.values_list(
            "number", "match__uid", "match__stage"
        )
        if stage != MatchStage.CALLED_OFF
    }
    rounds: dict[int, list[TieState]] = {}
    for state in progress.ties:
        rounds.setdefault(state.tie.round, []).append(state)
    return BracketShown(
        name=competition.name,
        rounds=tuple(
            BracketRound(
                number=number,
                name=round_name([one.tie for one in states]),
                ties=tuple(
                    _tie(one, names, matches.get(one.tie.number)) for one in states
                ),
            )
            for number, states in sorted(rounds.items())
        ),
        places=tuple(
            BracketPlace(place=_place_words(one), name=names[one.entry][0])
            for one in progress.finishes
        ),
    )


def _tie(state: TieState, names: _Names, match: UUID | None) -> TieShown:
    first, second = (
        TieSide(
            name=names[entry][0] if entry is not None else slot_words(slot),
            is_known=entry is not None,
            clan=names[entry][1] if entry is not None else "",
            wins=wins,
            is_winner=entry is not None and entry == state.winner,
        )
        for entry, slot, wins in zip(
            state.entries, state.tie.slots, state.wins, strict=True
        )
    )
    teams = {entry: name for entry, (name, _) in names.items()}
    return TieShown(
        label=f"M{state.tie.number}",
        name=state.tie.name,
        best_of=state.tie.best_of,
        sides=(first, second),
        words=tie_words(state, teams),
        is_over=state.is_over,
        match=match,
    )


def _place_words(one: Finish) -> str:
    if one.place == one.last_place:
        return ordinal(one.place)
    return f"{ordinal(one.place)} to {ordinal(one.last_place)}"
