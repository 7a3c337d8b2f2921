"""Adjust a team, undo a batch, retire a team."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kernel.elements import Element
from kernel.errors import Refusal, Refusals
from kernel.ids import AbilitySlug, KeywordSlug, NinjaId
from teams.rules.journal import journal as rules
from teams.rules.journal.entries import (
    Adjusted,
    Founded,
    GameReported,
    Retired,
    Voided,
)
from teams.rules.journal.journal import Line
from teams.rules.roster import adjustments
from teams.rules.roster.differences import describe_differences
from teams.rules.roster.statline import profile_of, statline
from teams.rules.state import Stage, TeamState
from teams.rules.text_input import REASON_LENGTH, tidy_text
from teams.selectors.access import is_arranged
from teams.selectors.team_header import TeamHeader
from teams.services.journal import Edit, Journal, Role, Written, lock_journal


def retire_team(edit: Edit, *, reason: str = "") -> Written:
    """Retire a team for good, or delete a draft."""
    with lock_journal(edit) as journal:
        if journal.state.league and edit.role is Role.OWNER:
            raise Refusal(
                f"{journal.state.name} plays in {journal.state.league}. Leave that"
                " league first.",
                code="in-a-league",
            )
        journal.write(Retired(reason=_reason(reason)))
    return journal.written


def adjust_team(
    edit: Edit,
    *,
    reason: str,
    ninja: int | None = None,
    koban: int = 0,
    xp: int = 0,
    games_to_miss: int | None = None,
    starts_in_healing_house: bool | None = None,
    keywords_granted: Sequence[str] = (),
    keywords_taken: Sequence[str] = (),
    last_growth_undone: bool = False,
    mv: int | None = None,
    at: int | None = None,
    df: int | None = None,
    affinities: Sequence[str] | None = None,
    abilities: Sequence[str] | None = None,
) -> Written:
    """Adjust a registered team by hand, with a reason for its history.

    `mv`, `at` and `df` are new values; affinities and abilities replace the present
    ones. In a league the ninja master does this, outside leagues the owner.
    """
    with lock_journal(edit) as journal:
        changed = _attribute_changes(journal, ninja, mv=mv, at=at, df=df)
        entry = Adjusted(
            reason=_reason(reason),
            ninja=None if ninja is None else NinjaId(ninja),
            koban=koban,
            xp=xp,
            games_to_miss=games_to_miss,
            starts_in_healing_house=starts_in_healing_house,
            keywords_granted=tuple(map(KeywordSlug, keywords_granted)),
            keywords_taken=tuple(map(KeywordSlug, keywords_taken)),
            last_growth_undone=last_growth_undone,
            affinities=(
                None if affinities is None else tuple(map(Element, affinities))
            ),
            abilities=(
                None if abilities is None else tuple(map(AbilitySlug, abilities))
            ),
            **changed,
        )
        _refuse_correction(journal, entry)
        journal.write(entry)
    return journal.written


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoPreview:
    """The consequences of undoing a batch.

    `fallen` are later entries that would be undone with it; `differences` describe the
    team afterwards.
    """

    batch: str
    sentences: tuple[str, ...]
    fallen: tuple[str, ...]
    differences: tuple[str, ...]
    state: TeamState
    version: int


def preview_undo_batch(edit: Edit, *, batch: str) -> UndoPreview:
    """Return the consequences of undoing a batch. Nothing is written."""
    with lock_journal(edit) as journal:
        return _void_preview(journal, batch)


def undo_batch(
    edit: Edit, *, batch: str, reason: str, with_consequences: bool = False
) -> Written:
    """Undo a batch.

    Later entries that depend on it are undone too, or without `with_consequences` are
    the reasons for a refusal.
    """
    with lock_journal(edit) as journal:
        why = _reason(reason)
        if not why:
            raise _no_reason()
        preview = _void_preview(journal, batch)
        if preview.fallen and not with_consequences:
            raise Refusals(
                [Refusal(sentence, code="would-fall") for sentence in preview.fallen]
            )
        batches = (batch, *_fallen_batches(journal, batch))
        journal.write(Voided(batches=batches, reason=why))
    return journal.written


def _void_preview(journal: Journal, batch: str) -> UndoPreview:
    _refuse_void(journal, batch)
    wordings = {
        row.number: row.wording
        for row in journal.team.journal_lines.only("number", "wording")
    }
    standing = rules.active_lines(journal.lines)
    fallen = set(_fallen_batches(journal, batch))
    after = _replayed(journal, {batch, *fallen})
    return UndoPreview(
        batch=batch,
        sentences=tuple(wordings[one.number] for one in standing if one.batch == batch),
        fallen=tuple(wordings[one.number] for one in standing if one.batch in fallen),
        differences=describe_differences(journal.state, after.state, journal.book),
        state=after.state,
        version=journal.team.version,
    )


def _fallen_batches(journal: Journal, batch: str) -> tuple[str, ...]:
    """Return all later batches that can no longer have happened without this one."""
    gone = {batch}
    fallen: dict[str, None] = {}
    while found := _replayed(journal, gone).fallen:
        fresh = {one.line.batch for one in found}
        fallen |= dict.fromkeys(sorted(fresh))
        gone |= fresh
    return tuple(fallen)


def _replayed(journal: Journal, gone: set[str]) -> rules.ReplayedJournal:
    voided = Voided(batches=tuple(sorted(gone)))
    last = Line(number=journal.next_number, batch="preview", entry=voided)
    book = journal.book
    return rules.replay([*journal.lines, last], book.stored_house_rules, book)


def _refuse_void(journal: Journal, batch: str) -> None:
    if not _is_own_master(journal):
        raise Refusal(
            "Only the ninja master can undo entries of this team. Ask them, and give"
            " your reason.",
            code="master-only",
        )
    if journal.state.stage is Stage.RETIRED:
        raise Refusal(
            f"{journal.state.name} is retired. A retired team cannot be changed.",
            code="retired",
        )
    lines = [one for one in rules.active_lines(journal.lines) if one.batch == batch]
    if not lines:
        raise Refusal(
            "This team has no such batch, or it has already been undone.",
            code="unknown-batch",
            field="batch",
        )
    if any(isinstance(one.entry, Founded) for one in lines):
        raise Refusal(
            "You cannot undo the founding of a team. Retire the team instead.",
            code="founding-stays",
        )
    _refuse_own_match(journal, batch)


def _refuse_own_match(journal: Journal, batch: str) -> None:
    """Refuse masters who would undo a match of their own team alone (NM-07)."""
    actor = journal.edit.actor
    if not journal.state.league or actor is None:
        return
    if actor.pk != journal.team.owner_id:
        return
    gone = {batch, *_fallen_batches(journal, batch)}
    played = [
        line.entry.report.match
        for line in rules.active_lines(journal.lines)
        if line.batch in gone and isinstance(line.entry, GameReported)
    ]
    if any(map(is_arranged, played)):
        raise Refusal(
            "This would undo a match of your own team. Correct the match instead, so"
            " that your opponent can agree.",
            code="own-match",
        )


def _attribute_changes(
    journal: Journal, ninja: int | None, **wanted: int | None
) -> dict[str, int]:
    """Return the changes of the attributes that were given a new value."""
    named = {name: value for name, value in wanted.items() if value is not None}
    if not named:
        return {}
    if ninja is None:
        raise Refusal(
            "Choose the ninja whose profile you want to adjust.",
            code="no-ninja",
            field="ninja",
        )
    found = journal.state.find(NinjaId(ninja))
    line = statline(found, profile_of(journal.book, found.profile))
    return {name: value - getattr(line, name) for name, value in named.items()}


def _refuse_correction(journal: Journal, entry: Adjusted) -> None:
    if journal.state.stage is not Stage.REGISTERED:
        raise Refusal(
            "Only registered teams can be adjusted. A draft can be changed freely.",
            code="not-registered",
        )
    if (entry.games_to_miss or 0) < 0:
        raise Refusal(
            "The number of games to miss cannot be negative.",
            code="negative",
            field="games_to_miss",
        )
    for keyword in (*entry.keywords_granted, *entry.keywords_taken):
        if keyword not in journal.book.keywords:
            raise Refusal(
                f"The rulebook has no keyword called {keyword}.",
                code="unknown-keyword",
                field="keywords_granted",
            )
    adjustments.refuse_adjustment(
        journal.state, entry, by_master=_is_own_master(journal)
    )


def choose_adjuster_role(head: TeamHeader) -> Role:
    """Return the role in which a viewer adjusts a team.

    The ninja master of its league acts as master, even for a team of their own. In all
    other cases the owner acts as owner.
    """
    is_owner_only = head.is_own and not (head.may_correct and head.league)
    return Role.OWNER if is_owner_only else Role.MASTER


def _is_own_master(journal: Journal) -> bool:
    return journal.edit.role is not Role.OWNER or not journal.state.league


def _reason(reason: str) -> str:
    return tidy_text(reason, length=REASON_LENGTH, field="reason")


def _no_reason() -> Refusal:
    return Refusal(
        "Give a reason. The team's history will show it.",
        code="no-reason",
        field="reason",
    )
