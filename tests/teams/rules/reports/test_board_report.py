"""The engine's report in the shape of a table's report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kernel.ids import NinjaId
from rulebook.rules.entries import NinjaType
from skirmish.rules.report import DeedReport, FigureReport, Report, SeatReport
from teams.rules.reports.board_report import build_team_reports
from teams.rules.reports.report_checks import report_game
from teams.rules.reports.team_report import Feat, MatchType, Outcome, TeamReport, Victim
from teams.rules.roster.underdog import UnderdogHelp
from teams.rules.settlement.experience import list_earned
from teams.rules.settlement.steps import begin_settlement
from tests.ledger import rule
from tests.teams.rules.story import Story, book, registered

NOTHING = (UnderdogHelp(), UnderdogHelp(), UnderdogHelp(), UnderdogHelp())


def figure(story: Story, number: int, seat: int, **what: Any) -> FigureReport:
    ninja = story.state.ninja[number]
    values: dict[str, Any] = {
        "took_the_field": True,
        "ended_in_healing_house": False,
        "is_all_star": False,
        "xp_events": (),
        "deeds": (),
        **what,
    }
    return FigureReport(
        seat=seat, reference=str(ninja.id), name="", profile=ninja.profile, **values
    )


def seat(
    story: Story,
    number: int,
    figures: dict[int, dict[str, Any]] | None = None,
    **what: Any,
) -> SeatReport:
    values: dict[str, Any] = {
        "side": number,
        "score": 0,
        "has_conceded": False,
        "is_winner": False,
        **what,
    }
    found = figures or {}
    return SeatReport(
        seat=number,
        name=story.state.name,
        figures=tuple(
            figure(story, index, number, **found.get(index, {}))
            for index in range(len(story.state.ninja))
        ),
        **values,
    )


def told(
    stories: Sequence[Story],
    *seats: SeatReport,
    challenge: str = "brawl",
    why: str = "rounds over",
    rounds: int = 6,
    standing: MatchType = MatchType.LEAGUE,
) -> tuple[TeamReport, ...]:
    report = Report(
        challenge=challenge,
        ground="moon-garden",
        rounds_played=rounds,
        is_over=True,
        why=why,
        seats=tuple(seats),
        notes=(),
    )
    states = [story.state for story in stories]
    helps = NOTHING[: len(states)]
    return build_team_reports(
        report, states, helps, book(), match="m", standing=standing
    )


def injury(victim: NinjaType, seat: int) -> DeedReport:
    return DeedReport("injures_enemy", victim_seat=seat, victim_type=victim)


def xp(story: Story, report: TeamReport) -> dict[NinjaId, int]:
    settling = begin_settlement(story.state, report, book())
    return {one.ninja: one.xp for one in list_earned(story.state, settling, book())}


class TestResults:
    def test_a_win_and_a_loss(self) -> None:
        stories = [registered(), registered("ika")]
        won, lost = told(
            stories,
            seat(stories[0], 0, score=5, is_winner=True),
            seat(stories[1], 1, score=2),
        )
        assert (won.outcome, won.place, won.score) == (Outcome.WIN, 1, 5)
        assert (lost.outcome, lost.place, lost.score) == (Outcome.LOSS, 2, 2)
        assert won.opponents == (stories[1].state.name,)
        assert (won.challenge, won.rounds_played) == ("brawl", 6)
        for story, report in zip(stories, (won, lost), strict=True):
            report_game(story.state, report, book())

    def test_equal_scores_share_the_first_place(self) -> None:
        stories = [registered(), registered()]
        reports = told(
            stories,
            seat(stories[0], 0, score=3, is_winner=True),
            seat(stories[1], 1, score=3, is_winner=True),
        )
        for report in reports:
            assert report.outcome is Outcome.DRAW
            assert (report.place, report.place_shared_by) == (1, 2)

    @rule("MULTI-12")
    def test_of_four_who_gave_up_comes_last_whatever_the_score(self) -> None:
        stories = [registered() for _ in range(4)]
        reports = told(
            stories,
            seat(stories[0], 0, score=1),
            seat(stories[1], 1, score=9, has_conceded=True),
            seat(stories[2], 2, score=4, is_winner=True),
            seat(stories[3], 3, score=1),
        )
        assert [report.place for report in reports] == [2, 4, 1, 2]
        assert [report.place_shared_by for report in reports] == [2, 1, 1, 2]
        assert [r.is_conceder for r in reports] == [False, True, False, False]
        # The others played to the end.
        assert [r.is_conceded for r in reports] == [False, True, False, False]
        for story, report in zip(stories, reports, strict=True):
            report_game(story.state, report, book())

    def test_allies_win_together(self) -> None:
        stories = [registered() for _ in range(4)]
        reports = told(
            stories,
            *(
                seat(story, n, side=n % 2, score=n % 2, is_winner=n % 2 == 1)
                for n, story in enumerate(stories)
            ),
        )
        assert [report.outcome.value for report in reports] == ["loss", "win"] * 2
        assert [report.place for report in reports] == [2, 1, 2, 1]
        assert all(report.place_shared_by == 1 for report in reports)
        assert [len(report.allies) for report in reports] == [1] * 4
        for story, report in zip(stories, reports, strict=True):
            report_game(story.state, report, book())

    @rule("LEAGUE-14")
    def test_the_round_in_which_somebody_gives_up_is_no_full_one(self) -> None:
        stories = [registered(), registered()]
        named = {0: {"is_all_star": True}}
        won, lost = told(
            stories,
            seat(stories[0], 0, named, is_winner=True),
            seat(stories[1], 1, has_conceded=True),
            why="conceded",
            rounds=1,
        )
        assert won.rounds_played == 0
        assert (won.is_conceded, won.is_conceder) == (True, False)
        assert (lost.is_conceded, lost.is_conceder) == (True, True)
        # Before a full round there is no All-Star to name.
        assert won.all_stars == ()
        later, _ = told(
            stories,
            seat(stories[0], 0, named, is_winner=True),
            seat(stories[1], 1, has_conceded=True),
            why="conceded",
            rounds=2,
        )
        assert later.all_stars == (stories[0].state.ninja[0].id,)


class TestDeeds:
    def test_equal_deeds_are_counted_and_unlike_ones_kept_apart(self) -> None:
        stories = [registered(), registered()]
        deeds = (
            injury(NinjaType.KAIKEN, 1),
            injury(NinjaType.CHUNIN, 1),
            injury(NinjaType.YAJIRI, 1),
            injury(NinjaType.SENTRY, -1),
            DeedReport("search_reveals", size=3),
            DeedReport("all_star"),
        )
        report, _ = told(
            stories, seat(stories[0], 0, {1: {"deeds": deeds}}), seat(stories[1], 1)
        )
        assert report.ninja[1].feats == (
            Feat(event="injures_enemy", times=2),
            Feat(event="injures_enemy", victim=Victim.CHUNIN),
            Feat(event="injures_enemy", victim=Victim.SENTRY),
            Feat(event="search_reveals", size=3),
        )

    @rule("EXP-07")
    def test_a_chunin_earns_no_extra_in_a_brawl_for_lesser_victims(self) -> None:
        stories = [registered(), registered()]
        deeds = (injury(NinjaType.KAIKEN, 1), injury(NinjaType.CHUNIN, 1))
        chunin = next(
            index
            for index, ninja in enumerate(stories[0].state.ninja)
            if ninja.profile == "tora-chunin"
        )
        report, _ = told(
            stories,
            seat(stories[0], 0, {chunin: {"deeds": deeds}}),
            seat(stories[1], 1),
        )
        assert list(xp(stories[0], report).values()) == [3]

    def test_who_was_robbed_is_counted_among_the_other_teams(self) -> None:
        thief = Story("tora", starting_koban=500)
        thief.recruit_minimum()
        robber = next(
            profile.slug
            for profile in thief.book.ronin
            if any(ability.slug == "redistribution" for ability in profile.abilities)
        )
        place = len(thief.state.ninja)
        thief.recruit(robber)
        stories = [registered(), thief, registered()]
        stories[0].correct(koban=10 - stories[0].koban)
        stories[2].correct(koban=1 - stories[2].koban)
        deeds = (
            injury(NinjaType.KAIKEN, 0),
            injury(NinjaType.KAIKEN, 2),
            injury(NinjaType.KAIKEN, 2),
            injury(NinjaType.SENTRY, -1),
        )
        seats = (
            seat(stories[0], 0),
            seat(thief, 1, {place: {"deeds": deeds}}),
            seat(stories[2], 2),
        )
        reports = told(stories, *seats)
        assert [report.koban_taken for report in reports] == [0, 2, 0]
        # A treasury of one koban is empty after the first robbery.
        assert [report.koban_lost for report in reports] == [1, 0, 1]
        friendly = told(stories, *seats, standing=MatchType.FRIENDLY)
        assert not any(report.koban_lost for report in friendly)

    @rule("XP-15", "EXP-05")
    def test_fields_and_healing_house_and_all_stars_are_told(self) -> None:
        stories = [registered(), registered()]
        figures = {
            0: {"took_the_field": False},
            1: {"ended_in_healing_house": True},
            2: {"is_all_star": True},
        }
        report, _ = told(stories, seat(stories[0], 0, figures), seat(stories[1], 1))
        ids = [ninja.id for ninja in stories[0].state.ninja]
        assert [row.was_fielded for row in report.ninja[:3]] == [False, True, True]
        assert report.in_healing_house == (ids[1],)
        assert report.all_stars == (ids[2],)

    def test_a_name_that_the_house_rules_forbid_is_left_to_be_asked_for(self) -> None:
        story = Story("tora", starting_koban=500, all_star_hero_allowed=False)
        story.recruit_minimum()
        place = len(story.state.ninja)
        story.recruit("ryu")
        stories = [story, registered()]
        report, _ = told(
            stories,
            seat(story, 0, {place: {"is_all_star": True}}),
            seat(stories[1], 1),
        )
        assert report.all_stars == ()
