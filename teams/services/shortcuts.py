"""What the builder does with one tap, made of the acts in `building`."""

from __future__ import annotations

from kernel.dice import Dice, SeededDice
from kernel.errors import Refusal
from kernel.ids import ClanSlug, NinjaId
from teams.catalogue import name_book
from teams.rules import naming, recruiting
from teams.rules.entries import Reordered
from teams.rules.state import NinjaState
from teams.rules.statline import profile_of
from teams.services.journal import Edit, Journal, Written, journal_opened, new_seed


def profile_dismiss(edit: Edit, *, profile: str) -> Written:
    """Let the one of a profile go who came last."""
    with journal_opened(edit) as journal:
        held = [one for one in journal.state.members if one.profile == profile]
        if not held:
            raise Refusal(
                "There is nobody of that kind on the team to let go.",
                code="nobody-to-dismiss",
                field="profile",
            )
        last = max(held, key=lambda one: one.id)
        journal.write(recruiting.dismiss(journal.state, last.id, book=journal.book))
    return journal.written


def ninja_move(edit: Edit, *, ninja: int, place: int) -> Written:
    """Put a ninja at a place of the scroll, counted from nought."""
    with journal_opened(edit) as journal:
        who = journal.state.find(NinjaId(ninja)).id
        before = [one.id for one in journal.state.ninja]
        order = [one for one in before if one != who]
        order.insert(min(max(place, 0), len(order)), who)
        if order != before:
            journal.write(Reordered(order=tuple(order)))
    return journal.written


def ninja_draw_name(edit: Edit, *, ninja: int, dice: Dice | None = None) -> Written:
    """Give a ninja a name of its clan that nobody on the team bears."""
    with journal_opened(edit) as journal:
        _draw_name(journal, NinjaId(ninja), dice or SeededDice(new_seed()))
    return journal.written


def team_draw_names(edit: Edit, *, dice: Dice | None = None) -> Written:
    """Name everybody who has no name yet, as one act."""
    dice = dice or SeededDice(new_seed())
    with journal_opened(edit) as journal:
        nameless = [one for one in journal.state.members if _is_nameless(one, journal)]
        for one in nameless:
            _draw_name(journal, one.id, dice)
    return journal.written


def team_draw_name(edit: Edit, *, dice: Dice | None = None) -> Written:
    """Give the team itself a name of its clan."""
    with journal_opened(edit) as journal:
        name = name_book().team_name(journal.state.clan, dice or SeededDice(new_seed()))
        journal.write(naming.rename(name, taken=journal.names_elsewhere))
    return journal.written


def team_name_suggest(*, clan: str) -> str:
    """A name for a team of a clan; nothing is written."""
    return name_book().team_name(ClanSlug(clan), SeededDice(new_seed()))


def _draw_name(journal: Journal, ninja: NinjaId, dice: Dice) -> None:
    name = name_book().free_name(journal.state, dice)
    if not name:
        raise Refusal(
            "The dice found no name that nobody bears yet; write one yourself.",
            code="no-name-left",
        )
    journal.write(naming.rename_ninja(journal.state, ninja, name, book=journal.book))


def _is_nameless(ninja: NinjaState, journal: Journal) -> bool:
    return not (ninja.name or profile_of(journal.book, ninja.profile).is_named)
