"""Change a team's roster, names, texts and abilities.

Values that have not changed are not written again.
"""

from __future__ import annotations

from collections.abc import Sequence

from kernel.dice import Dice, SeededDice
from kernel.errors import Refusal
from kernel.ids import AbilitySlug, ClanSlug, NinjaId, ProfileSlug
from kernel.phrases import count_noun, list_words
from teams.catalogue import name_book
from teams.rules.journal.entries import (
    AbilitiesChosen,
    AnyEntry,
    ClanChanged,
    LogoSet,
    Noted,
    Reordered,
    Voided,
)
from teams.rules.journal.sentences import entry_sentence
from teams.rules.journal.undo import UndoState, find_undo
from teams.rules.roster import legality, names, recruitment
from teams.rules.roster import names as naming
from teams.rules.roster.statline import profile_of
from teams.rules.state import NinjaState, Stage, TeamState
from teams.rules.text_input import LORE_LENGTH, NOTE_LENGTH, tidy_text
from teams.selectors.access import get_league_links
from teams.services.journal import Edit, Journal, Written, lock_journal, new_seed

# ---- the team


def rename_team(edit: Edit, *, name: str) -> Written:
    with lock_journal(edit) as journal:
        entry = naming.rename_team(name, taken=journal.names_elsewhere)
        if entry.name != journal.state.name:
            journal.write(entry)
    return journal.written


def change_clan(edit: Edit, *, clan: str) -> Written:
    """Change the clan of a draft. Ninja of other clans become violations."""
    with lock_journal(edit) as journal:
        journal.write(ClanChanged(clan=ClanSlug(clan)))
    return journal.written


def set_lore(edit: Edit, *, text: str) -> Written:
    """Set the team's lore; "" removes it."""
    with lock_journal(edit) as journal:
        clean = tidy_text(text, length=LORE_LENGTH)
        if clean != journal.state.lore:
            journal.write(Noted(text=clean))
    return journal.written


def set_logo(edit: Edit, *, logo: str) -> Written:
    """Set the file name of the team's logo; "" removes it."""
    with lock_journal(edit) as journal:
        journal.write(LogoSet(logo=logo))
    return journal.written


def reorder_ninja(edit: Edit, *, order: Sequence[int]) -> Written:
    """Put the listed ninja first, in this order; the others follow."""
    with lock_journal(edit) as journal:
        for ninja in order:
            journal.state.find(NinjaId(ninja))
        if len(set(order)) != len(order):
            raise Refusal(
                "Name every ninja only once.", code="ninja-twice", field="order"
            )
        journal.write(Reordered(order=tuple(map(NinjaId, order))))
    return journal.written


def register_team(edit: Edit) -> Written:
    """Register a legal draft, or refuse with every violation."""
    with lock_journal(edit) as journal:
        taken = get_league_links().taken_elsewhere(journal.team)
        journal.write(
            legality.register(journal.state, journal.book, taken_elsewhere=taken)
        )
    return journal.written


# ---- its ninja


def recruit_ninja(
    edit: Edit, *, profile: str, name: str = "", abilities: Sequence[str] = ()
) -> Written:
    """Recruit a ninja. Its id is `written.state.last_id`."""
    with lock_journal(edit) as journal:
        entry = recruitment.recruit(
            journal.state,
            ProfileSlug(profile),
            book=journal.book,
            name=naming.tidy_name(name),
            abilities=_abilities(abilities),
            taken_elsewhere=get_league_links().taken_elsewhere(journal.team),
        )
        _refuse_foreign_abilities(journal, entry.profile, entry.abilities)
        journal.write(entry)
    return journal.written


def dismiss_ninja(edit: Edit, *, ninja: int) -> Written:
    with lock_journal(edit) as journal:
        journal.write(
            recruitment.dismiss(journal.state, NinjaId(ninja), book=journal.book)
        )
    return journal.written


