"""Building and keeping a team: who is on it, what they are called and can do.

Names, texts and choices that are there already are not written again.
"""

from __future__ import annotations

from collections.abc import Sequence

from kernel.dice import Dice, SeededDice
from kernel.errors import Refusal
from kernel.ids import AbilitySlug, ClanSlug, NinjaId, ProfileSlug
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
from teams.rules.journal.sentences import tell
from teams.rules.journal.undo import Steps, steps
from teams.rules.roster import legality, names, recruitment
from teams.rules.roster import names as naming
from teams.rules.roster.statline import profile_of
from teams.rules.state import NinjaState, Stage, TeamState
from teams.rules.text_input import LORE_LENGTH, NOTE_LENGTH, tidy_text
from teams.selectors.access import ties
from teams.services.journal import Edit, Journal, Written, journal_opened, new_seed

# ---- the team


def team_rename(edit: Edit, *, name: str) -> Written:
    with journal_opened(edit) as journal:
        entry = naming.rename(name, taken=journal.names_elsewhere)
        if entry.name != journal.state.name:
            journal.write(entry)
    return journal.written


def team_change_clan(edit: Edit, *, clan: str) -> Written:
    """Only a draft may; whoever is on it from another clan is illegal from then on."""
    with journal_opened(edit) as journal:
        journal.write(ClanChanged(clan=ClanSlug(clan)))
    return journal.written


def team_note(edit: Edit, *, text: str) -> Written:
    """Write the team's lore; an empty text takes it away."""
    with journal_opened(edit) as journal:
        clean = tidy_text(text, length=LORE_LENGTH)
        if clean != journal.state.lore:
            journal.write(Noted(text=clean))
    return journal.written


def team_set_logo(edit: Edit, *, logo: str) -> Written:
    """Remember where the team's picture is kept; empty takes it down."""
    with journal_opened(edit) as journal:
        journal.write(LogoSet(logo=logo))
    return journal.written


def team_reorder(edit: Edit, *, order: Sequence[int]) -> Written:
    """Put the scroll in this order; who is not named keeps its place behind."""
    with journal_opened(edit) as journal:
        for ninja in order:
            journal.state.find(NinjaId(ninja))
        if len(set(order)) != len(order):
            raise Refusal("Name every ninja once.", code="ninja-twice", field="order")
        journal.write(Reordered(order=tuple(map(NinjaId, order))))
    return journal.written


def team_register(edit: Edit) -> Written:
    """Make a team of a legal draft; a refusal names every violation at once."""
    with journal_opened(edit) as journal:
        taken = ties().taken_elsewhere(journal.team)
        journal.write(
            legality.register(journal.state, journal.book, taken_elsewhere=taken)
        )
    return journal.written


# ---- its ninja


def ninja_recruit(
    edit: Edit, *, profile: str, name: str = "", abilities: Sequence[str] = ()
) -> Written:
    """Take somebody on. The new ninja's id is `written.state.last_id`."""
    with journal_opened(edit) as journal:
        entry = recruitment.recruit(
            journal.state,
            ProfileSlug(profile),
            book=journal.book,
            name=naming.tidy(name),
            abilities=_abilities(abilities),
            taken_elsewhere=ties().taken_elsewhere(journal.team),
        )
        _refuse_foreign_abilities(journal, entry.profile, entry.abilities)
        journal.write(entry)
    return journal.written


def ninja_dismiss(edit: Edit, *, ninja: int) -> Written:
    with journal_opened(edit) as journal:
        journal.write(
            recruitment.dismiss(journal.state, NinjaId(ninja), book=journal.book)
        )
    return journal.written


def ninja_replace(
    edit: Edit,
    *,
    ninja: int,
    profile: str,
    name: str = "",
    abilities: Sequence[str] = (),
) -> Written:
    """Let somebody go and take somebody else on, as one act."""
    with journal_opened(edit) as journal:
        chosen = _abilities(abilities)
        _refuse_foreign_abilities(journal, ProfileSlug(profile), chosen)
        entries = recruitment.replace_ninja(
            journal.state,
            NinjaId(ninja),
            ProfileSlug(profile),
            book=journal.book,
            name=naming.tidy(name),
            abilities=chosen,
            taken_elsewhere=ties().taken_elsewhere(journal.team),
        )
        journal.write(*entries)
    return journal.written


def ninja_choose_abilities(
    edit: Edit, *, ninja: int, abilities: Sequence[str]
) -> Written:
    """Choose a draft ninja's special abilities; fewer than it needs may be saved."""
    with journal_opened(edit) as journal:
        who = journal.state.find(NinjaId(ninja))
        chosen = _abilities(abilities)
        _refuse_foreign_abilities(journal, who.profile, chosen)
        if chosen != who.abilities:
            journal.write(AbilitiesChosen(ninja=who.id, abilities=chosen))
    return journal.written


