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
    from skirmish.rules.decision import OptionGroup
    from skirmish.rules.figure import Figure
    from skirmish.rules.frames.activation import Activation
    from skirmish.rules.frames.attack import Attack
    from skirmish.rules.frames.harm import Harm
    from skirmish.rules.frames.movement import Movement
    from skirmish.rules.frames.rolls import Roll, Test

C = TypeVar("C")
V = TypeVar("V")

# Layers, in the order in which the handlers of one hook run.
FORBID, REPLACE, ADD, SET, AFTER = range(5)

HOOKS: dict[str, Hook[Any, Any]] = {}


class Hook(Generic[C, V]):
    """A named point at which handlers run. Only this module creates hooks."""

    __slots__ = ("about", "name")

    def __init__(self, name: str, about: str) -> None:
        if name in HOOKS or "CLOSED" in globals():
            raise AssertionError(f"The list of hooks is closed; {name} is not on it.")
        self.name = name
        self.about = about
        HOOKS[name] = self

    def __repr__(self) -> str:
        return self.name


# --- values: figures --------------------------------------------------------------
ZONE_REACH: Hook[None, int] = Hook(
    "zone.reach", "How far a figure's influence zone reaches. Asked once a game."
)
AFFINITIES: Hook[Figure, int] = Hook(
    "affinities", "Set of die faces a figure may test on."
)
MV: Hook[Movement, int] = Hook(
    "mv", "Points for the movement in the context, which is about to begin."
)
GAIT: Hook[Figure, Gait] = Hook(
    "gait", "What steps cost the mover and what it may pass."
)
QUIET: Hook[Figure, int] = Hook(
    "quiet", "Spaces through which the mover (context) passes with nothing happening."
)
MAY_MOVE: Hook[Figure, bool] = Hook("may.move", "Whether a figure may move by itself.")
FACINGS: Hook[Figure, int] = Hook(
    "facings", "Set of facings to which a figure may turn in its activation."
)
SEES_HIDDEN: Hook[Figure, bool] = Hook(
    "sees.hidden", "Whether Stealth hides nobody from the viewer."
)
SIGHT: Hook[Figure, int] = Hook("sight", "How many spaces a viewer sees at most.")
RESISTS: Hook[Figure, int] = Hook(
    "resists", "Set of die faces on which a Resilient figure shrugs harm off."
)
RECOVERS: Hook[Figure, bool] = Hook(
    "recovers", "Whether a figure may leave the Healing House."
)
XP: Hook[str, int] = Hook(
    "xp", "Experience a figure is about to note; the context is the reason."
)
CONTROLLER: Hook[tuple[Figure, Figure | None], int] = Hook(
    "controller",
    "The seat that decides for a figure nobody owns; context: it and its opponent.",
)

