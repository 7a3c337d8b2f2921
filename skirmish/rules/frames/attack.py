"""One attack, normal or ranged, from its declaration to its last consequence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rulebook.rules.entries import RangedAttack
from skirmish.rules import log
from skirmish.rules.combat import (
    eliminate_opposites,
    may_attack,
    may_shoot,
    normal_dice,
    ranged_dice,
)
from skirmish.rules.decision import (
    ELEMENT,
    NOBODY,
    Choice,
    Decision,
    Frame,
    OptionGroup,
)
from skirmish.rules.figure import POISON, Figure
from skirmish.rules.frames.handler_frames import Window
from skirmish.rules.frames.harm import (
    COMBAT,
    FIRE_RESULT,
    INJURED,
    RANGED,
    STUNNED,
    UNHARMED,
    Harm,
)
from skirmish.rules.frames.rolls import ATTACK, DEFENCE, SHOT, SHOT_AT, Pool, Roll
from skirmish.rules.frames.shift import PlaceInFront, Shift
from skirmish.rules.hooks import (
    ATTACK_AFTER,
    ATTACK_AGAIN,
    ATTACK_ROLLED,
    ATTACKED_AFTER,
    CHOOSER,
    FIRE_STUNS,
    OFFER_ATTACK,
    OFFER_DEFENCE,
    OFFER_SHOT,
    REACH,
    RESULT,
)

if TYPE_CHECKING:
    from skirmish.rules.game import Game

SPIRIT, VOID, EARTH, AIR, WATER, FIRE = range(6)
NO_RESULT = -1
NORMAL, SHURIKEN = -2, -1  # as `shot`; from 0 up it is a ranged profile's number
BY_NOBODY, BY_ATTACKER, BY_DEFENDER = range(3)

# Program counters.
(
    DECLARED,
    AIMED,
    OPEN,
    COUNTING,
    ROLLED,
    CHOOSING,
    APPLYING,
    PLACING,
    APPLIED,
    AFTER_DEFENDER,
    UNVEILED,
    DONE,
) = range(12)


class AttackWindow(Window, kw_only=True):
    """The window before the dice: attacker and defender may both use something."""

    hook: str = msgspec.field(default=OFFER_ATTACK.name, name="event")

    def offers(self, game: Game, seat: int) -> list[OptionGroup]:
        if game.seats[seat].has_conceded:
            return []
        attack = self.context(game, seat)
        attacker, defender = self.subjects
        groups = game.collect_options(OFFER_ATTACK, (attacker,), attack, seat)
        groups = groups + game.collect_options(OFFER_DEFENCE, (defender,), attack, seat)
        return [g for g in groups if (g.verb, g.owner) not in self.used]


class Attack(Frame, kw_only=True):
    """An attack. Returns the harm to the defender: none, a Stun or an Injury."""

    attacker: int
    defender: int
    shot: int = NORMAL
    attacker_seat: int = NOBODY
    defender_seat: int = NOBODY
    # An attack out of turn, or by an ability that checks legality itself.
    is_forced: bool = False
    # The last figure asked about being shot at; a new target is asked again.
    asked: int = NOBODY
    # The figure credited with harm to the attacker's own side by a redirected shot.
    redirected_by: int = NOBODY
    penalty: int = 0
    attack_bonus: int = 0
    defence_bonus: int = 0
    is_back_strike: bool = False
    assists: int = 0
    defence_assists: int = 0
    attack_dice: int = 0
    defence_dice: int = 0
    rolled: tuple[tuple[int, ...], ...] = ()
    left: tuple[int, ...] = ()
    right: tuple[int, ...] = ()
    chooser: int = BY_NOBODY
    face: int = NO_RESULT
    # What behaviours recorded about this attack.
    marks: tuple[str, ...] = ()
    struck: tuple[int, ...] = ()
    harmed: int = UNHARMED
    was_hidden: bool = False

    # --- for behaviours --------------------------------------------------------
    @property
    def is_normal(self) -> bool:
        return self.shot == NORMAL

    @property
    def is_shuriken(self) -> bool:
        return self.shot == SHURIKEN

    def profile(self, game: Game) -> RangedAttack | None:
        """Return the ranged profile, or None for a shuriken or a normal attack."""
        return (
            game.figures[self.attacker].card.shots[self.shot]
            if self.shot >= 0
            else None
        )

    def is_stealthy(self, game: Game) -> bool:
        profile = self.profile(game)
        return self.is_shuriken or (profile is not None and profile.stealthy)

    # --- steps -----------------------------------------------------------------
    def step(self, game: Game) -> Decision | None:
        depth = len(game.stack)
        while len(game.stack) == depth:
            if self.pc == CHOOSING:
                if self.face == NO_RESULT and self.chooser != BY_NOBODY:
                    dice = set(self._choosable())
                    if len(dice) > 1:
                        return Decision(
                            self._chooser_seat(), "result", self._choosing()
                        )
                    self.face = dice.pop()
                self._settle(game)
            elif self.pc < CHOOSING:
                self._before_result(game)
            else:
                self._after_result(game)
        return None

    def _before_result(self, game: Game) -> None:
        attacker, defender = game.figures[self.attacker], game.figures[self.defender]
        pc, self.pc = self.pc, self.pc + 1
        if pc == DECLARED:
            self._declare(game, attacker, defender)
        elif pc == AIMED and not self.is_normal and self.asked != self.defender:
            self.pc = AIMED
            self._ask_target(game)
        elif pc == AIMED:
            self.is_back_strike = bool(
                self.is_normal and attacker.foot & defender.back()
            )
            self.defender_seat = game.controller(defender, attacker)
            self._push_window(game)
        elif pc == OPEN:
            if not self._is_legal(game, attacker, defender):
                self.pc = DONE
        elif pc == COUNTING:
            self._roll(game)
        else:
            self._read(game, attacker, defender)

    def _declare(self, game: Game, attacker: Figure, defender: Figure) -> None:
        how = "attack" if self.is_normal else "shuriken" if self.is_shuriken else "shot"
        game.log.append(log.AttackBegan(self.attacker, self.defender, how))
        self.was_hidden = attacker.is_hidden
        self.attacker_seat = game.controller(attacker, defender)

    def _ask_target(self, game: Game) -> None:
        """Give the target the chance to redirect the shot."""
        self.asked = self.defender
        if game.has_handlers(OFFER_SHOT, (self.defender,)):
            game.push(
                Window(
                    hook=OFFER_SHOT.name,
                    subjects=(self.defender,),
                    first=self.attacker_seat,
                    at=len(game.stack) - 1,
                )
            )

    def _push_window(self, game: Game) -> None:
        if not (
            game.has_handlers(OFFER_ATTACK, (self.attacker,))
            or game.has_handlers(OFFER_DEFENCE, (self.defender,))
        ):
            return
        game.push(
            AttackWindow(
                subjects=(self.attacker, self.defender),
                first=self.attacker_seat,
                at=len(game.stack) - 1,
            )
        )

    def _is_legal(self, game: Game, attacker: Figure, defender: Figure) -> bool:
        if not attacker.foot or not defender.foot:
            return False
        if self.is_forced:
            return True
        if self.is_normal:
            reach = game.modify(REACH, attacker, attacker, 1)
            return may_attack(game, attacker, defender, reach)
        return may_shoot(game, attacker, defender, self.profile(game))

    def _roll(self, game: Game) -> None:
        counts = normal_dice(game, self) if self.is_normal else ranged_dice(game, self)
        self.attack_dice, self.defence_dice = counts
        names = (ATTACK, DEFENCE) if self.is_normal else (SHOT, SHOT_AT)
        pools = (
            Pool(names[0], self.attacker, self.attacker_seat, self.attack_dice),
            Pool(names[1], self.defender, self.defender_seat, self.defence_dice),
        )
        game.push(
            Roll(
                pools=pools,
                subjects=(self.attacker, self.defender),
                first=self.attacker_seat,
            )
        )

    def _read(self, game: Game, attacker: Figure, defender: Figure) -> None:
        """After all rerolls: apply what looks for an element, then eliminate dice."""
        self.rolled = game.value
        shot = self.profile(game)
        poison = shot.poisons_on if shot is not None else None
        if poison is not None and poison.face in self.rolled[0]:
            game.give(
                defender, POISON, by=self._source(game, attacker.key, defender.key)
            )
        self.left, self.right = eliminate_opposites(*self.rolled)
        self.chooser = self._who_chooses(game, attacker)
        game.trigger(ATTACK_ROLLED, attacker, at=len(game.stack) - 1)

    def _who_chooses(self, game: Game, attacker: Figure) -> int:
        left, right = len(self.left), len(self.right)
        if not left and not right:
            return BY_NOBODY
        chooser = BY_ATTACKER if left >= right else BY_DEFENDER
        chooser = game.modify(CHOOSER, attacker, self, chooser)
        dice = self.left if chooser == BY_ATTACKER else self.right
        return chooser if dice else BY_NOBODY

    # --- choosing --------------------------------------------------------------
    def _choosable(self) -> tuple[int, ...]:
        return self.left if self.chooser == BY_ATTACKER else self.right

    def _chooser_seat(self) -> int:
        return self.attacker_seat if self.chooser == BY_ATTACKER else self.defender_seat

    def _choosing(self) -> int:
        return self.attacker if self.chooser == BY_ATTACKER else self.defender

    def groups(self, game: Game) -> list[OptionGroup]:  # noqa: ARG002
        faces = 0
        for face in self._choosable():
            faces |= 1 << face
        return [OptionGroup("choose", ELEMENT, faces)]

    def choose(self, game: Game, choice: Choice) -> None:  # noqa: ARG002
        self.face = choice.arg

    def _settle(self, game: Game) -> None:
        """Log the face, which is known now, and start its result."""
        game.log.append(
            log.Outcome(
                self.attacker,
                self.defender,
                self.left,
                self.right,
                self.chooser,
                self.face,
            )
        )
        self.pc = APPLYING
        attacker = game.figures[self.attacker]
        effect = NO_RESULT
        if self.face != NO_RESULT:
            effect = self.face if self.is_normal else self._at_range(game)
            effect = game.modify(RESULT, attacker, self, effect)
        if effect == SPIRIT:
            self._harm(game, self.attacker, self.defender, INJURED)
        elif effect == VOID:
            self._harm(game, self.defender, self.attacker, INJURED)
        elif effect == EARTH:
            self._harm(game, self.defender, self.attacker, STUNNED)
        elif effect == AIR:
            spaces = game.compiled.book.air_spaces
            self._shift(game, self.defender, self.attacker_seat, spaces, turns=False)
        elif effect == WATER:
            spaces = game.compiled.book.water_spaces
            self._shift(game, self.attacker, self._chooser_seat(), spaces, turns=True)
            self.pc = PLACING
        elif effect == FIRE:
            self._burn(game, attacker)

    def _at_range(self, game: Game) -> int:
        shot = self.profile(game)
        if shot is not None:
            if any(element.face == self.face for element in shot.stuns_on):
                return EARTH
            if any(element.face == self.face for element in shot.also_works):
                return self.face
        return self.face if self.face in (VOID, EARTH) else NO_RESULT

    def _source(self, game: Game, source: int, victim: int) -> int:
        """Return the credited figure: for harm to its own side, the redirecting one."""
        is_own = game.figures[victim].side == game.figures[source].side
        return self.redirected_by if is_own else source

    def _harm(self, game: Game, victim: int, source: int, level: int) -> None:
        cause = COMBAT if self.is_normal else RANGED
        self.struck = (victim,)
        source = self._source(game, source, victim)
        game.push(Harm(victims=(victim,), level=level, cause=cause, source=source))

    def _shift(
        self, game: Game, figure: int, seat: int, distance: int, *, turns: bool
    ) -> None:
        game.push(
            Shift(figure=figure, seat=seat, distance=distance, turns_anyway=turns)
        )

    def _burn(self, game: Game, attacker: Figure) -> None:
        """Stun the figures in the attacker's zone, the attacker's player first."""
        zone = attacker.zone()
        struck = [f for f in game.figures if f.foot & zone or f.key == attacker.key]
        order = game.seats_from(self.attacker_seat)
        struck.sort(
            key=lambda f: (
                order.index(f.seat) if f.seat in order else len(order),
                f.key,
            )
        )
        chooser = game.figures[self._choosing()]
        victims = tuple(figure.key for figure in struck)
        victims = game.modify(FIRE_STUNS, chooser, self, victims)
        self.struck = victims
        if victims:
            game.push(
                Harm(
                    victims=victims,
                    level=STUNNED,
                    cause=FIRE_RESULT,
                    source=chooser.key,
                )
            )

    # --- afterwards ------------------------------------------------------------
    def _after_result(self, game: Game) -> None:
        attacker, defender = game.figures[self.attacker], game.figures[self.defender]
        at = len(game.stack) - 1
        pc, self.pc = self.pc, self.pc + 1
        if pc == APPLYING:
            self._note_harm(game)
            self.pc = APPLIED
        elif pc == PLACING:
            game.push(
                PlaceInFront(
                    figure=self.defender, other=self.attacker, seat=self.defender_seat
                )
            )
        elif pc == APPLIED:
            game.trigger(ATTACK_AFTER, attacker, at=at)
        elif pc == AFTER_DEFENDER:
            game.trigger(ATTACKED_AFTER, defender, at=at)
        elif pc == UNVEILED:
            if self.was_hidden and not self.is_stealthy(game):
                game.reveal(attacker, "attacked")
            game.trigger(ATTACK_AGAIN, attacker, at=at)
        else:
            game.pop(self.harmed)

    def _note_harm(self, game: Game) -> None:
        """Record what the result did to the defender."""
        if self.struck:
            dealt = dict(zip(self.struck, game.value, strict=True))
            self.harmed = dealt.get(self.defender, UNHARMED)
