"""Whole stories of teams that vanish: from a round robin, a Swiss tournament, a ladder
and from playoffs. What becomes of their matches, of the table and of the others."""

from __future__ import annotations

import pytest

from challenges.models import Match
from challenges.rules.reports.match_report import MatchReport, TeamPart
from challenges.rules.stages import MatchStage
from challenges.services.challenge_choice import choose_challenge
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from challenges.services.reports import confirm_report, submit_report
from challenges.services.settlements import apply_defaults, run_settlement
from kernel.errors import Refusal
from league.models.competitions import CompetitionStage, Fixture
from league.models.leagues import League
from league.models.seasons import Entrant, Season, SeasonStage
from league.rendering.feeds import calendar
from league.rules.competitions.standings import Row
from league.rules.league_templates import Kind
from league.selectors.communication.feeds import league_agenda
from league.selectors.competitions.playoffs import playoffs_progress
from league.selectors.competitions.results import get_season_results
from league.services import entrants
from league.services.competitions import arrangements, competitions
from league.services.competitions.rounds import close_round
from league.services.season_end import close_season
from people.models import Person
from teams.rules.state import Stage
from teams.services.reconciliation import reconcile_teams
from tests.cast import browser_of
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.ledger import rule
from tests.verbs import Tale


def tale_of(tales: list[Tale], entrant: Entrant | None) -> Tale:
    assert entrant is not None
    return next(one for one in tales if one.team_id == entrant.team_id)


def sides_of(fixture: Fixture) -> list[Entrant]:
    sides = fixture.sides.select_related("entrant__team").order_by("number")
    return [side.entrant for side in sides if side.entrant]


def goes(league: League, tale: Tale) -> None:
    entrants.withdraw_team(uid=league.uid, actor=tale.owner, team_id=tale.team_id)


def wins(fixture: Fixture, entrant: Entrant) -> None:
    """Somebody beats whomever they meet."""
    assert fixture.match is not None
    seats = fixture.match.places.order_by("number").values_list("team_id", flat=True)
    play(fixture.match, *(3 if team == entrant.team_id else 1 for team in seats))


def rows_of(season: Season) -> dict[int, Row]:
    return {row.entry: row for row in get_season_results(season).table()}


def page(league: League, reader: Person, what: str = "fixtures/") -> str:
    answer = browser_of(reader).get(f"/leagues/{league.uid}/{what}")
    return answer.content.decode().replace("&#x27;", "'")


def words(person: Person) -> list[str]:
    return list(person.notices.order_by("pk").values_list("words", flat=True))


def waiting(season: Season) -> list[Fixture]:
    found = fixtures(season)
    return [one for one in found if one.match and one.match.stage == "arranged"]


# By the house rules, for each of the six whom the leaver has not met: what the
# match becomes, league points as the round is over, and koban.
FATES = {
    "byes": (True, 3, 6),
    "wins": (False, 3, 10),
    "void": (False, 0, 0),
}


