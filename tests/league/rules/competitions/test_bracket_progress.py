"""Playoffs as they are played."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from league.rules.competitions.bracket_progress import Progress, progress, tie_sentence
from league.rules.competitions.brackets import Bracket, group_slots, knockout, seeds
from league.rules.competitions.results import EntryId, Result
from tests.league.rules.games import NAMES, entry, forfeit, game
from tests.ledger import rule

pytestmark = rule("LEAGUE-06")

SEEDING = [entry(number) for number in range(1, 9)]
TOLD = {entry(number): name for number, name in enumerate(NAMES, start=1)}


def beat(one: int, other: int) -> Result:
    return game((one, 2), (other, 1))


def played(
    bracket: Bracket,
    games: dict[int, list[Result]],
    *,
    teams: int = 4,
    withdrawn: tuple[int, ...] = (),
) -> Progress:
    return progress(
        bracket,
        games=games,
        seeding=SEEDING[:teams],
        withdrawn={entry(number) for number in withdrawn},
    )


def finishes(found: Progress) -> list[tuple[int, int, int]]:
    return [(int(one.entry), one.place, one.last_place) for one in found.finishes]


def test_winners_and_losers_fill_their_slots() -> None:
    bracket = knockout(seeds(4), places=4)
    half = played(bracket, {1: [beat(4, 1)]})
    assert half.ties[0].winner == 4
    assert half.ties[2].entries == (4, None)
    assert half.ties[3].entries == (1, None)
    assert [state.is_ready for state in half.ties] == [False, True, False, False]
    games = {1: [beat(4, 1)], 2: [beat(2, 3)], 3: [beat(2, 4)], 4: [beat(1, 3)]}
    done = played(bracket, games)
    assert finishes(done) == [(2, 1, 1), (4, 2, 2), (1, 3, 3), (3, 4, 4)]
    assert done.champion == 2
    assert half.champion is None


def test_who_is_not_played_out_shares_places() -> None:
    games = {1: [beat(1, 8)], 2: [beat(4, 5)], 3: [beat(2, 7)], 4: [beat(3, 6)]}
    found = played(knockout(seeds(8)), games, teams=8)
    assert finishes(found) == [(n, 5, 8) for n in (5, 6, 7, 8)]
    six = played(knockout(seeds(6)), {1: [beat(4, 5)]}, teams=6)
    assert finishes(six) == [(5, 5, 6)]


def test_a_tie_ends_with_the_win_that_is_needed() -> None:
    bracket = knockout(seeds(2), best_of=(3,))
    one_all = [beat(1, 2), beat(2, 1)]
    open_ = played(bracket, {1: one_all}, teams=2).ties[0]
    assert (open_.wins, open_.is_over) == ((1, 1), False)
    assert (
        tie_sentence(open_, TOLD) == "Ayame and Botan are level at 1 to 1 (best of 3)."
    )
    drawn = [*one_all, game((1, 1), (2, 1))]
    assert not played(bracket, {1: drawn}, teams=2).ties[0].is_over
    over = played(bracket, {1: [*drawn, beat(2, 1)]}, teams=2).ties[0]
    assert (over.winner, over.loser) == (2, 1)
    assert tie_sentence(over, TOLD) == "Botan beat Ayame 2 to 1."


def test_a_single_game_is_not_counted() -> None:
    once = played(knockout(seeds(2)), {1: [beat(2, 1)]}, teams=2).ties[0]
    assert tie_sentence(once, TOLD) == "Botan beat Ayame."


def test_a_forfeit_is_a_win_for_the_other() -> None:
    found = played(knockout(seeds(2)), {1: [forfeit(1, 2)]}, teams=2)
    assert found.champion == 2


def test_before_the_tables_are_final_only_slots_are_known() -> None:
    bracket = knockout(seeds(4))
    found = progress(bracket, games={})
    assert all(state.entries == (None, None) for state in found.ties)
    assert tie_sentence(found.ties[0], TOLD) == "seed 1 plays seed 4."
    assert tie_sentence(found.ties[2], TOLD) == "winner of M1 plays winner of M2."


def test_groups_fill_their_places_one_by_one() -> None:
    bracket = knockout(group_slots("AB", from_each=2))
    found = progress(bracket, games={}, groups={"A": [entry(5), entry(6)]})
    assert [state.entries for state in found.ties[:2]] == [(5, None), (None, 6)]
    assert tie_sentence(found.ties[0], TOLD) == "Enoki plays 2nd of group B."


@rule("LEAGUE-15")
def test_the_opponent_of_a_team_that_left_goes_on() -> None:
    bracket = knockout(seeds(4), places=4)
    found = played(bracket, {2: [beat(2, 3)]}, withdrawn=(1,))
    assert found.ties[0].winner == 4
    assert found.ties[0].is_walkover
    assert found.ties[2].entries == (4, 2)
    # Nobody is left for the third place but the loser of the other semi-final.
    assert found.ties[3].winner == 3
    assert (3, 3, 3) in finishes(found)
    assert tie_sentence(found.ties[0], TOLD) == "Daiko advances without playing."


@rule("LEAGUE-15")
def test_what_was_won_before_leaving_stands() -> None:
    bracket = knockout(seeds(4))
    games = {1: [beat(1, 4)], 2: [beat(2, 3)], 3: [beat(1, 2)]}
    assert played(bracket, games, withdrawn=(1,)).champion == 1


@rule("LEAGUE-15")
def test_who_leaves_before_the_final_is_second() -> None:
    games = {1: [beat(1, 4)], 2: [beat(2, 3)]}
    found = played(knockout(seeds(4)), games, withdrawn=(1,))
    assert finishes(found) == [(2, 1, 1), (1, 2, 2), (3, 3, 4), (4, 3, 4)]


def test_two_teams_that_left_send_nobody_on() -> None:
    found = played(knockout(seeds(4)), {}, withdrawn=(1, 4))
    assert found.ties[0].winner is None
    assert tie_sentence(found.ties[0], TOLD) == "Neither team is left to play."
    decided = played(knockout(seeds(4)), {2: [beat(3, 2)]}, withdrawn=(1, 4))
    assert decided.champion == 3


def test_a_table_shorter_than_planned_leaves_slots_empty() -> None:
    found = played(knockout(seeds(4)), {2: [beat(2, 3)]}, teams=3)
    assert found.ties[0].winner == 1
    assert found.ties[2].entries == (1, 2)


@settings(max_examples=40, deadline=None)
@given(
    count=st.integers(2, 8),
    places=st.integers(2, 8),
    upsets=st.lists(st.booleans(), min_size=16, max_size=16),
)
def test_a_whole_playoff_places_everybody_once(
    count: int, places: int, upsets: list[bool]
) -> None:
    bracket = knockout(seeds(count), places=places)
    games: dict[int, list[Result]] = {}
    for tie in bracket.ties:
        state = played(bracket, games, teams=count).ties[tie.number - 1]
        one, other = (EntryId(found or 0) for found in state.entries)
        assert one != other
        assert state.is_ready or state.is_walkover
        if state.is_ready:
            winner, loser = (other, one) if upsets[tie.number] else (one, other)
            games[tie.number] = [beat(winner, loser)]
    found = played(bracket, games, teams=count)
    assert all(state.is_over for state in found.ties)
    assert sorted(one.entry for one in found.finishes) == SEEDING[:count]
    assert [one.place for one in found.finishes][:2] == [1, 2]
    for rank, one in enumerate(found.finishes, start=1):
        assert one.place <= rank <= one.last_place
