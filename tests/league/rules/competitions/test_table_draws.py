"""Swiss rounds and lots at tables of three or four."""

from __future__ import annotations

from itertools import combinations

import pytest

from kernel.errors import Refusal
from league.rules.competitions.multiplayer_rounds import draw_round
from league.rules.competitions.pairing_explanations import price_of_override, swap
from league.rules.competitions.pairing_weights import (
    CHANCE,
    Draw,
    Level,
    Pairing,
    total,
)
from league.rules.competitions.swiss import pair_round
from tests.league.rules.entrants import drawn, entrant, entrants, numbers
from tests.league.rules.games import entry, game
from tests.ledger import rule

pytestmark = rule("LEAGUE-06", "GROUP-02")


def field(count: int, **more: object) -> Draw:
    points = [(number * 7) % 5 for number in range(count)]
    return drawn(entrants(*points), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("levels", [frozenset(Level), CHANCE])
@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("teams", range(2, 25))
def test_everyone_is_seated_once_and_no_swap_is_better(
    teams: int, size: int, levels: frozenset[Level]
) -> None:
    draw = field(teams, levels=levels)
    made = draw_round(draw, size=size)
    assert sorted(one for table in made for one in table.entries) == list(draw.entrants)
    assert {len(table.entries) for table in made} <= {2, 3, 4}
    assert made == draw_round(draw, size=size)
    weight = total(draw, made)
    for one, other in combinations(draw.entrants, 2):
        assert total(draw, swap(made, one, other)) >= weight


def test_teams_on_equal_points_share_a_table() -> None:
    made = draw_round(drawn(entrants(6, 0, 6, 3, 0, 3, 3, 6, 0)), size=3)
    assert numbers(made) == [(1, 3, 8), (4, 6, 7), (2, 5, 9)]
    assert made[0].why == ("All of them have 6 points.",)


def test_teams_that_have_met_are_seated_apart() -> None:
    first = game((1, 3), (2, 0), (3, 0)), game((4, 3), (5, 0), (6, 0))
    third = game((7, 3), (8, 0), (9, 0))
    made = draw_round(drawn(entrants(*[0] * 9), *first, third), size=3)
    groups = [{(int(one) - 1) // 3 for one in table.entries} for table in made]
    assert groups == [{0, 1, 2}] * 3


def test_rematch_that_cannot_be_avoided_is_explained() -> None:
    made = draw_round(drawn(entrants(3, 0, 0), game((1, 1), (2, 0))), size=3)
    why = made[0].why
    assert why[0].startswith("They are close in points: ")
    assert any(
        "have already met once. Any swap would make the round less even." in one
        for one in why
    )


def test_teams_of_one_club_sit_apart_if_points_allow_it() -> None:
    teams = [entrant(n, club="Kites" if n <= 2 else "") for n in range(1, 7)]
    made = draw_round(drawn(teams), size=3)
    assert not any({entry(1), entry(2)} <= set(table.entries) for table in made)
    crowded = [entrant(n, club="Kites") for n in range(1, 4)]
    (table,) = draw_round(drawn(crowded), size=3)
    assert sum("both play at Kites" in one for one in table.why) == 3


def test_lots_say_that_chance_decided() -> None:
    made = draw_round(field(6, levels=CHANCE), size=3)
    assert [table.why for table in made] == [("Drawn at random.",)] * 2


def test_teams_kept_apart_never_share_a_table() -> None:
    apart = [(1, 2), (1, 3), (2, 3)]
    made = draw_round(drawn(entrants(9, 9, 9, *[0] * 6), apart=apart), size=3)
    for table in made:
        assert len({entry(1), entry(2), entry(3)} & set(table.entries)) == 1


def test_draw_is_refused_if_teams_cannot_be_kept_apart() -> None:
    with pytest.raises(Refusal, match="cannot be kept at different tables"):
        draw_round(drawn(entrants(0, 0, 0), apart=[(1, 2)]), size=3)


def test_single_team_has_a_bye() -> None:
    (table,) = draw_round(drawn(entrants(0)), size=3)
    assert table.is_bye


def test_tables_of_two_are_drawn_as_before() -> None:
    draw = field(7)
    assert draw_round(draw, size=2) == draw_round(draw) == pair_round(draw)


def test_small_table_says_why_it_is_small() -> None:
    made = draw_round(drawn(entrants(0, 0, 0, 0, 0)), size=3)
    assert made[1].why[-1] == (
        "5 teams do not divide into tables of three, so this one seats two."
    )


def test_large_field_is_drawn_in_a_moment() -> None:
    made = draw_round(field(200), size=4)
    assert [len(table.entries) for table in made] == [4] * 50


@rule("NM-02")
def test_swap_at_tables_is_priced_by_all_pairs_it_changes() -> None:
    draw = drawn(entrants(3, 3, 3, 0, 0, 0), game((1, 1), (4, 0)))
    made = draw_round(draw, size=3)
    wanted = swap(made, entry(3), entry(4))
    price = price_of_override(draw, made, wanted)
    assert not price.is_better
    assert "Distance in league points (squared): +36." in price.price
    assert sum("league points apart" in one for one in price.price) == 4
    assert sum("already" in one for one in price.price) == 1


@rule("NM-02")
def test_swap_in_a_schedule_names_pairs_that_meet_twice_or_never() -> None:
    draw = drawn(entrants(*[0] * 6))
    tables = [(1, 2, 3), (4, 5, 6)]
    made = [Pairing(entries=tuple(map(entry, table))) for table in tables]
    wanted = swap(made, entry(3), entry(4))
    elsewhere = {(entry(1), entry(4)): "Round 2"}
    price = price_of_override(draw, made, wanted, elsewhere=elsewhere).price
    assert sum("already meet in Round 2" in one for one in price) == 1
    assert sum("would not meet at all" in one for one in price) == 4


def test_first_round_of_a_seeded_season_spreads_the_seeds_over_the_tables() -> None:
    teams = [entrant(number, seeding=number) for number in range(1, 10)]
    made = draw_round(drawn(teams), size=3)
    assert numbers(made) == [(1, 4, 7), (2, 5, 8), (3, 6, 9)]
