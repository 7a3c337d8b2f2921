"""Progress of playoffs: who fills which slot, and who finishes where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from msgspec.structs import replace

from league.rules.competitions.brackets import (
    Bracket,
    GroupPlace,
    LoserOf,
    Seed,
    Slot,
    Tie,
    WinnerOf,
    slot_label,
)
from league.rules.competitions.results import EntryId, LeagueValue, Result


class TieState(LeagueValue, frozen=True, kw_only=True):
    """The state of one tie."""

    tie: Tie
    # The team in each slot; None while it is unknown, or if the slot stays empty.
    entries: tuple[EntryId | None, EntryId | None]
    # The teams that belong there according to corrected results, if others have started
    # to play.
    rightful: tuple[EntryId | None, EntryId | None] | None = None
    wins: tuple[int, int] = (0, 0)
    winner: EntryId | None = None
    loser: EntryId | None = None
    is_over: bool = False
    is_walkover: bool = False

    @property
    def is_ready(self) -> bool:
        """Return whether a game can be played now."""
        return not self.is_over and None not in self.entries


class Finish(LeagueValue, frozen=True, kw_only=True):
    """The place a team finished in, or the places it shares."""

    entry: EntryId
    place: int
    last_place: int


class Progress(LeagueValue, frozen=True, kw_only=True):
    ties: tuple[TieState, ...]
    finishes: tuple[Finish, ...]  # best first
    champion: EntryId | None

    @property
    def is_over(self) -> bool:
        """Return whether every tie is decided, even without a winner."""
        return all(one.is_over for one in self.ties)


def progress(
    bracket: Bracket,
    *,
    games: Mapping[int, Sequence[Result]],
    seeding: Sequence[EntryId] = (),
    groups: Mapping[str, Sequence[EntryId]] | None = None,
    withdrawn: AbstractSet[EntryId] = frozenset(),
) -> Progress:
    """Fill the slots of a bracket from what is known.

    `games` are results by tie number; `seeding` and `groups` are the final order of
    the standings before it, and are left out until they are final. Teams that
    withdrew lose their unplayed games; if no one can fill their slot any more, the
    other side advances.
    """
    known = _sources(bracket, seeding, groups or {})
    states = []
    for tie in bracket.ties:
        state = _state(tie, known, games.get(tie.number, ()), withdrawn)
        states.append(state)
        if state.is_over:
            known[WinnerOf(tie=tie.number)] = state.winner
            known[LoserOf(tie=tie.number)] = state.loser
    finishes = _finishes(bracket, states)
    champion = next((one.entry for one in finishes if one.last_place == 1), None)
    return Progress(ties=tuple(states), finishes=finishes, champion=champion)


# The slots that are decided: a team, or None if they stay empty. Others are open.
_Known = dict[Slot, EntryId | None]


def _sources(
    bracket: Bracket,
    seeding: Sequence[EntryId],
    groups: Mapping[str, Sequence[EntryId]],
) -> _Known:
    known: _Known = {}
    for tie in bracket.ties:
        for slot in tie.slots:
            order: Sequence[EntryId] = ()
            place = 0
            if isinstance(slot, Seed):
                order, place = seeding, slot.number
            elif isinstance(slot, GroupPlace):
                order, place = groups.get(slot.group, ()), slot.place
            if order:
                # If the standings have fewer teams than planned, slots stay empty.
                known[slot] = order[place - 1] if place <= len(order) else None
    return known


def _state(
    tie: Tie,
    known: _Known,
    results: Sequence[Result],
    withdrawn: AbstractSet[EntryId],
) -> TieState:
    rightful = (known.get(tie.slots[0]), known.get(tie.slots[1]))
    # A tie that has started keeps its teams, even if an earlier tie is corrected: a
    # match that was played still counts.
    first, second = entries = _players(results) or rightful
    state = TieState(
        tie=tie, entries=entries, rightful=rightful if entries != rightful else None
    )
    if entries == rightful and any(slot not in known for slot in tie.slots):
        return state
    wins = wins_of(entries, results, tie.wins_needed)
    state = replace(state, wins=wins)
    for mine, theirs, won in ((first, second, wins[0]), (second, first, wins[1])):
        if mine is not None and won >= tie.wins_needed:
            return replace(state, winner=mine, loser=theirs, is_over=True)
    gone = [entry is None or entry in withdrawn for entry in entries]
    if not any(gone):
        return state
    # A team that withdrew takes no later place either, so this tie has no loser.
    winner = None if all(gone) else entries[gone.index(False)]
    return replace(state, winner=winner, is_over=True, is_walkover=True)


def _players(results: Sequence[Result]) -> tuple[EntryId, EntryId] | None:
    """Return the teams that have met in this tie."""
    for result in results:
        if len(result.parts) == 2:
            one, other = result.parts
            return (one.entry, other.entry)
    return None


def wins_of(
    entries: tuple[EntryId | None, EntryId | None],
    results: Sequence[Result],
    needed: int,
) -> tuple[int, int]:
    """Return the games a team has won alone, up to the number needed."""
    won = [0, 0]
    for result in results:
        present = [part for part in result.parts if not part.is_forfeit]
        best = min((part.place for part in present), default=0)
        first = [part.entry for part in present if part.place == best]
        if max(won) < needed and len(first) == 1 and first[0] in entries:
            won[entries.index(first[0])] += 1
    return (won[0], won[1])


def _finishes(bracket: Bracket, states: Sequence[TieState]) -> tuple[Finish, ...]:
    going_on = {slot for tie in bracket.ties for slot in tie.slots}
    found = []
    for state in states:
        if not state.is_over:
            continue
        tie = state.tie
        half = tie.places_at_stake // 2
        last = min(tie.first_place + tie.places_at_stake - 1, bracket.team_count)
        if state.winner is not None and WinnerOf(tie=tie.number) not in going_on:
            found.append(
                Finish(
                    entry=state.winner,
                    place=tie.first_place,
                    last_place=tie.first_place + half - 1,
                )
            )
        left = state.loser
        if left is None and state.is_walkover:
            left = next((one for one in state.entries if one != state.winner), None)
        if left is not None and LoserOf(tie=tie.number) not in going_on:
            found.append(
                Finish(entry=left, place=tie.first_place + half, last_place=last)
            )
    return tuple(sorted(found, key=lambda one: (one.place, one.last_place, one.entry)))


def tie_sentence(state: TieState, names: Mapping[EntryId, str]) -> str:
    """Return the state of a tie as a sentence."""
    if state.is_walkover and state.winner is not None:
        verb = "wins" if state.tie.places_at_stake == 2 else "advances"
        if sum(state.wins):
            return f"{names[state.winner]} {verb} without another match."
        return f"{names[state.winner]} {verb} without playing."
    one, other = (
        names[entry] if entry is not None else slot_label(slot)
        for entry, slot in zip(state.entries, state.tie.slots, strict=True)
    )
    if state.winner is not None:
        winner = names[state.winner]
        score = f" {max(state.wins)} to {min(state.wins)}"
        beaten = other if winner == one else one
        return f"{winner} beat {beaten}{score if state.tie.best_of > 1 else ''}."
    if state.is_over:
        return "Neither team is left to play."
    legs = "" if state.tie.best_of == 1 else f" (best of {state.tie.best_of})"
    if not sum(state.wins):
        return f"{one} plays {other}{legs}."
    mine, theirs = state.wins
    if mine == theirs:
        return f"{one} and {other} are level at {mine} to {theirs}{legs}."
    leader, trailer = (one, other) if mine > theirs else (other, one)
    return f"{leader} leads {trailer} {max(state.wins)} to {min(state.wins)}{legs}."
