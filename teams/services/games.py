"""Games of a team and their settlement.

Outside leagues a team plays friendlies, which have no consequences, and free matches,
which have. A settlement stops where it needs dice or a person;
`get_settlement_page` shows for what.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from msgspec.structs import replace

from kernel.errors import Refusal
from kernel.ids import NinjaId
from rulebook.rules.rule_setting_values import DiceSource
from teams.models import JournalLine
from teams.rules.entered_dice import EnteredDice
from teams.rules.journal.entries import GameCalledOff
from teams.rules.journal.line_index import find_steps_dropped_by_correction
from teams.rules.journal.resettlement import number_of_dice
from teams.rules.reports import report_checks
from teams.rules.reports.team_report import MatchType, TeamReport
from teams.rules.roster import readiness
from teams.rules.settlement import settlement
from teams.rules.settlement.needs import (
    AutomaticStep,
    DecisionNeeded,
    RollKind,
    RollNeeded,
)
from teams.rules.settlement.next_step import find_next_need
from teams.rules.settlement.responders import (
    AutomaticResponder,
    EarlierAnswers,
    NoResponder,
)
from teams.selectors.access import is_arranged
from teams.selectors.settlement import find_need
from teams.services.journal import Edit, Journal, Role, Written, lock_journal


def start_game(
    edit: Edit,
    *,
    match: str = "",
    standing: MatchType = MatchType.FREE,
    opponents: Sequence[str] = (),
) -> Written:
    """Start a game: lock the roster, freeze the rating, add ninja on loan."""
    with lock_journal(edit) as journal:
        _refuse_standing(journal, standing)
        if standing is not MatchType.FRIENDLY:
            journal.write(*readiness.lend_ninja(journal.state, journal.book))
        journal.write(
            readiness.open_game(
                journal.state,
                journal.book,
                match=match or _new_match(),
                opponents=tuple(opponents),
                standing=standing,
            )
        )
    return journal.written


def call_off_game(edit: Edit) -> Written:
    with lock_journal(edit) as journal:
        if not journal.state.open_game:
            raise Refusal("There is no game in progress.", code="game-not-open")
        _refuse_arranged(journal)
        journal.write(GameCalledOff(match=journal.state.open_game))
    return journal.written


def report_game(edit: Edit, *, report: TeamReport) -> Written:
    """Report a game, and settle it as far as nothing has to be asked.

    An empty `match` means the open game, or a new one if none is open.
    """
    with lock_journal(edit) as journal:
        _refuse_standing(journal, report.standing)
        _refuse_arranged(journal)
        if not report.match:
            match = journal.state.open_game or _new_match()
            report = replace(report, match=match)
        journal.write(report_checks.report_game(journal.state, report, journal.book))
        _go_on(journal)
    return journal.written


def roll_dice(edit: Edit, *, ninja: int | None = None) -> Written:
    """Roll the site's dice for this ninja, or for the first that waits."""
    with lock_journal(edit) as journal:
        need = _need_of(journal)
        if not isinstance(need, RollNeeded):
            raise _nothing_to_roll()
        dice = journal.dice()
        entry = settlement.roll_needed(
            journal.state,
            need,
            dice=dice,
            source=DiceSource.SERVER,
            book=journal.book,
            ninja=None if ninja is None else NinjaId(ninja),
        )
        journal.write(entry, dice=dice)
        _go_on(journal)
    return journal.written


def enter_dice(edit: Edit, *, dice: Sequence[str], ninja: int | None = None) -> Written:
    """Enter dice that were rolled by hand."""
    with lock_journal(edit) as journal:
        need = _need_of(journal)
        if not isinstance(need, RollNeeded) or need.kind is RollKind.RONIN_OFFER:
            raise _nothing_to_roll()
        entered = EnteredDice(dice)
        entry = settlement.roll_needed(
            journal.state,
            need,
            dice=entered,
            source=DiceSource.TABLE,
            book=journal.book,
            ninja=None if ninja is None else NinjaId(ninja),
        )
        entered.refuse_unused()
        journal.write(entry)
        _go_on(journal)
    return journal.written


