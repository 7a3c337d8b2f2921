"""Downtime: who rolls after a game, what the die does, whom Spirit excuses (DOWN)."""

from __future__ import annotations

from msgspec.structs import replace

from kernel.dice import Dice, elements_of
from kernel.elements import Element
from kernel.errors import Refusal
from kernel.ids import NinjaId
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import DowntimeResult, DowntimeRow
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import DiceSource, HeroWater
from teams.rules.journal.entries import DowntimeRolled
from teams.rules.reports.team_report import GameKind, TeamReport
from teams.rules.roster.statline import profile_of
from teams.rules.settlement.absences import with_absence
from teams.rules.settlement.experience import can_earn
from teams.rules.settlement.revenue import limit_to_cap
from teams.rules.state import NinjaState, Settling, TeamState

HERO_WATER_KOBAN = 1


def list_rollers(state: TeamState, report: TeamReport) -> tuple[NinjaId, ...]:
    """Return the members that ended a played game in the Healing House."""
    if report.kind is not GameKind.PLAYED:
        return ()
    if report.is_conceded and not state.rules.concession_policy.downtime:
        return ()
    members = {ninja.id for ninja in state.members}
    return tuple(one for one in report.in_healing_house if one in members)


def roll_downtime(
    state: TeamState,
    settling: Settling,
    ninja: NinjaId,
    *,
    dice: Dice,
    source: DiceSource,
    book: Catalogue,
) -> DowntimeRolled:
    """Roll downtime for one ninja that has not rolled yet."""
    if ninja not in settling.to_roll:
        raise Refusal(
            "This ninja has no downtime roll to make. Choose a ninja that is still"
            " waiting in the Healing House.",
            code="not-in-healing-house",
            field="ninja",
        )
    refuse_source(source, state.rules)
    who = state.find(ninja)
    learns = can_earn(who, profile_of(book, who.profile))
    faces = elements_of(dice.roll(book.downtime.dice))
    on_water = state.rules.hero_water_result
    is_lost = not learns and _row(faces, book).result is DowntimeResult.XP
    if is_lost and on_water is HeroWater.REROLL:
        # There is one reroll; a second result of this kind is lost.
        faces += elements_of(dice.roll(book.downtime.dice))
    row = _row(faces, book)
    is_xp = row.result is DowntimeResult.XP
    pays = is_xp and not learns and on_water is HeroWater.KOBAN_1
    return DowntimeRolled(
        match=settling.report.match,
        ninja=ninja,
        dice=faces,
        source=source,
        xp=row.xp if is_xp and learns else 0,
        koban=limit_to_cap(state, HERO_WATER_KOBAN) if pays else 0,
    )


def refuse_source(source: DiceSource, rules: HouseRules) -> None:
    """Refuse dice from a source that the house rules do not allow (POST-07)."""
    match rules.dice_source:
        case DiceSource.SERVER if source is DiceSource.TABLE:
            raise Refusal(
                "In this league, the site rolls the dice after a game.",
                code="dice-source",
            )
        case DiceSource.TABLE if source is DiceSource.SERVER:
            raise Refusal(
                "In this league, you roll the dice after a game by hand and enter"
                " them here.",
                code="dice-source",
            )


def apply_downtime(
    ninja: NinjaState, element: Element, *, is_to_be_ticked: bool, book: Catalogue
) -> NinjaState:
    """Return the ninja after its result, apart from experience and koban."""
    row = book.downtime.row_for(element)
    match row.result:
        case DowntimeResult.MISS_GAMES:
            return with_absence(ninja, row.games, is_to_be_ticked=is_to_be_ticked)
        case DowntimeResult.START_IN_HEALING_HOUSE:
            return replace(ninja, starts_in_healing_house=True)
        case _:
            return ninja


def is_excusal(element: Element, book: Catalogue) -> bool:
    return book.downtime.row_for(element).result is DowntimeResult.EXCUSE_ANOTHER


def list_excusable(
    settling: Settling, by: NinjaId, rules: HouseRules, book: Catalogue
) -> tuple[NinjaId, ...]:
    """Return the ninja that Spirit may excuse: others that have not rolled yet.

    A house rule adds ninja with a bad result, the worst results first.
    """
    waiting = tuple(one for one in settling.to_roll if one != by)
    if not rules.spirit_may_cancel_rolled_result:
        return waiting
    hurt = [
        (book.downtime.row_for(note.element).games, note.ninja)
        for note in settling.downtime
        if note.ninja != by and _hurts(book.downtime.row_for(note.element))
    ]
    hurt.sort(key=lambda games_and_ninja: -games_and_ninja[0])
    return tuple(ninja for _, ninja in hurt) + waiting


def _hurts(row: DowntimeRow) -> bool:
    return row.result in (
        DowntimeResult.MISS_GAMES,
        DowntimeResult.START_IN_HEALING_HOUSE,
    )


def _row(faces: tuple[Element, ...], book: Catalogue) -> DowntimeRow:
    return book.downtime.row_for(faces[-1])
