"""Ninja All-Star awards: how many, and who may get one (EXP-05, EXP-06, UND-04)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kernel.ids import NinjaId
from rulebook.rules.book import Catalogue
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.league_book import book_under
from teams.rules.reports.team_report import ALL_STAR, GameKind, TeamReport
from teams.rules.roster.statline import profile_of
from teams.rules.settlement.experience import can_earn, room_for_xp
from teams.rules.state import Settling, TeamState


def all_star_xp(book: Catalogue) -> int:
    return sum(award.xp for award in book.experience.awards if award.event == ALL_STAR)


def all_star_awards(report: TeamReport, rules: HouseRules, book: Catalogue) -> int:
    """Return how many All-Stars a team may name (EXP-05, UND-04, GROUP-07)."""
    if report.kind is GameKind.FORFEIT_WON:
        return 1 if rules.forfeit_policy.winner_all_star else 0
    if report.kind is not GameKind.PLAYED:
        return 0
    if report.is_conceded and not _has_enough_rounds(report, rules):
        return 0
    underdog = book_under(book, rules).underdog
    return 1 + underdog.extra_all_stars.amount_for(report.points_behind)


def _has_enough_rounds(report: TeamReport, rules: HouseRules) -> bool:
    """Return whether a conceded game lasted long enough for an award (LEAGUE-14).

    If the number of rounds is unknown, it did.
    """
    needed = rules.concession_policy.all_star_min_rounds
    return report.are_rounds_unknown or (report.rounds_played or 0) >= needed


def all_star_candidates(
    state: TeamState, settling: Settling, book: Catalogue
) -> tuple[NinjaId, ...]:
    """Return who may be named next, the best candidate first (EXP-06, EXP-11, UND-04).

    A game won by forfeit has no board, so every ninja that was free to play and can
    gain experience may be named.
    """
    earned: dict[NinjaId, int] = {}
    for earner, xp in settling.xp_earned:
        earned[earner] = earned.get(earner, 0) + xp
    found = [
        (not learns, -earned.get(ninja, 0), place, ninja)
        for place, ninja, learns in _eligible(state, settling, book)
    ]
    return tuple([ninja for *_, ninja in sorted(found)])


def has_all_star_candidate(
    state: TeamState, settling: Settling, book: Catalogue
) -> bool:
    return next(_eligible(state, settling, book), None) is not None


def _eligible(
    state: TeamState, settling: Settling, book: Catalogue
) -> Iterator[tuple[int, NinjaId, bool]]:
    """Yield place, id and "can gain experience" for every ninja that may be named."""
    report, rules = settling.report, state.rules
    is_forfeit = report.kind is GameKind.FORFEIT_WON
    fielded = {row.ninja for row in report.ninja if row.was_fielded}
    for place, ninja in enumerate(state.members):
        if not is_forfeit and ninja.id not in fielded:
            continue
        learns = can_earn(ninja, profile_of(book, ninja.profile))
        was_there = not is_forfeit or (
            learns and not (ninja.is_absent or ninja.id in settling.sat_out)
        )
        again = ninja.id in settling.all_stars and not rules.extra_all_star_same_model
        if was_there and not again and (learns or rules.all_star_hero_allowed):
            yield place, ninja.id, learns


def all_star_is_owed(
    state: TeamState,
    settling: Settling,
    candidates: Iterable[NinjaId],
    book: Catalogue,
) -> bool:
    """Return whether an award must be given (EXP-12).

    The first one must, if any fielded ninja can gain experience.
    """
    return not settling.all_stars and any(
        can_earn(ninja, profile_of(book, ninja.profile))
        for ninja in map(state.find, candidates)
    )


def xp_for(
    ninja: NinjaId, state: TeamState, settling: Settling, book: Catalogue, *, worth: int
) -> int:
    """Return the XP of an award; 0 for a ninja that cannot gain experience."""
    named = state.find(ninja)
    if not can_earn(named, profile_of(book, named.profile)):
        return 0
    return room_for_xp(settling, ninja, state.rules, wanted=worth)
