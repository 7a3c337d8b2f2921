"""When sentries come on, whose turn makes one move, and who decides for it."""

from __future__ import annotations

import pytest

from challenges.rules.challenges.search import Crate, Search
from kernel.dice import ScriptedDice
from skirmish.rules.board.grid import DIRECTION_NAMES
from skirmish.rules.combat import assistants
from skirmish.rules.figure import (
    DELAY,
    HEALING_HOUSE,
    STUN,
    TRAINING_GROUND,
    Figure,
)
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.deployment import may_add_figure
from skirmish.rules.frames.harm import COMBAT, INJURED, Harm
from skirmish.rules.frames.sentry import SentryActivation
from skirmish.rules.game import Game
from skirmish.rules.hooks import AFFINITIES, SETUP_GUARDS, UPKEEP_BEGINS
from skirmish.rules.log import Activated
from skirmish.rules.sentries import sentries
from tests.challenges.cast import earned, scenario, scores
from tests.ledger import rule
from tests.skirmish.cast import (
    at,
    chunin,
    figure,
    ninja,
    options,
    play,
    position,
    start,
    verbs,
)

MISS = ("air", "air", "air")


def guarded(
    *teams: dict,
    crates: str = "",
    posts: tuple[str, ...] = (),
    dice: tuple[str, ...] = (),
    **settings: object,
) -> Game:
    """A position with crates on spaces and the first sentries on theirs."""
    rules = scenario("search")
    assert isinstance(rules, Search)
    game = position(
        *teams, challenge=rules, dice=ScriptedDice(*dice, choices=(0,)), **settings
    )
    rules.lay(game, tuple(Crate(at(space), 0) for space in crates.split()))
    for figure_, post in zip(sentries(game), posts, strict=False):
        space, _, facing = post.partition(" ")
        game.put(figure_, at(space), DIRECTION_NAMES.index(facing or "N"))
    for figure_ in sentries(game)[len(posts) :]:
        game.send(figure_, HEALING_HOUSE)
        game.give(figure_, DELAY, 9)
    return game


def asked(game: Game) -> tuple[int, str]:
    assert game.decision is not None
    return game.decision.seat, game.decision.kind


# --- coming on -------------------------------------------------------------------
@rule("SENTRY-01", "SENTRY-03", "SENTRY-04", "SETUP-18")
def test_all_six_are_posted_in_turn_within_two_spaces_of_what_they_guard() -> None:
    game = guarded({"A1": ninja()}, {"A20": ninja()}, crates="E5 T10", turn=1)
    for sentry in sentries(game):
        game.strip(sentry, keep_delay=False)
        game.send(sentry, TRAINING_GROUND)
    game.trigger(SETUP_GUARDS, None)
    start(game)
    near = {f"{column}{row}" for column in "CDEFG" for row in range(3, 8)} - {"E5"}
    near |= {f"{column}{row}" for column in "RST" for row in range(8, 13)} - {"T10"}
    assert options(game, "go") == near
    turns = []
    for space in ("E6", "E7", "R8", "C3", "G5", "T11"):
        turns.append(asked(game)[0])
        play(game, f"go {space}", "face NE")
    assert turns == [1, 0, 1, 0, 1, 0]
    assert [s.space for s in sentries(game)][:2] == [at("E6"), at("E7")]
    assert {DIRECTION_NAMES[s.facing] for s in sentries(game)} == {"NE"}
    assert len(sentries(game)) == 6
    assert asked(game)[1] == "activation"


@rule("SENTRY-23", "SENTRY-26", "XP-14")
def test_an_injured_sentry_is_delayed_twice_and_worth_the_usual_experience() -> None:
    game = guarded(
        {"E5 N": ninja()},
        {"A20": ninja()},
        posts=("E6 S",),
        dice=("void", "void", "void", "earth", "earth", "earth"),
    )
    start(game)
    play(game, "attack s1")
    sentry = figure(game, "s1")
    assert sentry.place == HEALING_HOUSE
    assert sentry.tokens[DELAY] == 2
    assert earned(game, "a1") == {"injures_enemy": 1}


