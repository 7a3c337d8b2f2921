"""Questions of the game, as sentences and options for the page."""

from __future__ import annotations

from skirmish.rules.choice_sentences import GameNames
from skirmish.rules.decision import CARD, NUMBER, Decision, OptionGroup
from skirmish.rules.frames.handler_frames import SeatQuestion
from skirmish.rules.frames.initiative import HANDS
from skirmish.rules.game import Game
from skirmish.rules.hidden_info import OFFER, WINDOWS
from tables.games.base import JSON
from tables.games.skirmish_words import (
    MODES,
    argument_words,
    figure_word,
    seat_word,
)

# Questions to the person who decides; the braces take the figure's name.
PROMPTS = {
    "activation": "What should {} do?",
    "affinity": "Which element should {} test?",
    "all-star": "Who was your Ninja All-Star?",
    "champion": "Choose a champion.",
    "crate": "Place a crate.",
    "deploy": "Who do you deploy next?",
    "discard": "Discard a card.",
    "edge": "Choose your edge.",
    "experience": "Who earned the experience?",
    "facing": "Which way should {} face?",
    "first player": "Who goes first?",
    "janken": "Rock, paper or scissors?",
    "medal": "Choose a medal.",
    "messenger": "Choose the messenger.",
    "move": "Where should {} go next?",
    "place": "Where do you put {}?",
    "prey": "Who should {} go after?",
    "recover": "Who leaves the Healing House?",
    "result": "Choose the result.",
    "sentry": "Which sentry acts?",
    "shift": "Where does {} go?",
    "shrine": "Which status does the shrine radiate?",
    "tester": "Who makes the test?",
    "turn": "Which ninja do you activate?",
    "upkeep": "Choose one upkeep bonus.",
    "vip": "Choose the VIP.",
    "watchers": "Who reacts first?",
}
# The same in windows, by event.
WINDOW_PROMPTS = {
    "offer.round.first": "The round begins. Play a card?",
    "offer.round": "The round begins. Use an ability?",
    "offer.activation": "{} activates. Do you respond?",
    "offer.extra": "Spend Haste for an extra move or action?",
    "offer.dodge": "{} is about to dodge. Do you respond?",
    "offer.shot": "{} is shot at. Do you respond?",
    "offer.attack": "{} attacks. Do you respond before the dice are rolled?",
    "offer.defence": "{} is attacked. Do you respond before the dice are rolled?",
    "offer.reroll": "The dice are rolled. Reroll any?",
    "offer.harm": "{} is about to be harmed. Prevent it?",
    "offer.step": "{} is moving. Do you respond?",
}
# What the other players read meanwhile, after the name of the person who decides.
WAITING = {
    "activation": "is playing {}.",
    "affinity": "is choosing an element.",
    "all-star": "is choosing a Ninja All-Star.",
    "deploy": "is deploying.",
    "discard": "is discarding a card.",
    "edge": "is choosing an edge.",
    "facing": "is choosing a facing.",
    "first player": "is choosing who goes first.",
    "janken": "is choosing rock, paper or scissors.",
    "move": "is moving {}.",
    "place": "is placing {}.",
    "recover": "is choosing who recovers.",
    "result": "is choosing the result.",
    "shift": "is moving {}.",
    "shrine": "is choosing what the shrine radiates.",
    "tester": "is choosing who makes the test.",
    "tokens": "is placing lanterns and shrines.",
    "turn": "is choosing who to activate.",
    "upkeep": "is choosing an upkeep bonus.",
}
LABELS = {
    "activate": "Activate",
    "affinity": "Test",
    "all-star": "Name All-Star",
    "at": "Attack bonus",
    "attack": "Attack",
    "choose": "Choose",
    "clear": "Clear Stun",
    "count": "Choose a number",
    "deploy": "Deploy",
    "df": "Defence bonus",
    "discard": "Discard",
    "draw": "Draw a card",
    "edge": "Take this edge",
    "end": "End activation",
    "face": "Turn",
    "go": "Move",
    "hide": "Hide",
    "lantern": "Place lantern",
    "name": "Goes first",
    "no": "No",
    "pass": "Pass",
    "pick": "Pick",
    "pray": "Pray",
    "radiate": "Radiate",
    "recover": "Recover",
    "reroll": "Reroll",
    "run": "Run",
    "search": "Search",
    "shoot": "Shoot",
    "shoot-2": "Shoot (second way)",
    "show": "Show",
    "shrine": "Place shrine",
    "stay": "Stay",
    "stop": "Stop here",
    "tester": "Make the test",
    "throw": "Throw shuriken",
    "yes": "Yes",
}
# In a window it is secret who is asked, so the sentence names no one.
SOMEONE = "Waiting for the other players."