class TestRoundRobin:
    @rule("LEAGUE-15", "LEAGUE-10")
    @pytest.mark.parametrize("policy", FATES)
    def test_one_of_nine_leaves_in_the_third_of_its_rounds(
        self, dana: Person, policy: str
    ) -> None:
        is_bye, points, koban = FATES[policy]
        league = founded(dana, retirement_policy=policy)
        tales = crowd(league, 9)
        season = begun(league, dana, days=7)
        rounds = list(season.competitions.get().rounds.order_by("number"))
        byes = {one.number: one.fixtures.get(is_bye=True) for one in rounds}
        (gone,) = sides_of(byes[8])
        leaver = tale_of(tales, gone)
        beaten = []
        for one in rounds[:2]:
            met = one.fixtures.select_related("match").get(sides__entrant=gone)
            beaten += [each for each in sides_of(met) if each != gone]
            wins(met, gone)
        unmet = list(season.entrants.exclude(pk__in=[gone.pk, *(b.pk for b in beaten)]))
        before = {one.pk: tale_of(tales, one).state.koban for one in unmet}
        planned = {
            one.pk for one in fixtures(season) if gone in sides_of(one) and one.match
        }
        goes(league, leaver)

        # Its own bye of the eighth round is gone, those of others are not.
        assert not Fixture.objects.filter(pk=byes[8].pk).exists()
        others = [each for number, each in byes.items() if number != 8]
        kept = Fixture.objects.filter(pk__in=[one.pk for one in others], is_bye=True)
        assert kept.count() == 8
        assert leaver.state.stage is Stage.RETIRED
        # no handover to cancel to play against it, and no calendar tells them to.
        assert not any(gone in sides_of(one) for one in waiting(season))
        feed = calendar(league_agenda(league.uid, ""), site="https://moon.test")
        assert str(leaver.team).encode() not in feed.replace(b"\r\n ", b"")
        was_met = Fixture.objects.filter(pk__in=planned, is_bye=True)
        assert was_met.count() == (6 if is_bye else 0)

        for one in rounds:
            close_round(one)
        table = rows_of(season)
        assert (table[gone.pk].points, table[gone.pk].is_withdrawn) == (6, True)
        assert [table[one.pk].lost for one in beaten] == [1, 1]
        for one in unmet:
            own = 1 if any(one in sides_of(each) for each in others) else 0
            assert table[one.pk].points == points + 3 * own
            now = tale_of(tales, one).state.koban
            assert now - before[one.pk] == koban + 6 * own
        assert list(reconcile_teams()) == []

    def test_its_own_bye_is_on_no_page(self, dana: Person) -> None:
        league = founded(dana)
        tales = crowd(league, 3)
        season = begun(league, dana)
        bye = next(one for one in fixtures(season) if one.is_bye)
        leaver = tale_of(tales, *sides_of(bye))
        assert str(leaver.team) in page(league, dana)
        goes(league, leaver)
        assert str(leaver.team) not in page(league, dana)

    def test_who_is_drawn_after_a_bye_fell_away_has_a_number(
        self, dana: Person
    ) -> None:
        league = founded(dana)
        tales = crowd(league, 5)
        season = begun(league, dana, kind=Kind.SWISS, rounds=3)
        (bye,) = [one for one in fixtures(season) if one.is_bye]
        for one in waiting(season):
            wins(one, sides_of(one)[0])
        goes(league, tale_of(tales, *sides_of(bye)))
        competitions.draw_competition(uid=league.uid, actor=dana, number=1)
        numbers = [one.number for one in fixtures(season)]
        assert len(set(numbers)) == len(numbers) == 4

    @rule("LEAGUE-15")
    def test_a_report_that_is_open_comes_first(self, dana: Person) -> None:
        league = founded(dana)
        tales = crowd(league, 3)
        season = begun(league, dana)
        match = waiting(season)[0].match
        assert match is not None
        mine, theirs = match.places.select_related("person").order_by("number")
        leaver = next(one for one in tales if one.team_id == mine.team_id)
        edit = Edit(uid=match.uid, actor=mine.person)
        choose_challenge(edit, challenge="brawl", together=True)
        start_match(edit)
        report = MatchReport(teams=(TeamPart(score=2), TeamPart(score=1)))
        submit_report(edit, report=report)
        with pytest.raises(Refusal, match=r"in the middle of a match\. Finish it"):
            goes(league, leaver)
        confirm_report(Edit(uid=match.uid, actor=theirs.person))
        owed = match.settlements.get().pk
        run_settlement(settlement_id=owed)
        apply_defaults(settlement_id=owed)
        goes(league, leaver)
        gone = Entrant.objects.get(team=leaver.team_id)
        assert rows_of(season)[gone.pk].points == 3


class TestSwiss:
    @rule("LEAGUE-15")
    def test_between_rounds_and_in_the_middle_of_one(self, dana: Person) -> None:
        league = founded(dana)
        tales = crowd(league, 6)
        season = begun(league, dana, kind=Kind.SWISS, rounds=3)
        swiss = season.competitions.get()
        draw = {"uid": league.uid, "actor": dana, "number": 1}
        for one in waiting(season):
            wins(one, sides_of(one)[0])
        first = sides_of(fixtures(season)[0])[0]
        goes(league, tale_of(tales, first))
        competitions.draw_competition(**draw)
        second = fixtures(season)[3:]
        assert all(first not in sides_of(one) for one in second)
        assert sorted(len(sides_of(one)) for one in second) == [1, 2, 2]
        for one in second:
            if one.is_bye:
                continue
            gone, stays = sides_of(one)
            break
        with pytest.raises(Refusal, match="no result in the last round yet"):
            competitions.draw_competition(**draw)
        goes(league, tale_of(tales, gone))
        (left,) = waiting(season)
        wins(left, sides_of(left)[0])
        # Nobody waits for the one who is gone: the last round is drawn, with the
        # points of the bye.
        competitions.draw_competition(**draw)
        third = [one for one in fixtures(season) if one.round_id != second[0].round_id]
        third = third[3:]
        assert sorted(len(sides_of(one)) for one in third) == [2, 2]
        for of_round in swiss.rounds.all():
            close_round(of_round)
        assert rows_of(season)[stays.pk].byes == 1
        assert list(reconcile_teams()) == []