def ninja_rename(edit: Edit, *, ninja: int, name: str) -> Written:
    """Give a ninja a name of its own; an empty one takes it away."""
    with journal_opened(edit) as journal:
        who = journal.state.find(NinjaId(ninja))
        entry = naming.rename_ninja(journal.state, who.id, name, book=journal.book)
        if entry.name != who.name:
            journal.write(entry)
    return journal.written


def ninja_note(edit: Edit, *, ninja: int, text: str) -> Written:
    with journal_opened(edit) as journal:
        who = journal.state.find(NinjaId(ninja))
        clean = tidy_text(text, length=NOTE_LENGTH)
        if clean != who.note:
            journal.write(Noted(ninja=who.id, text=clean))
    return journal.written


def name_suggest(state: TeamState) -> str:
    """A name of the clan that nobody on the team bears; nothing is written."""
    return name_book().free_name(state, SeededDice(new_seed()))


# ---- undo and redo


def team_undo(edit: Edit) -> Written:
    """Take back the draft's last act."""
    with journal_opened(edit) as journal:
        found = _steps(journal)
        if found.undo is None:
            raise Refusal("There is nothing to undo.", code="nothing-to-undo")
        told = _told(journal, found.undo)
        journal.write(Voided(batches=(found.undo,), reason=told))
    return journal.written


def team_redo(edit: Edit) -> Written:
    """Do again what the last undo took back."""
    with journal_opened(edit) as journal:
        found = _steps(journal)
        if found.redo is None or found.redone is None:
            raise Refusal("There is nothing to redo.", code="nothing-to-redo")
        told = f"the undo of “{_told(journal, found.redone)}”"
        journal.write(Voided(batches=(found.redo,), reason=told))
    return journal.written


def _steps(journal: Journal) -> Steps:
    if journal.state.stage is not Stage.DRAFT:
        raise Refusal(
            "Only a draft is undone; a registered team is corrected, with a reason.",
            code="not-a-draft",
        )
    return steps(journal.lines)


def _told(journal: Journal, batch: str) -> str:
    """What a batch did, told by its first line."""
    line = next(line for line in journal.lines if line.batch == batch)
    return tell(line.entry, journal.state, journal.book)


def _abilities(slugs: Sequence[str]) -> tuple[AbilitySlug, ...]:
    return tuple(map(AbilitySlug, slugs))


def _refuse_foreign_abilities(
    journal: Journal, slug: ProfileSlug, chosen: tuple[AbilitySlug, ...]
) -> None:
    """A draft may lack an ability, but nobody has one that is not theirs."""
    profile = profile_of(journal.book, slug)
    options = {ability.slug for ability in profile.ability_options}
    is_possible = (
        set(chosen) <= options
        and len(set(chosen)) == len(chosen) <= profile.abilities_to_choose
    )
    if not is_possible:
        names = " or ".join(ability.name for ability in profile.ability_options)
        raise Refusal(
            f"{profile.name} chooses {profile.abilities_to_choose} of its special"
            f" abilities: {names}."
            if options
            else f"{profile.name} has no special ability to choose.",
            code="abilities",
            field="abilities",
        )


def ninja_describe(edit: Edit, *, ninja: int, name: str, note: str) -> Written:
    """Write down what is new of a ninja's name and note; nothing if nothing is."""
    who = NinjaId(ninja)
    with journal_opened(edit) as journal:
        before = journal.state.find(who)
        if names.tidy(name) != before.name:
            journal.write(
                names.rename_ninja(journal.state, who, name, book=journal.book)
            )
        clean = tidy_text(note, length=NOTE_LENGTH, field="note")
        if clean != before.note:
            journal.write(Noted(ninja=who, text=clean))
    return journal.written


def team_describe(edit: Edit, *, name: str, lore: str) -> Written:
    """Write down what is new of a team's name and lore; nothing if nothing is."""
    with journal_opened(edit) as journal:
        entries: list[AnyEntry] = []
        if names.tidy(name) != journal.state.name:
            entries.append(names.rename(name, taken=journal.names_elsewhere))
        clean = tidy_text(lore, length=LORE_LENGTH, field="lore")
        if clean != journal.state.lore:
            entries.append(Noted(text=clean))
        journal.write(*entries)
    return journal.written


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
        journal.write(recruitment.dismiss(journal.state, last.id, book=journal.book))
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
        journal.write(names.rename(name, taken=journal.names_elsewhere))
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
    journal.write(names.rename_ninja(journal.state, ninja, name, book=journal.book))


def _is_nameless(ninja: NinjaState, journal: Journal) -> bool:
    return not (ninja.name or profile_of(journal.book, ninja.profile).is_named)
