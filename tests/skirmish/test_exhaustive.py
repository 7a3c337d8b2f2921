"""Random games with everything in them, and proof that their checks see mistakes."""

from __future__ import annotations

import pkgutil
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from msgspec import structs

from challenges.catalogue import shelf
from kernel.dice import ScriptedDice, SeededDice
from rulebook.rules.entries import RangedAttack
from skirmish.rules import combat
from skirmish.rules.behaviours import KEYWORD, REGISTRY
from skirmish.rules.board import steps
from skirmish.rules.decision import FIGURE, OptionGroup
from skirmish.rules.figure import LUCKY
from skirmish.rules.frames import activation as menu
from skirmish.rules.game import Game
from skirmish.rules.text_format.game_file import read_game
from tests.skirmish import checks, exhaustive, reference
from tests.skirmish.cast import (
    SEED,
    at,
    figure,
    ninja,
    play,
    position,
    setup_for,
    start,
)
from tests.skirmish.checks import Checker, TalliedDice
from tests.skirmish.exhaustive import missing, table, wanted
from tests.skirmish.exhaustive import play as play_game
from tests.skirmish.fired import Counts, Tally, counting
from tests.skirmish.random_play import check_boards, check_cards, mixed_team


@pytest.mark.slow
def test_random_games_of_everything_hold_at_every_step() -> None:
    counts: Counts = Counter()
    for number in (1, 2, 4):
        play_game(number, counts)
    # It takes many more games for everything; half of it is there already.
    assert len(missing(counts, enough=1)) < len(wanted()) // 2
    assert table(counts).count("\n") == 8


# --- counting --------------------------------------------------------------------
def test_a_room_is_counted_when_it_makes_a_difference_and_not_before() -> None:
    counts: Counts = Counter()
    before = dict(REGISTRY)
    with counting(Tally(counts)):
        game = start(
            position(
                {"E5 N": ninja(keywords=("backstab",), at=1), "A1": ninja()},
                {"E6 S": ninja(df=0), "C3 N": ninja()},
                dice=ScriptedDice("fire", "fire", "fire", "fire"),
            )
        )
        play(game, "activate a1", "attack b1")
        assert counts[KEYWORD, "backstab"] == 0
        game = start(
            position(
                {"E5 N": ninja(keywords=("backstab",), at=1), "A1": ninja()},
                {"E6 N": ninja(df=0), "C3 N": ninja()},
                dice=ScriptedDice("fire", "fire", "fire"),
            )
        )
        play(game, "activate a1", "attack b1")
    assert counts[KEYWORD, "backstab"] == 1
    assert before == REGISTRY


def test_what_is_only_tried_on_a_copy_is_not_counted() -> None:
    counts: Counts = Counter()
    tally = Tally(counts)
    with counting(tally):
        game = start(
            position(
                {"E5 N": ninja(keywords=("backstab",), at=1), "A1": ninja()},
                {"E6 N": ninja(df=0), "C3 N": ninja()},
                dice=ScriptedDice("fire", "fire", "fire"),
            )
        )
    play(game, "activate a1")
    with tally.unheard():
        checks.check_samples(game, Random(1))
    assert not counts[KEYWORD, "backstab"]
    play(game, "attack b1")
    assert counts[KEYWORD, "backstab"] == 1


# --- several processes -----------------------------------------------------------
def fake_games(order: list[int]) -> exhaustive.Begin:
    """Games that end in the order in which somebody waits for them, or another."""

    def begin(number: int, known: Counts) -> Callable[[], tuple[int, Counts, int]]:
        order.append(number)
        fired: Counts = Counter({("keyword", "a"): number + known["keyword", "a"]})
        return lambda: (number, fired, 1)

    return begin


def test_a_game_knows_what_fired_in_games_well_before_it_and_in_no_other() -> None:
    begun: list[int] = []
    games = exhaustive.in_turn(5, 20, fake_games(begun))
    found = []
    for played in games:
        found.append(played)
        # No more are under way than can be played at once.
        assert len(begun) - len(found) < exhaustive.LAG
    assert begun == [number for number, _, _ in found] == list(range(5, 25))
    sums = 0
    for at_, (number, fired, _) in enumerate(found):
        if at_ >= exhaustive.LAG:
            sums += found[at_ - exhaustive.LAG][1]["keyword", "a"]
        assert fired["keyword", "a"] == number + sums


