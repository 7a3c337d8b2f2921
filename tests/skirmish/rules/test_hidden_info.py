"""A seat's view keeps every secret, and can be made a whole game again."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from challenges.rules.challenges.registry import SCENARIOS
from challenges.rules.challenges.search import TO_PLACE, Search
from kernel.dice import ScriptedDice, SeededDice
from skirmish.rules.decision import Choice, Decision, Frame
from skirmish.rules.figure import Figure
from skirmish.rules.frames.initiative import Initiative
from skirmish.rules.game import Game
from skirmish.rules.hidden_info import NoDice, sample_hidden
from skirmish.rules.seat import Seat
from skirmish.rules.setup import GameSetup
from tests.challenges.cast import scenario
from tests.ledger import rule
from tests.skirmish.cast import drawn_ground, ninja, play, position, setup_for, start
from tests.skirmish.random_play import check_boards, check_cards, mixed_team, seed_of


@cache
def setup_of(slug: str = "brawl", players: int = 2, **options: object) -> GameSetup:
    teams = [mixed_team() for _ in range(players)]
    sides = (0, 1, 0, 1) if players > 2 and slug.startswith("intercept") else None
    return setup_for(
        *teams,
        challenge=scenario(slug),
        ground=drawn_ground(),
        sides=sides,
        **options,
    )


def begun(slug: str, number: int, steps: int, **options: object) -> Game:
    """A game after some random choices, or after fewer if it was over before."""
    game = Game.new(setup_of(slug, **options), SeededDice(seed_of(number)))
    random = Random(number)
    for _ in range(steps):
        if game.decision is None:
            return begun(slug, number, steps // 2, **options)
        count = game.decision.count(game)
        game.apply(game.decision.nth(game, random.randrange(count)))
    return game


def with_other_secrets(game: Game, seat: int, random: Random) -> Game:
    """The same game as far as a seat knows, with all that is hidden mixed up."""
    twin = game.copy()
    twin.dice = SeededDice(seed_of(random.randrange(10**9)))
    others = [s for s in twin.seats if s.index != seat]
    cards = [*twin.deck, *(card for other in others for card in other.hand)]
    random.shuffle(cards)
    for other in others:
        held = len(other.hand)
        twin.hold(other, tuple(cards[:held]))
        cards = cards[held:]
    twin.deck = tuple(cards)
    challenge = twin.compiled.challenge
    if isinstance(challenge, Search):
        crates, coming = challenge.crates(twin), twin.notes.get(TO_PLACE, ())
        faces = [crate.face for crate in crates if not crate.is_open] + list(coming)
        random.shuffle(faces)
        unseen = iter(faces)
        twin.notes["crates"] = tuple(
            crate if crate.is_open else crate._replace(face=next(unseen))
            for crate in crates
        )
        twin.notes[TO_PLACE] = tuple(unseen)
    # Its options are counted anew, so that a secret would show in them.
    if game.decision is not None:
        asked = game.decision
        twin.decision = Decision(asked.seat, asked.kind, asked.figure)
    return twin


@settings(max_examples=12)
@given(st.sampled_from(["brawl", "search"]), st.integers(0, 300), st.integers(0, 99))
def test_what_a_seat_cannot_know_changes_nothing_that_it_is_told(
    slug: str, steps: int, number: int
) -> None:
    game = begun(slug, number, steps)
    assert game.decision is not None
    seat = game.decision.seat
    twin = with_other_secrets(game, seat, Random(number))
    mine, other = game.view(seat), twin.view(seat)
    assert mine == other
    assert mine.objectives == other.objectives
    assert mine.known_game.facts() == other.known_game.facts()
    dice = SeededDice(seed_of(number + 1))
    one, same = sample_hidden(mine, dice.copy()), sample_hidden(other, dice.copy())
    assert one.facts() == same.facts()
    assert one.dice.roll(6) == same.dice.roll(6)


@pytest.mark.parametrize("slug", sorted(SCENARIOS))
def test_a_determinised_game_looks_the_same_and_can_be_played_to_its_end(
    slug: str,
) -> None:
    game = begun(slug, 5, 220)
    assert game.decision is not None
    seat = game.decision.seat
    view = game.view(seat, with_log=False)
    guess = sample_hidden(view, SeededDice(seed_of(77)))
    check_cards(guess)
    assert guess.view(seat, with_log=False) == view
    random = Random(6)
    for _ in range(3000):
        if guess.decision is None:
            break
        count = guess.decision.count(guess)
        guess.apply(guess.decision.nth(guess, random.randrange(count)))
        check_boards(guess)
    assert guess.result is not None
    # The game that was looked at has not moved.
    assert game.view(seat, with_log=False) == view


def test_other_dice_imagine_other_hands() -> None:
    view = begun("search", 3, 30).view(0)
    hands = {
        sample_hidden(view, SeededDice(seed_of(number))).seats[1].hand
        for number in range(8)
    }
    assert len(hands) > 1


def test_a_veiled_game_holds_no_secret_at_all() -> None:
    game = begun("search", 4, 60)
    assert any(game.seats[1].hand)
    veiled = game.view(0).known_game
    assert isinstance(veiled.dice, NoDice)
    assert (veiled.deck, veiled.seats[1].hand, len(veiled.log)) == ((), (), 0)
    assert not veiled.seats[1].handlers
    challenge = veiled.compiled.challenge
    assert isinstance(challenge, Search)
    closed = [c for c in challenge.crates(veiled) if not c.is_open]
    assert {crate.face for crate in closed} <= {-1}
    with pytest.raises(AssertionError, match="no dice"):
        veiled.dice.roll(1)


# --- everything there is, told as public or taken out -----------------------------
# What stands in a game for everybody to see; where it is not a plain value, its own
# parts are told below.
PUBLIC_SLOTS = {
    "active bad_near bad_reach barred concealed crates deeds figures firm good_near",
    "has_effects impassable initiative lantern_light lanterns moon occupied opaque",
    "round seats setup_initiative shrines stack xp discard resolving result verdict",
    # Worked out from what is public, or the same for the whole game.
    "asking last_flood value board_handlers zones compiled",
}
VEILED_SLOTS = {"deck dice log decision notes"}
PUBLIC_SEAT = {"index side score rerolls moon_powers edge has_conceded all_stars"}
VEILED_SEAT = {"hand handlers"}
PUBLIC_FIGURE = {
    "key seat side card handlers active_hooks space foot around facing place",
    "is_activated",
    "is_hidden is_active was_fielded left_from tokens poisoners effects used",
}
ACTIVATION = (
    "figure seat moves actions extras has_extra began_stunned spaces movements attacks"
    " has_turned has_acted gave_up_move entered_cover is_over is_paused marks"
)
MOVE = (
    "figure seat points kind passes_models ignores_terrain ignores_zones dodges_surely"
    " entered entered_cover is_halted has_failed tested todo target origin start price"
    " attempt exits hovers last_free was_stopped paused_after"
)
WINDOW = "hook subjects first at turn passes used has_one_lap"
PUBLIC_FRAMES = {
    "Activation": ACTIVATION,
    "AllStars": "seats",
    "AllyWindow": WINDOW,
    "Ask": "kind slug owner seat what memo at",
    "Attack": (
        "attacker defender shot attacker_seat defender_seat is_forced asked penalty"
        " redirected_by attack_bonus defence_bonus is_back_strike assists harmed"
        " defence_assists attack_dice defence_dice rolled left right chooser face"
        " marks struck was_hidden"
    ),
    "AttackWindow": WINDOW,
    "Deploy": "seat figure space",
    "Deployment": "turn",
    "Edges": "first",
    "Harm": (
        "victims level cause source levels current dealing is_third_stun dealt gone"
    ),
    "Initiative": "is_setup seats",
    "Moment": "hook calls at number",
    "Move": MOVE,
    "Opening": "",
    "OpposedTest": "what seats ties_stand testers faces",
    "Pause": "figure seat facing",
    "PlaceInFront": "figure other seat",
    "PlaceSentries": "turn space",
    "Prayer": "figure shrine",
    "Roll": f"{WINDOW} pools",
    "Round": "turn",
    "Search": "figure",
    "SentryActivation": f"{ACTIVATION} prey stray has_looked",
    "SentryControl": "is_last_call seat",
    "SentryMove": f"{MOVE} prey stray",
    "Shift": "figure seat distance spaces turns_anyway must_go is_own",
    "Test": "figure what need keeps_stealth face is_sure",
    "Then": "kind slug owner stage memo at",
    "Tokens": "turn passed space",
    "Upkeep": "seats",
    "Watching": "calls mover at",
    "Window": WINDOW,
}
VEILED_FRAMES = {"Initiative": "hands"}
PUBLIC_NOTES = {"holders", "medals", "messenger", "report", "turns since a sentry"}
VEILED_NOTES = {"crates", TO_PLACE}


def words(*lines: set[str]) -> set[str]:
    return {word for some in lines for line in some for word in line.split()}


def all_frames(base: type[Frame] = Frame) -> set[type[Frame]]:
    found = set(base.__subclasses__())
    return found.union(*(all_frames(kind) for kind in found))


def test_every_part_of_a_game_is_known_to_be_public_or_veiled() -> None:
    """A new one must be told here, and taken out by `veiled` if it is a secret."""
    slots = {name for part in Game.__mro__ for name in getattr(part, "__slots__", ())}
    assert slots == words(PUBLIC_SLOTS, VEILED_SLOTS)
    assert set(Seat.__struct_fields__) == words(PUBLIC_SEAT, VEILED_SEAT)
    assert set(Figure.__struct_fields__) == words(PUBLIC_FIGURE)


def test_every_part_of_a_frame_is_known_to_be_public_or_veiled() -> None:
    engine = [f for f in all_frames() if f.__module__.startswith("skirmish.rules")]
    found = {
        str(frame.__struct_config__.tag): set(frame.__struct_fields__)
        for frame in engine
    }
    told = {
        name: words({"pc", fields, VEILED_FRAMES.get(name, "")})
        for name, fields in PUBLIC_FRAMES.items()
    }
    assert found == told


@pytest.mark.parametrize("slug", sorted(SCENARIOS))
def test_every_note_of_a_challenge_is_known_to_be_public_or_veiled(slug: str) -> None:
    game = begun(slug, 5, 220)
    assert set(game.notes) <= PUBLIC_NOTES | VEILED_NOTES


def test_options_of_another_hand_are_not_handed_on() -> None:
    """A window that is open for somebody else does not tell for which card."""
    game = position(
        {"E5 N": ninja(at=4)},
        {"E6 S": ninja()},
        hands=((), ("ikas-depths", "mamoru")),
        moon="fire",
    )
    play(start(game), "attack b1")
    assert game.decision is not None
    assert game.decision.seat == 1
    assert any("play" in g.verb for g in game.decision.groups_in(game))
    veiled = game.view(0).known_game
    assert veiled.decision is not None
    assert not any("play" in g.verb for g in veiled.decision.groups_in(veiled))


def after_a_shot(holder: int) -> Game:
    """A has thrown at B, and somebody else may have the die rolled again."""
    hands: list[tuple[str, ...]] = [(), ("tumble",), ("tumble",)]
    hands[holder] = ("ameratsus-gaze",)
    game = position(
        {"E5 N": ninja()},
        {"E7 S": ninja(df=1)},
        {"T20": ninja()},
        hands=tuple(hands),
        moon="fire",
        dice=ScriptedDice("void", "fire"),
    )
    play(start(game), "throw b1")
    assert game.decision is not None
    assert game.decision.seat == holder
    return game


@rule("CARD-36")
def test_nobody_learns_whom_of_two_others_a_window_waits_for() -> None:
    mine, other = after_a_shot(1).view(0), after_a_shot(2).view(0)
    assert (mine.asked_seat, mine.asked_kind) == (-1, "offer")
    assert mine == other
    assert mine.known_game.facts() == other.known_game.facts()
    assert mine.known_game.asking == other.known_game.asking


def test_a_hand_shown_at_janken_is_seen_when_all_have_shown() -> None:
    game = Game.new(setup_of(initiative="janken"), SeededDice(seed_of(1)))
    twin = game.copy()
    game.apply(Choice("show", arg=0))
    twin.apply(Choice("show", arg=2))
    assert game.decision is not None
    second = game.decision.seat
    assert game.view(second) == twin.view(second)
    assert game.view(second).known_game.facts() == twin.view(second).known_game.facts()
    guess = sample_hidden(game.view(second), SeededDice(seed_of(2)))
    frame = guess.stack[-1]
    assert isinstance(frame, Initiative)
    assert all(0 <= hand < 3 for hand in frame.hands)
