"""Check a match report and derive a report for each team."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from challenges.rules.reports.match_report import (
    Lineup,
    MatchReport,
    NinjaPart,
    Presence,
    TeamPart,
    convert_deed,
    points_behind,
)
from challenges.rules.reports.team_results import (
    is_present,
    sides_conceding,
    sides_present,
    team_results,
)
from kernel.errors import Refusal, Refusals
from kernel.phrases import count_noun
from rulebook.rules.book import Catalogue
from rulebook.rules.house_rules import HouseRules
from teams.rules.reports.report_checks import report_game
from teams.rules.reports.team_report import (
    Feat,
    GameKind,
    MatchType,
    NinjaReport,
    Outcome,
    TeamReport,
)
from teams.rules.settlement.revenue import list_thefts
from teams.rules.text_input import NOTE_LENGTH, odd_values, text_problems

SCORE_MAX = 999
ROUNDS_MAX = 99
TIMES_MAX = 99


def team_reports(
    report: MatchReport, lineup: Lineup, book: Catalogue
) -> tuple[TeamReport, ...]:
    """Check the report and return the teams' reports, with stolen koban.

    Treasuries are those before the match, so all teams are needed at once.
    """
    problems = list(_misfits(report, lineup))
    if problems:
        raise Refusals(problems)
    reports = _reports(report, lineup)
    problems = [*_of_teams(reports, lineup, book), *_of_result(reports, lineup)]
    if problems:
        raise Refusals(problems)
    return _with_thefts(reports, lineup, book)


def team_reports_unchecked(
    report: MatchReport, lineup: Lineup, book: Catalogue
) -> tuple[TeamReport, ...]:
    """Return the teams' reports without checks, for a match played long ago."""
    return _with_thefts(_reports(report, lineup), lineup, book)


def _with_thefts(
    reports: Sequence[TeamReport], lineup: Lineup, book: Catalogue
) -> tuple[TeamReport, ...]:
    states = [team.state for team in lineup.teams]
    return tuple(
        replace(one, koban_taken=theft.taken, koban_lost=theft.lost)
        for one, theft in zip(reports, list_thefts(states, reports, book), strict=True)
    )


def _reports(report: MatchReport, lineup: Lineup) -> tuple[TeamReport, ...]:
    conceding = sides_conceding(report, lineup)
    # The others of a larger game play on; only with one side left it is over.
    playing = sides_present(report, lineup)
    is_conceded = bool(conceding) and len(playing) - len(conceding) < 2
    absent = [n for n, part in enumerate(report.teams) if not is_present(part)]
    behind = points_behind(lineup.teams, absent)
    results = team_results(report, lineup)
    return tuple(
        TeamReport(
            match=lineup.match,
            standing=lineup.standing,
            kind=result.kind,
            outcome=result.outcome,
            challenge=report.challenge,
            opponents=lineup.opponents_of(number),
            allies=lineup.allies_of(number),
            has_sides=lineup.has_allies,
            score=part.score,
            place=result.place,
            place_shared_by=result.shared_by,
            points_behind=behind[number] if _was_played(result.kind) else 0,
            rounds_played=report.rounds_played,
            are_rounds_unknown=report.are_rounds_unknown,
            is_conceded=_was_played(result.kind)
            and (is_conceded or team.side in conceding),
            is_conceder=_was_played(result.kind) and team.side in conceding,
            is_final=lineup.is_final(number, result.outcome),
            ninja=tuple(build_ninja_report(row, number) for row in part.ninja),
            all_stars=part.all_stars,
            notes=report.notes,
        )
        for number, (team, part, result) in enumerate(
            zip(lineup.teams, report.teams, results, strict=True)
        )
    )


def _was_played(kind: GameKind) -> bool:
    return kind is GameKind.PLAYED


def build_ninja_report(part: NinjaPart, by_team: int) -> NinjaReport:
    """Build a ninja's report.

    A ninja that did something or was carried away was on the board, or began the game
    in the Healing House; only the report can tell.
    """
    return NinjaReport(
        ninja=part.ninja,
        was_fielded=part.was_fielded or bool(part.deeds),
        in_healing_house=part.in_healing_house,
        feats=_together(convert_deed(deed, by_team=by_team) for deed in part.deeds),
    )


def _together(feats: Iterable[Feat]) -> tuple[Feat, ...]:
    """Merge equal feats against different victims into one with a count.

    For a team's own report the victim does not matter.
    """
    found = tuple(feats)
    if len(found) < 2:
        return found
    counted: Counter[Feat] = Counter()
    for one in found:
        counted[replace(one, times=1)] += one.times
    return tuple(replace(one, times=times) for one, times in counted.items())


def _of_teams(
    reports: Sequence[TeamReport], lineup: Lineup, book: Catalogue
) -> Iterator[Refusal]:
    """Yield refusals of each team's own rules."""
    for number, (one, team) in enumerate(zip(reports, lineup.teams, strict=True)):
        try:
            report_game(team.state, one, book)
        except Refusal as refusal:
            for part in refusal.parts:
                field = ".".join(filter(None, (f"teams.{number}", part.field)))
                yield Refusal(
                    f"{team.name}: {part.sentence}", code=part.code, field=field
                )


def _of_result(reports: Sequence[TeamReport], lineup: Lineup) -> Iterator[Refusal]:
    is_tied = any(one.outcome is Outcome.DRAW for one in reports)
    if lineup.needs_winner and is_tied:
        yield Refusal(
            f"This match needs a winner. {tie_sentence(lineup.rules)} Report the final"
            " score, and if it is equal, tick who won the tie-breaker.",
            code="needs-winner",
            field="score",
        )


