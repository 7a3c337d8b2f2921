"""A team's ties to a league: built for it, in, under its rules, and out.

Only leagues call these; they have asked before who wants it and who may. Planning is
the exception: an owner decides alone what a draft is built for.
"""

from __future__ import annotations

from collections.abc import Mapping

from kernel.errors import Refusal
from teams.rules.journal.entries import LeagueLeft
from teams.rules.roster import league_entry, names
from teams.selectors.access import ties
from teams.services.journal import Edit, Written, journal_opened


def team_enter_league(
    edit: Edit,
    *,
    league: str,
    changes: Mapping[str, object],
    label: str = "",
    takes_veterans: bool = False,
    granted: int = 0,
    grant_reason: str = "",
) -> Written:
    """Join a league and take its house rules on, as a draft or as a legal team.

    The league has made the team one of its own before, so that its ties know the
    others: their names, heroes and ronin.
    """
    with journal_opened(edit) as journal:
        entries = league_entry.enter_league(
            journal.state,
            league,
            changes,
            book=journal.book,
            label=label,
            takes_veterans=takes_veterans,
            taken_elsewhere=ties().taken_elsewhere(journal.team),
            granted=granted,
            grant_reason=grant_reason,
        )
        names.refuse_taken(journal.state.name, journal.names_elsewhere)
        journal.write(*entries)
    return journal.written


def team_plan_league(edit: Edit, *, league: str) -> Written:
    """Build a draft under a league's house rules, or by the book if it names none."""
    terms = ties().find_terms(edit.actor, league) if league else None
    if league and terms is None:
        raise Refusal(
            "That league takes no more teams. Choose another one, or build by the"
            " book.",
            code="league-closed",
            field="league",
        )
    with journal_opened(edit) as journal:
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


def team_adopt_rules(
    edit: Edit, *, changes: Mapping[str, object], label: str = ""
) -> Written:
    """From now on the league's new house rules hold for the team."""
    with journal_opened(edit) as journal:
        journal.write(
            league_entry.adopt_rules(
                journal.state, changes, book=journal.book, label=label
            )
        )
    return journal.written


def team_leave_league(edit: Edit) -> Written:
    with journal_opened(edit) as journal:
        if not journal.state.league:
            raise Refusal(
                f"{journal.state.name} plays in no league.", code="in-no-league"
            )
        journal.write(LeagueLeft())
    return journal.written
