"""Let a team plan for, enter and leave a league, and adopt its house rules.

Only the league app calls these, after its own checks of permissions. The exception is
planning: the owner alone decides which league a draft is built for.
"""

from __future__ import annotations

from collections.abc import Mapping

from kernel.errors import Refusal
from teams.rules.journal.entries import LeagueLeft
from teams.rules.roster import league_entry, names
from teams.selectors.access import get_league_links
from teams.services.journal import Edit, Written, lock_journal


def enter_league(
    edit: Edit,
    *,
    league: str,
    changes: Mapping[str, object],
    label: str = "",
    takes_veterans: bool = False,
    granted: int = 0,
    grant_reason: str = "",
) -> Written:
    """Enter a league and adopt its house rules, as a draft or as a legal team.

    The league has stored the entrant before, so that `LeagueLinks` knows the names,
    heroes and ronin of the other teams.
    """
    with lock_journal(edit) as journal:
        entries = league_entry.enter_league(
            journal.state,
            league,
            changes,
            book=journal.book,
            label=label,
            takes_veterans=takes_veterans,
            taken_elsewhere=get_league_links().taken_elsewhere(journal.team),
            granted=granted,
            grant_reason=grant_reason,
        )
        names.refuse_taken_name(journal.state.name, journal.names_elsewhere)
        journal.write(*entries)
    return journal.written


def plan_league(edit: Edit, *, league: str) -> Written:
    """Plan a draft for a league and its house rules; "" plans by the book."""
    terms = get_league_links().find_terms(edit.actor, league) if league else None
    if league and terms is None:
        raise Refusal(
            "That league does not accept new teams now. Choose another league, or build"
            " your team without one.",
            code="league-closed",
            field="league",
        )
    with lock_journal(edit) as journal:
        book = journal.book
        by_the_book = book.house_rules.changes_to_store(book.default_house_rules)
        journal.write(
            league_entry.plan_league(
                journal.state,
                terms.uid if terms else "",
                terms.changes if terms else by_the_book,
                book=journal.book,
                label=terms.label if terms else "",
            )
        )
    return journal.written


def adopt_rules(
    edit: Edit, *, changes: Mapping[str, object], label: str = ""
) -> Written:
    """Apply the league's new house rules to the team."""
    with lock_journal(edit) as journal:
        journal.write(
            league_entry.adopt_rules(
                journal.state, changes, book=journal.book, label=label
            )
        )
    return journal.written


def leave_league(edit: Edit) -> Written:
    with lock_journal(edit) as journal:
        if not journal.state.league:
            raise Refusal(
                f"{journal.state.name} is not in a league.", code="in-no-league"
            )
        journal.write(LeagueLeft())
    return journal.written