@rule("SENTRY-26", "XP-14")
def test_harm_done_by_a_sentry_gives_nobody_anything() -> None:
    game = guarded({"E5": chunin()}, {"A20": ninja()}, posts=("E6 S",))
    victim, source = figure(game, "a1").key, figure(game, "s1").key
    game.push(Harm(victims=(victim,), level=INJURED, cause=COMBAT, source=source))
    start(game)
    assert not figure(game, "a1").foot
    assert scores(game) == [0, 0]
    assert game.xp == ()


@rule("SENTRY-24", "SENTRY-27")
def test_sentries_recover_by_themselves_before_the_players_upkeep() -> None:
    game = guarded({"A1": ninja()}, {"A20": ninja()}, crates="E5", posts=("T20",))
    free, held, busy = (figure(game, label) for label in ("s2", "s3", "s1"))
    game.take(free, DELAY, 9)
    busy.is_activated = True
    game.trigger(UPKEEP_BEGINS, None)
    start(game)
    assert not busy.is_activated
    assert asked(game) == (0, "place")
    assert game.decision is not None
    assert game.decision.figure == free.key
    play(game, "go E6", "face S")
    assert free.space == at("E6")
    assert held.place == HEALING_HOUSE


@rule("SENTRY-25", "UPKEEP-15", "MULTI-01")
@pytest.mark.parametrize("holder", [0, 2])
def test_returning_sentries_are_posted_in_turn_before_any_reinforcement(
    holder: int,
) -> None:
    game = guarded(
        *({f"{column}20": ninja(), "-": ninja()} for column in "ACE"),
        crates="E5",
        posts=("T20",),
        turn=holder,
    )
    for label in ("s2", "s3", "s4", "s5"):
        game.take(figure(game, label), DELAY, 9)
    for figure_ in game.figures:
        figure_.is_activated = True
    start(game)
    near = {f"{column}{row}" for column in "CDEFG" for row in range(3, 8)} - {"E5"}
    turns = []
    for space in ("E6", "E7", "D5", "G3"):
        turns.append(asked(game))
        assert options(game, "go") == near
        play(game, f"go {space}", "face N")
        near -= {space}
    assert turns == [((holder + turn) % 3, "place") for turn in range(4)]
    # Only now the players have their upkeep, and their own come on.
    assert asked(game) == (holder, "upkeep")
    play(game, "draw")
    assert asked(game) == (holder, "place")


@rule("CHAL-RULES-01")
@pytest.mark.parametrize(("short", "has_space"), [(1, True), (0, False)])
def test_sentries_do_not_count_among_the_figures_allowed(
    short: int, has_space: bool
) -> None:
    allowed = scenario("search").figures_allowed
    team = {f"A{row}": ninja() for row in range(1, allowed + 1 - short)}
    game = guarded(
        {**team, "-": ninja()}, {"T20": ninja()}, posts=("E5", "E7", "E9", "E11")
    )
    assert may_add_figure(game, 0) is has_space


@rule("SENTRY-30")
def test_with_nothing_left_to_guard_they_stay_away() -> None:
    game = guarded({"A1": ninja()}, {"A20": ninja()}, posts=())
    game.take(figure(game, "s1"), DELAY, 9)
    game.trigger(UPKEEP_BEGINS, None)
    start(game)
    assert figure(game, "s1").place == TRAINING_GROUND
    assert asked(game)[1] == "activation"


# --- whose turn ------------------------------------------------------------------
@rule("SENTRY-06", "SENTRY-07")
def test_after_every_full_cycle_the_winner_of_a_test_moves_a_sentry() -> None:
    game = guarded(
        {"A1": ninja(), "A2": ninja()},
        {"T1": ninja(), "T2": ninja()},
        posts=("E15", "P15"),
        dice=(*MISS, "fire", "air", "air", *MISS, "fire", "fire", "air"),
    )
    start(game)
    play(game, "activate a1", "end")
    assert asked(game) == (1, "turn")
    play(game, "activate b1", "end")
    assert asked(game) == (0, "tester")
    play(game, "tester a2", "tester b1")
    assert asked(game) == (1, "sentry")
    assert options(game, "activate") == {"s1", "s2"}
    play(game, "activate s2")
    assert asked(game) == (1, "activation")
    play(game, "end")
    assert figure(game, "s2").is_activated
    assert asked(game) == (0, "activation")
    play(game, "end", "end", "tester a2", "tester b1")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.figure) == (1, figure(game, "s1").key)


