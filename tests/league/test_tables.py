"""Competitions at tables of three and four: planned, drawn, played and counted."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from django.test import Client

from kernel.errors import Refusal
from league.models.competitions import Competition, Fixture
from league.models.leagues import League
from league.models.seasons import Season
from league.rules.league_templates import Kind, PlannedCompetition
from league.selectors.competitions.results import get_season_results
from league.selectors.house_rules import rules_in_force
from league.selectors.league_file import league_file
from league.selectors.seasons.season_length import excess_of
from league.services import entrants
from league.services.competitions import competitions, pairing_overrides
from league.services.exchange.league_import import import_league
from league.services.season_end import copy_plans
from people.models import Person
from tests.cast import browser_of, cast
from tests.league.stories import entered, entrant_of, founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.ledger import rule

pytestmark = rule("LEAGUE-05", "GROUP-02")


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


def tables(season: Season) -> list[tuple[int, ...]]:
    """The teams of each table, in the order of the rounds."""
    return [
        tuple(sorted(side.entrant.team_id for side in one.sides.all() if side.entrant))
        for one in fixtures(season)
    ]


def pairs(season: Season) -> set[tuple[int, int]]:
    return {pair for table in tables(season) for pair in combinations(table, 2)}


def play_all(season: Season) -> None:
    for fixture in fixtures(season):
        if fixture.match is not None and fixture.outcome is None:
            play(fixture.match, *range(fixture.sides.count(), 0, -1))


class TestSeasons:
    def test_round_robin_at_tables_of_three_is_played_to_its_standings(
        self, league: League, dana: Person
    ) -> None:
        teams = [one.team_id for one in crowd(league, 5)]
        season = begun(league, dana, table_size=3)
        assert pairs(season) == set(combinations(sorted(teams), 2))
        assert {len(table) for table in tables(season)} == {2, 3}
        assert all(one.match is not None for one in fixtures(season))
        play_all(season)
        rows = get_season_results(season).table()
        rounds = season.competitions.get().rounds.count()
        assert {row.played for row in rows} == {rounds}
        assert not any(row.byes for row in rows)
        assert rows[0].points > rows[-1].points

    @rule("LEAGUE-06")
    def test_swiss_rounds_seat_the_leaders_together(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 9)
        season = begun(league, dana, kind=Kind.SWISS, rounds=2, table_size=3)
        play_all(season)
        first = pairs(season)
        points = {row.entry: row.points for row in get_season_results(season).table()}
        competitions.draw_competition(uid=league.uid, actor=dana, number=1)
        second = season.competitions.get().rounds.get(number=2).fixtures.all()
        seated = [[s.entrant for s in one.sides.all()] for one in second]
        assert [len(table) for table in seated] == [3, 3, 3]
        assert not first & {
            tuple(sorted((one.team_id, other.team_id)))
            for table in seated
            for one, other in combinations(table, 2)
        }
        assert {len(one.why) > 0 for one in second} == {True}
        assert max(points.values()) > min(points.values())
        play_all(season)
        assert {row.played for row in get_season_results(season).table()} == {2}

    def test_lots_seat_four_at_a_table_and_are_counted(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 7)
        season = begun(league, dana, kind=Kind.RANDOM, rounds=1, table_size=4)
        assert sorted(map(len, tables(season))) == [3, 4]
        assert fixtures(season)[0].why[0] == "Drawn at random."
        play_all(season)
        rows = get_season_results(season).table()
        assert {row.played for row in rows} == {1}

    def test_ladder_suggests_a_table_that_is_played_and_counted(
        self, league: League, dana: Person
    ) -> None:
        mine, *_ = crowd(league, 5)
        season = begun(league, dana, kind=Kind.LADDER, table_size=3)
        client = browser_of(mine.owner)
        address = f"/leagues/{league.uid}/arrange/"
        page = client.get(address).content.decode()
        assert "This ladder plays at tables of three." in page
        ticked = re.findall(r'name="others" value="(\d+)"[^>]* checked', page)
        assert len(ticked) == 2
        client.post(address, {"own": mine.team_id, "others": ticked})
        (table,) = tables(season)
        assert table == tuple(sorted((mine.team_id, *map(int, ticked))))
        play_all(season)
        played = [row.played for row in get_season_results(season).table()]
        assert sorted(played) == [0, 0, 1, 1, 1]

    def test_ladder_of_two_suggests_nothing(self, league: League, dana: Person) -> None:
        mine, *_ = crowd(league, 3)
        begun(league, dana, kind=Kind.LADDER)
        page = browser_of(mine.owner).get(f"/leagues/{league.uid}/arrange/")
        assert "tables of" not in page.content.decode()
        assert not re.search(r'name="others"[^>]* checked', page.content.decode())


class TestChanges:
    def test_teams_kept_apart_share_no_table_and_the_log_says_so(
        self, league: League, dana: Person
    ) -> None:
        one, other, *_ = crowd(league, 6)
        apart = (one.team_id, other.team_id)
        competitions.forbid_pair(uid=league.uid, actor=dana, team_ids=apart)
        season = begun(league, dana, table_size=3)
        assert tuple(sorted(apart)) not in pairs(season)
        words = league.audit_lines.get(kind="left-out").wording
        assert "cannot meet: the ninja master keeps them apart" in words

    @rule("NM-02")
    def test_master_swaps_two_teams_of_different_tables(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 6)
        season = begun(league, dana, table_size=3)
        first = season.competitions.get().rounds.get(number=1)
        left, right = tables(season)[:2]
        swapped = {
            "uid": league.uid,
            "actor": dana,
            "round_id": first.pk,
            "teams": (left[0], right[0]),
        }
        price = pairing_overrides.preview_override(**swapped).price
        assert any("already meet in" in one for one in price)
        pairing_overrides.override_pairings(**swapped, reason="They share a car.")
        after = tables(season)[:2]
        assert set(after[0]) == {right[0], *left[1:]}
        assert set(after[1]) == {left[0], *right[1:]}

    @rule("LEAGUE-09")
    def test_late_team_takes_a_seat_at_a_table_in_rounds_to_come(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 6)
        season = begun(league, dana, table_size=3)
        rounds = season.competitions.get().rounds.count()
        newcomer = entered(league, cast("late"))
        found = Fixture.objects.filter(sides__entrant=entrant_of(newcomer))
        met = found.select_related("match", "round").order_by("round__number")
        assert 1 < len(met) < rounds
        for one in met:
            assert one.round is not None
            assert one.round.number > 1
            assert one.match is not None
            assert one.match.places.count() == one.sides.count() == 4
            assert one.why == ["Late entry: takes a free seat at this table."]
        assert {len(table) for table in tables(season)} == {3, 4}

    @rule("LEAGUE-15")
    def test_others_of_a_table_play_on_when_a_team_leaves(
        self, league: League, dana: Person
    ) -> None:
        gone, *_ = crowd(league, 6)
        season = begun(league, dana, table_size=3)
        entrants.withdraw_team(uid=league.uid, actor=gone.owner, team_id=gone.team_id)
        assert not any(gone.team_id in table for table in tables(season))
        assert sorted(map(len, tables(season)))[0] == 2

    @rule("LEAGUE-03")
    def test_schedule_at_tables_is_measured_by_its_own_rounds(
        self, dana: Person
    ) -> None:
        length = {"mode": "rounds", "ends_on": None, "rounds": 4}
        short = founded(dana, "Short", length=length)
        crowd(short, 9)
        season = short.seasons.get()
        for size in (2, 3):
            plan = PlannedCompetition(
                kind=Kind.ROUND_ROBIN, name=f"Of {size}", table_size=size
            )
            competitions.add_competition(uid=short.uid, actor=dana, plan=plan)
        pairs_plan, tables_plan = season.competitions.order_by("number")
        rules = rules_in_force(short)
        assert excess_of(pairs_plan, rules) is not None
        pairs_plan.delete()
        assert excess_of(tables_plan, rules) is None


class TestPlanning:
    def test_form_plans_tables_and_shows_them(
        self, league: League, dana_client: Client
    ) -> None:
        crowd(league, 6)
        plan = f"/leagues/{league.uid}/plan/"
        assert "Players at a table" in dana_client.get(plan).content.decode()
        typed = {"kind": "round-robin", "name": "Autumn", "days": 7, "table_size": 3}
        dana_client.post(plan, typed)
        made = Competition.objects.get()
        assert made.settings["table_size"] == 3
        page = dana_client.get(plan).content.decode()
        assert "Round robin at tables of three" in page
        edit = dana_client.get(f"{plan}{made.number}/edit/").content.decode()
        assert '<option value="3" selected>' in edit
        preview = dana_client.get(f"{plan}start/").content.decode()
        assert re.search(
            r"[\w' ]+ against [\w' ]+ against ", preview.replace("&#x27;", "'")
        )
        dana_client.post(f"{plan}start/")
        shown = dana_client.get(f"/leagues/{league.uid}/fixtures/").content.decode()
        assert "at tables of three" in shown
        assert shown.count("Table of three") == Fixture.objects.count()

    def test_playoffs_ignore_the_field_and_refuse_it_from_programs(
        self, league: League, dana: Person, dana_client: Client
    ) -> None:
        typed = {"kind": "playoffs", "name": "Finals", "table_size": 3}
        dana_client.post(f"/leagues/{league.uid}/plan/", typed)
        assert Competition.objects.get().settings["table_size"] == 2
        plan = PlannedCompetition(kind=Kind.PLAYOFFS, name="Finals", table_size=4)
        with pytest.raises(Refusal, match="can have tables of three or four"):
            competitions.add_competition(uid=league.uid, actor=dana, plan=plan)

    @pytest.mark.parametrize(("size", "status"), [(3, 200), (5, 400)])
    def test_api_takes_the_size_of_tables(
        self, league: League, dana_client: Client, size: int, status: int
    ) -> None:
        answer = dana_client.post(
            f"/api/v1/leagues/{league.uid}/competitions/",
            {"kind": "swiss", "name": "Cup", "table_size": size},
            content_type="application/json",
        )
        assert answer.status_code == status, answer.content
        sizes = [one.settings["table_size"] for one in Competition.objects.all()]
        assert sizes == ([3] if status == 200 else [])

    def test_next_season_and_exported_leagues_keep_the_size(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 6)
        season = begun(league, dana, table_size=3)
        (again,) = copy_plans(season)
        assert again.table_size == 3
        content = league_file(league.uid, dana)
        league.name = "The old one"
        league.save()
        copy = import_league(content=content, actor=dana)
        (plan,) = copy.seasons.get().competitions.all()
        assert plan.settings["table_size"] == 3
        assert sorted(map(len, tables(copy.seasons.get()))) == sorted(
            map(len, tables(season))
        )

    def test_imported_league_with_tables_of_five_is_refused(
        self, league: League, dana: Person
    ) -> None:
        plan = PlannedCompetition(kind=Kind.SWISS, name="Cup", table_size=3)
        competitions.add_competition(uid=league.uid, actor=dana, plan=plan)
        content = league_file(league.uid, dana)
        assert content.count(b'"table_size": 3') == 1
        wrong = content.replace(b'"table_size": 3', b'"table_size": 5')
        with pytest.raises(Refusal):
            import_league(content=wrong, actor=dana)

    def test_invited_people_read_the_size(self, league: League, dana: Person) -> None:
        plan = PlannedCompetition(kind=Kind.LADDER, name="Ladder", table_size=4)
        competitions.add_competition(uid=league.uid, actor=dana, plan=plan)
        league.refresh_from_db()
        page = Client().get(f"/leagues/join/{league.code}/").content.decode()
        assert "You play at tables of four." in page