def replace_ninja(
    edit: Edit,
    *,
    ninja: int,
    profile: str,
    name: str = "",
    abilities: Sequence[str] = (),
) -> Written:
    """Dismiss a ninja and recruit another, in one batch."""
    with lock_journal(edit) as journal:
        chosen = _abilities(abilities)
        _refuse_foreign_abilities(journal, ProfileSlug(profile), chosen)
        entries = recruitment.replace_ninja(
            journal.state,
            NinjaId(ninja),
            ProfileSlug(profile),
            book=journal.book,
            name=naming.tidy_name(name),
            abilities=chosen,
            taken_elsewhere=get_league_links().taken_elsewhere(journal.team),
        )
        journal.write(*entries)
    return journal.written


def choose_abilities(edit: Edit, *, ninja: int, abilities: Sequence[str]) -> Written:
    """Choose the special abilities of a draft's ninja; fewer than needed is fine."""
    with lock_journal(edit) as journal:
        who = journal.state.find(NinjaId(ninja))
        chosen = _abilities(abilities)
        _refuse_foreign_abilities(journal, who.profile, chosen)
        if chosen != who.abilities:
            journal.write(AbilitiesChosen(ninja=who.id, abilities=chosen))
    return journal.written


def rename_ninja(edit: Edit, *, ninja: int, name: str) -> Written:
    """Rename a ninja; "" removes its name."""
    with lock_journal(edit) as journal:
        who = journal.state.find(NinjaId(ninja))
        entry = naming.rename_ninja(journal.state, who.id, name, book=journal.book)
        if entry.name != who.name:
            journal.write(entry)
    return journal.written


def set_ninja_note(edit: Edit, *, ninja: int, text: str) -> Written:
    with lock_journal(edit) as journal:
        who = journal.state.find(NinjaId(ninja))
        clean = tidy_text(text, length=NOTE_LENGTH)
        if clean != who.note:
            journal.write(Noted(ninja=who.id, text=clean))
    return journal.written


def suggest_ninja_name(state: TeamState) -> str:
    """Return a free random name for a ninja of the team. Nothing is written."""
    return name_book().free_name(state, SeededDice(new_seed()))


# ---- undo and redo


def undo_change(edit: Edit) -> Written:
    """Undo the draft's last change."""
    with lock_journal(edit) as journal:
        found = _steps(journal)
        if found.undo is None:
            raise Refusal("There is nothing to undo.", code="nothing-to-undo")
        told = _told(journal, found.undo)
        journal.write(Voided(batches=(found.undo,), reason=told))
    return journal.written


def redo_change(edit: Edit) -> Written:
    """Redo the change that was undone last."""
    with lock_journal(edit) as journal:
        found = _steps(journal)
        if found.redo is None or found.redone is None:
            raise Refusal("There is nothing to redo.", code="nothing-to-redo")
        told = f"the undo of “{_told(journal, found.redone)}”"
        journal.write(Voided(batches=(found.redo,), reason=told))
    return journal.written


def _steps(journal: Journal) -> UndoState:
    if journal.state.stage is not Stage.DRAFT:
        raise Refusal(
            "You can only undo changes of a draft. A registered team can be adjusted,"
            " with a reason.",
            code="not-a-draft",
        )
    return find_undo(journal.lines)


def _told(journal: Journal, batch: str) -> str:
    """Return the sentence of a batch's first line."""
    line = next(line for line in journal.lines if line.batch == batch)
    return entry_sentence(line.entry, journal.state, journal.book)


def _abilities(slugs: Sequence[str]) -> tuple[AbilitySlug, ...]:
    return tuple(map(AbilitySlug, slugs))


def _refuse_foreign_abilities(
    journal: Journal, slug: ProfileSlug, chosen: tuple[AbilitySlug, ...]
) -> None:
    """Refuse abilities that the profile cannot choose, or too many of them."""
    profile = profile_of(journal.book, slug)
    options = {ability.slug for ability in profile.ability_options}
    is_possible = (
        set(chosen) <= options
        and len(set(chosen)) == len(chosen) <= profile.abilities_to_choose
    )
    if is_possible:
        return
    sentence = f"{profile.name} cannot choose special abilities."
    if options:
        count = count_noun(
            profile.abilities_to_choose, "special ability", "special abilities"
        )
        options_list = list_words(
            [one.name for one in profile.ability_options], last="or"
        )
        sentence = f"{profile.name} can choose {count}: {options_list}."
    raise Refusal(sentence, code="abilities", field="abilities")