@rule("SENTRY-06")
def test_a_player_without_figures_to_activate_is_not_waited_for() -> None:
    game = guarded(
        {"A1": ninja(), "A2": ninja()},
        {"T1": ninja()},
        posts=("E15",),
        dice=(*MISS, *MISS),
    )
    figure(game, "b1").is_activated = True
    start(game)
    play(game, "activate a1", "end")
    assert asked(game)[1] == "tester"
    play(game, "tester a1", "tester b1", "end")
    assert figure(game, "s1").is_activated


@rule("SENTRY-08")
def test_a_tie_gives_the_sentry_to_whoever_has_the_initiative() -> None:
    game = guarded(
        {"A1": ninja()},
        {"T1": ninja()},
        posts=("E15",),
        dice=("fire", "air", "air", "fire", "air", "air"),
        turn=1,
    )
    start(game)
    play(game, "end", "end", "tester b1", "tester a1")
    assert asked(game) == (1, "activation")


@rule("SENTRY-08", "MULTI-01")
@pytest.mark.parametrize("holder", [0, 1, 2])
def test_in_a_tie_of_two_others_the_holder_of_initiative_moves_it(holder: int) -> None:
    hit = ("fire", "air", "air")
    game = guarded(
        {"A1": ninja()},
        {"T1": ninja()},
        {"T20": ninja()},
        posts=("E15",),
        dice=(*MISS, *hit, *hit),
        turn=holder,
    )
    start(game)
    play(game, "end", "end", "end")
    # Its own figure is the first to roll, and rolls nothing.
    for turn in range(3):
        assert asked(game) == ((holder + turn) % 3, "tester")
        play(game, f"tester {'abc'[(holder + turn) % 3]}1")
    assert asked(game) == (holder, "activation")
    assert game.decision is not None
    assert game.decision.figure == figure(game, "s1").key


@rule("SENTRY-21")
def test_at_the_end_of_a_round_all_the_others_move_with_a_test_each() -> None:
    game = guarded(
        {"A1": ninja()},
        {"T1": ninja()},
        posts=("E15", "P15"),
        dice=(*MISS, *MISS, "fire", *MISS, *MISS, *MISS),
    )
    start(game)
    play(game, "end", "end", "tester a1", "tester b1", "activate s1", "end")
    assert asked(game) == (0, "tester")
    assert game.round == 1
    play(game, "tester a1", "tester b1")
    assert game.decision is not None
    assert game.decision.figure == figure(game, "s2").key
    play(game, "end")
    assert asked(game)[1] == "upkeep"


@rule("SENTRY-22")
def test_without_an_unactivated_sentry_there_is_no_test() -> None:
    game = guarded(
        {"A1": ninja(), "A2": ninja()}, {"T1": ninja(), "T2": ninja()}, posts=("E15",)
    )
    figure(game, "s1").is_activated = True
    start(game)
    play(game, "activate a1", "end", "activate b1", "end")
    assert asked(game)[1] == "activation"
    play(game, "end", "end")
    assert asked(game)[1] == "upkeep"


@rule("SENTRY-33")
def test_with_nobody_on_the_board_the_initiative_holder_moves_it() -> None:
    game = guarded({"-": ninja()}, {"-": ninja()}, posts=("E15",), turn=1)
    start(game)
    assert asked(game) == (1, "activation")
    assert game.decision is not None
    assert game.decision.figure == figure(game, "s1").key


# --- deciding --------------------------------------------------------------------
@rule("SENTRY-19")
def test_an_attacked_sentry_is_played_by_the_attackers_left_neighbour() -> None:
    game = guarded(
        {"A1": ninja()},
        {"E5 N": ninja(at=1)},
        {"T1": ninja()},
        posts=("E6 S",),
        dice=("air", "earth", "void", "spirit"),
        turn=1,
    )
    start(game)
    play(game, "attack s1")
    assert asked(game) == (2, "result")


