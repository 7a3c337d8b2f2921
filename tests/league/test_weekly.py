"""What house rules make of drawing: weekly lots, Swiss, groups, gaps, challenges."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from challenges.models import Match
from challenges.services import locks
from challenges.services.challenge_choice import choose_challenge
from challenges.services.match_start import start_match
from kernel.errors import Refusal
from league.models.competitions import CompetitionKind, Fixture, FixtureSide, Round
from league.models.leagues import League
from league.models.seasons import Entrant, Season
from league.rules.league_templates import Kind, PlannedCompetition
from league.services import house_rules
from league.services.competitions import arrangements, competitions, pairing_overrides
from league.services.season_end import close_season
from league.tasks import turn_rounds
from people.models import Person
from teams.services.adjustments import adjust_team
from teams.services.journal import Edit, Role
from tests.cast import cast
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.ledger import rule
from tests.verbs import Tale


def days_later(days: int) -> time_machine.travel:
    return time_machine.travel(timezone.now() + timedelta(days=days), tick=False)


def grown(tale: Tale, master: Person, xp: int = 71) -> None:
    """Some of its ninja have learned a lot."""
    edit = Edit(team_id=tale.team_id, actor=master, role=Role.MASTER)
    for ninja in (2, 3):
        adjust_team(edit, reason="Years on the road.", ninja=ninja, xp=xp)


class TestWeeklyLots:
    def rounds(self, season: Season) -> int:
        return Round.objects.filter(competition__season=season).count()

    @rule("LEAGUE-05")
    @pytest.mark.parametrize(
        ("matchmaking", "drawn"),
        [("random_weekly", [1, 1, 2, 3]), ("schedule", [0, 0, 0, 0])],
    )
    def test_every_week_the_clock_draws_a_round_by_lot(
        self, dana: Person, matchmaking: str, drawn: list[int]
    ) -> None:
        league = founded(dana, "Lots", matchmaking=matchmaking)
        crowd(league, 4)
        season = competitions.start_season(uid=league.uid, actor=dana)
        found = []
        for days in (0, 3, 8, 16):
            with days_later(days):
                turn_rounds()
                found.append(self.rounds(season))
        assert found == drawn
        kinds = season.competitions.values_list("kind", flat=True)
        assert set(kinds) <= {CompetitionKind.RANDOM}
        if matchmaking == "random_weekly":
            assert len(fixtures(season)) == 6
            told = league.audit_lines.filter(kind="drawn").first()
            assert told is not None
            assert told.wording == "The next round of Weekly lots was drawn at random."

    @rule("LEAGUE-05")
    def test_under_a_schedule_the_master_draws_lots(self, dana: Person) -> None:
        league = founded(dana, "By Hand", matchmaking="schedule")
        crowd(league, 4)
        season = begun(league, dana, kind=Kind.RANDOM)
        with days_later(8):
            turn_rounds()
        assert self.rounds(season) == 1

    def test_everybody_is_told_whom_they_meet(self, dana: Person) -> None:
        league = founded(dana, "Lots", matchmaking="random_weekly")
        tales = crowd(league, 4)
        begun(league, dana, kind=Kind.RANDOM)
        with days_later(8):
            turn_rounds()
        for tale in tales:
            heard = tale.owner.notices.filter(words__startswith="Autumn has been drawn")
            assert heard.count() == 2

    @pytest.mark.parametrize(
        ("rules", "plan"),
        [
            ({}, {"rounds": 2}),
            ({"length": {"mode": "rounds", "ends_on": None, "rounds": 2}}, {}),
        ],
    )
    def test_it_ends_as_planned(
        self, dana: Person, rules: dict[str, Any], plan: dict[str, Any]
    ) -> None:
        league = founded(dana, "Lots", matchmaking="random_weekly", **rules)
        crowd(league, 2)
        season = begun(league, dana, kind=Kind.RANDOM, **plan)
        for days in (8, 16, 24):
            with days_later(days):
                turn_rounds()
        assert self.rounds(season) == 2

    def test_playoffs_end_it(self, dana: Person) -> None:
        league = founded(dana, "Lots", matchmaking="random_weekly")
        crowd(league, 2)
        finals = PlannedCompetition(kind=Kind.PLAYOFFS, name="Finals", reach=2)
        begun(league, dana, kind=Kind.RANDOM)
        add = {"uid": league.uid, "actor": dana}
        made = competitions.add_competition(**add, plan=finals)
        with days_later(8):
            turn_rounds()
        lots = league.seasons.get().competitions.get(number=1)
        assert lots.rounds.count() == 2
        competitions.draw_competition(**add, number=made.number)
        with days_later(16):
            turn_rounds()
        assert lots.rounds.count() == 2

    def test_what_cannot_be_drawn_is_told_to_masters_once(self, dana: Person) -> None:
        league = founded(dana, "Lots", matchmaking="random_weekly")
        one, other = crowd(league, 2)
        season = begun(league, dana, kind=Kind.RANDOM)
        pair = (one.team_id, other.team_id)
        competitions.forbid_pair(uid=league.uid, actor=dana, team_ids=pair)
        for days in (8, 9):
            with days_later(days):
                turn_rounds()
        assert self.rounds(season) == 1
        (told,) = dana.notices.filter(words__startswith="This week's round")
        assert "Every possible round pairs" in told.words

    def test_a_league_that_changes_its_mind_begins_and_stops(
        self, dana: Person
    ) -> None:
        league = founded(dana, "Lots")
        crowd(league, 2)
        season = competitions.start_season(uid=league.uid, actor=dana)
        change = {"uid": league.uid, "actor": dana, "reason": "A vote."}
        house_rules.change_rules(**change, changes={"matchmaking": "random_weekly"})
        turn_rounds()
        assert self.rounds(season) == 1
        house_rules.change_rules(**change, changes={})
        with days_later(8):
            turn_rounds()
        assert self.rounds(season) == 1


class TestSwiss:
    @rule("LEAGUE-06")
    @pytest.mark.parametrize(
        ("method", "wins"), [("swiss", "first"), ("points", "second")]
    )
    def test_where_a_swiss_tournament_finds_the_winner_its_rounds_alone_count(
        self, dana: Person, method: str, wins: str
    ) -> None:
        league = founded(dana, "Both", winner_method=method)
        crowd(league, 2)
        season = begun(league, dana, kind=Kind.SWISS, rounds=1)
        (fixture,) = fixtures(season)
        assert fixture.match is not None
        play(fixture.match, 3, 1)
        teams_of = list(
            fixture.sides.order_by("number").values_list("entrant__team_id", flat=True)
        )
        for _ in range(2):
            made = arrangements.arrange_fixture(
                uid=league.uid, actor=dana, team_ids=(teams_of[1], teams_of[0])
            )
            assert made.match is not None
            play(made.match, 5, 0)
        close_season(uid=league.uid, actor=dana)
        season.refresh_from_db()
        champion = next(one for one in season.final_table if one["is_champion"])
        number = ("first", "second").index(wins)
        winner = Entrant.objects.get(team=teams_of[number])
        assert champion["entry"] == winner.pk


class TestGroups:
    @pytest.mark.parametrize("kind", [Kind.SWISS, Kind.RANDOM])
    def test_each_group_has_its_own_round_and_bye(
        self, dana: Person, kind: Kind
    ) -> None:
        league = founded(dana)
        crowd(league, 6)
        competitions.draw_groups(uid=league.uid, actor=dana, count=2)
        season = begun(league, dana, kind=kind, rounds=3)
        groups = dict(Entrant.objects.values_list("pk", "group"))
        number = season.competitions.get().number
        draw = {"uid": league.uid, "actor": dana, "number": number}
        for _ in range(2):
            competitions.draw_competition(**draw, even_unfinished=True)
        made = fixtures(season)
        for fixture in made:
            met = fixture.sides.values_list("entrant_id", flat=True)
            assert len({groups[entry] for entry in met}) == 1
        assert [one.is_bye for one in made].count(True) == 6
        resting = {one.sides.get().entrant_id for one in made if one.is_bye}
        assert resting == set(groups)

    def test_a_swap_across_groups_has_its_price(self, dana: Person) -> None:
        league = founded(dana)
        crowd(league, 4)
        competitions.draw_groups(uid=league.uid, actor=dana, count=2)
        season = begun(league, dana, kind=Kind.SWISS, rounds=2)
        here = {}
        for one in Entrant.objects.order_by("pk"):
            here.setdefault(one.group, one.team_id)
        seen = pairing_overrides.preview_override(
            uid=league.uid,
            actor=dana,
            round_id=Round.objects.get(competition__season=season).pk,
            teams=(here["A"], here["B"]),
        )
        assert seen.is_forbidden


class TestGaps:
    """How far apart two ratings may be is asked when somebody pairs them (UND-10)."""

    @pytest.fixture
    def league(self, dana: Person) -> League:
        return founded(
            dana, "Fair", max_rating_difference=1, advancement_must_resolve=False
        )

    @rule("UND-10")
    def test_a_round_robin_leaves_out_who_is_too_far_apart(
        self, league: League, dana: Person
    ) -> None:
        strong, *others = crowd(league, 3)
        grown(strong, dana)
        season = begun(league, dana, catches_up=True)
        met = [one for one in fixtures(season) if not one.is_bye]
        assert len(met) == 1
        told = league.audit_lines.filter(kind="left-out").first()
        assert told is not None
        assert (
            "rating points apart, and this league allows at most 1. Autumn"
            in told.wording
        )
        late = entered(league, cast("late"))
        games = Fixture.objects.filter(sides__entrant__team=late.team_id, is_bye=False)
        sides = FixtureSide.objects.filter(fixture__in=games)
        against = set(sides.values_list("entrant__team_id", flat=True))
        assert against == {late.team_id, *(tale.team_id for tale in others)}

    @rule("UND-10")
    def test_what_was_drawn_is_played_though_ratings_moved_apart(
        self, league: League, dana: Person
    ) -> None:
        strong, other = crowd(league, 2)
        (fixture,) = fixtures(begun(league, dana))
        grown(strong, dana)
        assert strong.team.rating > other.team.rating + 1
        assert fixture.match is not None
        play(fixture.match, 1, 0)
        fixture.refresh_from_db()
        assert fixture.outcome is not None

    @rule("UND-10")
    def test_what_players_arranged_is_not(self, league: League, dana: Person) -> None:
        strong, other = crowd(league, 2)
        competitions.start_season(uid=league.uid, actor=dana)
        pair = (strong.team_id, other.team_id)
        made = arrangements.arrange_fixture(
            uid=league.uid, actor=strong.owner, team_ids=pair
        )
        grown(strong, dana)
        assert made.match is not None
        with pytest.raises(Refusal, match="the league allows at most 1"):
            play(made.match, 1, 0)

    @rule("UND-10", "NM-04")
    def test_friendlies_and_the_masters_word_know_no_limit(
        self, league: League, dana: Person
    ) -> None:
        strong, other = crowd(league, 2)
        competitions.start_season(uid=league.uid, actor=dana)
        grown(strong, dana)
        pair = (strong.team_id, other.team_id)
        friendly = arrangements.arrange_fixture(
            uid=league.uid, actor=strong.owner, team_ids=pair, is_friendly=True
        )
        by_master = arrangements.arrange_fixture(
            uid=league.uid, actor=dana, team_ids=pair
        )
        for made in (friendly, by_master):
            assert made.match is not None
            play(made.match, 1, 0)


class TestChallenges:
    """The plan of a competition may name what its rounds play."""

    def challenges(self, season: Season) -> list[str]:
        found = Match.objects.filter(fixture__competition__season=season)
        return list(found.order_by("fixture__pk").values_list("challenge", flat=True))

    @rule("CHAL-04")
    @pytest.mark.parametrize("knob", ["schedule", "agree_else_random"])
    def test_the_schedule_names_them_round_by_round(
        self, dana: Person, knob: str
    ) -> None:
        league = founded(dana, "Named", challenge_selection=knob)
        entered(league, dana)
        crowd(league, 3)
        season = begun(league, dana, challenges=("brawl", "king-of-the-hill"))
        assert self.challenges(season) == [
            *["brawl"] * 2,
            *["king-of-the-hill"] * 2,
            *["brawl"] * 2,
        ]
        (match, *_) = (one.match for one in fixtures(season) if one.match)
        player = match.places.exclude(person=dana)[0].person
        edit = locks.Edit(uid=match.uid, actor=player)
        with pytest.raises(Refusal, match=r"schedule sets|has set the challenge"):
            choose_challenge(edit, challenge="brawl")
        start_match(edit)

    @rule("CHAL-04")
    def test_a_round_left_open_is_for_those_who_play(self, dana: Person) -> None:
        league = founded(dana, "Open", challenge_selection="schedule")
        crowd(league, 2)
        season = begun(league, dana, is_double=True, challenges=("", "brawl"))
        assert self.challenges(season) == ["", "brawl"]
        (first, _) = fixtures(season)
        assert first.match is not None
        play(first.match, 1, 0)

    def test_playoffs_have_them_too(self, dana: Person) -> None:
        league = founded(dana, "Finals")
        crowd(league, 2)
        season = begun(league, dana, kind=Kind.PLAYOFFS, reach=2, challenges=("brawl",))
        assert self.challenges(season) == ["brawl"]

    @rule("CHAL-04")
    def test_not_where_dice_choose_or_the_book_knows_none(self, dana: Person) -> None:
        league = founded(dana, "Dice", challenge_selection="random")
        add: dict[str, Any] = {"uid": league.uid, "actor": dana}
        named = PlannedCompetition(
            kind=Kind.SWISS, name="Named", challenges=("", "brawl")
        )
        with pytest.raises(Refusal, match="the challenge is rolled"):
            competitions.add_competition(**add, plan=named)
        house_rules.change_rules(uid=league.uid, actor=dana, changes={})
        competitions.add_competition(**add, plan=named)
        unknown = PlannedCompetition(kind=Kind.SWISS, name="X", challenges=("chess",))
        with pytest.raises(Refusal, match="no such challenge"):
            competitions.add_competition(**add, plan=unknown)
        crowd(league, 2)
        changes = {"challenge_selection": "random"}
        house_rules.change_rules(uid=league.uid, actor=dana, changes=changes)
        season = competitions.start_season(uid=league.uid, actor=dana)
        assert self.challenges(season) == [""]


@rule("RATE-08", "UND-01", "RATE-06")
@pytest.mark.parametrize("snapshot", ["round_start", "game_start"])
def test_help_follows_the_ratings_of_the_rounds_opening_if_the_league_says_so(
    dana: Person, snapshot: str
) -> None:
    league = founded(
        dana, "Ratings", rating_snapshot=snapshot, advancement_must_resolve=False
    )
    strong, other = crowd(league, 2)
    (fixture,) = fixtures(begun(league, dana))
    before = strong.team.rating
    grown(strong, dana)
    gap = strong.team.rating - before
    assert gap > 0
    match = fixture.match
    assert match is not None
    edit = locks.Edit(uid=match.uid, actor=strong.owner)
    choose_challenge(edit, challenge="brawl", together=True)
    start_match(edit)
    places = {one.team_id: one for one in match.places.all()}
    is_at_round = snapshot == "round_start"
    assert places[strong.team_id].rating_before == (
        before if is_at_round else before + gap
    )
    assert places[other.team_id].points_behind == (0 if is_at_round else gap)
