"""Experience: what earns it, and the levels it reaches (EXP, ADV-01, ADV-02)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from kernel.errors import Refusal
from kernel.ids import NinjaId
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import NinjaType, Profile, XpAward
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.league_book import book_under
from teams.rules.journal.entries import EarnedXp
from teams.rules.reports import team_report as events
from teams.rules.reports.team_report import Cause, Feat, NinjaReport, TeamReport, Victim
from teams.rules.roster.statline import profile_of
from teams.rules.state import NinjaState, Settling, TeamState


def levels_reached(xp: int, rules: HouseRules) -> int:
    """Return how many levels above the first this experience reaches."""
    return bisect_right(rules.experience_levels, xp) - 1


def advancements_of(ninja: NinjaState, rules: HouseRules) -> int:
    """Return how many advancements a ninja has earned, rolled or not (RATE-11).

    Those already taken stay, even if experience or levels are lowered later.
    """
    reached = bisect_right(rules.experience_levels, ninja.xp) - 1
    return max(reached, len(ninja.growth))


def advancements_pending(ninja: NinjaState, rules: HouseRules) -> int:
    """Return how many earned advancements have not been chosen yet."""
    return advancements_of(ninja, rules) - len(ninja.growth)


def next_level_at(xp: int, rules: HouseRules) -> int | None:
    """Return the experience at which the next level starts, or None."""
    above = levels_reached(xp, rules) + 1
    return (
        rules.experience_levels[above] if above < len(rules.experience_levels) else None
    )


def level_name(xp: int, rules: HouseRules, book: Catalogue) -> str:
    """Return the book's name for the level.

    A league with more levels than the book uses the last name for the rest.
    """
    names = [level.name for level in book.experience.levels]
    return names[min(levels_reached(xp, rules), len(names) - 1)]


def can_earn(ninja: NinjaState, profile: Profile) -> bool:
    """Return whether a ninja can gain experience (EXP-09).

    Heroes, ronin and ninja on loan cannot.
    """
    return not (ninja.is_loan or profile.is_named)


def list_earned(
    state: TeamState, settling: Settling, book: Catalogue
) -> Iterator[EarnedXp]:
    """Yield the experience of each ninja that earned some in the game."""
    report, rules = settling.report, state.rules
    if report.is_conceder and not rules.concession_policy.keep_xp:
        return
    members = {one.id: one for one in state.ninja}
    for row in report.ninja:
        if not row.feats:
            continue
        ninja = members.get(row.ninja)
        if ninja is None:
            continue  # was on loan, or has left
        profile = profile_of(book, ninja.profile)
        if not can_earn(ninja, profile):
            continue
        xp = ninja_xp(row, profile, report, rules, book)
        xp = min(xp, room_for_xp(settling, row.ninja, rules, wanted=xp))
        if xp:
            names = tuple(dict.fromkeys(feat.event for feat in row.feats))
            yield EarnedXp(ninja=row.ninja, xp=xp, feats=names)


def room_for_xp(
    settling: Settling, ninja: NinjaId, rules: HouseRules, *, wanted: int
) -> int:
    """Return how much of this the league's limit for one game allows (EXP-17)."""
    if rules.max_xp_per_game is None:
        return wanted
    return max(0, min(wanted, rules.max_xp_per_game - settling.xp_of(ninja)))


def ninja_xp(
    row: NinjaReport,
    profile: Profile,
    report: TeamReport,
    rules: HouseRules,
    book: Catalogue,
) -> int:
    """Return the XP for a ninja's feats, before any limit."""
    total = 0
    championed = False
    for feat in row.feats:
        once = feat.event == events.CHOSEN_AS_CHAMPION and (
            rules.champion_xp_once_per_model
        )
        if once and championed:
            continue
        worth = feat_xp(feat, profile, report, rules, book)
        total += worth * (1 if once else feat.times)
        championed = championed or once
    return total


def feat_xp(
    feat: Feat,
    profile: Profile,
    report: TeamReport,
    rules: HouseRules,
    book: Catalogue,
) -> int:
    """Return the XP for one feat. Standard and challenge awards add up (EXP-07)."""
    book = book_under(book, rules)
    if feat.cause is not Cause.SELF or feat.victim is Victim.FRIEND:
        return 0
    if (
        feat.event == events.PICKS_UP_MEDAL
        and feat.is_own
        and not rules.own_medal_double_xp
    ):
        return 0
    if feat.event == events.STUNS_CHUNIN and (
        profile.type is NinjaType.CHUNIN or feat.victim is not Victim.CHUNIN
    ):
        return 0
    per_act = (
        feat.size
        if feat.event == events.SEARCH_REVEALS and rules.reveal_xp_per_model
        else 1
    )
    if feat.victim is Victim.SENTRY and feat.event == events.INJURES_ENEMY:
        # A sentry is everyone's enemy but not a goal: only the standard award counts.
        standard = sum(one.xp for one in book.experience.awards if _is(one, feat))
        return standard if rules.sentry_injury_xp else 0
    return per_act * sum(
        award.xp
        for award in _awards(report, book)
        if _is(award, feat) and not _is_excepted(award, feat, profile)
    )


def check_feats(report: TeamReport, book: Catalogue) -> Iterator[Refusal]:
    """Yield a refusal for each feat that earns nothing in this challenge."""
    known = {award.event for award in _awards(report, book)} - {events.ALL_STAR}
    for row in report.ninja:
        for feat in row.feats:
            if feat.event not in known:
                yield Refusal(
                    f"{feat.event!r} earns no experience in this challenge. Choose one"
                    " of the listed feats.",
                    code="unknown-feat",
                    field="feats",
                )
            if feat.times < 1 or feat.size < 1:
                yield Refusal(
                    "A feat must have happened at least once. Leave it out if it did"
                    " not happen.",
                    code="empty-feat",
                    field="feats",
                )


def _awards(report: TeamReport, book: Catalogue) -> tuple[XpAward, ...]:
    challenge = book.challenges.get(report.challenge) if report.challenge else None
    return book.experience.awards + (challenge.xp_awards if challenge else ())


def _is(award: XpAward, feat: Feat) -> bool:
    return award.event == feat.event


def _is_excepted(award: XpAward, feat: Feat, profile: Profile) -> bool:
    """Return whether the award's exception applies.

    The book has one: a chunin earns no extra for victims of a lower rank.
    """
    return (
        award.except_when is not None
        and profile.type is NinjaType.CHUNIN
        and feat.victim is not Victim.CHUNIN
    )