# --- values: fighting -------------------------------------------------------------
AT: Hook[Attack, int] = Hook("at", "The attacker's Attack, in every attack.")
DF: Hook[Attack, int] = Hook("df", "The defender's Defense, in every attack.")
REACH: Hook[Figure, int] = Hook(
    "reach", "How far a figure's normal attack reaches; beyond 1 it needs sight."
)
RANGE: Hook[bool, int] = Hook(
    "range", "Range of a shot; the context says whether it is a shuriken."
)
MAY_ATTACK: Hook[Figure, bool] = Hook(
    "may.attack", "Whether the attacker may attack the figure in the context."
)
MAY_BE_SHOT: Hook[Figure, bool] = Hook(
    "may.be.shot", "Whether a figure may be shot at by the one in the context."
)
ATTACK_DICE: Hook[Attack, int] = Hook(
    "attack.dice", "The attacker's dice in a normal attack."
)
ATTACKED_DICE: Hook[Attack, int] = Hook(
    "attacked.dice", "The attacker's dice in a normal attack; the defender is asked."
)
RANGED_DICE: Hook[Attack, int] = Hook(
    "ranged.dice", "The shooter's dice in a ranged attack that is no shuriken."
)
DEFENCE_DICE: Hook[Attack, int] = Hook(
    "defence.dice",
    "The defender's dice in every attack; penalties with a minimum (layer set) come"
    " after all that adds, and before whatever evens out (after).",
)
NO_DEFENCE: Hook[Attack, bool] = Hook(
    "no.defence", "Whether the defender rolls no dice at all, in every attack."
)
BACK_STRIKE: Hook[Attack, int] = Hook(
    "back.strike", "Worth of a back strike; the attacker is asked."
)
BACK_STRUCK: Hook[Attack, int] = Hook(
    "back.struck", "Worth of a back strike; the defender is asked."
)
STEALTH_STRIKE: Hook[Attack, int] = Hook(
    "stealth.strike", "Worth of attacking out of Stealth."
)
MAY_ASSIST: Hook[Attack, bool] = Hook(
    "may.assist", "Whether a figure is able to assist."
)
ASSIST: Hook[Attack, int] = Hook(
    "assist", "Worth of a figure's assist; compare its side with the attacker's."
)
ASSISTS_AGAINST: Hook[Attack, int] = Hook(
    "assists.against", "Assists of the attacker, all together; the defender is asked."
)
CHOOSER: Hook[Attack, int] = Hook(
    "chooser", "Who chooses: 1 attacker, 2 defender, 0 nobody. The attacker is asked."
)
RESULT: Hook[Attack, int] = Hook(
    "result", "What the chosen face does, as a face, or -1. The attacker is asked."
)
FIRE_STUNS: Hook[Attack, tuple[int, ...]] = Hook(
    "fire.stuns", "Whom a Fire result stuns; the chooser's combatant is asked."
)
IMMUNE: Hook[Harm, bool] = Hook(
    "immune", "Whether a figure cannot be Stunned or Injured."
)

# --- values: dodging; the owner of a zone over the space is asked -----------------
DODGE_NEEDS: Hook[Figure, int] = Hook(
    "dodge.needs", "Matching dice that a dodge out of the zone needs."
)
DODGE_FAILS: Hook[Figure, bool] = Hook(
    "dodge.fails", "Whether a dodge out of the zone fails without a roll."
)
DODGE_BARRED: Hook[Figure, bool] = Hook(
    "dodge.barred", "Whether the mover (context) cannot dodge out of the zone."
)

DODGE_FAILED: Hook[Movement, bool] = Hook(
    "dodge.failed",
    "The mover failed a dodge; it is asked whether it deals with that itself.",
)

# --- offers -----------------------------------------------------------------------
OFFER_ROUND_FIRST: Hook[int, list[OptionGroup]] = Hook(
    "offer.round.first", "Before everything else in a round; context: the seat."
)
OFFER_ROUND: Hook[int, list[OptionGroup]] = Hook(
    "offer.round", "At the beginning of a round; context: the seat."
)
OFFER_ACTIVATION: Hook[Activation, list[OptionGroup]] = Hook(
    "offer.activation", "When a figure activates, after its tokens are dealt with."
)
OFFER_EXTRA: Hook[Activation, list[OptionGroup]] = Hook(
    "offer.extra", "After that: buying an extra move or action."
)
MENU: Hook[Activation, list[OptionGroup]] = Hook(
    "menu", "What else the active figure may do now: actions and instead of moving."
)
MENU_LIMITS: Hook[Activation, list[OptionGroup]] = Hook(
    "menu.limits", "The whole menu of the active figure, to strike options from."
)
OFFER_STEP: Hook[Movement, list[OptionGroup]] = Hook(
    "offer.step", "What else the mover may do between two steps."
)
STEP_LIMITS: Hook[Movement, list[OptionGroup]] = Hook(
    "step.limits", "All that the mover may do between two steps, to strike from."
)
OFFER_DODGE: Hook[Test, list[OptionGroup]] = Hook(
    "offer.dodge", "A dodge is due and not yet rolled."
)
OFFER_SHOT: Hook[Attack, list[OptionGroup]] = Hook(
    "offer.shot", "A figure is shot at; the target is asked."
)
OFFER_ATTACK: Hook[Attack, list[OptionGroup]] = Hook(
    "offer.attack", "An attack is declared and not yet rolled; the attacker is asked."
)
OFFER_DEFENCE: Hook[Attack, list[OptionGroup]] = Hook(
    "offer.defence", "The same moment; the defender is asked."
)
OFFER_REROLL: Hook[Roll, list[OptionGroup]] = Hook(
    "offer.reroll", "Dice have been rolled; each roller of a pool is asked."
)
OFFER_HARM: Hook[Harm, list[OptionGroup]] = Hook(
    "offer.harm", "A figure would be Stunned or Injured and its owner may prevent it."
)