def describe_ninja(edit: Edit, *, ninja: int, name: str, note: str) -> Written:
    """Set a ninja's name and note; only changes are written."""
    who = NinjaId(ninja)
    with lock_journal(edit) as journal:
        before = journal.state.find(who)
        if names.tidy_name(name) != before.name:
            journal.write(
                names.rename_ninja(journal.state, who, name, book=journal.book)
            )
        clean = tidy_text(note, length=NOTE_LENGTH, field="note")
        if clean != before.note:
            journal.write(Noted(ninja=who, text=clean))
    return journal.written


def describe_team(edit: Edit, *, name: str, lore: str) -> Written:
    """Set a team's name and lore; only changes are written."""
    with lock_journal(edit) as journal:
        entries: list[AnyEntry] = []
        if names.tidy_name(name) != journal.state.name:
            entries.append(names.rename_team(name, taken=journal.names_elsewhere))
        clean = tidy_text(lore, length=LORE_LENGTH, field="lore")
        if clean != journal.state.lore:
            entries.append(Noted(text=clean))
        journal.write(*entries)
    return journal.written


def dismiss_by_profile(edit: Edit, *, profile: str) -> Written:
    """Dismiss the ninja of a profile that joined last."""
    with lock_journal(edit) as journal:
        held = [one for one in journal.state.members if one.profile == profile]
        if not held:
            raise Refusal(
                "The team has no ninja of this profile to dismiss.",
                code="nobody-to-dismiss",
                field="profile",
            )
        last = max(held, key=lambda one: one.id)
        journal.write(recruitment.dismiss(journal.state, last.id, book=journal.book))
    return journal.written


def move_ninja(edit: Edit, *, ninja: int, place: int) -> Written:
    """Move a ninja to a place of the scroll, counted from 0."""
    with lock_journal(edit) as journal:
        who = journal.state.find(NinjaId(ninja)).id
        before = [one.id for one in journal.state.ninja]
        order = [one for one in before if one != who]
        order.insert(min(max(place, 0), len(order)), who)
        if order != before:
            journal.write(Reordered(order=tuple(order)))
    return journal.written


def draw_ninja_name(edit: Edit, *, ninja: int, dice: Dice | None = None) -> Written:
    """Give a ninja a random name of its clan that is free on the team."""
    with lock_journal(edit) as journal:
        _draw_name(journal, NinjaId(ninja), dice or SeededDice(new_seed()))
    return journal.written


def draw_ninja_names(edit: Edit, *, dice: Dice | None = None) -> Written:
    """Give every unnamed ninja a random name, in one batch."""
    dice = dice or SeededDice(new_seed())
    with lock_journal(edit) as journal:
        nameless = [one for one in journal.state.members if _is_nameless(one, journal)]
        for one in nameless:
            _draw_name(journal, one.id, dice)
    return journal.written


def draw_team_name(edit: Edit, *, dice: Dice | None = None) -> Written:
    """Give the team a random name of its clan."""
    with lock_journal(edit) as journal:
        name = name_book().team_name(journal.state.clan, dice or SeededDice(new_seed()))
        journal.write(names.rename_team(name, taken=journal.names_elsewhere))
    return journal.written


def suggest_team_name(*, clan: str) -> str:
    """Return a random name for a team of a clan. Nothing is written."""
    return name_book().team_name(ClanSlug(clan), SeededDice(new_seed()))


def _draw_name(journal: Journal, ninja: NinjaId, dice: Dice) -> None:
    name = name_book().free_name(journal.state, dice)
    if not name:
        raise Refusal(
            "We found no free name. Enter one yourself.",
            code="no-name-left",
        )
    journal.write(names.rename_ninja(journal.state, ninja, name, book=journal.book))


def _is_nameless(ninja: NinjaState, journal: Journal) -> bool:
    return not (ninja.name or profile_of(journal.book, ninja.profile).is_named)
