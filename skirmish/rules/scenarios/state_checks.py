"""Checks on the state: figures, seats, the game, its pieces."""

from __future__ import annotations

from kernel.elements import ELEMENTS
from skirmish.rules.board.grid import DIRECTION_NAMES, name_of
from skirmish.rules.board.pieces import CRATE, GOAL, MEDAL, ROLE
from skirmish.rules.figure import BOARD, PLACE_NAMES, STATUSES, Figure
from skirmish.rules.scenarios.context import (
    NONE,
    Claim,
    ScenarioContext,
    difference_sentence,
)
from skirmish.rules.storage.notation import SEAT_LETTERS
from skirmish.rules.text_format.boards import (
    FACES,
    FACINGS,
    LANTERN,
    PLACES,
    SHRINE,
    read_piece,
    space_from,
    write_piece,
)


# --- figures ---------------------------------------------------------------------
def of_figure(scene: ScenarioContext, figure: Figure, words: list[str]) -> str | None:
    line, label = scene.line, figure.card.label
    match words:
        case ["at", where]:
            space_from(line, where)
            return difference_sentence(where_of(figure), where, label)
        case ["at", where, facing]:
            space_from(line, where)
            line.one_of("facing", FACINGS, facing)
            found = f"{where_of(figure)} {DIRECTION_NAMES[figure.facing]}"
            return difference_sentence(found, f"{where} {facing}", label)
        case ["facing", facing]:
            line.one_of("facing", FACINGS, facing)
            return difference_sentence(
                DIRECTION_NAMES[figure.facing], facing, f"The facing of {label}"
            )
        case ["in", place]:
            line.one_of("place", PLACES, place)
            return difference_sentence(where_of(figure), place, label)
        case ["hidden"]:
            return None if figure.is_hidden else f"{label} is not hidden."
        case ["activated"]:
            return None if figure.is_activated else f"{label} has not activated."
        case ["xp", number]:
            earned = sum(xp for key, xp, _ in scene.game.xp if key == figure.key)
            return difference_sentence(
                earned, line.number_from(number), f"The experience of {label}"
            )
        case [status, *count] if status in STATUSES and len(count) <= 1:
            tokens = figure.tokens[STATUSES.index(status)]
            wanted = line.number_from(count[0]) if count else 1
            return difference_sentence(
                tokens, wanted, f"The number of {status} on {label}"
            )
        case ["affected", slug]:
            return None if figure.has_effect(slug) else f"{label} has no such effect."
    raise line.fault(f"“{' '.join(words)}” is not a check on a figure.")


def where_of(figure: Figure) -> str:
    if figure.place == BOARD:
        return name_of(figure.space)
    names = {place: name for name, place in PLACES.items()}
    return names.get(figure.place, PLACE_NAMES[figure.place])


# --- seats and the table ---------------------------------------------------------
def _score(scene: ScenarioContext, words: list[str]) -> str | None:
    seat = scene.seat(words)
    wanted = scene.line.number_from(" ".join(words[1:]))
    return difference_sentence(
        scene.game.seats[seat].score, wanted, f"The score of {words[0]}"
    )


def _hand(scene: ScenarioContext, words: list[str]) -> str | None:
    seat = scene.seat(words)
    hand = ", ".join(scene.game.seats[seat].hand) or NONE
    return difference_sentence(hand, _cards(words[1:]), f"The hand of {words[0]}")


def _cards(words: list[str]) -> str:
    return ", ".join(word.strip(",") for word in words) or NONE


def _discard(scene: ScenarioContext, words: list[str]) -> str | None:
    found = ", ".join(scene.game.discard) or NONE
    return difference_sentence(found, _cards(words), "The discard pile")


def _deck(scene: ScenarioContext, words: list[str]) -> str | None:
    wanted = scene.line.number_from(" ".join(words))
    return difference_sentence(
        len(scene.game.deck), wanted, "The number of cards in the deck"
    )


def _round(scene: ScenarioContext, words: list[str]) -> str | None:
    wanted = scene.line.number_from(" ".join(words))
    return difference_sentence(scene.game.round, wanted, "The round")


def _moon(scene: ScenarioContext, words: list[str]) -> str | None:
    face = scene.line.one_of("element", FACES, " ".join(words))
    found = ELEMENTS[scene.game.moon].value
    return difference_sentence(found, ELEMENTS[face].value, "The moon")


def _initiative(scene: ScenarioContext, words: list[str]) -> str | None:
    seat = scene.seat(words)
    return difference_sentence(
        SEAT_LETTERS[scene.game.initiative], SEAT_LETTERS[seat], "The initiative"
    )


def _result(scene: ScenarioContext, words: list[str]) -> str | None:
    result = scene.game.result
    if words == [NONE]:
        return None if result is None else "The game is over."
    wanted = {scene.seat([word.strip(",")]) for word in words}
    if result is None:
        return "The game is not over."
    winners = ", ".join(SEAT_LETTERS[seat] for seat in result.winners)
    named = ", ".join(SEAT_LETTERS[seat] for seat in sorted(wanted))
    return difference_sentence(winners, named, "The list of winners")


def _hash(scene: ScenarioContext, words: list[str]) -> str | None:
    return difference_sentence(
        scene.game.state_hash(), " ".join(words), "The hash of the state"
    )


# --- pieces ----------------------------------------------------------------------
def _token(scene: ScenarioContext, words: list[str]) -> str | None:
    space = space_from(scene.line, words[1] if len(words) > 1 else "")
    if words[0] == LANTERN:
        is_there = bool(scene.game.lanterns >> space & 1)
    else:
        is_there = space in dict(scene.game.shrines)
    return None if is_there else f"There is no {words[0]} on {words[1]}."


def _piece(scene: ScenarioContext, words: list[str]) -> str | None:
    game = scene.game
    wanted = write_piece(game, read_piece(game, scene.line, words))
    pieces = game.compiled.challenge.arrangement(game)
    found = [write_piece(game, piece) for piece in pieces]
    is_there = any(text == wanted or text.startswith(f"{wanted} ") for text in found)
    return None if is_there else f"The pieces are: {'; '.join(found) or NONE}."


STANDING: dict[str, Claim] = {
    "score": _score,
    "hand": _hand,
    "discard": _discard,
    "deck": _deck,
    "round": _round,
    "moon": _moon,
    "initiative": _initiative,
    "result": _result,
    "hash": _hash,
    LANTERN: lambda scene, words: _token(scene, [LANTERN, *words]),
    SHRINE: lambda scene, words: _token(scene, [SHRINE, *words]),
    GOAL: lambda scene, words: _piece(scene, [GOAL, *words]),
    MEDAL: lambda scene, words: _piece(scene, [MEDAL, *words]),
    CRATE: lambda scene, words: _piece(scene, [CRATE, *words]),
    ROLE: lambda scene, words: _piece(scene, [ROLE, *words]),
}
