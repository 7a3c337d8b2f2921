"""Taking acts back, with what falls with them, and correcting beside the rules."""

from __future__ import annotations

import pytest
from django.test import Client

from people.models import Person
from rulebook.catalogue import catalogue
from teams.rules.journal.entries import LeagueEntered
from teams.rules.roster.statline import statline
from teams.rules.state import Stage
from teams.services.journal import write_journal
from tests.teams.test_growth_views import send, site
from tests.teams.test_scroll_views import text_of
from tests.verbs import Tale, registered_team


@pytest.fixture
def team(alice: Person) -> Tale:
    return registered_team(alice)


class TestPuttingRight:
    def void(self, client: Client, tale: Tale, batch: str, **sent: object) -> object:
        address = f"/teams/{tale.team_id}/history/{batch}/"
        return client.post(address, {"version": tale.version, **sent})

    def test_what_would_fall_is_told_before_it_falls(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play().settle()
        game = next(x for x in team.history().lines if x.kind == "game-reported")
        send(alice_client, team, "recruit", profile="tora-kunoichi", name="Needle")
        before = team.version
        words = text_of(
            alice_client.get(f"/teams/{team.team_id}/history/{game.batch}/")
        )
        assert "These entries will be undone" in words
        assert "These depend on it" in words
        assert "Needle (Tora Kunoichi) joined" in words
        assert "Needle leaves the team." in words
        assert team.version == before

    def test_it_falls_only_with_a_reason_and_with_its_consequences(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play().settle()
        game = next(x for x in team.history().lines if x.kind == "game-reported")
        send(alice_client, team, "recruit", profile="tora-kunoichi", name="Needle")
        before = team.version
        silent = self.void(alice_client, team, game.batch, with_consequences="on")
        alone = self.void(alice_client, team, game.batch, reason="Wrong game")
        assert (silent.status_code, alone.status_code) == (422, 422)
        assert team.version == before
        done = self.void(
            alice_client, team, game.batch, reason="Wrong game", with_consequences="on"
        )
        assert done.status_code == 302
        assert (team.state.games, len(team.state.ninja)) == (0, 9)
        assert "Undone: Wrong game" in team.journal()

    def test_the_founding_stays(self, team: Tale, alice_client: Client) -> None:
        first = team.history().lines[0].batch
        page = alice_client.get(f"/teams/{team.team_id}/history/{first}/")
        assert page.status_code == 422
        assert "cannot undo the founding" in page.content.decode()

    def test_strangers_take_nothing_back(
        self, team: Tale, charlie_client: Client
    ) -> None:
        batch = team.history().lines[-1].batch
        assert self.void(charlie_client, team, batch, reason="x").status_code == 404
        assert team.state.stage is Stage.REGISTERED

    def test_a_correction_is_written_with_its_reason(
        self, team: Tale, alice_client: Client
    ) -> None:
        koban = team.state.koban
        sent = {
            "version": team.version,
            "reason": "Miscounted",
            "koban": "-1",
            "ninja": "2",
            "xp": "3",
            "games_to_miss": "1",
            "starts_in_healing_house": "true",
        }
        answer = alice_client.post(f"/teams/{team.team_id}/correct/", sent)
        assert answer.status_code == 302
        two = team.state.find(2)
        assert (team.state.koban, two.xp, two.games_to_miss) == (koban - 1, 3, 1)
        assert two.starts_in_healing_house
        assert "(Miscounted)" in team.journal()[-1]

    def test_attributes_affinities_and_abilities_are_corrected(
        self, team: Tale, alice_client: Client
    ) -> None:
        chunin = team.state.ninja[0]
        options = catalogue().profiles[chunin.profile].ability_options
        other = next(one.slug for one in options if one.slug not in chunin.abilities)
        sent = {
            "version": team.version,
            "reason": "Written down wrongly",
            "ninja": str(chunin.id),
            "mv": "9",
            "affinities": ["air", "void"],
            "abilities": [other],
        }
        answer = alice_client.post(f"/teams/{team.team_id}/correct/", sent)
        assert answer.status_code == 302
        after = team.state.find(chunin.id)
        line = statline(after, catalogue().profiles[after.profile])
        assert line.mv == 9
        assert set(line.affinities) == {"air", "void"}
        assert after.abilities == (other,)

    def test_a_refused_correction_comes_back_with_the_reason(
        self, team: Tale, alice_client: Client
    ) -> None:
        sent = {"version": team.version, "reason": "x", "ninja": "2", "xp": "-5"}
        answer = alice_client.post(f"/teams/{team.team_id}/correct/", sent)
        assert answer.status_code == 422
        assert "cannot take away more than that" in answer.content.decode()

    def test_in_a_league_its_owner_corrects_nothing(
        self, team: Tale, alice_client: Client
    ) -> None:
        entered = LeagueEntered(league="The Moon League")
        write_journal(site(team), entries=[entered])
        assert alice_client.get(f"/teams/{team.team_id}/correct/").status_code == 404
        batch = team.history().lines[-1].batch
        page = alice_client.get(f"/teams/{team.team_id}/history/{batch}/")
        assert page.status_code == 422
        assert "Only the ninja master" in page.content.decode()
