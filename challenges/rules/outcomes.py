"""From a match's report to one report for each team, or everything wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from challenges.rules.match_report import (
    Lineup,
    MatchReport,
    NinjaPart,
    Presence,
    TeamPart,
    feat_of,
    points_behind,
)
from kernel.errors import Refusal, Refusals
from rulebook.rules.book import Catalogue
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.knob_values import NoShow
from teams.rules.report import Feat, GameKind, NinjaReport, Outcome, TeamReport
from teams.rules.reporting import report_game
from teams.rules.revenue import thefts
from teams.rules.texts import NOTE_LENGTH, odd_values, text_problems
from teams.rules.words import counted, join_words

SCORE_MAX = 999
ROUNDS_MAX = 99
TIMES_MAX = 99


class Place(msgspec.Struct, frozen=True, kw_only=True):
    place: int
    shared_by: int = 1

    @property
    def outcome(self) -> Outcome:
        if self.place > 1:
            return Outcome.LOSS
        return Outcome.DRAW if self.shared_by > 1 else Outcome.WIN


def team_reports(
    report: MatchReport, lineup: Lineup, book: Catalogue
) -> tuple[TeamReport, ...]:
    """What the match did to each team, checked, robberies worked out.

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


def reports_as_played(
    report: MatchReport, lineup: Lineup, book: Catalogue
) -> tuple[TeamReport, ...]:
    """The same without any check, for a match that was played long ago: what did
    happen cannot be refused because its past has changed."""
    return _with_thefts(_reports(report, lineup), lineup, book)


def _with_thefts(
    reports: Sequence[TeamReport], lineup: Lineup, book: Catalogue
) -> tuple[TeamReport, ...]:
    states = [team.state for team in lineup.teams]
    return tuple(
        replace(one, koban_taken=theft.taken, koban_lost=theft.lost)
        for one, theft in zip(reports, thefts(states, reports, book), strict=True)
    )


def places(report: MatchReport, lineup: Lineup) -> tuple[Place, ...]:
    """Most points first; who conceded or did not come is last (GROUP-05, GROUP-10)."""
    ranks = {side: _rank(report, lineup, side) for side in lineup.sides}
    order = sorted(ranks.values())
    return tuple(
        Place(
            place=order.index(ranks[team.side]) + 1,
            shared_by=order.count(ranks[team.side]),
        )
        for team in lineup.teams
    )


def kinds(report: MatchReport, lineup: Lineup) -> tuple[GameKind, ...]:
    """How the game counts for each team (LEAGUE-11 to LEAGUE-13, RECRUIT-10)."""
    came = _came(report, lineup)
    nobody = not came and all(
        part.presence is not Presence.EXCUSED for part in report.teams
    )
    if nobody or is_void_by_absence(report, lineup):
        return (GameKind.DOUBLE_FORFEIT,) * len(report.teams)
    return tuple(_kind(part, played=len(came) > 1) for part in report.teams)


def is_void_by_absence(report: MatchReport, lineup: Lineup) -> bool:
    """Whether the game never was, as somebody did not come to it (LEAGUE-12)."""
    is_void = lineup.rules.no_show_policy.treat_as is NoShow.VOID and any(
        part.presence is Presence.NO_SHOW for part in report.teams
    )
    return is_void and len(_came(report, lineup)) < 2


def never_was_words(report: MatchReport, lineup: Lineup) -> str:
    gone = [
        team.name
        for team, part in zip(lineup.teams, report.teams, strict=True)
        if part.presence is Presence.NO_SHOW
    ]
    return f"{join_words(gone)} did not turn up: the game never was."


def _came(report: MatchReport, lineup: Lineup) -> frozenset[int]:
    """The sides that played."""
    return frozenset(
        team.side
        for team, part in zip(lineup.teams, report.teams, strict=True)
        if part.presence is Presence.PLAYED
    )


def _kind(part: TeamPart, *, played: bool) -> GameKind:
    match part.presence:
        case Presence.EXCUSED:
            return GameKind.EXCUSED_LOSS
        case Presence.FORFEIT | Presence.NO_SHOW:
            return GameKind.FORFEIT_LOST
        case Presence.PLAYED:
            return GameKind.PLAYED if played else GameKind.FORFEIT_WON


def _rank(report: MatchReport, lineup: Lineup, side: int) -> tuple[int, int, bool]:
    parts = [report.teams[number] for number in lineup.of_side(side)]
    if all(part.presence is not Presence.PLAYED for part in parts):
        return (2, 0, False)
    if all(part.has_conceded for part in parts):
        return (1, 0, False)
    has_won_tie = any(part.has_won_tie for part in parts)
    return (0, -sum(part.score for part in parts), not has_won_tie)


def _conceding(report: MatchReport, lineup: Lineup) -> frozenset[int]:
    """The sides that gave up; a side plays on as long as one of its teams does."""
    return frozenset(
        side
        for side in lineup.sides
        if all(report.teams[number].has_conceded for number in lineup.of_side(side))
    )


