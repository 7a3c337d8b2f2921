"""Building and keeping a team: who is on it, what they are called and can do.

Names, texts and choices that are there already are not written again.
"""

from __future__ import annotations

from collections.abc import Sequence

from kernel.dice import SeededDice
from kernel.errors import Refusal
from kernel.ids import AbilitySlug, ClanSlug, NinjaId, ProfileSlug
from teams import selectors
from teams.catalogue import name_book
from teams.rules import legality, naming, recruiting
from teams.rules.entries import (
    AbilitiesChosen,
    ClanChanged,
    LogoSet,
    Noted,
    Reordered,
    Voided,
)
from teams.rules.state import Stage, TeamState
from teams.rules.statline import profile_of
from teams.rules.telling import tell
from teams.rules.texts import LORE_LENGTH, NOTE_LENGTH, tidy_text
from teams.rules.undoing import Steps, steps
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
        taken = selectors.ties().taken_elsewhere(journal.team)
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
        entry = recruiting.recruit(
            journal.state,
            ProfileSlug(profile),
            book=journal.book,
            name=naming.tidy(name),
            abilities=_abilities(abilities),
            taken_elsewhere=selectors.ties().taken_elsewhere(journal.team),
        )
        _refuse_foreign_abilities(journal, entry.profile, entry.abilities)
        journal.write(entry)
    return journal.written


def ninja_dismiss(edit: Edit, *, ninja: int) -> Written:
    with journal_opened(edit) as journal:
        journal.write(
            recruiting.dismiss(journal.state, NinjaId(ninja), book=journal.book)
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
        entries = recruiting.replace_ninja(
            journal.state,
            NinjaId(ninja),
            ProfileSlug(profile),
            book=journal.book,
            name=naming.tidy(name),
            abilities=chosen,
            taken_elsewhere=selectors.ties().taken_elsewhere(journal.team),
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
