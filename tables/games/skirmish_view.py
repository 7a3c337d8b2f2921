"""A game of Ninja All-Stars as one audience may see it, as plain JSON.

Everything comes from a copy of the game without secrets, from a count, or from what a
challenge shows to everyone. Fields that are not listed here are never sent.
"""

from __future__ import annotations

from functools import lru_cache

from kernel.ids import GroundSlug
from rulebook.catalogue import catalogue
from rulebook.rules.moon import CardTiming
from skirmish.rules.board.grid import DIRECTION_NAMES, space_at, spaces_in
from skirmish.rules.board.ground import EDGE_NAMES, Ground
from skirmish.rules.board.pieces import Piece
from skirmish.rules.choice_sentences import GameNames
from skirmish.rules.compiled_setup import CompiledSetup
from skirmish.rules.figure import BOARD, STATUSES, Figure, FigureCard
from skirmish.rules.frames.attack import BY_ATTACKER, NORMAL, SHURIKEN, Attack
from skirmish.rules.frames.movement import Movement
from skirmish.rules.frames.rolls import Pool, Roll
from skirmish.rules.game import Game
from skirmish.rules.seat import Seat
from tables.games.base import JSON
from tables.games.skirmish_words import (
    ELEMENT_NAMES,
    PLACES,
    SPACE_NAMES,
    face_words,
    figure_word,
    seat_word,
    space_names,
    space_word,
)

# How many tables keep their figures' printed values in the cache of each process.
KEPT_TABLES = 256
# When a card can be played, after "Playable".
MOMENTS = {
    CardTiming.AFTER_ROLL: "after a roll",
    CardTiming.AFTER_ATTACK_ROLL: "after an attack roll",
    CardTiming.ATTACK_DECLARED: "when your side attacks",
    CardTiming.DEFENSE_DECLARED: "when your side is attacked",
    CardTiming.BEFORE_COMBAT_ROLL: "before the dice of an attack are rolled",
    CardTiming.ACTIVATION_START: "when one of your side activates",
    CardTiming.BEFORE_MOVE: "before a ninja moves",
    CardTiming.BEFORE_DODGE: "before a dodge",
    CardTiming.DODGE_FAILED: "after a failed dodge",
    CardTiming.STEP_UP: "when a ninja climbs onto something",
    CardTiming.STEP_DOWN: "when a ninja climbs down",
    CardTiming.ROUND_START_FIRST: "at the start of a round",
}


def view_payload(game: Game, veiled: Game, seat: int) -> JSON:
    """Return the board, scores and cards; `seat` is whose hand is shown, -1 for
    none."""
    table = game.compiled
    return {
        "round": veiled.round,
        "rounds": table.challenge.rounds,
        "moon": ELEMENT_NAMES[veiled.moon] if veiled.moon >= 0 else None,
        "initiative": seat_word(veiled.initiative),
        "active": figure_word(table, veiled.active),
        "scores": {_letter(s): s.score for s in veiled.seats},
        "conceded": [_letter(s) for s in veiled.seats if s.has_conceded],
        "figures": [_figure(veiled, figure) for figure in veiled.figures],
        "lanterns": space_names(veiled.lanterns),
        "light": space_names(veiled.lantern_light),
        "shrines": [
            {"space": SPACE_NAMES[space], "status": STATUSES[status]}
            for space, status in veiled.shrines
        ],
        "crates": space_names(veiled.crates),
        "barred": space_names(veiled.barred),
        "pieces": [_piece(table, piece) for piece in table.challenge.pieces(game)],
        "hand_of": seat_word(seat),
        "hand": _hand(game, veiled, seat),
        "hands": {_letter(s): len(s.hand) for s in game.seats if s.index != seat},
        "tokens": {
            _letter(s): {"rerolls": s.rerolls, "moon_powers": s.moon_powers}
            for s in veiled.seats
        },
        "deck": len(game.deck),
        "discard": [_card(table, slug) for slug in veiled.discard],
        "edges": {_letter(s): EDGE_NAMES[s.edge] for s in veiled.seats if s.edge >= 0},
        "attack": _attack(veiled),
        "roll": _roll(veiled),
        "move": _move(veiled),
        "winners": None
        if game.result is None
        else [seat_word(winner) for winner in game.result.winners],
        "ended": None if game.result is None else game.result.why,
    }


def _letter(seat: Seat) -> str:
    return seat_word(seat.index) or ""


@lru_cache(maxsize=KEPT_TABLES)
def _printed(table: CompiledSetup) -> tuple[JSON, ...]:
    """Return what is printed on each figure, which never changes during a game."""
    return tuple(_card_facts(card) for card in table.cards)


def _card_facts(card: FigureCard) -> JSON:
    return {
        "label": card.label,
        "name": card.name,
        "profile": card.profile,
        "clan": card.profile.partition("-")[0],
        "type": str(card.type),
        "seat": seat_word(card.seat),
        "side": card.side,
        "mv": card.mv,
        "at": card.at,
        "df": card.df,
        "large": card.size == 1,
        "affinities": [ELEMENT_NAMES[face] for face in spaces_in(card.affinities)],
        "keywords": [
            {"slug": behaviour.slug, "name": behaviour.name, "kind": behaviour.kind}
            for behaviour in card.behaviours
        ],
        "shots": [{"range": s.range, "bonus": s.at_bonus} for s in card.shots],
    }