def _reports(report: MatchReport, lineup: Lineup) -> tuple[TeamReport, ...]:
    conceding = _conceding(report, lineup)
    # The others of a larger game play on; only with one side left it is over.
    is_conceded = bool(conceding) and len(lineup.sides) - len(conceding) < 2
    behind = points_behind(lineup.teams)
    placed, counted = places(report, lineup), kinds(report, lineup)
    return tuple(
        TeamReport(
            match=lineup.match,
            standing=lineup.standing,
            kind=counted[number],
            outcome=_outcome(counted[number], placed[number]),
            challenge=report.challenge,
            opponents=lineup.opponents_of(number),
            allies=lineup.allies_of(number),
            score=part.score,
            place=placed[number].place,
            place_shared_by=placed[number].shared_by,
            points_behind=behind[number] if _was_played(counted[number]) else 0,
            rounds_played=report.rounds_played,
            are_rounds_unknown=report.are_rounds_unknown,
            is_conceded=is_conceded or team.side in conceding,
            is_conceder=team.side in conceding,
            is_final=lineup.is_final(number, _outcome(counted[number], placed[number])),
            ninja=tuple(ninja_report(row, number) for row in part.ninja),
            all_stars=part.all_stars,
            notes=report.notes,
        )
        for number, (team, part) in enumerate(
            zip(lineup.teams, report.teams, strict=True)
        )
    )


def _outcome(kind: GameKind, place: Place) -> Outcome:
    """Who was not beaten by anybody there has won, whatever the score."""
    if kind is GameKind.FORFEIT_WON:
        return Outcome.WIN
    return place.outcome if kind is GameKind.PLAYED else Outcome.LOSS


def _was_played(kind: GameKind) -> bool:
    return kind is GameKind.PLAYED


def ninja_report(part: NinjaPart, by_team: int) -> NinjaReport:
    """Whoever did something or was carried away had been on the board, or begins
    its game in the Healing House; only the report knows which."""
    return NinjaReport(
        ninja=part.ninja,
        was_fielded=part.was_fielded or bool(part.deeds),
        in_healing_house=part.in_healing_house,
        feats=_together(feat_of(deed, by_team=by_team) for deed in part.deeds),
    )


def _together(feats: Iterable[Feat]) -> tuple[Feat, ...]:
    """The same done to several is one feat, done so many times: for a team it does
    not matter to whom."""
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
    """What each team's own rules have against its part."""
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
            f"This match needs a winner. {tie_words(lineup.rules)} Report the score"
            " of then, and tick who won the test if there was one.",
            code="needs-winner",
            field="score",
        )


def tie_words(rules: HouseRules) -> str:
    """What is done about a tie where somebody has to win (REV-05)."""
    rounds = rules.tie_resolution.max_extra_rounds
    test = "an affinity test decides, each player with a ninja on the board"
    if not rounds:
        return f"After a tie {test}."
    most = counted(rounds, "round")
    return (
        "A tie is played on until a round ends with a leader, for"
        f" {most} at most; then {test}."
    )


def _misfits(report: MatchReport, lineup: Lineup) -> Iterator[Refusal]:
    """What makes no sense whoever played."""
    if len(report.teams) != len(lineup.teams):
        yield Refusal(
            f"{len(lineup.teams)} teams met and the report tells of"
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
            f"A match lasts up to {ROUNDS_MAX} rounds.",
            code="wrong-rounds",
            field="rounds_played",
        )
    if len(_conceding(report, lineup)) == len(lineup.sides):
        yield Refusal(
            "Somebody is left when the others concede; untick one of them.",
            code="all-conceded",
            field="has_conceded",
        )
    if not lineup.needs_winner and any(part.has_won_tie for part in report.teams):
        yield Refusal(
            "In this match a tie is a draw; untick who won it by a test.",
            code="tie-stands",
            field="has_won_tie",
        )
    for number, part in enumerate(report.teams):
        yield from _of_part(number, part, lineup)


def _of_part(number: int, part: TeamPart, lineup: Lineup) -> Iterator[Refusal]:
    name, field = lineup.teams[number].name, f"teams.{number}"
    if not 0 <= part.score <= SCORE_MAX:
        yield Refusal(
            f"{name}: a score lies between 0 and {SCORE_MAX}.",
            code="wrong-score",
            field=f"{field}.score",
        )
    if part.has_conceded and part.presence is not Presence.PLAYED:
        yield Refusal(
            f"{name} can concede only a match that it plays.",
            code="conceded-unplayed",
            field=f"{field}.has_conceded",
        )
    for row in part.ninja:
        for deed in row.deeds:
            for sentence, code in _of_deed(number, deed.against, deed.of, lineup):
                yield Refusal(f"{name}: {sentence}", code=code, field=f"{field}.ninja")
            if not 1 <= deed.times <= TIMES_MAX:
                yield Refusal(
                    f"{name}: something happens between 1 and {TIMES_MAX} times.",
                    code="empty-feat",
                    field=f"{field}.ninja",
                )


def _of_deed(
    doer: int, against: int | None, of: int | None, lineup: Lineup
) -> Iterator[tuple[str, str]]:
    if against is None:
        if of is not None:
            yield "say which team the victim belongs to.", "victim-of-nobody"
        return
    if not 0 <= against < len(lineup.teams) or against == doer:
        yield "nobody of another team suffers that; name one of them.", "wrong-victim"
        return
    if of is not None and not any(
        ninja.id == of for ninja in lineup.teams[against].state.ninja
    ):
        other = lineup.teams[against].name
        yield f"the victim is not on {other}; choose from its scroll.", "wrong-victim"