def choose_option(edit: Edit, *, choice: str) -> Written:
    """Choose an option of the open decision; `choice` is its key."""
    with lock_journal(edit) as journal:
        need = _need_of(journal)
        if not isinstance(need, DecisionNeeded):
            raise Refusal("This team has nothing to decide.", code="nothing-to-decide")
        dice = journal.dice()
        entry = settlement.answer_decision(
            journal.state, need, choice, dice=dice, book=journal.book
        )
        journal.write(entry, dice=dice)
        _go_on(journal)
    return journal.written


def postpone_advancements(edit: Edit) -> Written:
    """Postpone the advancements, if the house rules allow it."""
    with lock_journal(edit) as journal:
        journal.write(settlement.postpone_advancements(journal.state))
        _go_on(journal)
    return journal.written


def settle_with_defaults(edit: Edit) -> Written:
    """Roll all dice and take the default of every decision, as a deadline does.

    A deadline also rolls dice that would otherwise be rolled by hand.
    """
    is_overdue = edit.role is Role.SITE
    with lock_journal(edit) as journal:
        while (need := _need_of(journal)) is not None and journal.state.settling:
            dice = journal.dice()
            automatic = AutomaticResponder(dice, answers=True, is_overdue=is_overdue)
            entry = automatic.respond(journal.state, need, journal.book)
            if entry is None:
                break
            journal.write(entry, dice=dice)
    return journal.written


def _go_on(journal: Journal) -> None:
    """Write automatic entries, and earlier answers that a correction undid, until dice
    or a person are needed."""
    while (need := find_next_need(journal.state, journal.book)) is not None:
        if isinstance(need, AutomaticStep):
            journal.write(need.entry)
        elif not reuse_earlier_answer(journal, need):
            break


def _need_of(journal: Journal) -> RollNeeded | DecisionNeeded | None:
    _go_on(journal)
    return find_need(journal.state)


def _nothing_to_roll() -> Refusal:
    return Refusal("This team has nothing to roll.", code="nothing-to-roll")


def _refuse_standing(journal: Journal, standing: MatchType) -> None:
    """Refuse match types that the owner may not choose.

    League games are written by the league, and a team in a league plays no free
    matches.
    """
    if journal.edit.role is not Role.OWNER or standing is MatchType.FRIENDLY:
        return
    if standing is MatchType.LEAGUE:
        raise Refusal(
            "Report league matches in the league.",
            code="not-a-league-game",
            field="standing",
        )
    if journal.state.league:
        raise Refusal(
            f"{journal.state.name} plays in {journal.state.league} and can only gain"
            " experience there. Play a friendly instead.",
            code="in-a-league",
            field="standing",
        )


def _refuse_arranged(journal: Journal) -> None:
    """Refuse to end a game alone that belongs to a match of several teams."""
    is_own_act = journal.edit.role is Role.OWNER and journal.state.open_game
    if is_own_act and is_arranged(journal.state.open_game):
        raise Refusal(
            f"{journal.state.name} is playing a match against others. Report it or call"
            " it off on the page of that match.",
            code="arranged",
        )


def _new_match() -> str:
    return uuid4().hex


def reuse_earlier_answer(journal: Journal, need: RollNeeded | DecisionNeeded) -> bool:
    """Write the earlier roll or choice for this need; return whether there was one.

    Queries: 1, and 2 more if the game was corrected.
    """
    settling = journal.state.settling
    if settling is None or not _was_corrected(journal, settling.report.match):
        return False
    known = find_steps_dropped_by_correction(journal.lines, settling.report.match)
    dice = journal.dice()
    memory = EarlierAnswers((one.entry for one in known), dice=dice, then=NoResponder())
    entry = memory.respond(journal.state, need, journal.book)
    if entry is None:
        return False
    kept = _dice_kept(journal, number_of_dice(entry, known))
    journal.write(entry, dice=dice, kept=kept)
    return True


def _was_corrected(journal: Journal, match: str) -> bool:
    """Return whether a correction has resettled the game, which sets its place."""
    found = JournalLine.objects.filter(team=journal.team, kind="game-reported")
    return found.filter(place__gt=0, entry__report__match=match).exists()


def _dice_kept(journal: Journal, number: int) -> dict[str, Any] | None:
    rows = JournalLine.objects.filter(team=journal.team, number=number)
    return rows.values_list("dice", flat=True).first()