# --- triggers ---------------------------------------------------------------------
SETUP_PIECES: Hook[None, None] = Hook(
    "setup.pieces", "Before lanterns and shrines: the challenge's pieces."
)
SETUP_GUARDS: Hook[None, None] = Hook(
    "setup.guards", "After lanterns and shrines: sentries."
)
SETUP_DONE: Hook[None, None] = Hook(
    "setup.done", "After deployment: VIPs, champions, Stealth at the start."
)
ROUND_START: Hook[None, None] = Hook(
    "round.start",
    "A round after the first begins, before initiative; all figures are asked.",
)
ROUND_BEGUN: Hook[None, None] = Hook(
    "round.begun",
    "Initiative is decided, in the first round too: what a round's beginning brings"
    " without being asked for; all figures are asked, before `offer.round`.",
)
ROUND_END: Hook[None, None] = Hook(
    "round.end", "All have activated; scoring and effects of the round's end."
)
UPKEEP_START: Hook[int, None] = Hook(
    "upkeep.start", "Before a seat's first Healing House move; context: the seat."
)
UPKEEP_BEGINS: Hook[None, None] = Hook("upkeep.begins", "Before any player's upkeep.")
TURN_OVER: Hook[int, None] = Hook("turn.over", "A turn ended; context: its seat.")
ALL_ACTIVATED: Hook[None, None] = Hook(
    "all.activated", "No player has a figure left to activate this round."
)
RELOCATED: Hook[int, None] = Hook(
    "relocated",
    "A figure was moved or placed by an effect; context: its number.",
)
DEPLOYED: Hook[int, None] = Hook(
    "deployed", "A figure was put on the board; context: its number."
)
LEFT_BOARD: Hook[int, None] = Hook(
    "left.board",
    "A figure left the board; context: its number. It knows the space it left.",
)
ACTIVATION_START: Hook[Activation, None] = Hook(
    "activation.start", "Compulsory handling of tokens at the very beginning."
)
ACTIVATION_END: Hook[Activation, None] = Hook(
    "activation.end", "Drawbacks (layer add), Poison (set), Moon Power (after)."
)
STEPPED: Hook[Movement, None] = Hook("stepped", "The mover entered a space.")
EXITED: Hook[Movement, None] = Hook(
    "exited", "The mover goes over the edge of the board, as a challenge offered."
)
ZONE_ENTERED: Hook[Movement, None] = Hook(
    "zone.entered", "An enemy's own movement brought it into the subject's zone."
)
MOVED: Hook[Movement, None] = Hook("moved", "A movement of a figure's own is over.")
ATTACK_ROLLED: Hook[Attack, None] = Hook(
    "attack.rolled", "After all rerolls, before eliminations; the attacker is asked."
)
ATTACK_AFTER: Hook[Attack, None] = Hook(
    "attack.after", "The result was applied; the attacker still has its Stealth."
)
ATTACKED_AFTER: Hook[Attack, None] = Hook(
    "attacked.after", "The same moment; the defender is asked."
)
ATTACK_AGAIN: Hook[Attack, None] = Hook(
    "attack.again", "After Stealth is gone: further attacks of the attacker."
)
HARM_DUE: Hook[Harm, None] = Hook(
    "harm.due", "Compulsory reductions, by order: Resilient 10, Indomitable 20."
)
HARMED: Hook[Harm, None] = Hook(
    "harmed", "A figure was Stunned or is about to be removed as Injured."
)
HARM_DEALT: Hook[Harm, None] = Hook(
    "harm.dealt", "A figure is credited with a Stun or an Injury."
)
GAME_END: Hook[None, None] = Hook("game.end", "The game is over; notes for the report.")

CLOSED = True
