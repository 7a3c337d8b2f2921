"""Settle the demo's games with dice rolled by hand."""

from __future__ import annotations

from kernel.dice import Dice, elements_of
from kernel.elements import Element
from people.models import Person
from rulebook.catalogue import catalogue
from teams.rules.settlement.needs import DecisionKind, RollKind
from teams.selectors.settlement import get_settlement_page
from teams.services.games import choose_option, enter_dice
from teams.services.journal import Edit


def settle(
    person: Person, team_id: int, dice: Dice, *, leaves_advances: bool = False
) -> None:
    """Enter dice and answer questions until nothing is open, or only an advance."""
    edit = Edit(team_id=team_id, actor=person)
    while True:
        page = get_settlement_page(team_id, person)
        if page.roll is not None:
            count = _dice_of(page.roll.kind)
            faces: tuple[Element, ...] = elements_of(dice.roll(count))
            enter_dice(edit, dice=faces)
        elif page.decision is not None:
            is_advance = page.decision.kind is DecisionKind.ADVANCE
            if is_advance and leaves_advances:
                return
            options = page.decision.options
            # An advance is anybody's choice; the rest goes the usual way.
            chosen = (
                options[dice.below(len(options))].key
                if is_advance
                else page.decision.default
            )
            choose_option(edit, choice=chosen)
        else:
            return


def _dice_of(kind: RollKind) -> int:
    book = catalogue()
    is_growing = kind is RollKind.ADVANCEMENT
    return book.advancement.dice if is_growing else book.downtime.dice
