"""The help that an underdog gets (UND, GROUP-01, GROUP-04, GROUP-09)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kernel.errors import Refusal
from rulebook.rules.book import Catalogue
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.league_book import book_under
from rulebook.rules.rule_setting_values import RatingSnapshot


class UnderdogHelp(msgspec.Struct, frozen=True, kw_only=True):
    points_behind: int = 0
    reroll_tokens: int = 0
    moon_power_tokens: int = 0
    extra_all_stars: int = 0
    bonus_koban: int = 0


def help_for(points_behind: int, rules: HouseRules, book: Catalogue) -> UnderdogHelp:
    table = book_under(book, rules).underdog
    rerolls = table.reroll_tokens.amount_for(points_behind)
    if rules.reroll_cap is not None:
        rerolls = min(rerolls, rules.reroll_cap)
    return UnderdogHelp(
        points_behind=points_behind,
        reroll_tokens=rerolls,
        moon_power_tokens=table.moon_power_tokens.amount_for(points_behind),
        extra_all_stars=table.extra_all_stars.amount_for(points_behind),
        bonus_koban=table.bonus_koban.amount_for(points_behind),
    )


def list_helps(
    ratings: Sequence[int], rules: HouseRules, book: Catalogue
) -> tuple[UnderdogHelp, ...]:
    """Return each team's help for its distance to the highest rating.

    Teams with the highest rating get nothing.
    """
    top = max(ratings)
    return tuple(help_for(top - rating, rules, book) for rating in ratings)


def helps_for_sides(
    sides: Sequence[Sequence[int]], rules: HouseRules, book: Catalogue
) -> tuple[tuple[UnderdogHelp, ...], ...]:
    """Return the help for each team of two sides (GROUP-09).

    The teams of the lower side share the difference between the sums.
    """
    if not rules.team_play:
        raise Refusal(
            "This league does not allow two against two or one against two. Ask the"
            " ninja master to allow it.",
            code="no-team-play",
        )
    sums = [sum(side) for side in sides]
    top = max(sums)
    return tuple(
        tuple(help_for((top - total) // len(side), rules, book) for _ in side)
        for side, total in zip(sides, sums, strict=True)
    )


def refuse_gap(ratings: Sequence[int], rules: HouseRules) -> None:
    """Refuse a game whose teams are further apart than the league allows (UND-10)."""
    gap = max(ratings) - min(ratings)
    limit = rules.max_rating_difference
    if limit is not None and gap > limit:
        raise Refusal(
            f"These teams are {gap} rating points apart, but the league allows at most"
            f" {limit}. Choose another opponent.",
            code="rating-gap",
        )


def rating_that_counts(
    rules: HouseRules, *, at_game_start: int, at_round_start: int
) -> int:
    """Return the rating that counts for a game (RATE-08)."""
    if rules.rating_snapshot is RatingSnapshot.ROUND_START:
        return at_round_start
    return at_game_start
