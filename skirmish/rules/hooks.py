"""All hooks of the engine. Behaviours attach handlers to these and to nothing else.

Every keyword, ability, status, card, challenge and common rule uses these hooks; the
engine names no behaviour. A hook defines whose handlers run (its subject), what the
handlers are told about (its context) and what they return (its value). Unless stated
otherwise, the context of a value is its subject, so that a board-wide handler knows
which figure it is asked about.

There are three kinds:

* a *value* is passed from handler to handler; each returns it, changed or not;
* an *offer* collects groups of options in a list; the chosen one is carried out by
  the behaviour's `use`;
* a *trigger* runs its handlers one by one; a handler may push frames, and the next
  handler waits until they are done. Its value is None.

Handlers run by layer (forbid, replace, add, set, after), then by order, then by slug.
docs/engine.md lists which rule uses which hook.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from skirmish.rules.board.reach import Gait
    from skirmish.rules.decision import Group
    from skirmish.rules.figure import Figure
    from skirmish.rules.frames.activation import Activation
    from skirmish.rules.frames.attack import Attack
    from skirmish.rules.frames.harm import Harm
    from skirmish.rules.frames.movement import Move
    from skirmish.rules.frames.rolls import Roll, Test

C = TypeVar("C")
V = TypeVar("V")

# Layers, in the order in which the handlers of one hook run.
FORBID, REPLACE, ADD, SET, AFTER = range(5)

EVENTS: dict[str, Event[Any, Any]] = {}


class Event(Generic[C, V]):
    """A named point at which handlers run. Only this module creates hooks."""

    __slots__ = ("about", "name")

    def __init__(self, name: str, about: str) -> None:
        if name in EVENTS or "CLOSED" in globals():
            raise AssertionError(f"The list of hooks is closed; {name} is not on it.")
        self.name = name
        self.about = about
        EVENTS[name] = self

    def __repr__(self) -> str:
        return self.name


# --- values: figures --------------------------------------------------------------
ZONE_REACH: Event[None, int] = Event(
    "zone.reach", "How far a figure's influence zone reaches. Asked once a game."
)
AFFINITIES: Event[Figure, int] = Event(
    "affinities", "Set of die faces a figure may test on."
)
MV: Event[Move, int] = Event(
    "mv", "Points for the movement in the context, which is about to begin."
)
GAIT: Event[Figure, Gait] = Event(
    "gait", "What steps cost the mover and what it may pass."
)
QUIET: Event[Figure, int] = Event(
    "quiet", "Spaces through which the mover (context) passes with nothing happening."
)
MAY_MOVE: Event[Figure, bool] = Event(
    "may.move", "Whether a figure may move by itself."
)
FACINGS: Event[Figure, int] = Event(
    "facings", "Set of facings to which a figure may turn in its activation."
)
SEES_HIDDEN: Event[Figure, bool] = Event(
    "sees.hidden", "Whether Stealth hides nobody from the viewer."
)
SIGHT: Event[Figure, int] = Event("sight", "How many spaces a viewer sees at most.")
RESISTS: Event[Figure, int] = Event(
    "resists", "Set of die faces on which a Resilient figure shrugs harm off."
)
RECOVERS: Event[Figure, bool] = Event(
    "recovers", "Whether a figure may leave the Healing House."
)
XP: Event[str, int] = Event(
    "xp", "Experience a figure is about to note; the context is the reason."
)
CONTROLLER: Event[tuple[Figure, Figure | None], int] = Event(
    "controller",
    "The seat that decides for a figure nobody owns; context: it and its opponent.",
)

# --- values: fighting -------------------------------------------------------------
AT: Event[Attack, int] = Event("at", "The attacker's Attack, in every attack.")
DF: Event[Attack, int] = Event("df", "The defender's Defense, in every attack.")
REACH: Event[Figure, int] = Event(
    "reach", "How far a figure's normal attack reaches; beyond 1 it needs sight."
)
RANGE: Event[bool, int] = Event(
    "range", "Range of a shot; the context says whether it is a shuriken."
)
MAY_ATTACK: Event[Figure, bool] = Event(
    "may.attack", "Whether the attacker may attack the figure in the context."
)
MAY_BE_SHOT: Event[Figure, bool] = Event(
    "may.be.shot", "Whether a figure may be shot at by the one in the context."
)
ATTACK_DICE: Event[Attack, int] = Event(
    "attack.dice", "The attacker's dice in a normal attack."
)
ATTACKED_DICE: Event[Attack, int] = Event(
    "attacked.dice", "The attacker's dice in a normal attack; the defender is asked."
)
RANGED_DICE: Event[Attack, int] = Event(
    "ranged.dice", "The shooter's dice in a ranged attack that is no shuriken."
)
DEFENCE_DICE: Event[Attack, int] = Event(
    "defence.dice",
    "The defender's dice in every attack; penalties with a minimum (layer set) come"
    " after all that adds, and before whatever evens out (after).",
)
NO_DEFENCE: Event[Attack, bool] = Event(
    "no.defence", "Whether the defender rolls no dice at all, in every attack."
)
BACK_STRIKE: Event[Attack, int] = Event(
    "back.strike", "Worth of a back strike; the attacker is asked."
)
BACK_STRUCK: Event[Attack, int] = Event(
    "back.struck", "Worth of a back strike; the defender is asked."
)
STEALTH_STRIKE: Event[Attack, int] = Event(
    "stealth.strike", "Worth of attacking out of Stealth."
)
MAY_ASSIST: Event[Attack, bool] = Event(
    "may.assist", "Whether a figure is able to assist."
)
ASSIST: Event[Attack, int] = Event(
    "assist", "Worth of a figure's assist; compare its side with the attacker's."
)
ASSISTS_AGAINST: Event[Attack, int] = Event(
    "assists.against", "Assists of the attacker, all together; the defender is asked."
)
CHOOSER: Event[Attack, int] = Event(
    "chooser", "Who chooses: 1 attacker, 2 defender, 0 nobody. The attacker is asked."
)
RESULT: Event[Attack, int] = Event(
    "result", "What the chosen face does, as a face, or -1. The attacker is asked."
)
FIRE_STUNS: Event[Attack, tuple[int, ...]] = Event(
    "fire.stuns", "Whom a Fire result stuns; the chooser's combatant is asked."
)
IMMUNE: Event[Harm, bool] = Event(
    "immune", "Whether a figure cannot be Stunned or Injured."
)

# --- values: dodging; the owner of a zone over the space is asked -----------------
DODGE_NEEDS: Event[Figure, int] = Event(
    "dodge.needs", "Matching dice that a dodge out of the zone needs."
)
DODGE_FAILS: Event[Figure, bool] = Event(
    "dodge.fails", "Whether a dodge out of the zone fails without a roll."
)
DODGE_BARRED: Event[Figure, bool] = Event(
    "dodge.barred", "Whether the mover (context) cannot dodge out of the zone."
)

DODGE_FAILED: Event[Move, bool] = Event(
    "dodge.failed",
    "The mover failed a dodge; it is asked whether it deals with that itself.",
)

# --- offers -----------------------------------------------------------------------
OFFER_ROUND_FIRST: Event[int, list[Group]] = Event(
    "offer.round.first", "Before everything else in a round; context: the seat."
)
OFFER_ROUND: Event[int, list[Group]] = Event(
    "offer.round", "At the beginning of a round; context: the seat."
)
OFFER_ACTIVATION: Event[Activation, list[Group]] = Event(
    "offer.activation", "When a figure activates, after its tokens are dealt with."
)
OFFER_EXTRA: Event[Activation, list[Group]] = Event(
    "offer.extra", "After that: buying an extra move or action."
)
MENU: Event[Activation, list[Group]] = Event(
    "menu", "What else the active figure may do now: actions and instead of moving."
)
MENU_LIMITS: Event[Activation, list[Group]] = Event(
    "menu.limits", "The whole menu of the active figure, to strike options from."
)
OFFER_STEP: Event[Move, list[Group]] = Event(
    "offer.step", "What else the mover may do between two steps."
)
STEP_LIMITS: Event[Move, list[Group]] = Event(
    "step.limits", "All that the mover may do between two steps, to strike from."
)
OFFER_DODGE: Event[Test, list[Group]] = Event(
    "offer.dodge", "A dodge is due and not yet rolled."
)
OFFER_SHOT: Event[Attack, list[Group]] = Event(
    "offer.shot", "A figure is shot at; the target is asked."
)
OFFER_ATTACK: Event[Attack, list[Group]] = Event(
    "offer.attack", "An attack is declared and not yet rolled; the attacker is asked."
)
OFFER_DEFENCE: Event[Attack, list[Group]] = Event(
    "offer.defence", "The same moment; the defender is asked."
)
OFFER_REROLL: Event[Roll, list[Group]] = Event(
    "offer.reroll", "Dice have been rolled; each roller of a pool is asked."
)
OFFER_HARM: Event[Harm, list[Group]] = Event(
    "offer.harm", "A figure would be Stunned or Injured and its owner may prevent it."
)

# --- triggers ---------------------------------------------------------------------
SETUP_PIECES: Event[None, None] = Event(
    "setup.pieces", "Before lanterns and shrines: the challenge's pieces."
)
SETUP_GUARDS: Event[None, None] = Event(
    "setup.guards", "After lanterns and shrines: sentries."
)
SETUP_DONE: Event[None, None] = Event(
    "setup.done", "After deployment: VIPs, champions, Stealth at the start."
)
ROUND_START: Event[None, None] = Event(
    "round.start",
    "A round after the first begins, before initiative; all figures are asked.",
)
ROUND_BEGUN: Event[None, None] = Event(
    "round.begun",
    "Initiative is decided, in the first round too: what a round's beginning brings"
    " without being asked for; all figures are asked, before `offer.round`.",
)
ROUND_END: Event[None, None] = Event(
    "round.end", "All have activated; scoring and effects of the round's end."
)
UPKEEP_START: Event[int, None] = Event(
    "upkeep.start", "Before a seat's first Healing House move; context: the seat."
)
UPKEEP_BEGINS: Event[None, None] = Event("upkeep.begins", "Before any player's upkeep.")
TURN_OVER: Event[int, None] = Event("turn.over", "A turn ended; context: its seat.")
ALL_ACTIVATED: Event[None, None] = Event(
    "all.activated", "No player has a figure left to activate this round."
)
RELOCATED: Event[int, None] = Event(
    "relocated",
    "A figure was moved or placed by an effect; context: its number.",
)
DEPLOYED: Event[int, None] = Event(
    "deployed", "A figure was put on the board; context: its number."
)
LEFT_BOARD: Event[int, None] = Event(
    "left.board",
    "A figure left the board; context: its number. It knows the space it left.",
)
ACTIVATION_START: Event[Activation, None] = Event(
    "activation.start", "Compulsory handling of tokens at the very beginning."
)
ACTIVATION_END: Event[Activation, None] = Event(
    "activation.end", "Drawbacks (layer add), Poison (set), Moon Power (after)."
)
STEPPED: Event[Move, None] = Event("stepped", "The mover entered a space.")
EXITED: Event[Move, None] = Event(
    "exited", "The mover goes over the edge of the board, as a challenge offered."
)
ZONE_ENTERED: Event[Move, None] = Event(
    "zone.entered", "An enemy's own movement brought it into the subject's zone."
)
MOVED: Event[Move, None] = Event("moved", "A movement of a figure's own is over.")
ATTACK_ROLLED: Event[Attack, None] = Event(
    "attack.rolled", "After all rerolls, before eliminations; the attacker is asked."
)
ATTACK_AFTER: Event[Attack, None] = Event(
    "attack.after", "The result was applied; the attacker still has its Stealth."
)
ATTACKED_AFTER: Event[Attack, None] = Event(
    "attacked.after", "The same moment; the defender is asked."
)
ATTACK_AGAIN: Event[Attack, None] = Event(
    "attack.again", "After Stealth is gone: further attacks of the attacker."
)
HARM_DUE: Event[Harm, None] = Event(
    "harm.due", "Compulsory reductions, by order: Resilient 10, Indomitable 20."
)
HARMED: Event[Harm, None] = Event(
    "harmed", "A figure was Stunned or is about to be removed as Injured."
)
HARM_DEALT: Event[Harm, None] = Event(
    "harm.dealt", "A figure is credited with a Stun or an Injury."
)
GAME_END: Event[None, None] = Event(
    "game.end", "The game is over; notes for the report."
)

CLOSED = True
