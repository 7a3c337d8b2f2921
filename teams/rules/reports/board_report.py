"""Convert the engine's report of a game into one report per team."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from kernel.ids import ChallengeSlug, NinjaId
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import NinjaType
from skirmish.rules.report import DeedReport, FigureReport, Report, SeatReport
from teams.rules.reports.team_report import (
    ALL_STAR,
    Feat,
    MatchType,
    NinjaReport,
    Outcome,
    TeamReport,
    Victim,
)
from teams.rules.roster.underdog import UnderdogHelp
from teams.rules.settlement.all_stars import all_star_awards, all_star_candidates
from teams.rules.settlement.revenue import list_thefts
from teams.rules.settlement.steps import begin_settlement
from teams.rules.state import TeamState

CONCEDED = "conceded"


def build_team_reports(
    report: Report,
    states: Sequence[TeamState],
    helps: Sequence[UnderdogHelp],
    book: Catalogue,
    *,
    match: str,
    standing: MatchType = MatchType.LEAGUE,
) -> tuple[TeamReport, ...]:
    """Return a report for each seat's team, ready for settlement."""
    told = [
        _told(report, seat, states, helped, match, standing)
        for seat, helped in zip(report.seats, helps, strict=True)
    ]
    if standing is not MatchType.FRIENDLY:
        robbed = list_thefts(states, told, book)
        told = [
            replace(one, koban_taken=theft.taken, koban_lost=theft.lost)
            for one, theft in zip(told, robbed, strict=True)
        ]
    return tuple(
        _with_all_stars(one, seat, state, book)
        for one, seat, state in zip(told, report.seats, states, strict=True)
    )


def _told(
    report: Report,
    seat: SeatReport,
    states: Sequence[TeamState],
    helped: UnderdogHelp,
    match: str,
    standing: MatchType,
) -> TeamReport:
    place, shared_by = _place(report, seat)
    others = [one for one in report.seats if one.seat != seat.seat]
    has_ended_early = report.why == CONCEDED
    return TeamReport(
        match=match,
        standing=standing,
        outcome=_outcome(seat, shared_by),
        challenge=ChallengeSlug(report.challenge),
        opponents=tuple(states[s.seat].name for s in others if s.side != seat.side),
        allies=tuple(states[s.seat].name for s in others if s.side == seat.side),
        has_sides=len({one.side for one in report.seats}) < len(report.seats),
        score=seat.score,
        place=place,
        place_shared_by=shared_by,
        points_behind=helped.points_behind,
        # Only full rounds count, not the one in which a player concedes.
        rounds_played=report.rounds_played - has_ended_early,
        is_conceded=has_ended_early or seat.has_conceded,
        is_conceder=seat.has_conceded,
        ninja=tuple(_row(figure, seat.seat) for figure in seat.figures),
        notes="\n".join(report.notes),
    )


def _outcome(seat: SeatReport, shared_by: int) -> Outcome:
    if not seat.is_winner:
        return Outcome.LOSS
    return Outcome.WIN if shared_by == 1 else Outcome.DRAW


def _place(report: Report, seat: SeatReport) -> tuple[int, int]:
    """Return a side's place and how many share it: winners first, conceders last."""
    best: dict[int, tuple[bool, bool, int]] = {}
    for one in report.seats:
        key = (one.is_winner, not one.has_conceded, one.score)
        best[one.side] = max(key, best.get(one.side, key))
    mine = best[seat.side]
    ahead = sum(other > mine for other in best.values())
    return 1 + ahead, sum(other == mine for other in best.values())


def _row(figure: FigureReport, seat: int) -> NinjaReport:
    return NinjaReport(
        ninja=figure_ninja(figure),
        was_fielded=figure.took_the_field,
        in_healing_house=figure.ended_in_healing_house,
        feats=_feats(figure.deeds, seat),
    )


def figure_ninja(figure: FigureReport) -> NinjaId:
    """Return the ninja's id, which `build_figure` stored as the figure's reference."""
    return NinjaId(int(figure.reference))


def _feats(deeds: tuple[DeedReport, ...], seat: int) -> tuple[Feat, ...]:
    counted = Counter(feat_on_board(deed, seat) for deed in deeds_of(deeds))
    return tuple(replace(feat, times=times) for feat, times in counted.items())


def deeds_of(deeds: tuple[DeedReport, ...]) -> Iterator[DeedReport]:
    """Yield the deeds that count as feats. All-Stars are reported separately."""
    return (deed for deed in deeds if deed.event != ALL_STAR)


def feat_on_board(deed: DeedReport, seat: int) -> Feat:
    # Opponents are numbered by seat, skipping the own seat.
    victim_seat = max(deed.victim_seat, 0)
    return Feat(
        event=deed.event,
        victim=_victim(deed.victim_type),
        size=deed.size,
        is_own=deed.is_own,
        against=victim_seat - (victim_seat > seat),
    )


def _victim(type_: NinjaType | None) -> Victim:
    if type_ is NinjaType.SENTRY:
        return Victim.SENTRY
    return Victim.CHUNIN if type_ is NinjaType.CHUNIN else Victim.NINJA


def _with_all_stars(
    told: TeamReport, seat: SeatReport, state: TeamState, book: Catalogue
) -> TeamReport:
    """Add the All-Stars named on the board, as far as the house rules allow them.

    The settlement asks for the awards that remain.
    """
    allowed = all_star_candidates(state, begin_settlement(state, told, book), book)
    named = tuple(
        figure_ninja(figure)
        for figure in seat.figures
        if figure.is_all_star and figure_ninja(figure) in allowed
    )
    awards = all_star_awards(told, state.rules, book)
    return replace(told, all_stars=named[:awards])