def test_progress_tells_what_is_still_rare() -> None:
    counts: Counts = Counter(dict.fromkeys(wanted(), 20))
    assert exhaustive.progress(3, 9, counts, 20).endswith("0 still rare: none")
    counts[KEYWORD, "backstab"] = 19
    assert exhaustive.progress(3, 9, counts, 20).endswith("1 still rare: backstab 19")


def test_a_game_that_goes_wrong_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(exhaustive, "gettempdir", lambda: str(tmp_path))

    def fail(game: Game) -> None:
        if game.round == 1 and game.active >= 0:
            raise AssertionError("Something is wrong.")

    monkeypatch.setattr(checks, "check_zones", fail)
    with pytest.raises(AssertionError, match="Something is wrong") as caught:
        play_game(1, Counter())
    (note,) = caught.value.__notes__
    (path,) = tmp_path.iterdir()
    assert str(path) in note
    again = read_game(path.read_text(encoding="utf-8"), shelf()).replay()
    assert again.active >= 0


# --- what the checks are worth ---------------------------------------------------
def skirmish() -> Game:
    return start(
        position(
            {"E5 N": ninja(), "A1": ninja(), "C9 E": ninja(large=True)},
            {"E6 S": ninja(), "K9 W": ninja()},
            dice=SeededDice(SEED),
        )
    )


def test_the_checks_find_nothing_wrong_with_a_plain_position() -> None:
    game = skirmish()
    for label in ("a1", "a3"):
        twin = game.copy()
        play(twin, f"activate {label}")
        check_boards(twin)
        checks.check_zones(twin)
        checks.check_menu(twin)
        checks.check_samples(twin, Random(1))
        checks.check_saved(twin)
        checks.check_refusals(twin, Random(1))
        checks.check_position(game)


def test_a_wrong_board_is_found() -> None:
    game = skirmish()
    game.occupied ^= 1
    with pytest.raises(AssertionError):
        check_boards(game)


def test_two_figures_on_a_space_are_found() -> None:
    game = skirmish()
    game.put(figure(game, "a2"), figure(game, "b2").space)
    with pytest.raises(AssertionError):
        check_boards(game)


def test_a_stale_zone_is_found() -> None:
    game = skirmish()
    mover = figure(game, "b1")
    mover.around >>= 20
    game.zones.clear()
    with pytest.raises(AssertionError):
        checks.check_zones(game)


def test_a_lost_card_is_found() -> None:
    game = Game.new(setup_for(mixed_team(), mixed_team()), SeededDice(SEED))
    check_cards(game)
    whole, game.deck = game.deck, game.deck[1:]
    with pytest.raises(AssertionError):
        check_cards(game)
    # Nor is it overlooked when the last card was drawn.
    game.deck, game.discard = (), whole
    check_cards(game)
    game.discard = whole[1:]
    with pytest.raises(AssertionError):
        check_cards(game)


def flight() -> Game:
    """Over a friend's head, past an enemy that must be dodged, beside a shrine."""
    game = position(
        {
            "E5 N": ninja(mv=3, abilities=("vault",)),
            "E6 N": ninja(keywords=("blink",)),
            "G9 N": ninja(keywords=("tanchyos-wings",)),
            "A1 N": ninja(keywords=("frenzy",), ranged=RangedAttack(range=6)),
        },
        {"H10 S": ninja(), "B2 S": ninja(large=True), "N9 W": ninja()},
        dice=SeededDice(SEED),
    )
    game.add_shrine(at("F5"), LUCKY)
    return start(game)


@pytest.mark.parametrize("label", ["a1", "a2", "a3", "a4"])
def test_the_checks_find_nothing_wrong_with_those_who_pass_over_others(
    label: str,
) -> None:
    game = flight()
    play(game, f"activate {label}")
    checks.check_menu(game)
    checks.check_listing(game)


