"""Checks of a team's report before it is written to the journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kernel.errors import Refusal, Refusals
from kernel.ids import NinjaId
from kernel.phrases import count_noun
from rulebook.rules.book import Catalogue
from rulebook.rules.rule_setting_values import NoShow
from teams.rules.journal.entries import GameReported
from teams.rules.phrases import ninja_name
from teams.rules.reports.team_report import GameKind, MatchType, Outcome, TeamReport
from teams.rules.settlement.all_stars import all_star_awards, all_star_candidates
from teams.rules.settlement.experience import check_feats
from teams.rules.settlement.steps import begin_settlement
from teams.rules.state import Stage, TeamState

OUTCOME_OF_KIND = {
    GameKind.BYE: Outcome.WIN,
    GameKind.FORFEIT_WON: Outcome.WIN,
    GameKind.FORFEIT_LOST: Outcome.LOSS,
    GameKind.EXCUSED_LOSS: Outcome.LOSS,
    GameKind.DOUBLE_FORFEIT: Outcome.LOSS,
    GameKind.CALLED_OFF: Outcome.DRAW,
}


def report_game(state: TeamState, report: TeamReport, book: Catalogue) -> GameReported:
    """Return the entry for a report, or refuse with every problem."""
    problems = list(_problems(state, report, book))
    if problems:
        raise Refusals(problems)
    return GameReported(report=report)


def no_show_kind(state: TeamState) -> GameKind:
    """Return how a game counts for a team that did not come (LEAGUE-12)."""
    is_void = state.rules.no_show_policy.treat_as is NoShow.VOID
    return GameKind.DOUBLE_FORFEIT if is_void else GameKind.FORFEIT_LOST


def _problems(
    state: TeamState, report: TeamReport, book: Catalogue
) -> Iterator[Refusal]:
    if state.stage is not Stage.REGISTERED:
        yield Refusal(f"{state.name} is not registered.", code="not-registered")
    if state.open_game not in ("", report.match):
        yield Refusal(
            f"{state.name} is already in another game. Report that one first.",
            code="game-open",
        )
    if state.settling is not None and report.standing is not MatchType.FRIENDLY:
        yield Refusal(
            f"The last game of {state.name} is not settled yet.", code="settlement-open"
        )
    yield from _result(report)
    unknown = [row.ninja for row in report.ninja if not state.holds(row.ninja)]
    for ninja in unknown:
        yield Refusal(
            f"Ninja {ninja} is not on the team.", code="unknown-ninja", field="ninja"
        )
    if unknown:
        return
    yield from _rows(state, report, book)
    yield from check_feats(report, book)
    yield from _all_stars(state, report, book)


def _result(report: TeamReport) -> Iterator[Refusal]:
    expected = OUTCOME_OF_KIND.get(report.kind, report.outcome)
    if report.is_conceder:
        expected = Outcome.LOSS
    if report.outcome is not expected:
        yield Refusal(
            f"This game counts as a {expected}, not as a {report.outcome}.",
            code="wrong-outcome",
            field="outcome",
        )
    if report.is_conceder and not report.is_conceded:
        yield Refusal(
            "If a team concedes, mark the game as conceded too.",
            code="not-conceded",
            field="is_conceded",
        )
    last = report.place + report.place_shared_by - 1
    if not 1 <= report.place <= last <= report.teams:
        yield Refusal(
            f"A game of {report.teams} teams does not have that place.",
            code="wrong-place",
            field="place",
        )
    numbers = (report.points_behind, report.koban_taken, report.koban_lost)
    if min(numbers) < 0:
        yield Refusal("Points and koban cannot be negative.", code="negative")
    if report.ninja and report.kind is not GameKind.PLAYED:
        yield Refusal(
            "This game was not played, so leave out what the ninja did.",
            code="not-played",
            field="ninja",
        )


def _rows(state: TeamState, report: TeamReport, book: Catalogue) -> Iterator[Refusal]:
    counts = Counter(row.ninja for row in report.ninja)
    for ninja, count in counts.items():
        if count > 1:
            name = ninja_name(state, ninja, book)
            yield Refusal(
                f"{name} is in the report {count} times. Enter every ninja only once.",
                code="ninja-twice",
                field="ninja",
            )
    for row in report.ninja:
        takes_part = row.was_fielded or row.in_healing_house or row.feats
        is_friendly = report.standing is MatchType.FRIENDLY
        if takes_part and state.find(row.ninja).is_absent and not is_friendly:
            name = ninja_name(state, row.ninja, book)
            yield Refusal(
                f"{name} misses this game and cannot take part in it.",
                code="absent",
                field="ninja",
            )


def _all_stars(
    state: TeamState, report: TeamReport, book: Catalogue
) -> Iterator[Refusal]:
    if not report.all_stars:
        return
    awards = all_star_awards(report, state.rules, book)
    if len(report.all_stars) > awards:
        yield Refusal(
            f"The team can give {count_noun(awards, 'All-Star award')}, and the report"
            f" names {len(report.all_stars)}.",
            code="too-many-all-stars",
            field="all_stars",
        )
    is_repeated = len(set(report.all_stars)) < len(report.all_stars)
    if is_repeated and not state.rules.extra_all_star_same_model:
        yield Refusal(
            "Each All-Star award must go to a different ninja.",
            code="same-all-star",
            field="all_stars",
        )
    candidates: tuple[NinjaId, ...] = all_star_candidates(
        state, begin_settlement(state, report, book), book
    )
    for ninja in dict.fromkeys(report.all_stars):
        if ninja not in candidates:
            yield Refusal(
                f"{ninja_name(state, ninja, book)} cannot be an All-Star of this game."
                " Name a ninja who was on the board.",
                code="not-an-all-star",
                field="all_stars",
            )