@rule("SENTRY-20")
def test_a_sentry_tests_on_any_affinity_of_its_controllers_team() -> None:
    game = guarded(
        {"A1": ninja(affinities=("fire",)), "-": ninja(affinities=("void",))},
        {"T1": ninja(affinities=("water",))},
        posts=("E15",),
    )
    sentry = figure(game, "s1")
    game.push(SentryActivation(figure=sentry.key, seat=0))
    start(game)
    play(game, "search")
    assert options(game, "affinity") == {"fire", "void"}
    game.push(SentryActivation(figure=sentry.key, seat=1))
    assert game.modify(AFFINITIES, sentry, sentry, 0) == (
        figure(game, "b1").card.affinities
    )


@rule("SENTRY-29", "SETUP-04")
def test_a_sentry_is_everybodys_enemy_even_its_controllers() -> None:
    game = guarded({"E5": ninja()}, {"T1": ninja()}, posts=("E6 S",))
    sentry = figure(game, "s1")
    assert sentry.side not in {seat.side for seat in game.seats}
    for label in ("a1", "b1"):
        zones = game.enemy_zones(figure(game, label))
        assert zones >> at("E5") & 1
    start(game)
    assert options(game, "attack") == {"s1"}


@rule("DODGE-12")
def test_a_sentry_makes_a_figure_dodge() -> None:
    game = guarded({"E5": ninja()}, {"T1": ninja()}, posts=("E6 N",), dice=MISS)
    start(game)
    play(game, "go E4")
    mover = figure(game, "a1")
    assert (mover.space, mover.tokens[STUN]) == (at("E5"), 1)


@rule("DODGE-12")
def test_a_figure_makes_a_sentry_dodge() -> None:
    """It goes for whom it sees, out of the zone of one who stands behind it."""
    game = guarded({"E5 S": ninja()}, {"E10 N": ninja()}, posts=("E6 N",), dice=MISS)
    sentry = figure(game, "s1")
    game.push(SentryActivation(figure=sentry.key, seat=1))
    start(game)
    play(game, "go E7")
    assert (sentry.space, sentry.tokens[STUN]) == (at("E6"), 1)


@rule("SENTRY-27")
def test_statuses_work_on_sentries() -> None:
    game = guarded({"A1": ninja()}, {"T1": ninja()}, posts=("E15",))
    sentry = figure(game, "s1")
    game.give(sentry, STUN, 2)
    victim = (sentry.key,)
    game.push(Harm(victims=victim, level=1, cause=COMBAT, source=0))
    start(game)
    assert sentry.place == HEALING_HOUSE
    assert "activate" not in verbs(game)


@rule("SEQ-04", "SENTRY-21")
def test_the_round_goes_on_until_the_last_sentry_has_activated() -> None:
    game = guarded(
        {"A1": ninja()}, {"A20": ninja()}, posts=("T1", "T20", "T10"), dice=MISS * 8
    )
    start(game)
    while asked(game)[1] != "upkeep":
        first = "end" if "end" in verbs(game) else None
        if first:
            play(game, first)
        else:
            assert game.decision is not None
            game.apply(game.decision.nth(game, 0))
    went = [entry.figure for entry in game.log if isinstance(entry, Activated)]
    labels = ("a1", "b1", "s1", "s2", "s3")
    assert sorted(went) == sorted(figure(game, label).key for label in labels)


@rule("ASSIST-09")
def test_a_sentry_beside_an_assistant_keeps_it_from_helping_others() -> None:
    def fight(post: str) -> list[Figure]:
        game = guarded({"E5 N": ninja(), "D7": ninja()}, {"E6": ninja()}, posts=(post,))
        keys = [figure(game, label).key for label in ("a1", "b1")]
        attack = Attack(attacker=keys[0], defender=keys[1])
        return assistants(game, attack, figure(game, "a1"), figure(game, "b1"))

    assert [f.card.label for f in fight("T20")] == ["a2"]
    assert fight("C8") == []


@rule("ASSIST-09", "SENTRY-18")
def test_a_sentry_that_fights_itself_keeps_nobody_from_it_and_is_helped() -> None:
    game = guarded(
        {"E5 N": ninja(), "D7": ninja()}, {"T20": ninja()}, posts=("E6", "F4")
    )
    one, other = figure(game, "a1"), figure(game, "s1")
    attack = Attack(attacker=one.key, defender=other.key)
    assert assistants(game, attack, one, other) == [figure(game, "a2")]
    assert assistants(game, attack, other, one) == [figure(game, "s2")]