@pytest.mark.parametrize(
    ("label", "verb"),
    [
        *(("a1", verb) for verb in ("go", "face", "run", "search", "pray", "hide")),
        ("a3", "go"),
        ("a3", "attack"),
    ],
)
def test_any_option_that_is_missing_or_too_much_is_found(label: str, verb: str) -> None:
    game = flight()
    play(game, f"activate {label}")
    decision = game.decision
    assert decision is not None
    groups = decision.groups_in(game)
    (group,) = [g for g in groups if g.verb == verb] or [OptionGroup(verb, bits=0)]
    others = tuple(g for g in groups if g.verb != verb)
    wrong = structs.replace(group, bits=not_quite(group.bits))
    decision.groups = (*others, wrong) if wrong.bits else others
    with pytest.raises(AssertionError):
        checks.check_menu(game)
    with pytest.raises(AssertionError):
        checks.check_listing(game)


def test_one_who_is_driven_is_offered_nothing_but_what_anybody_would_be() -> None:
    game = flight()
    play(game, "activate a4")
    decision = game.decision
    assert decision is not None
    decision.groups = (*decision.groups_in(game), OptionGroup("throw", FIGURE, 1 << 4))
    with pytest.raises(AssertionError):
        checks.check_menu(game)


@pytest.mark.parametrize(
    ("module", "name"),
    [(menu, "attack_targets"), (menu, "targets"), (menu, "is_watched")],
)
def test_a_menu_that_leaves_out_or_adds_something_is_found(
    monkeypatch: pytest.MonkeyPatch, module: object, name: str
) -> None:
    honest = getattr(module, name)
    monkeypatch.setattr(module, name, lambda *args: not_quite(honest(*args)))
    game = skirmish()
    play(game, "activate a1" if name != "is_watched" else "activate a2")
    with pytest.raises(AssertionError):
        checks.check_menu(game)


def not_quite(answer: int) -> int:
    """The answer without one of its bits, or with one more; a truth turned round."""
    if isinstance(answer, bool):
        return not answer
    return answer & (answer - 1) if answer else 1 << 4


def test_a_die_that_is_not_in_the_log_is_found() -> None:
    dice = TalliedDice(SeededDice(SEED))
    game = Game.new(setup_for(mixed_team(), mixed_team()), dice)
    checker = Checker(game, dice, Random(1), SEED)
    checker.check_dice()
    game.dice.roll(1)
    with pytest.raises(AssertionError):
        checker.check_dice()


def test_an_option_that_cannot_be_carried_out_is_found() -> None:
    """Whichever group it stands in, first, last or in between."""
    game = skirmish()
    play(game, "activate a1")
    decision = game.decision
    assert decision is not None
    groups = decision.groups_in(game)
    checks.check_samples(game, Random(1))
    for place in (0, len(groups) // 2, len(groups)):
        wrong = OptionGroup("use no-such-thing")
        decision.groups = (*groups[:place], wrong, *groups[place:])
        with pytest.raises((KeyError, AssertionError)):
            checks.check_samples(game, Random(1))


@pytest.mark.parametrize("slot", ["asking", "value", "moon", "opaque"])
def test_what_a_saved_game_loses_is_found(
    monkeypatch: pytest.MonkeyPatch, slot: str
) -> None:
    game = skirmish()
    checks.check_saved(game)
    honest = checks.load_game

    def forgetful(*args: object) -> Game:
        again = honest(*args)  # type: ignore[arg-type]
        setattr(again, slot, 77)
        return again

    monkeypatch.setattr(checks, "load_game", forgetful)
    with pytest.raises(AssertionError):
        checks.check_saved(game)


ENGINES_OWN = {"flood", "sees", "attack_targets", "is_clear", "closest_seen", "targets"}
ENGINES_OWN |= {"steps_towards", "posts", "ready", "is_astray", "is_free", "nearest"}
ENGINES_OWN |= {"is_held", "targets_by_facing", "free_spaces", "stray_in_sight"}


def test_the_reference_is_no_part_of_the_engine() -> None:
    """It would prove nothing if it asked whom it is there to check."""
    modules = [
        import_module(f"{reference.__name__}.{module.name}")
        for module in pkgutil.iter_modules(reference.__path__)
    ]
    assert len(modules) > 5
    for module in modules:
        assert not ENGINES_OWN & set(vars(module)), module
    assert combat.attack_targets is menu.attack_targets
    assert steps.targets is menu.targets


@pytest.mark.sweep
@pytest.mark.timeout(2400)
def test_random_games_use_every_effect_and_pass_every_check() -> None:
    assert exhaustive.main("--often", "1") == 0