def _figure(game: Game, figure: Figure) -> JSON:
    words = GameNames(game.compiled)
    is_on_board = figure.place == BOARD
    return {
        **_printed(game.compiled)[figure.key],
        "place": PLACES[figure.place],
        "space": space_word(figure.space) if is_on_board else None,
        "facing": DIRECTION_NAMES[figure.facing] if is_on_board else None,
        "activated": figure.is_activated,
        "hidden": figure.is_hidden,
        "tokens": [
            {"slug": STATUSES[status], "count": count}
            for status, count in enumerate(figure.tokens)
            if count
        ],
        "effects": [
            {"slug": effect.slug, "name": words.thing(effect.slug)}
            for effect in figure.effects
        ],
        "zone": space_names(figure.zone()) if is_on_board else [],
    }


def _piece(table: CompiledSetup, piece: Piece) -> JSON:
    return {
        "kind": piece.kind,
        "space": space_word(piece.space),
        "figure": figure_word(table, piece.figure),
        "owner": seat_word(piece.seat),
        "name": piece.name,
        "face": ELEMENT_NAMES[piece.face] if piece.face >= 0 else None,
    }


def _card(table: CompiledSetup, slug: str) -> JSON:
    card = table.book.cards[slug]
    return {
        "slug": slug,
        "name": card.name,
        "moon": card.element.value,
        "text": card.effect,
        "moon_text": card.bonus,
        "moon_mode": card.bonus_mode.value,
    }


def _hand(game: Game, veiled: Game, seat: int) -> list[JSON]:
    if seat < 0:
        return []
    decision = game.decision
    offered: set[str] = set()
    if decision is not None and decision.seat == seat:
        offered = {group.verb for group in decision.groups_in(game)}
    cards = []
    for slug in veiled.seats[seat].hand:
        plays = [v for v in (f"play {slug}", f"play {slug} moon") if v in offered]
        cards.append(
            {
                **_card(veiled.compiled, slug),
                "plays": plays,
                "playable": bool(plays),
                "why_not": None if plays else _why_not_now(veiled, slug),
            }
        )
    return cards


def _why_not_now(game: Game, slug: str) -> str:
    card = game.compiled.book.cards[slug]
    moment = f"Playable {MOMENTS[card.timing]}"
    if card.bonus_timing not in (None, card.timing):
        moment += f", or {MOMENTS[card.bonus_timing]} under its moon"
    return f"{moment}."


# --- what is under way -----------------------------------------------------------
def _attack(game: Game) -> JSON | None:
    """Return the attack in progress. All of it is public."""
    frames = [frame for frame in game.stack if isinstance(frame, Attack)]
    if not frames:
        return None
    attack, table = frames[-1], game.compiled
    how = {NORMAL: "attack", SHURIKEN: "shuriken"}.get(attack.shot, "shot")
    chooser = None
    if attack.chooser:
        chooser = (
            attack.attacker_seat
            if attack.chooser == BY_ATTACKER
            else attack.defender_seat
        )
    return {
        "how": how,
        "attacker": figure_word(table, attack.attacker),
        "defender": figure_word(table, attack.defender),
        "back_strike": attack.is_back_strike,
        "dice": {"attack": attack.attack_dice, "defence": attack.defence_dice},
        "rolled": [face_words(faces) for faces in attack.rolled],
        "left": face_words(attack.left),
        "right": face_words(attack.right),
        "chooser": seat_word(chooser) if chooser is not None else None,
    }


def _roll(game: Game) -> list[JSON] | None:
    """Return the pools of the current roll, with dice numbered through all pools."""
    frames = [frame for frame in game.stack if isinstance(frame, Roll)]
    if not frames or not any(pool.faces for pool in frames[-1].pools):
        return None
    pools, first = [], 1
    for pool in frames[-1].pools:
        pools.append(_pool(game.compiled, pool, first))
        first += pool.dice
    return pools


def _pool(table: CompiledSetup, pool: Pool, first: int) -> JSON:
    return {
        "what": pool.what,
        "figure": figure_word(table, pool.figure),
        "seat": seat_word(pool.seat),
        "faces": face_words(pool.faces),
        "first": first,
        "rerolled": [first + die for die in spaces_in(pool.rerolled)],
        "element": ELEMENT_NAMES[pool.face] if pool.face >= 0 else None,
        "need": pool.need,
    }


def _move(game: Game) -> JSON | None:
    frames = [frame for frame in game.stack if isinstance(frame, Movement)]
    if not frames:
        return None
    move = frames[-1]
    return {
        "figure": figure_word(game.compiled, move.figure),
        "points": move.points,
        "entered": move.entered,
        "kind": move.kind,
    }


def terrain_payload(ground: Ground) -> JSON:
    """Return terrain and deployment spaces, which never change during a game."""
    return {
        "rough": space_names(ground.rough),
        "obscuring": space_names(ground.obscuring),
        "elevated": space_names(ground.elevated),
        "structure": space_names(ground.elevated & ground.obscuring),
        "foliage": space_names(ground.foliage),
        "outside": space_names(ground.outside),
        "names": _painted(ground.slug),
        "deployment": {
            edge: space_names(mask)
            for edge, mask in zip(EDGE_NAMES, ground.deployment, strict=True)
        },
    }


def _painted(slug: str) -> dict[str, list[str]]:
    """Return what is painted on the spaces of a ground in the rulebook, such as
    bamboo."""
    ground = catalogue().grounds.get(GroundSlug(slug))
    names: dict[str, list[str]] = {}
    if ground is None:
        return names
    for space in ground.spaces:
        name = SPACE_NAMES[space_at(space.x - 1, space.y - 1)]
        names.setdefault(ground.legend[space.letter].drawing, []).append(name)
    return names
