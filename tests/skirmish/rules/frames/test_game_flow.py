"""Setting a game up, step by step."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice, SeededDice
from rulebook.catalogue import catalogue
from rulebook.rules.entries import StealthStart
from skirmish.rules.board.grid import SMALL, gap, name_of, spaces_in
from skirmish.rules.board.sight import sees
from skirmish.rules.challenge import ChallengeRules
from skirmish.rules.figure import AWAY, BOARD, HEALING_HOUSE, LUCKY, TRAINING_GROUND
from skirmish.rules.game import Game
from skirmish.rules.log import CardDrawn, Deployed, MoonShows
from skirmish.rules.setup import GameSetup
from tests.ledger import rule
from tests.skirmish.cast import (
    SEED,
    at,
    drawn_ground,
    figure,
    ninja,
    options,
    play,
    position,
    setup_for,
    start,
    verbs,
)


def team(count: int = 3, **more: object) -> tuple:
    return tuple(ninja(f"N{number}", **more) for number in range(count))


def first_choices(game: Game, until: str) -> Game:
    """Take the first option of everything up to a kind of decision."""
    while game.decision is not None and game.decision.kind != until:
        game.apply(game.decision.nth(game, 0))
    return game


def of_four(holder: int, sizes: tuple[int, ...]) -> Game:
    """A game of four players, of whom that one holds the initiative."""
    shuffle = [0] * 60
    dice = ScriptedDice("void", choices=[holder, *shuffle])
    return Game.new(setup_for(*(team(size) for size in sizes)), dice)


def new(*teams: tuple, **options: object) -> Game:
    return Game.new(setup_for(*teams, **options), SeededDice(SEED))


class Shadows(ChallengeRules):
    """A challenge in which figures begin in Stealth."""

    start = StealthStart.ALL

    @property
    def stealth_start(self) -> StealthStart:
        return self.start


@rule("SETUP-09", "SETUP-10", "SETUP-08", "CARD-23")
def test_the_moon_is_rolled_and_everybody_draws_three_cards() -> None:
    game = new(team(), team())
    shown = [entry.face for entry in game.log if isinstance(entry, MoonShows)]
    assert shown == [game.moon]
    assert [len(seat.hand) for seat in game.seats] == [3, 3]
    whole = len(game.compiled.full_deck())
    assert len(game.deck) == whole - 6
    assert game.round == 1
    assert [seat.score for seat in game.seats] == [0, 0]


@rule("SETUP-10", "SETUP-02")
@pytest.mark.parametrize("holder", [0, 2])
def test_cards_are_drawn_by_one_player_after_the_other(holder: int) -> None:
    game = of_four(holder, (1, 1, 1, 1))
    drawn = [entry.seat for entry in game.log if isinstance(entry, CardDrawn)]
    assert drawn == [(holder + turn) % 4 for turn in range(4) for _ in range(3)]


@rule("CARD-23", "CARD-24")
def test_the_deck_of_the_rulebook_has_52_cards() -> None:
    assert sum(card.copies for card in catalogue().cards.values()) == 52


@rule("SETUP-11", "SETUP-14", "SETUP-15", "SETUP-16", "SETUP-17", "CHAL-RULES-02")
def test_lanterns_and_shrines_are_placed_in_turn_until_all_pass() -> None:
    game = new(team(), team())
    holder = game.initiative
    assert game.decision is not None
    assert game.decision.seat == holder
    assert verbs(game) == {"lantern", "shrine"}
    play(game, "lantern J10")
    assert game.decision.seat == 1 - holder
    assert "J10" not in options(game, "lantern")
    play(game, "shrine K10")
    assert options(game, "radiate") == {
        *("curse", "poison", "slow", "haste", "lucky", "protect")
    }
    play(game, "radiate lucky")
    assert game.shrines == ((at("K10"), LUCKY),)
    play(game, "lantern J12", "lantern J14")
    assert "pass" not in verbs(game)
    play(game, "lantern L14")
    play(game, "pass", "lantern L12", "pass", "pass")
    assert game.decision.kind == "first player"
    assert game.lanterns.bit_count() == 5


@rule("SETUP-11", "MULTI-01")
@pytest.mark.parametrize("holder", [0, 2])
def test_tokens_go_clockwise_from_the_holder_of_initiative(holder: int) -> None:
    game = of_four(holder, (1, 1, 1, 1))
    placers = []
    tokens = ("lantern J8", "shrine J10", "lantern J12", "lantern L8", "shrine L10")
    for token in tokens:
        assert game.decision is not None
        placers.append(game.decision.seat)
        play(game, token)
        if token.startswith("shrine"):
            # Whoever places a shrine says what it radiates.
            assert game.decision.seat == placers[-1]
            play(game, "radiate slow")
    assert placers == [(holder + turn) % 4 for turn in range(5)]


@rule("SETUP-23", "MULTI-01")
def test_deployment_goes_clockwise_past_whoever_has_nobody_left() -> None:
    game = first_choices(of_four(1, (3, 1, 2, 3)), "first player")
    play(game, "name C")
    setting_up = {"edge", "deploy", "place", "facing"}
    while game.decision is not None and game.decision.kind in setting_up:
        game.apply(game.decision.nth(game, 0))
    placed = [game.figures[e.figure].seat for e in game.log if isinstance(e, Deployed)]
    assert placed == [2, 3, 0, 1, 2, 3, 0, 3, 0]


@rule("SETUP-16")
def test_placement_ends_when_all_tokens_are_out() -> None:
    game = new(team(), team())
    spots = iter(["H8", "H10", "H12", "J8", "J10", "J12", "L8", "L10", "L12", "L14"])
    for _ in range(6):
        play(game, f"lantern {next(spots)}")
    assert "lantern" not in verbs(game)
    for _ in range(4):
        play(game, f"shrine {next(spots)}", "radiate slow")
    assert game.decision is not None
    assert game.decision.kind == "first player"


@rule("SETUP-16")
def test_there_are_four_shrines_however_many_lanterns_are_left() -> None:
    game = new(team(), team())
    for space in ("L8", "L10", "L12", "L14"):
        play(game, f"shrine {space}", "radiate slow")
    assert verbs(game) == {"lantern"}


@rule("SETUP-23", "SETUP-24")
def test_more_figures_than_allowed_wait_in_the_training_ground() -> None:
    game = first_choices(new(team(9), team(2)), "turn")
    allowed = game.compiled.challenge.figures_allowed
    on_board = [f for f in game.figures if f.seat == 0 and f.foot]
    waiting = [f for f in game.figures if f.seat == 0 and f.place == TRAINING_GROUND]
    assert (len(on_board), len(waiting)) == (allowed, 9 - allowed)


@rule("SETUP-12", "SETUP-13")
def test_tokens_keep_two_spaces_from_every_deployment_space() -> None:
    game = Game.new(setup_for(team(), team(), ground=drawn_ground()), SeededDice(SEED))
    ground = game.compiled.ground
    marked = [s for edge in ground.deployment for s in spaces_in(edge)]
    assert all(ground.deployment)
    free = {
        name_of(space)
        for space in spaces_in(ground.enterable)
        if min(gap(space, SMALL, other, SMALL) for other in marked) >= 2
    }
    # Whatever the ground is like there, and as close as two spaces.
    for terrain in (ground.rough, ground.elevated, ground.obscuring):
        assert free & {name_of(space) for space in spaces_in(terrain)}
    assert options(game, "lantern") == options(game, "shrine") == free
    play(game, "lantern J10")
    assert options(game, "lantern") == options(game, "shrine") == free - {"J10"}
    play(game, "shrine K11", "radiate lucky")
    assert options(game, "lantern") == options(game, "shrine") == free - {"J10", "K11"}


@rule("SETUP-19", "SETUP-20", "SETUP-22", "SETUP-23", "SETUP-25", "FACE-04")
def test_the_named_player_picks_an_edge_and_deploys_first() -> None:
    game = first_choices(new(team(), team()), "first player")
    assert game.decision is not None
    assert game.decision.seat == game.setup_initiative
    play(game, "name B", "edge east")
    assert [seat.edge for seat in game.seats] == [3, 1]
    assert game.initiative == 1
    assert game.decision.seat == 1
    play(game, "deploy b2")
    own = game.compiled.ground.deployment[1]
    assert {name_of(space) for space in spaces_in(own)} == options(game, "go")
    play(game, "go T10", "face W")
    assert (figure(game, "b2").space, figure(game, "b2").facing) == (at("T10"), 6)
    assert game.decision.seat == 0
    # A player with fewer figures is skipped while the other goes on.
    first_choices(game, "turn")
    assert all(f.place == BOARD for f in game.figures)
    assert game.decision.seat == 1


@rule("SETUP-28")
def test_a_figure_may_begin_in_the_healing_house() -> None:
    game = first_choices(new((ninja(), ninja(healing=True)), team()), "turn")
    assert figure(game, "a2").place == HEALING_HOUSE


@rule("STEALTH-22", "LARGE-16", "SETUP-27")
def test_a_challenge_may_begin_in_stealth_for_all_or_for_small_bases() -> None:
    for begin, expected in (
        (StealthStart.ALL, [True, True]),
        (StealthStart.SMALL_BASE, [True, False]),
        (StealthStart.NONE, [False, False]),
    ):
        challenge = Shadows(catalogue().challenges["brawl"])
        challenge.start = begin
        game = new((ninja(), ninja(large=True)), team(2), challenge=challenge)
        first_choices(game, "turn")
        hidden = [figure(game, label).is_hidden for label in ("a1", "a2")]
        assert hidden == expected


@rule("STEALTH-22")
def test_they_begin_in_stealth_in_the_light_and_before_enemy_eyes() -> None:
    challenge = Shadows(catalogue().challenges["brawl"])
    game = first_choices(new(team(1), team(1), challenge=challenge), "first player")
    game.add_lantern(at("D1"))
    play(game, "name A", "edge south", "go E1", "face N", "go E20", "face S")
    one, other = figure(game, "a1"), figure(game, "b1")
    assert (one.is_hidden, other.is_hidden) == (True, True)
    for figure_ in (one, other):
        game.reveal(figure_, "for a look")
    assert one.foot & game.lantern_light
    assert sees(game, one, other)
    assert sees(game, other, one)


@rule("SETUP-21", "MULTI-03")
def test_among_three_the_others_draw_for_the_free_edges() -> None:
    game = first_choices(new(team(1), team(1), team(1)), "first player")
    play(game, "name C", "edge north")
    assert game.decision is not None
    assert game.decision.kind == "edge"
    assert options(game, "edge") == {"east", "south", "west"}
    first_choices(game, "turn")
    assert len({seat.edge for seat in game.seats}) == 3


@rule("SETUP-04", "MULTI-04")
def test_agreed_sides_make_friends_of_several_seats() -> None:
    setup: GameSetup = setup_for(team(1), team(1), team(1), team(1), sides=(0, 1, 0, 1))
    game = Game.new(setup, SeededDice(SEED))
    assert [f.side for f in game.figures] == [0, 1, 0, 1]
    game.score(0, 2, "test")
    assert [seat.score for seat in game.seats] == [2, 0, 2, 0]


@rule("SETUP-02", "SETUP-01")
def test_a_draw_decides_the_set_up_initiative() -> None:
    dice = ScriptedDice("void", choices=[1, *[0] * 200])
    game = Game.new(setup_for(team(1), team(1)), dice)
    assert game.setup_initiative == 1
    assert game.moon == 1


# --- ties -------------------------------------------------------------------------


def tied(*dice: str, choices: tuple[int, ...] = (), **settings: object) -> Game:
    """The last round of a brawl without a point, with one figure each."""
    game = position(
        {"A1": ninja()},
        {"A20": ninja()},
        dice=ScriptedDice(*dice, choices=choices),
        is_league=False,
        **settings,
    )
    game.round = game.compiled.challenge.rounds
    return start(game)


def end_round(game: Game) -> None:
    """Do nothing up to the next round, a test or the end."""
    before = game.round
    while game.decision is not None and game.decision.kind != "tester":
        if game.round > before or game.decision.kind == "all-star":
            return
        play(game, "end" if game.decision.kind == "activation" else "draw")


@rule("REV-05", "SEQ-17")
def test_a_tie_stands_where_none_is_played_on() -> None:
    game = tied()
    end_round(game)
    assert game.result is not None
    assert (game.result.winners, game.round) == ((0, 1), 6)


@rule("REV-05")
def test_a_tie_is_played_on_until_a_round_ends_with_a_leader() -> None:
    game = tied(choices=(0, 0), extra_rounds=3)
    end_round(game)
    assert (game.result, game.round) == (None, 7)
    end_round(game)
    assert (game.result, game.round) == (None, 8)
    game.score(1, 1, "injured")
    end_round(game)
    assert game.result is not None
    assert (game.result.winners, game.result.why) == ((1,), "rounds over")


@rule("REV-05")
def test_after_the_extra_rounds_one_opposed_test_decides() -> None:
    game = tied(
        *("fire", "air", "air", "fire", "fire", "air"), choices=(0,), extra_rounds=1
    )
    end_round(game)
    end_round(game)
    assert game.round == 7
    play(game, "tester a1", "tester b1")
    assert game.result is not None
    assert (game.result.winners, game.result.why) == ((1,), "tie broken")


@rule("REV-05", "TIMING-01")
def test_the_holder_of_initiative_names_the_tester_of_a_tie_first() -> None:
    game = tied(extra_rounds=0, turn=1)
    end_round(game)
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (1, "tester")


@rule("XP-08")
def test_all_stars_are_named_from_the_winner_of_the_set_up_on() -> None:
    game = position({"A1": ninja()}, {"A20": ninja()}, turn=1)
    game.round = game.compiled.challenge.rounds
    start(game)
    end_round(game)
    named = []
    while game.decision is not None:
        named.append((game.decision.seat, game.decision.kind))
        game.apply(game.decision.nth(game, 0))
    assert named == [(1, "all-star"), (0, "all-star")]


@rule("REV-05")
def test_whoever_has_no_figure_left_loses_the_tie() -> None:
    game = tied(extra_rounds=0)
    game.lift(figure(game, "a1"), AWAY)
    game.advance()
    end_round(game)
    play(game, "tester b1")
    assert game.result is not None
    assert game.result.winners == (1,)


@rule("REV-05")
@pytest.mark.parametrize("lot", [0, 1])
def test_a_lot_decides_if_nobody_has_a_figure_left(lot: int) -> None:
    game = tied(choices=(lot,), extra_rounds=0)
    for label in ("a1", "b1"):
        game.lift(figure(game, label), AWAY)
    game.advance()
    end_round(game)
    assert game.result is not None
    assert game.result.winners == (lot,)


@rule("DOWN-16")
@pytest.mark.parametrize(("has_upkeep", "hurt"), [(True, False), (False, True)])
def test_a_league_may_leave_the_last_upkeep_out(has_upkeep: bool, hurt: bool) -> None:
    game = position(
        {"A1": ninja(), "-1": ninja()},
        {"A20": ninja()},
        is_league=False,
        has_last_upkeep=has_upkeep,
    )
    game.round = game.compiled.challenge.rounds
    figure(game, "a2").place = HEALING_HOUSE
    start(game)
    while game.decision is not None:
        game.apply(game.decision.nth(game, game.decision.count(game) - 1))
    assert game.report.seats[0].figures[1].ended_in_healing_house is hurt