def healing_house_sentence(rules: HouseRules) -> str:
    """Return when to check the Healing House (DOWN-16)."""
    if not rules.last_upkeep_before_end:
        return (
            "Tick the ninja who are there when the last round ends. In this league the"
            " last round has no upkeep."
        )
    return (
        "Tick the ninja who are there after the upkeep of the last round. If a team"
        " conceded or won at once, that round had no upkeep."
    )


def tie_sentence(rules: HouseRules) -> str:
    """Return how equal scores are resolved if a winner is needed (REV-05)."""
    rounds = rules.tie_resolution.max_extra_rounds
    test = "an affinity test decides, each player with a ninja on the board"
    if not rounds:
        return f"After a tie {test}."
    most = count_noun(rounds, "round")
    return (
        "A tie is played on until a round ends with a leader, for"
        f" {most} at most; then {test}."
    )


def _misfits(report: MatchReport, lineup: Lineup) -> Iterator[Refusal]:
    """Yield refusals that do not depend on the teams."""
    if len(report.teams) != len(lineup.teams):
        yield Refusal(
            f"The match has {len(lineup.teams)} teams, but the report has"
            f" {len(report.teams)}.",
            code="wrong-teams",
            field="teams",
        )
        return
    for path, sentence in odd_values(msgspec.to_builtins(report), "report"):
        yield Refusal(sentence, code="odd-value", field=path)
    for sentence in text_problems(report.notes, NOTE_LENGTH):
        yield Refusal(sentence, code="odd-text", field="notes")
    if not 0 <= (report.rounds_played or 0) <= ROUNDS_MAX:
        yield Refusal(
            f"A match can last at most {ROUNDS_MAX} rounds.",
            code="wrong-rounds",
            field="rounds_played",
        )
    yield from _of_absence(report, lineup)
    conceding = sides_conceding(report, lineup)
    if conceding and conceding == sides_present(report, lineup):
        yield Refusal(
            "Not every team can concede. Untick at least one of them.",
            code="all-conceded",
            field="has_conceded",
        )
    if not lineup.needs_winner and any(part.has_won_tie for part in report.teams):
        yield Refusal(
            "In this match equal scores are a draw. Untick the winner of the"
            " tie-breaker.",
            code="tie-stands",
            field="has_won_tie",
        )
    for number, part in enumerate(report.teams):
        yield from _of_part(number, part, lineup)


def _of_absence(report: MatchReport, lineup: Lineup) -> Iterator[Refusal]:
    """Yield refusals about absent teams."""
    came = [part for part in report.teams if is_present(part)]
    sides = len(sides_present(report, lineup))
    has_absent = len(came) < len(report.teams)
    if report.is_called_off and not (has_absent and sides > 1):
        yield Refusal(
            "You can report a match as called off only if a team was absent and two"
            " or more others were there. Mark who was absent.",
            code="nobody-absent",
            field="called-off",
        )
    elif report.is_called_off and lineup.standing is not MatchType.LEAGUE:
        yield Refusal(
            "Only a league match needs a report when it is not played. Call this match"
            " off instead.",
            code="not-a-league-game",
            field="called-off",
        )
    elif has_absent and sides < 2 and lineup.standing is not MatchType.LEAGUE:
        yield Refusal(
            "A match needs two sides. Call this one off instead.",
            code="too-few-teams",
            field="teams",
        )
    elif has_absent and sides > 1 and not (report.is_called_off or _did_play(came)):
        yield Refusal(
            "A team was absent, but the others can still play. Report what they"
            " played, or report that they called the match off.",
            code="nothing-played",
            field="teams",
        )


def _did_play(parts: Iterable[TeamPart]) -> bool:
    return any(part.score or part.ninja or part.has_conceded for part in parts)


def _of_part(number: int, part: TeamPart, lineup: Lineup) -> Iterator[Refusal]:
    name, field = lineup.teams[number].name, f"teams.{number}"
    if not 0 <= part.score <= SCORE_MAX:
        yield Refusal(
            f"{name}: the score must be between 0 and {SCORE_MAX}.",
            code="wrong-score",
            field=f"{field}.score",
        )
    if part.score and part.presence is not Presence.PLAYED:
        yield Refusal(
            f"{name} was absent and cannot score. Set its score to 0.",
            code="absent-scored",
            field=f"{field}.score",
        )
    if part.has_conceded and part.presence is not Presence.PLAYED:
        yield Refusal(
            f"{name} was absent, so it cannot concede.",
            code="conceded-unplayed",
            field=f"{field}.has_conceded",
        )
    for row in part.ninja:
        for deed in row.deeds:
            for sentence, code in _of_deed(number, deed.against, deed.of, lineup):
                yield Refusal(sentence, code=code, field=f"{field}.ninja")
            if not 1 <= deed.times <= TIMES_MAX:
                yield Refusal(
                    f"{name}: a deed must be counted between 1 and {TIMES_MAX} times.",
                    code="empty-feat",
                    field=f"{field}.ninja",
                )


def _of_deed(
    doer: int, against: int | None, of: int | None, lineup: Lineup
) -> Iterator[tuple[str, str]]:
    name = lineup.teams[doer].name
    if against is None:
        if of is not None:
            yield f"{name}: choose the team of the victim.", "victim-of-nobody"
        return
    if not 0 <= against < len(lineup.teams) or against == doer:
        sentence = f"{name}: the victim must be on another team. Choose one of them."
        yield sentence, "wrong-victim"
        return
    if of is not None and not any(
        ninja.id == of for ninja in lineup.teams[against].state.ninja
    ):
        other = lineup.teams[against].name
        sentence = f"{name}: the victim is not on {other}. Choose from its scroll."
        yield sentence, "wrong-victim"
