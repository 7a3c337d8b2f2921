"""Teams in a season: in, out, another one instead; and what leagues tell teams."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client
from django.utils import timezone

from kernel.errors import Refusal, Refusals
from league.models.leagues import League, Visibility
from league.models.seasons import EntrantStage, Season, SeasonStage
from league.services import entrants, members
from league.services.leagues import create_league
from people.models import Person
from teams.rules.state import Stage
from teams.selectors.scroll_front import get_scroll_front
from teams.services.adjustments import adjust_team
from teams.services.journal import Edit
from teams.services.journal import Role as TeamRole
from teams.services.roster import rename_team
from tests.league.stories import entered, entrant_of, founded
from tests.ledger import rule
from tests.verbs import found_team, registered_team


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


def begun(league: League) -> Season:
    season = league.seasons.get()
    season.stage, season.started = SeasonStage.RUNNING, timezone.now()
    season.save()
    return season


class TestEntering:
    @rule("LEAGUE-01")
    def test_everybody_has_one_active_team(self, league: League, alice: Person) -> None:
        entered(league, alice)
        with pytest.raises(Refusal, match="1 team for each player"):
            entered(league, alice, name="Another")

    @rule("LEAGUE-01")
    def test_a_league_may_allow_several(self, dana: Person, alice: Person) -> None:
        big = founded(dana, "Big", teams_per_player=2)
        entered(big, alice, name="One")
        entered(big, alice, name="Two")
        assert alice.entrants.count() == 2

    def test_a_draft_enters_and_is_registered_under_the_rules_of_the_league(
        self, dana: Person, alice: Person
    ) -> None:
        poor = founded(dana, "Poor", starting_koban=80)
        members.join_league(uid=poor.uid, person=alice)
        tale = found_team(alice)
        entrants.enter_team(uid=poor.uid, person=alice, team_id=tale.team_id)
        assert tale.state.league == "Poor"
        assert tale.state.koban == 80

    def test_a_team_that_its_rules_forbid_stays_out_and_hears_why(
        self, dana: Person, alice: Person
    ) -> None:
        poor = founded(dana, "Poor", starting_koban=80)
        with pytest.raises(Refusals, match="was built with 100 koban"):
            entered(poor, alice)
        assert not alice.entrants.exists()

    @rule("LEAGUE-09")
    def test_no_player_lets_in_what_is_not_fresh(
        self, dana: Person, alice: Person, alice_client: Client
    ) -> None:
        poor = founded(dana, "Poor", starting_koban=80)
        members.join_league(uid=poor.uid, person=alice)
        tale = registered_team(alice)
        address = f"/api/v1/leagues/{poor.uid}/"
        body = {"team_id": tale.team_id, "takes_veterans": True}
        kind = "application/json"
        sent = alice_client.post(f"{address}teams/enter/", body, content_type=kind)
        assert sent.status_code == 400
        assert not alice.entrants.exists()
        allow = {"uid": poor.uid, "person_id": alice.pk, "reason": "We know it."}
        with pytest.raises(PermissionDenied):
            members.allow_veteran_team(**allow, actor=alice)

    @rule("NM-04", "LEAGUE-09")
    def test_a_master_lets_somebody_bring_one_team_as_it_is(
        self, dana: Person, alice: Person
    ) -> None:
        league = founded(dana, "Old Friends", teams_per_player=3)
        members.join_league(uid=league.uid, person=alice)
        veteran = registered_team(alice).play()
        other = registered_team(alice).play()
        rename_team(other.edit, name="Other")
        enter = {"uid": league.uid, "person": alice}
        with pytest.raises(
            Refusals, match="ask the ninja master to accept it as it is"
        ):
            entrants.enter_team(**enter, team_id=veteran.team_id)
        allow = {"uid": league.uid, "actor": dana, "person_id": alice.pk}
        with pytest.raises(Refusal, match="Give a reason"):
            members.allow_veteran_team(**allow, reason="")
        members.allow_veteran_team(**allow, reason="From the old league.")
        fresh = registered_team(alice)
        rename_team(fresh.edit, name="Fresh")
        entrants.enter_team(**enter, team_id=fresh.team_id)
        entrants.enter_team(**enter, team_id=veteran.team_id)
        assert veteran.state.games == 1
        assert veteran.state.league == "Old Friends"
        with pytest.raises(Refusals, match="starts with new teams"):
            entrants.enter_team(**enter, team_id=other.team_id)
        told = list(league.audit_lines.values_list("wording", flat=True))
        assert (
            "Dana allows Alice to enter a team that has already played. Reason: From"
            " the old league." in told
        )
        assert (
            f"Alice entered {veteran.team} with its past games, as a master allowed."
            in told
        )
        assert f"Alice entered {fresh.team}." in told
        assert "allows you to enter a team" in alice.notices.get().words

    def test_a_master_may_change_their_mind(
        self, league: League, dana: Person, alice: Person
    ) -> None:
        members.join_league(uid=league.uid, person=alice)
        veteran = registered_team(alice).play()
        allow = {"uid": league.uid, "actor": dana, "person_id": alice.pk}
        members.allow_veteran_team(**allow, reason="Old friends.")
        members.allow_veteran_team(**allow, reason="Too strong.", is_allowed=False)
        with pytest.raises(Refusals, match="starts with new teams"):
            entrants.enter_team(uid=league.uid, person=alice, team_id=veteran.team_id)

    def test_only_members_who_play_enter_teams_of_their_own(
        self, league: League, alice: Person, bob: Person
    ) -> None:
        tale = registered_team(alice)
        with pytest.raises(Refusal, match="as a player first"):
            entrants.enter_team(uid=league.uid, person=alice, team_id=tale.team_id)
        members.join_league(uid=league.uid, person=bob)
        with pytest.raises(Http404):
            entrants.enter_team(uid=league.uid, person=bob, team_id=tale.team_id)

    @rule("LEAGUE-09")
    def test_latecomers_enter_until_the_master_closes_entry(
        self, league: League, alice: Person, bob: Person
    ) -> None:
        season = begun(league)
        tale = entered(league, alice)
        assert tale.state.rules.starting_koban == 100
        season.is_entry_closed = True
        season.save()
        with pytest.raises(Refusal, match="takes no more teams"):
            entered(league, bob)

    @rule("LEAGUE-09")
    @pytest.mark.parametrize(
        ("late_entry", "is_let_in"), [("never", False), ("always", True)]
    )
    def test_house_rules_may_shut_the_door_or_leave_it_open(
        self, dana: Person, alice: Person, late_entry: str, is_let_in: bool
    ) -> None:
        league = founded(dana, "Doors", late_entry=late_entry)
        season = begun(league)
        season.is_entry_closed = is_let_in
        season.save()
        if is_let_in:
            entered(league, alice)
        else:
            with pytest.raises(Refusal, match="takes no more teams"):
                entered(league, alice)


class TestNames:
    @rule("SCROLL-07")
    def test_two_teams_of_a_league_never_bear_one_name(
        self, league: League, alice: Person, bob: Person
    ) -> None:
        entered(league, alice, name="Night Wind")
        with pytest.raises(Refusal, match="Another team in the league is called"):
            entered(league, bob, name="NIGHT wind")
        tale = entered(league, bob, name="Day Wind")
        with pytest.raises(Refusal, match="Choose a different name"):
            rename_team(tale.edit, name="night wind")
        rename_team(tale.edit, name="day wind")
        assert tale.state.name == "day wind"

    @rule("SCROLL-07")
    def test_in_two_leagues_they_may(
        self, league: League, dana: Person, alice: Person, bob: Person
    ) -> None:
        entered(league, alice, name="Night Wind")
        entered(founded(dana, "Other"), bob, name="Night Wind")


class TestLeaving:
    def test_before_the_season_begins_a_team_simply_leaves(
        self, league: League, alice: Person
    ) -> None:
        tale = entered(league, alice)
        entrants.withdraw_team(uid=league.uid, actor=alice, team_id=tale.team_id)
        assert (tale.state.league, tale.state.stage) == ("", Stage.REGISTERED)
        assert not alice.entrants.exists()

    @rule("LEAGUE-15")
    def test_afterwards_it_is_frozen_and_its_results_stand(
        self, league: League, alice: Person
    ) -> None:
        tale = entered(league, alice)
        begun(league)
        entrants.withdraw_team(uid=league.uid, actor=alice, team_id=tale.team_id)
        assert entrant_of(tale).stage == EntrantStage.WITHDRAWN
        assert tale.state.stage is Stage.RETIRED
        with pytest.raises(Refusal):
            rename_team(tale.edit, name="Back Again")

    @rule("LEAGUE-15")
    def test_its_heroes_are_free_for_others_then(
        self, dana: Person, alice: Person, bob: Person
    ) -> None:
        league = founded(dana, "Unique", unique_named_across_league=True)
        mine, theirs = entered(league, alice), entered(league, bob)
        begun(league)
        for tale in (mine, theirs):
            adjust_team(
                Edit(team_id=tale.team_id, actor=dana, role=TeamRole.MASTER),
                reason="A gift.",
                koban=60,
            )
        mine.recruit("kappa")
        with pytest.raises(Refusals, match="already plays for another team"):
            theirs.recruit("kappa")
        entrants.withdraw_team(uid=league.uid, actor=alice, team_id=mine.team_id)
        assert theirs.recruit("kappa").state.find(theirs.state.last_id)

    def test_the_master_needs_a_reason_and_others_may_not(
        self, league: League, dana: Person, alice: Person, bob: Person
    ) -> None:
        tale = entered(league, alice)
        begun(league)
        out = {"uid": league.uid, "team_id": tale.team_id}
        with pytest.raises(Http404):
            entrants.withdraw_team(**out, actor=bob)
        with pytest.raises(Refusal, match="Give a reason"):
            entrants.withdraw_team(**out, actor=dana)
        entrants.withdraw_team(**out, actor=dana, reason="Two no-shows.")
        assert entrant_of(tale).stage == EntrantStage.RETIRED
        assert league.audit_lines.filter(is_override=True).exists()


class TestRestarting:
    @rule("LEAGUE-16")
    def test_once_a_season_with_the_masters_consent(
        self, league: League, dana: Person, alice: Person
    ) -> None:
        old = entered(league, alice)
        begun(league)
        new, third = registered_team(alice), registered_team(alice)
        rename_team(new.edit, name="New Blood")
        rename_team(third.edit, name="Third Time")
        again = {"uid": league.uid, "actor": dana, "reason": "All its chunin died."}
        entrants.restart_team(**again, team_id=old.team_id, new_team_id=new.team_id)
        told = league.audit_lines.get(kind="restarted").wording
        assert told.startswith("Dana let Alice replace")
        assert told.endswith("with New Blood. Reason: All its chunin died.")
        assert "Dana let you replace" in alice.notices.get().words
        assert old.state.stage is Stage.RETIRED
        assert entrant_of(new).replaces == entrant_of(old)
        assert new.state.league == league.name
        with pytest.raises(
            Refusal, match="restart with a new team at most once a season"
        ):
            entrants.restart_team(
                **again, team_id=new.team_id, new_team_id=third.team_id
            )

    def test_not_without_a_reason_and_not_before_the_season(
        self, league: League, dana: Person, alice: Person
    ) -> None:
        old, new = entered(league, alice), registered_team(alice)
        rename_team(new.edit, name="New Blood")
        again = {
            "uid": league.uid,
            "actor": dana,
            "team_id": old.team_id,
            "new_team_id": new.team_id,
        }
        with pytest.raises(Refusal, match="and enter another team instead"):
            entrants.restart_team(**again, reason="Why not?")
        begun(league)
        with pytest.raises(Refusal, match="Give a reason"):
            entrants.restart_team(**again, reason=" ")
        assert old.state.stage is Stage.REGISTERED

    @rule("LEAGUE-16")
    def test_a_league_may_know_no_restarts(self, dana: Person, alice: Person) -> None:
        policy = {"per_season": 0, "keep_standings": False}
        league = founded(dana, "Hard", restart_policy=policy)
        old, new = entered(league, alice), registered_team(alice)
        begun(league)
        with pytest.raises(Refusal, match="cannot restart"):
            entrants.restart_team(
                uid=league.uid,
                actor=dana,
                team_id=old.team_id,
                new_team_id=new.team_id,
                reason="A favour.",
            )


@rule("NM-04")
def test_points_are_given_and_taken_with_a_reason_alone(
    league: League, dana: Person, alice: Person
) -> None:
    tale = entered(league, alice)
    adjust = {"uid": league.uid, "actor": dana, "team_id": tale.team_id}
    with pytest.raises(Refusal, match="Give a reason"):
        entrants.adjust_points(**adjust, points=-1, reason="")
    entrants.adjust_points(**adjust, points=-1, reason="Late reports.")
    assert entrant_of(tale).adjustment == -1


class TestTies:
    """What leagues answer when teams ask."""

    def test_a_team_of_a_public_league_is_seen_by_everybody(
        self, league: League, alice: Person, charlie: Person
    ) -> None:
        tale = entered(league, alice)
        assert get_scroll_front(tale.team_id, charlie)
        assert get_scroll_front(tale.team_id, None)

    def test_a_team_of_a_private_league_by_its_members(
        self, dana: Person, alice: Person, charlie: Person
    ) -> None:
        hidden = create_league(
            founder=dana, name="Hidden", visibility=Visibility.PRIVATE
        )
        members.join_league(uid=hidden.uid, person=alice, code=hidden.code)
        tale = registered_team(alice)
        entrants.enter_team(uid=hidden.uid, person=alice, team_id=tale.team_id)
        assert get_scroll_front(tale.team_id, dana)
        for stranger in (charlie, None):
            with pytest.raises(Http404):
                get_scroll_front(tale.team_id, stranger)

    @rule("NM-09")
    def test_the_master_corrects_teams_of_the_league_and_no_others(
        self, league: League, dana: Person, alice: Person, bob: Person
    ) -> None:
        tale, other = entered(league, alice), registered_team(bob)
        before = tale.state.koban
        by_master = Edit(team_id=tale.team_id, actor=dana, role=TeamRole.MASTER)
        adjust_team(by_master, reason="A prize.", koban=7)
        assert tale.state.koban == before + 7
        line = tale.history().lines[-1]
        assert (line.actor_name, "(A prize)" in line.sentence) == ("Dana", True)
        with pytest.raises(Http404):
            adjust_team(
                Edit(team_id=other.team_id, actor=dana, role=TeamRole.MASTER),
                reason="A prize.",
                koban=7,
            )

    @rule("NM-09")
    def test_the_owner_asks_the_master_instead(
        self, league: League, alice: Person
    ) -> None:
        tale = entered(league, alice)
        with pytest.raises(Refusal):
            adjust_team(tale.edit, reason="I want it.", koban=7)