def question_payload(
    game: Game, decision: Decision | None, mine: tuple[int, ...]
) -> JSON | None:
    """Return the question as this audience may see it, with options only for the
    deciding seat."""
    if decision is None:
        return None
    if decision.kind == OFFER:
        return {
            "seat": None,
            "kind": "offer",
            "figure": None,
            "mine": False,
            "prompt": SOMEONE,
            "options": [],
        }
    is_mine = decision.seat in mine
    return {
        "seat": seat_word(decision.seat),
        "kind": decision.kind,
        "figure": figure_word(game.compiled, decision.figure),
        "mine": is_mine,
        "prompt": prompt_sentence(game, decision) if is_mine else "",
        "options": [_option(game, decision, g) for g in decision.groups_in(game)]
        if is_mine
        else [],
    }


def prompt_sentence(game: Game, decision: Decision) -> str:
    if decision.kind == "tokens":
        return _tokens_prompt(game, decision)
    name = _name(game, decision.figure)
    text = PROMPTS.get(decision.kind) or WINDOW_PROMPTS.get(decision.kind)
    if text is not None:
        return text.format(name)
    thing = GameNames(game.compiled).thing(_slug(game, decision))
    return (
        f"{thing}: choose for {name}." if decision.figure >= 0 else f"{thing}: choose."
    )


def _tokens_prompt(game: Game, decision: Decision) -> str:
    """Return a prompt that names only the tokens on offer: they can run out, and
    lanterns must be placed first."""
    verbs = [group.verb for group in decision.groups_in(game)]
    tokens = " or ".join(f"a {verb}" for verb in verbs if verb != "pass")
    return f"Place {tokens}{', or pass' if 'pass' in verbs else ''}."


def waiting_sentence(game: Game, decision: Decision | None) -> str:
    """Return the text after the name of the person who decides, or in windows a whole
    sentence."""
    if decision is None:
        return ""
    if decision.kind == OFFER or decision.kind in WINDOWS:
        return SOMEONE
    text = WAITING.get(decision.kind, "is deciding.")
    return text.format(_name(game, decision.figure))


def _name(game: Game, figure: int) -> str:
    return game.compiled.cards[figure].name if figure >= 0 else "this ninja"


def _slug(game: Game, decision: Decision) -> str:
    top = game.stack[-1] if game.stack else None
    return top.slug if isinstance(top, SeatQuestion) else decision.kind


def _option(game: Game, decision: Decision, group: OptionGroup) -> JSON:
    option: JSON = {
        "verb": group.verb,
        "owner": figure_word(game.compiled, group.owner),
        "mode": MODES[group.mode],
        "args": argument_words(game.compiled, group),
        "label": option_label(game, group.verb),
    }
    if group.verb == "show":
        option["texts"] = {str(n + 1): hand for n, hand in enumerate(HANDS)}
    elif group.mode == CARD:
        hand = game.seats[decision.seat].hand
        names = [game.compiled.book.cards[slug].name for slug in hand]
        option["texts"] = {str(n + 1): name for n, name in enumerate(names)}
    elif group.mode == NUMBER:
        option["texts"] = {word: word for word in option["args"]}
    return option


def option_label(game: Game, verb: str) -> str:
    if verb in LABELS:
        return LABELS[verb]
    head, _, rest = verb.partition(" ")
    slug, _, version = rest.partition(" ")
    name = GameNames(game.compiled).thing(slug)
    if head == "do":
        return name[:1].upper() + name[1:]
    if version == "moon":
        return f"Play {name} (moon)"
    if head == "play":
        return f"Play {name}"
    if head == "spend":
        return f"Spend {name}"
    return f"Use {name}"
