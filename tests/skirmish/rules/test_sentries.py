"""What sentries are, see and go for."""

from __future__ import annotations

from skirmish.rules.board.reach import gait_of
from skirmish.rules.sentries import (
    closest_seen,
    posts,
    sentries,
    steps_towards,
)
from tests.ledger import rule
from tests.skirmish.cast import (
    at,
    figure,
    ninja,
    plain_ground,
    spaces,
)
from tests.skirmish.rules.common_rules.test_sentries import guarded


@rule("SENTRY-01", "SENTRY-02")
def test_there_are_six_samurai_of_one_kind() -> None:
    game = guarded({"A1": ninja()}, {"A20": ninja()})
    cards = [sentry.card for sentry in sentries(game)]
    assert len(cards) == 6
    assert {(c.mv, c.at, c.df, c.size, c.behaviours, c.type) for c in cards} == {
        (5, 3, 3, 0, (), "sentry")
    }


@rule("SENTRY-05")
def test_with_no_room_close_by_the_nearest_free_space_is_the_post() -> None:
    block = " ".join(
        f"{c}{r}" for c in "CDEFG" for r in range(3, 8) if f"{c}{r}" != "E5"
    )
    game = guarded({"A1": ninja()}, {"A20": ninja()}, crates="E5")
    game.set_barred(spaces(block))
    ring = {f"{c}{r}" for c in "BCDEFGH" for r in range(2, 9)}
    inner = {f"{c}{r}" for c in "CDEFG" for r in range(3, 8)}
    assert posts(game, figure(game, "s1")) == spaces(" ".join(ring - inner))


@rule("SENTRY-09", "SENTRY-10", "SENTRY-16")
def test_it_goes_for_the_nearest_it_sees_within_five_spaces() -> None:
    game = guarded(
        {"E10": ninja(), "G10": ninja(), "E2": ninja()},
        {"H8": ninja()},
        posts=("E5 N", "E7"),
    )
    sentry = figure(game, "s1")
    # s2 stands in the way of a1; of the others b1 is nearest, a2 as far as five.
    assert closest_seen(game, sentry) == 1 << figure(game, "b1").key
    game.hide(figure(game, "b1"))
    assert closest_seen(game, sentry) == 1 << figure(game, "a2").key
    game.hide(figure(game, "a2"))
    # a3 is behind it.
    assert closest_seen(game, sentry) == 0
    game.face(sentry, 4)
    assert closest_seen(game, sentry) == 1 << figure(game, "a3").key


@rule("SENTRY-15")
def test_whoever_is_further_away_is_ignored() -> None:
    game = guarded({"E11": ninja()}, {"A20": ninja()}, posts=("E5 N",))
    assert closest_seen(game, figure(game, "s1")) == 0
    game.put(figure(game, "a1"), at("E10"))
    assert closest_seen(game, figure(game, "s1")) == 1


@rule("SENTRY-12")
def test_only_cheapest_ways_are_gone() -> None:
    game = guarded(
        {"E9": ninja()},
        {"A20": ninja()},
        posts=("E5 N",),
        ground=plain_ground(rough="E6 E7"),
    )
    sentry = figure(game, "s1")
    prey = figure(game, "a1").foot
    steps = steps_towards(game, sentry, gait_of(game, sentry), prey)
    # Over E6 and E7 it would cost more than round them.
    assert steps == spaces("D6 F6")


@rule("SENTRY-13")
def test_where_no_way_leads_it_goes_as_near_as_it_can() -> None:
    game = guarded({"E9": ninja()}, {"A20": ninja()}, posts=("E5 N",))
    wall = {f"{c}{r}" for c in "CDEFG" for r in range(7, 12)}
    inside = {f"{c}{r}" for c in "DEF" for r in range(8, 11)}
    game.set_barred(spaces(" ".join(wall - inside)))
    sentry = figure(game, "s1")
    prey = figure(game, "a1").foot
    steps = steps_towards(game, sentry, gait_of(game, sentry), prey)
    assert steps == spaces("D6 E6 F6")
    game.put(sentry, at("E6"))
    assert steps_towards(game, sentry, gait_of(game, sentry), prey) == 0