class TestLadder:
    @rule("LEAGUE-15")
    def test_what_was_played_stands_and_what_was_arranged_is_called_off(
        self, dana: Person
    ) -> None:
        league = founded(dana)
        tales = crowd(league, 3)
        season = begun(league, dana, kind=Kind.LADDER)
        mine, one, other = tales
        made = [
            arrangements.arrange_fixture(
                uid=league.uid,
                actor=mine.owner,
                team_ids=(mine.team_id, theirs.team_id),
            )
            for theirs in (one, other)
        ]
        gone = Entrant.objects.get(team=mine.team_id)
        wins(made[0], gone)
        goes(league, mine)
        stages = [match.stage for match in Match.objects.order_by("pk")]
        assert stages == [MatchStage.SETTLED, MatchStage.CALLED_OFF]
        table = rows_of(season)
        assert table[gone.pk].is_withdrawn
        assert [row.points for row in table.values() if row.entry != gone.pk] == [0, 0]
        assert any("was called off" in said for said in words(other.owner))
        with pytest.raises(Refusal):
            arrangements.arrange_fixture(
                uid=league.uid,
                actor=one.owner,
                team_ids=(one.team_id, mine.team_id),
            )


class TestPlayoffs:
    @rule("LEAGUE-06", "LEAGUE-15")
    def test_a_semifinalist_and_then_a_finalist_vanish(self, dana: Person) -> None:
        league = founded(dana, winner_method="playoff")
        tales = crowd(league, 4)
        season = begun(league, dana, kind=Kind.PLAYOFFS, reach=4)
        first, second = waiting(season)
        gone, through = sides_of(first)
        goes(league, tale_of(tales, gone))
        assert words(through.person)[-1].endswith(
            f"{through.team} advances without playing."
        )
        winner, loser = sides_of(second)
        wins(second, winner)
        (final,) = waiting(season)
        assert set(sides_of(final)) == {through, winner}
        with pytest.raises(Refusal, match="playoffs decide the winner"):
            close_season(uid=league.uid, actor=dana)
        goes(league, tale_of(tales, winner))
        found = playoffs_progress(season.competitions.get())
        assert found is not None
        assert (found.champion, found.is_over) == (through.pk, True)
        assert season.competitions.get().stage == CompetitionStage.DONE
        assert (
            words(through.person)[-1] == f"Final: {through.team} wins without playing."
        )
        assert sum("without playing" in said for said in words(through.person)) == 2
        assert waiting(season) == []
        close_season(uid=league.uid, actor=dana)
        season.refresh_from_db()
        assert season.stage == SeasonStage.CLOSED
        assert season.final_table is not None
        champions = [one["name"] for one in season.final_table if one["is_champion"]]
        assert champions == [str(through.team)]
        assert loser.pk not in {row["entry"] for row in season.final_table[:1]}
        assert list(reconcile_teams()) == []

    @rule("LEAGUE-06", "LEAGUE-15")
    @pytest.mark.parametrize("is_ahead", [True, False])
    def test_a_best_of_three_ends_when_one_leaves_after_the_first_game(
        self, dana: Person, is_ahead: bool
    ) -> None:
        league = founded(dana, winner_method="playoff")
        tales = crowd(league, 2)
        season = begun(league, dana, kind=Kind.PLAYOFFS, reach=2, best_of=3)
        (game,) = waiting(season)
        gone, stays = sides_of(game)
        wins(game, gone if is_ahead else stays)
        goes(league, tale_of(tales, gone))
        found = playoffs_progress(season.competitions.get())
        assert found is not None
        assert (found.champion, found.is_over) == (stays.pk, True)
        assert waiting(season) == []
        assert len(fixtures(season)) == 1  # no second game is left on the page
        assert words(stays.person)[-1] == (
            f"Final: {stays.team} wins without another match."
        )
        close_season(uid=league.uid, actor=dana)
        assert list(reconcile_teams()) == []
