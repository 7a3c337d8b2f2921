"""Questions of behaviours in the middle of something, and their answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from msgspec import structs

from skirmish.rules import log
from skirmish.rules.figure import BOARD, Figure
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.handler_frames import SeatQuestion
from skirmish.rules.frames.rolls import Roll
from skirmish.rules.game import Game
from tests.skirmish.reference.actions import can_attack
from tests.skirmish.reference.clans import (
    enemies_in_sight,
    led_astray,
    volley_targets,
    whirled,
)
from tests.skirmish.reference.driven import STRIKES, left_to
from tests.skirmish.reference.errands import Menu, cell_of, free_cells
from tests.skirmish.reference.fighting import shot_instead
from tests.skirmish.reference.footing import (
    EVENLY,
    FLYING,
    led_to,
    standing_room,
)
from tests.skirmish.reference.offers import ABILITY, CARD, KEYWORD, ONLY, offered
from tests.skirmish.reference.printed import number
from tests.skirmish.reference.rerolls import fresh
from tests.skirmish.reference.sight import can_see
from tests.skirmish.reference.spaces import (
    Cells,
    cells_at,
    cells_in,
    in_zone,
    space_of,
    under,
    zone_of,
)
from tests.skirmish.reference.trading import all_fit, anchors_over
from tests.skirmish.reference.values import (
    EVERY_FACING,
    activation_of,
    decider,
    nearby,
)
from tests.skirmish.reference.waking import hidden_around
from tests.skirmish.reference.wanderers import behind_the_door


@dataclass(slots=True)
class Question:
    """What is asked, and of whom it is about."""

    game: Game
    ask: SeatQuestion
    me: Figure

    @property
    def slug(self) -> str:
        return self.ask.slug

    def number(self, name: str) -> int:
        return number(self.game, self.slug, name)


Answers = Callable[[Question], Menu]
ANSWERS: dict[tuple[str, str], Answers] = {}
ANSWERED: Counter[tuple[str, str]] = Counter()


def answers(kind: str, *slugs: str) -> Callable[[Answers], Answers]:
    def enter(reckoning: Answers) -> Answers:
        for slug in slugs:
            assert (kind, slug) not in ANSWERS, slug
            ANSWERS[kind, slug] = reckoning
        return reckoning

    return enter


def answered(game: Game, ask: SeatQuestion) -> tuple[int, Menu]:
    """Who is to answer a question of a behaviour, and how."""
    key = (ask.kind, ask.slug)
    question = Question(game, ask, game.figures[ask.owner])
    menu = ANSWERS[key](question)
    ANSWERED[key] += 1
    return who_answers(game, ask), menu


def who_answers(game: Game, ask: SeatQuestion) -> int:
    """Mostly whoever decides for the figure it is about."""
    me = game.figures[ask.owner]
    if ask.kind == CARD and ask.slug != "rushing-river":
        played = [e for e in game.log if isinstance(e, log.CardPlayed)]
        return [e.seat for e in played if e.card == ask.slug][-1]
    if ask.slug == "tanchyos-wings":
        # The player of the enemy who caught it, and who has just put it down.
        if not ask.memo:
            return [e.seat for e in game.log if isinstance(e, log.Said)][-1]
        return decider(game, game.figures[ask.memo[0]], me)
    if ask.slug == "foul-weather":
        roll = game.stack[ask.at]
        assert isinstance(roll, Roll)
        return decider(game, game.figures[roll.pools[0].figure])
    return decider(game, me)


def picked(keys: set[int], *, may_pass: bool = True) -> Menu:
    """One of some figures, or none of them; nothing if there is nobody."""
    if not keys:
        return {}
    return {"pick": keys, "pass": ONLY} if may_pass else {"pick": keys}


def attacked(keys: set[int], *, may_pass: bool = True) -> Menu:
    if not keys:
        return {}
    return {"attack": keys, "pass": ONLY} if may_pass else {"attack": keys}


def enemies_among(me: Figure, figures: list[Figure]) -> set[int]:
    return {other.key for other in figures if other.side != me.side}


def friends_among(me: Figure, figures: list[Figure]) -> set[int]:
    return {other.key for other in figures if other.side == me.side}


# --- whom ------------------------------------------------------------------------
@answers(KEYWORD, "healing")
def healing(asked: Question) -> Menu:
    patients = [f for f in in_zone(asked.game, asked.me) if sum(f.tokens)]
    return picked(friends_among(asked.me, patients)) or {"pass": ONLY}


@answers(KEYWORD, "fortune")
def fortune(asked: Question) -> Menu:
    """Itself, or a friend in its zone."""
    near_by = in_zone(asked.game, asked.me)
    return {"pick": friends_among(asked.me, near_by) | {asked.me.key}}


@answers(ABILITY, "blood-frenzy")
def blood_frenzy(asked: Question) -> Menu:
    near_by = nearby(asked.game, asked.me, asked.number("range"))
    return {"pick": friends_among(asked.me, near_by)}


@answers(ABILITY, "mysterious-as-the-dark-side-of-the-moon")
def dark_side_of_the_moon(asked: Question) -> Menu:
    return {"pick": enemies_among(asked.me, nearby(asked.game, asked.me))}


@answers(ABILITY, "dark-curse")
def dark_curse(asked: Question) -> Menu:
    """A second one, upon anybody within reach, or none."""
    near_by = nearby(asked.game, asked.me, asked.number("range"))
    return {"pick": {f.key for f in near_by}, "pass": ONLY}


@answers(ABILITY, "skull-hex")
def skull_hex(asked: Question) -> Menu:
    seen = enemies_in_sight(asked.game, asked.me, asked.number("range"))
    return picked(seen, may_pass=False)


@answers(ABILITY, "wanderlust")
def wanderlust(asked: Question) -> Menu:
    return picked(led_astray(asked.game, asked.me)) or {"pass": ONLY}


@answers(ABILITY, "healing-mist")
def healing_mist(asked: Question) -> Menu:
    """Of those who were near before its own Stun, so many at most."""
    patients, left = asked.ask.memo
    if not left:
        return {}
    return picked({key for key in range(99) if patients >> key & 1})


@answers(ABILITY, "force-of-a-great-typhoon")
def typhoon(asked: Question) -> Menu:
    swept = asked.ask.memo[0]
    return picked({key for key in range(99) if swept >> key & 1})


@answers(ABILITY, "net")
def net(asked: Question) -> Menu:
    if asked.me.place != BOARD:
        return {}
    return picked(enemies_in_sight(asked.game, asked.me, asked.number("range")))


@answers(ABILITY, "ink-attack")
def ink_attack(asked: Question) -> Menu:
    enemies = enemies_among(asked.me, in_zone(asked.game, asked.me))
    seen = {k for k in enemies if can_see(asked.game, asked.me, asked.game.figures[k])}
    return picked(seen)


@answers(ABILITY, "strength-of-a-raging-fire")
def raging_fire(asked: Question) -> Menu:
    """For each Fire another enemy in sight."""
    flames, *burnt = asked.ask.memo
    if not flames or asked.me.place != BOARD:
        return {}
    seen = enemies_in_sight(asked.game, asked.me, asked.number("range"))
    return picked(seen - set(burnt), may_pass=False)


@answers(ABILITY, "zenith")
def zenith(asked: Question) -> Menu:
    """Itself, or whoever is in its zone and may be named."""
    zone = zone_of(asked.game, asked.me) | under(asked.me)
    near_by = nearby(asked.game, asked.me)
    return {"pick": {f.key for f in near_by if under(f) & zone}}


@answers(ABILITY, "best-friends")
def best_friends(asked: Question) -> Menu:
    team = {f.key for f in asked.game.figures if f.seat == asked.me.seat}
    return picked(team - {asked.me.key}, may_pass=False)


@answers(KEYWORD, "redirection")
def redirection(asked: Question) -> Menu:
    attack = asked.game.stack[asked.ask.at]
    assert isinstance(attack, Attack)
    others = shot_instead(asked.game, asked.me, attack)
    return {"pick": others, "pass": ONLY}


@answers(CARD, "third-eye")
def third_eye(asked: Question) -> Menu:
    distance = asked.game.compiled.book.cards["third-eye"].numbers["range"]
    return {"pick": hidden_around(asked.game, asked.me, distance)}


# --- whom to attack --------------------------------------------------------------
@answers(KEYWORD, "gale-of-blows")
def gale_of_blows(asked: Question) -> Menu:
    return attacked(can_attack(asked.game, asked.me)) or {"pass": ONLY}


@answers(ABILITY, "wind-of-blades")
def wind_of_blades(asked: Question) -> Menu:
    return attacked(can_attack(asked.game, asked.me))


@answers(CARD, "rushing-river")
def rushing_river(asked: Question) -> Menu:
    """Whatever would be an attack if there were an action left."""
    game, me = asked.game, asked.me
    turn = activation_of(game, me)
    assert turn is not None
    turn = structs.replace(turn, actions=turn.actions + 1)
    found = offered(game, "menu", turn, turn.seat)
    menu = {verb: args for (verb, _), args in found.items() if verb in STRIKES}
    menu |= {"attack": can_attack(game, me), "pass": ONLY}
    menu = left_to(game, me, turn, {v: a for v, a in menu.items() if a})
    return menu if menu.keys() - {"pass"} else {}


@answers(ABILITY, "pounce", "banzai")
def strike_after_a_step(asked: Question) -> Menu:
    return attacked(can_attack(asked.game, asked.me), may_pass=False)


@answers(ABILITY, "whirlwind")
def whirlwind(asked: Question) -> Menu:
    """Those who are left, in any order, as long as they are in her zone."""
    left = asked.ask.memo[0]
    there = {key for key in whirled(asked.game, asked.me) if left >> key & 1}
    return attacked(there, may_pass=False)


@answers(ABILITY, "ondoris-beak")
def ondoris_beak(asked: Question) -> Menu:
    return attacked({asked.ask.memo[0]})


@answers(ABILITY, "air-dragons-breath", "firearm-flurry")
def volley(asked: Question) -> Menu:
    targets = volley_targets(asked.game, asked.me, asked.slug)
    return {"shoot": targets, "pass": ONLY} if targets else {}


@answers(KEYWORD, "wind-in-the-forest")
def wind_in_the_forest(asked: Question) -> Menu:
    """It turns first, so that the target is in front."""
    target = asked.ask.memo[0]
    return {
        "face": {
            facing
            for facing in EVERY_FACING
            if target
            in can_attack(asked.game, structs.replace(asked.me, facing=facing))
        }
    }


# --- where -----------------------------------------------------------------------
@answers(ABILITY, "undertow")
def undertow(asked: Question) -> Menu:
    """A friend nearby who finds a way into its zone and is not there yet."""
    game, me = asked.game, asked.me
    distance, zone = asked.number("range"), zone_of(game, me)
    drawn = set()
    for other in nearby(game, me, distance):
        if other.side != me.side or other.key == me.key or under(other) & zone:
            continue
        if led_to(game, other, distance, EVENLY) & standing_room(game, other, zone):
            drawn.add(other.key)
    return {"pick": drawn}


@answers(ABILITY, "wind-walk")
def wind_walk(asked: Question) -> Menu:
    """Friends who flew along and find a place in its zone."""
    game, me = asked.game, asked.me
    zone = zone_of(game, me)
    followers = set()
    for other in game.figures:
        if asked.ask.memo[0] >> other.key & 1 and other.place == BOARD:
            reached = led_to(game, other, asked.number("spaces"), FLYING)
            if reached & standing_room(game, other, zone):
                followers.add(other.key)
    return picked(followers)


@answers(ABILITY, "dimension-door")
def dimension_door(asked: Question) -> Menu:
    if asked.ask.memo:
        return {"face": EVERY_FACING}
    return {"go": behind_the_door(asked.game, asked.me), "stay": ONLY}


@answers(KEYWORD, "tanchyos-wings")
def tanchyos_wings(asked: Question) -> Menu:
    """Whoever caught it puts it into its own zone, and turns it."""
    if not asked.ask.memo:
        return {"face": EVERY_FACING}
    catcher = asked.game.figures[asked.ask.memo[0]]
    return {"go": standing_room(asked.game, asked.me, zone_of(asked.game, catcher))}


@answers(CARD, "decoy")
def decoy(asked: Question) -> Menu:
    """Where bases of two sizes go, one after the other, and how both look."""
    if not asked.ask.memo:
        return {"face": EVERY_FACING}
    mine, theirs = set(asked.ask.memo[1::2]), set(asked.ask.memo[2::2])
    return {"go": mine if len(mine) > 1 else theirs}


@answers(ABILITY, "smooth-moves")
def smooth_moves(asked: Question) -> Menu:
    """A place for the next dancer that leaves one for all who come after it."""
    game, me = asked.game, asked.me
    floor_mask, *named = asked.ask.memo
    if len(named) % 3 == 2:
        return {"face": EVERY_FACING}
    floor: Cells = cells_in(floor_mask)
    others = [f for f in game.figures if under(f) & floor and f.key != me.key]
    dancers = [me, *others]
    free = free_cells(game).union(*(under(dancer) for dancer in dancers))
    for key, space in zip(named[::3], named[1::3], strict=True):
        free -= cells_at(cell_of(space), game.figures[key].card.size)
    next_one, *later = dancers[len(named) // 3 :]
    size, sizes = next_one.card.size, [f.card.size for f in later]
    return {
        "go": {
            space_of(anchor)
            for anchor in anchors_over(size, floor)
            if cells_at(anchor, size) <= free
            and all_fit(sizes, floor, free - cells_at(anchor, size))
        }
    }


# --- what ------------------------------------------------------------------------
@answers(ABILITY, "foul-weather")
def foul_weather(asked: Question) -> Menu:
    roll = asked.game.stack[asked.ask.at]
    assert isinstance(roll, Roll)
    return {"reroll": fresh(roll, 0)}


@answers(ABILITY, "spirit-senses")
def spirit_senses(asked: Question) -> Menu:
    return {"yes": ONLY, "no": ONLY}


@answers(ABILITY, "yopparai")
def yopparai(asked: Question) -> Menu:
    return {"at": ONLY, "df": ONLY}
