"""From teams to a game and back."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from challenges.rules.bot_tournament import build_team
from challenges.rules.match_setup import MatchSetup, set_up_match
from challenges.rules.reports.match_report import Contender, Lineup
from challenges.rules.reports.outcomes import team_reports
from kernel.dice import SeededDice
from kernel.errors import Refusal
from kernel.ids import NinjaId
from skirmish.bots.base import play_out
from skirmish.bots.novice import Novice
from skirmish.rules.decision import Choice
from skirmish.rules.game import Game
from skirmish.rules.report import SeatReport
from teams.catalogue import sample_teams
from teams.rules.journal.reducer import apply_entry
from teams.rules.reports.board_report import figure_ninja
from teams.rules.reports.report_checks import report_game
from teams.rules.reports.team_report import ALL_STAR, MatchType, TeamReport
from teams.rules.roster.legality import register
from teams.rules.roster.rating import rating
from teams.rules.roster.underdog import help_for
from teams.rules.settlement.experience import list_earned
from teams.rules.settlement.steps import begin_settlement
from teams.rules.state import TeamState
from tests.ledger import rule
from tests.skirmish.random_play import seed_of
from tests.teams.rules.story import Story, book, house_rules


def band(name: str = "Claws", **knobs: object) -> Story:
    story = Story("tora", name=name, **knobs)
    story.recruit("tora-chunin", abilities=("pounce",))
    for profile, count in (("tora-kaiken", 4), ("tora-yajiri", 2)):
        for _ in range(count):
            story.recruit(profile)
    story.recruit("tora-kunoichi")
    story.recruit("tora-madoushi", abilities=("volcano-pots",))
    story.register()
    return story


def staged(teams: Sequence[TeamState], **what: object) -> MatchSetup:
    values: dict[str, object] = {
        "book": book(),
        "rules": house_rules(),
        "challenge": "brawl",
        "ground": "moon-garden",
        "match": "m1",
        **what,
    }
    return set_up_match(teams, **values)  # type: ignore[arg-type]


def sample(slug: str) -> TeamState:
    """A registered team of the samples."""
    draft = build_team(sample_teams()[slug], slug, book())
    return apply_entry(draft, register(draft, book()), book())


def played(staging: MatchSetup, number: int) -> Game:
    dice = SeededDice(seed_of(number))
    bots = [Novice(dice.stream(f"bot {n}")) for n in range(len(staging.teams))]
    return staging.play(bots, dice)


def noted(seat: SeatReport) -> dict[NinjaId, int]:
    """What the board noted for each ninja, apart from being named All-Star."""
    found = {
        figure_ninja(figure): sum(
            event.xp for event in figure.xp_events if event.event != ALL_STAR
        )
        for figure in seat.figures
    }
    return {ninja: xp for ninja, xp in found.items() if xp}


def settled(team: TeamState, report: TeamReport) -> dict[NinjaId, int]:
    """What the settlement makes of a report, which must be a possible one."""
    told = report_game(team, report, book()).report
    settling = begin_settlement(team, told, book())
    return {one.ninja: one.xp for one in list_earned(team, settling, book())}


def code(teams: Sequence[TeamState], **what: object) -> str:
    with pytest.raises(Refusal) as refused:
        staged(teams, **what)
    return refused.value.code


@pytest.mark.slow
@rule("XP-01", "XP-09", "XP-15")
@pytest.mark.parametrize("challenge", sorted(book().challenges))
def test_the_settlement_gives_what_the_board_noted(challenge: str) -> None:
    """Two teams with heroes; whatever happens, both sides count the same."""
    teams = [sample("two-ogres"), sample("rockfall")]
    staging = staged(teams, challenge=challenge)
    game = played(staging, 7)
    total = 0
    for team, seat, report in zip(
        teams, game.report.seats, staging.reports(game.report), strict=True
    ):
        assert settled(team, report) == noted(seat)
        stars = [figure_ninja(figure) for figure in seat.figures if figure.is_all_star]
        assert report.all_stars == tuple(stars)
        assert report.score == game.seats[seat.seat].score
        total += sum(noted(seat).values())
    assert total > 0


@rule("MULTI-12", "XP-01")
def test_a_conceded_game_of_three_is_reported_for_all_of_them() -> None:
    teams = [sample("two-ogres"), sample("rockfall"), sample("clear-sky")]
    staging = staged(teams, challenge="brawl")
    dice = SeededDice(seed_of(3))
    bots = [Novice(dice.stream(f"bot {n}")) for n in range(3)]
    game = Game.new(staging.setup, dice)
    while game.round < 3:
        assert game.decision is not None
        game.apply(bots[game.decision.seat].choose(game.view(game.decision.seat)))
    game.apply(Choice("concede", arg=1))
    play_out(game, bots)
    reports = staging.reports(game.report)
    assert [r.is_conceder for r in reports] == [False, True, False]
    assert reports[1].place == 3
    for team, seat, report in zip(teams, game.report.seats, reports, strict=True):
        assert settled(team, report) == noted(seat)


def test_a_grown_team_takes_the_field_as_its_scroll_has_it() -> None:
    story = band("A")
    story.correct(ninja=NinjaId(2), games_to_miss=1)
    story.correct(ninja=NinjaId(3), keywords_granted=("nimble",))
    setup = staged([story.state, band("B").state]).setup
    names = [figure.reference for figure in setup.seats[0].figures]
    assert names == ["1", "3", "4", "5", "6", "7", "8", "9"]
    assert "nimble" in setup.seats[0].figures[1].keywords
    assert len(setup.seats[1].figures) == 9


@rule("UNDERDOG-01", "UNDERDOG-12", "RATE-08")
def test_the_lower_rated_team_is_helped_in_leagues_only() -> None:
    strong, weak = band("A"), band("B")
    teams = [replace(strong.state, rating_frozen=25), weak.state]
    staging = staged(teams)
    behind = 25 - weak.rating
    assert staging.helps[0] == help_for(0, house_rules(), book())
    assert staging.helps[1] == help_for(behind, house_rules(), book())
    assert staging.setup.seats[1].rerolls == behind
    for standing in (MatchType.FREE, MatchType.FRIENDLY):
        outside = staged(teams, standing=standing)
        assert outside.setup.seats[1].rerolls == 0
        assert outside.setup.is_league is (standing is MatchType.FREE)


@rule("MULTI-11", "GROUP-09")
def test_two_against_two_share_the_difference_of_their_sums() -> None:
    ratings = (30, 10, 10, 10)
    teams = [
        replace(band(name).state, rating_frozen=points)
        for name, points in zip("ABCD", ratings, strict=True)
    ]
    rules = house_rules(team_play=True)
    staging = staged(teams, sides=(0, 1, 0, 1), rules=rules)
    assert [help_.points_behind for help_ in staging.helps] == [0, 10, 0, 10]
    assert [seat.side for seat in staging.setup.seats] == [0, 1, 0, 1]
    alone = staged(teams)
    assert [help_.points_behind for help_ in alone.helps] == [0, 20, 20, 20]


def test_what_cannot_be_played_is_refused_in_words() -> None:
    one, other = band("A"), band("B")
    both = [one.state, other.state]
    assert code([one.state]) == "wrong-number-of-teams"
    assert code(both * 3) == "wrong-number-of-teams"
    assert code(both, challenge="chess") == "unknown-challenge"
    assert code(both, ground="the-moon") == "unknown-ground"
    assert code(both, sides=(0,)) == "sides-missing"
    assert code([*both, one.state], challenge="intercept-the-messenger") == "two-sides"
    for ninja in one.state.ninja:
        one.correct(ninja=ninja.id, games_to_miss=1)
    assert code([one.state, other.state]) == "nobody-fit"


def test_a_game_under_way_has_no_reports() -> None:
    staging = staged([band("A").state, band("B").state])
    game = Game.new(staging.setup, SeededDice(seed_of(1)))
    with pytest.raises(Refusal, match="not over"):
        staging.reports(game.report)


@rule("EXP-02", "EXP-05", "RATE-01", "UND-03")
def test_game_on_the_board_follows_the_tables_of_the_league() -> None:
    """Experience noted during play, rating and underdog help, and the settlement."""
    tables = {
        "experience_awards": {"injures_enemy": {"xp": 4}, "all_star": {"xp": 9}},
        "rating_formula": {
            "koban_divisor": 5,
            "per_advancement": 1,
            "per_hero_or_ronin": 1,
        },
        "underdog_help": {"reroll-tokens": {"per_points": 2, "maximum": 3}},
    }
    strong, weak = band("A", **tables).state, band("B", **tables).state
    strong = replace(strong, rating_frozen=rating(weak, book()) + 20)
    assert (rating(weak, book()), band("C").rating) == (95 // 5, 95 // 10)
    rules = house_rules(**tables)
    staging = staged([strong, weak], rules=rules)
    assert [seat.rerolls for seat in staging.setup.seats] == [0, 3]
    game = played(staging, 7)
    injuries, stars = set(), set()
    for team, seat, report in zip(
        staging.teams, game.report.seats, staging.reports(game.report), strict=True
    ):
        assert settled(team, report) == noted(seat)
        for event in (one for figure in seat.figures for one in figure.xp_events):
            if event.event == "injures_enemy":
                injuries.add(event.xp)
            if event.event == ALL_STAR:
                stars.add(event.xp)
    assert (injuries, stars) == ({4}, {9})


@rule("REV-05", "DOWN-16")
def test_ties_and_the_last_upkeep_are_as_the_league_has_them() -> None:
    teams = [band("Claws").state, band("Fangs").state]
    assert staged(teams).setup.extra_rounds is None
    assert staged(teams, is_playoff=True).setup.extra_rounds == 3
    assert staged(teams).setup.has_last_upkeep
    other = house_rules(
        tie_resolution={
            "league": "sudden_death",
            "playoff": "draw",
            "max_extra_rounds": 2,
        },
        last_upkeep_before_end=False,
    )
    assert staged(teams, rules=other).setup.extra_rounds == 2
    assert staged(teams, rules=other, is_playoff=True).setup.extra_rounds is None
    assert not staged(teams, rules=other).setup.has_last_upkeep


@rule("REV-05")
def test_who_won_the_test_after_a_tie_is_in_the_report() -> None:
    staging = staged([band("Claws").state, band("Fangs").state], is_playoff=True)
    report = played(staging, 3).report
    seats = tuple(
        dataclasses.replace(seat, score=2, has_conceded=False, is_winner=seat.seat == 1)
        for seat in report.seats
    )
    tied = dataclasses.replace(report, seats=seats, why="tie broken")
    parts = staging.match_report(tied).teams
    assert [part.has_won_tie for part in parts] == [False, True]
    by_rounds = dataclasses.replace(tied, why="rounds over")
    assert not any(one.has_won_tie for one in staging.match_report(by_rounds).teams)


@pytest.mark.slow
@pytest.mark.parametrize("challenge", book().challenges)
def test_one_report_of_the_match_comes_to_the_same_for_every_team(
    challenge: str,
) -> None:
    teams = [sample("two-ogres"), sample("rockfall")]
    staging = staged(teams, challenge=challenge)
    game = played(staging, 7)
    one = staging.match_report(game.report)
    lineup = Lineup(
        match="m1",
        standing=MatchType.LEAGUE,
        rules=house_rules(),
        teams=tuple(
            Contender(
                name=team.name, rating=rating(team, book()), side=side, state=team
            )
            for side, team in enumerate(teams)
        ),
    )
    assert team_reports(one, lineup, book()) == staging.reports(game.report)


def test_the_report_of_a_match_on_the_board_names_who_was_injured_by_whom() -> None:
    teams = [sample("two-ogres"), sample("rockfall")]
    staging = staged(teams, challenge="brawl")
    report = staging.match_report(played(staging, 7).report)
    injuries = [
        (deed.against, deed.of)
        for part in report.teams
        for row in part.ninja
        for deed in row.deeds
        if deed.event == "injures_enemy"
    ]
    assert injuries
    for against, of in injuries:
        assert against is not None
        assert of in {one.id for one in teams[against].ninja}


@rule("MULTI-04", "GROUP-09")
def test_three_teams_play_the_messenger_one_against_two() -> None:
    """The engine's report and the match report lead to the same shared result."""
    ratings = (10, 12, 14)
    teams = [
        replace(band(name).state, rating_frozen=points)
        for name, points in zip("ABC", ratings, strict=True)
    ]
    rules, slug = house_rules(), "intercept-the-messenger"
    staging = staged(teams, sides=(0, 1, 1), rules=rules, challenge=slug)
    assert [help_.points_behind for help_ in staging.helps] == [16, 0, 0]
    game = played(staging, 5)
    told = staging.reports(game.report)
    assert told[1].outcome is told[2].outcome
    assert {one.outcome for one in told[:2]} in ({"win", "loss"}, {"draw"})
    assert [one.teams for one in told] == [2, 2, 2]
    match = Lineup(
        match="m1",
        standing=MatchType.LEAGUE,
        rules=rules,
        teams=tuple(
            Contender(name=team.name, rating=points, side=side, state=team)
            for team, points, side in zip(teams, ratings, (0, 1, 1), strict=True)
        ),
    )
    again = team_reports(staging.match_report(game.report), match, book())
    assert [one.outcome for one in again] == [one.outcome for one in told]
    assert [one.points_behind for one in again] == [16, 0, 0]
