"""Checks on decisions: what is asked and answered, and what a decision caused."""

from __future__ import annotations

from kernel.errors import Refusal
from skirmish.rules import log
from skirmish.rules.decision import NOBODY, Decision
from skirmish.rules.game import Game
from skirmish.rules.log_sentences import log_sentence
from skirmish.rules.scenarios.context import (
    NONE,
    Claim,
    ScenarioContext,
    difference_sentence,
)
from skirmish.rules.storage.notation import (
    SEAT_LETTERS,
    mode_of,
    read_choice,
    split_verb,
    write_choice,
)
from skirmish.rules.storage.replay import check_turn
from skirmish.rules.text_format.document import unquote

OVER = "No seat is asked: the game is over."


# --- decisions -------------------------------------------------------------------
def _asks(scene: ScenarioContext, words: list[str]) -> str | None:
    decision = scene.game.decision
    if words == [NONE]:
        return None if decision is None else "A seat is asked."
    seat = scene.seat(words)
    if decision is None:
        return OVER
    found = SEAT_LETTERS[decision.seat]
    wanted = SEAT_LETTERS[seat]
    if len(words) > 1:
        found, wanted = f"{found} {decision.kind}", " ".join([wanted, *words[1:]])
    return difference_sentence(found, wanted, "The decision")


def _offered(scene: ScenarioContext, words: list[str]) -> str | None:
    """Check `offered go`: a verb alone is offered if any of its arguments is."""
    game, decision, text = scene.game, scene.game.decision, " ".join(words)
    if decision is None:
        return OVER
    groups = decision.groups_in(game)
    verb, rest = split_verb(words) if words else ("", [])
    if not rest and mode_of(game.compiled, verb) is not None:
        is_there = any(group.verb == text for group in groups)
        return None if is_there else _not_offered(game, decision, text)
    try:
        _, choice = read_choice(game.compiled, f"{SEAT_LETTERS[decision.seat]} {text}")
    except Refusal as refusal:
        raise scene.line.fault(refusal.sentence) from None
    is_there = any(
        group.verb == choice.verb
        and choice.owner in (NOBODY, group.owner)
        and group.allows(choice.arg)
        for group in groups
    )
    return None if is_there else _not_offered(game, decision, text)


def _not_offered(game: Game, decision: Decision, text: str) -> str:
    verbs = sorted({group.verb for group in decision.groups_in(game)})
    return f"“{text}” is not offered. These verbs are: {', '.join(verbs)}."


def _options(scene: ScenarioContext, words: list[str]) -> str | None:
    """Check `options attack: b1 b2`: exactly these arguments, in any order."""
    verb, colon, rest = " ".join(words).partition(":")
    if not colon:
        raise scene.line.fault("Say “options VERB: ARGUMENTS”.")
    game = scene.game
    found = set()
    if game.decision is not None:
        for choice in game.decision.choices(game):
            if choice.verb == verb:
                found.add(write_choice(game.compiled, 0, choice).split(" ")[-1])
    wanted = set() if rest.split() == [NONE] else set(rest.split())
    if found == wanted:
        return None
    return f"The options of {verb} are: {' '.join(sorted(found)) or NONE}."


def _refused(scene: ScenarioContext, words: list[str]) -> str | None:
    """Check `refused A go T20` and, after a colon, words of the reason."""
    said, _, reason = " ".join(words).partition(" : ")
    game = scene.game
    try:
        seat, choice = read_choice(game.compiled, said)
    except Refusal as refusal:
        return _because(refusal, reason)
    try:
        check_turn(game, seat, choice)
        game.copy().apply(choice)
    except Refusal as refusal:
        return _because(refusal, reason)
    return f"“{said}” is not refused."


def _because(refusal: Refusal, reason: str) -> str | None:
    if reason.strip() in refusal.sentence:
        return None
    return f"It is refused with another reason: {refusal.sentence}"


# --- what happened ---------------------------------------------------------------
def _log(scene: ScenarioContext, words: list[str]) -> str | None:
    """Check that a sentence about the last decision contains these words."""
    wanted = unquote(scene.line, " ".join(words))
    found = [log_sentence(scene.game.compiled, entry) for entry in scene.since]
    if any(wanted in text for text in found):
        return None
    return f"The log says: {' '.join(found) or 'nothing'}"


def _rolled(scene: ScenarioContext, words: list[str]) -> str | None:
    """Check `rolled attack 4`: that many dice were rolled for it since a decision."""
    if len(words) != 2:
        raise scene.line.fault("Say “rolled WHAT NUMBER”.")
    wanted = scene.line.number_from(words[1])
    found = [
        len(entry.faces)
        for entry in scene.since
        if isinstance(entry, log.Rolled) and entry.what == words[0]
    ]
    if wanted in found:
        return None
    rolls = ", ".join(map(str, found)) or NONE
    return f"Dice rolled for {words[0]}: {rolls}, not {wanted}."


ASKING: dict[str, Claim] = {
    "asks": _asks,
    "offered": _offered,
    "options": _options,
    "refused": _refused,
    "log": _log,
    "rolled": _rolled,
}
