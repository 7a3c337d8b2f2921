"""Corrections, taking back, retiring, sharing, and what an owner leaves behind."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.http import Http404

from kernel.errors import Refusal
from people.models import Person
from people.rules import names
from people.services.personal_data import delete_person, export_person
from teams.models import Team
from teams.rules.journal.entries import LeagueEntered, RulesAdopted
from teams.selectors import access
from teams.selectors.scroll_front import get_scroll_front, get_shared_scroll_front
from teams.selectors.team_list import list_teams
from teams.services.adjustments import (
    adjust_team,
    preview_undo_batch,
    retire_team,
    undo_batch,
)
from teams.services.journal import Edit, Role, write_journal
from teams.services.reconciliation import reconcile_teams
from teams.services.roster import rename_team
from teams.services.share_links import share_team, unshare_team
from tests.ledger import rule
from tests.verbs import Tale, found_sample, found_team, registered_team


@pytest.fixture
def team(alice: Person) -> Tale:
    return registered_team(alice)


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refused:
        act()
    return refused.value.parts[0].code


def site(tale: Tale) -> Edit:
    return Edit(team_id=tale.team_id, actor=None, role=Role.SITE)


def in_a_league(tale: Tale, **rules: object) -> Tale:
    entries = [LeagueEntered(league="Moon"), RulesAdopted(changes=rules)]
    write_journal(site(tale), entries=entries)
    return tale


class TestCorrections:
    @rule("NM-09")
    def test_a_correction_stands_beside_the_history_with_its_reason(
        self, team: Tale
    ) -> None:
        adjust_team(
            team.edit,
            reason="forgot a medal",
            ninja=2,
            koban=3,
            xp=2,
            games_to_miss=1,
            starts_in_healing_house=True,
            keywords_granted=["nimble"],
        )
        ninja = team.state.find(2)
        assert (team.state.koban, ninja.xp, ninja.games_to_miss) == (5, 2, 1)
        assert (ninja.starts_in_healing_house, ninja.keywords_granted) == (
            True,
            ("nimble",),
        )
        assert team.journal()[-1].endswith("(forgot a medal).")

    def test_the_last_advance_is_undone(self, team: Tale) -> None:
        team.play(feats={2: 8}).settle()
        assert len(team.state.find(2).growth) == 1
        adjust_team(
            team.edit, reason="misread", ninja=2, last_growth_undone=True, xp=-9
        )
        assert team.state.find(2).growth == ()

    @pytest.mark.parametrize(
        ("values", "code"),
        [
            ({"reason": "  "}, "no-reason"),
            ({"reason": "x" * 501}, "odd-text"),
            ({"reason": "r", "koban": -99}, "not-enough-koban"),
            ({"reason": "r", "ninja": 2, "xp": -1}, "negative-xp"),
            ({"reason": "r", "ninja": 99, "xp": 1}, "unknown-ninja"),
            ({"reason": "r", "ninja": 2, "games_to_miss": -1}, "negative"),
            (
                {"reason": "r", "ninja": 2, "keywords_granted": ["flying"]},
                "unknown-keyword",
            ),
            ({"reason": "r", "ninja": 2, "last_growth_undone": True}, "no-growth"),
            ({"reason": "r", "koban": 10**7}, "odd-value"),
        ],
    )
    def test_no_correction_without_reason_or_sense(
        self, team: Tale, values: dict[str, object], code: str
    ) -> None:
        assert code_of(lambda: adjust_team(team.edit, **values)) == code  # type: ignore[arg-type]

    def test_a_draft_is_simply_changed(self, alice: Person) -> None:
        draft = found_team(alice)
        assert (
            code_of(lambda: adjust_team(draft.edit, reason="r", koban=1))
            == "not-registered"
        )

    @rule("SCROLL-09")
    def test_in_a_league_only_the_master_corrects(
        self, team: Tale, dana: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        in_a_league(team)
        assert (
            code_of(lambda: adjust_team(team.edit, reason="r", koban=1))
            == "master-only"
        )
        head = get_scroll_front(team.team_id, team.owner).head
        assert not head.may_correct

        class Ties(access.NoLeagueLinks):
            def is_master(self, person: Person, team: Team) -> bool:  # noqa: ARG002
                return person == dana

        monkeypatch.setattr(access, "_ties", Ties())
        edit = Edit(team_id=team.team_id, actor=dana, role=Role.MASTER)
        adjust_team(edit, reason="r", koban=1)
        assert team.state.koban == 3

    @rule("SCROLL-09")
    def test_a_league_may_let_players_edit_between_games(self, team: Tale) -> None:
        in_a_league(team, player_may_edit_between_games=True)
        adjust_team(team.edit, reason="r", koban=1)
        assert team.state.koban == 3


class TestTakingBack:
    def play_and_spend(self, team: Tale) -> tuple[str, str]:
        """A game whose revenue pays for somebody; the batches of both."""
        game = team.play(feats={2: 8}).last.batch
        team.settle()
        team.recruit("tora-kunoichi", name="Mai")
        return game, team.last.batch

    def test_a_preview_tells_what_would_fall_and_writes_nothing(
        self, team: Tale
    ) -> None:
        game, _ = self.play_and_spend(team)
        version = team.version
        preview = preview_undo_batch(team.edit, batch=game)
        assert (
            preview.sentences[0]
            == "Won against The Others. The match was outside any league."
        )
        assert "Mai (Tora Kunoichi) joined for 9 koban." in preview.fallen
        assert any("was named All-Star" in sentence for sentence in preview.fallen)
        assert "The treasury changes from 3 to 2 koban." in preview.differences
        assert "Mai leaves the team." in preview.differences
        assert preview.state.games == 0
        assert team.version == version

    def test_what_would_fall_is_the_reason_why_not(self, team: Tale) -> None:
        game, _ = self.play_and_spend(team)
        preview = preview_undo_batch(team.edit, batch=game)
        with pytest.raises(Refusal) as refused:
            undo_batch(team.edit, batch=game, reason="never happened")
        told = tuple(part.sentence for part in refused.value.parts)
        assert told == preview.fallen
        assert {part.code for part in refused.value.parts} == {"would-fall"}

    def test_a_game_is_taken_back_with_all_that_follows(self, team: Tale) -> None:
        before = team.state
        game, _ = self.play_and_spend(team)
        preview = preview_undo_batch(team.edit, batch=game)
        undo_batch(
            team.edit, batch=game, reason="never happened", with_consequences=True
        )
        after = team.state
        assert after == preview.state
        assert (after.koban, after.games, after.members) == (
            before.koban,
            0,
            before.members,
        )
        assert team.journal()[-1] == "Undone: never happened"
        assert list(reconcile_teams()) == []

    def test_what_nothing_depends_on_is_simply_taken_back(self, team: Tale) -> None:
        _, recruiting = self.play_and_spend(team)
        undo_batch(team.edit, batch=recruiting, reason="a slip")
        assert len(team.state.members) == 9
        assert team.state.games == 1

    def test_a_taking_back_can_itself_be_taken_back(self, team: Tale) -> None:
        _, recruiting = self.play_and_spend(team)
        whole = team.state
        written = undo_batch(team.edit, batch=recruiting, reason="a slip")
        undo_batch(team.edit, batch=written.batch, reason="it was none")
        assert team.state == whole

    def test_what_cannot_be_taken_back(self, team: Tale) -> None:
        founding = team.history().lines[0].batch
        for batch, reason, code in (
            (founding, "r", "founding-stays"),
            ("00000000-0000-4000-8000-000000000000", "r", "unknown-batch"),
            (founding, " ", "no-reason"),
        ):
            assert (
                code_of(
                    lambda batch=batch, reason=reason: undo_batch(
                        team.edit, batch=batch, reason=reason
                    )
                )
                == code
            )

    def test_in_a_league_the_master_takes_back(self, team: Tale) -> None:
        batch = team.play().last.batch
        in_a_league(team)
        assert (
            code_of(lambda: preview_undo_batch(team.edit, batch=batch)) == "master-only"
        )
        preview_undo_batch(site(team), batch=batch)


class TestTheEnd:
    def test_a_retired_team_stays_as_it_is(self, team: Tale) -> None:
        retire_team(team.edit, reason=" old age ")
        assert team.team.stage == "retired"
        assert team.journal()[-1] == "The team retired: old age."
        for act in (
            lambda: rename_team(team.edit, name="New"),
            team.play,
            lambda: retire_team(team.edit),
            lambda: undo_batch(
                team.edit, batch=team.history().lines[-1].batch, reason="r"
            ),
        ):
            assert code_of(act) in {"retired", "not-registered"}

    def test_a_draft_that_nobody_wants_is_put_away(self, alice: Person) -> None:
        draft = found_team(alice)
        retire_team(draft.edit)
        assert list_teams(alice) == ()
        (line,) = list_teams(alice, with_retired=True)
        assert line.id == draft.team_id

    def test_a_team_leaves_its_league_before_it_retires(self, team: Tale) -> None:
        in_a_league(team)
        assert code_of(lambda: retire_team(team.edit)) == "in-a-league"
        retire_team(site(team))
        assert team.team.stage == "retired"


class TestSharing:
    def test_a_link_is_made_once_and_can_be_revoked(self, team: Tale) -> None:
        token = share_team(team_id=team.team_id, actor=team.owner)
        assert len(token) == 43
        assert share_team(team_id=team.team_id, actor=team.owner) == token
        assert get_shared_scroll_front(token).scroll.team == "Open Furnace"
        unshare_team(team_id=team.team_id, actor=team.owner)
        with pytest.raises(Http404):
            get_shared_scroll_front(token)
        assert share_team(team_id=team.team_id, actor=team.owner) != token

    @pytest.mark.parametrize("token", ["", "x", "None"])
    def test_a_guess_leads_nowhere(self, alice: Person, token: str) -> None:
        registered_team(alice)
        with pytest.raises(Http404):
            get_shared_scroll_front(token)

    def test_only_the_owner_shares(self, team: Tale, charlie: Person) -> None:
        for act in (share_team, unshare_team):
            with pytest.raises(Http404):
                act(team_id=team.team_id, actor=charlie)

    def test_sharing_is_no_change_of_the_team(self, team: Tale) -> None:
        before = (team.version, team.team.updated)
        share_team(team_id=team.team_id, actor=team.owner)
        assert (team.version, team.team.updated) == before


class TestLeaving:
    def test_a_person_takes_their_teams_along(self, alice: Person, bob: Person) -> None:
        team = registered_team(alice)
        found_team(bob)
        (document,) = export_person(person=alice)["teams"]
        assert document["team"]["name"] == "Open Furnace"
        assert len(document["journal"]) == team.version

    def test_teams_stay_without_their_owner(self, alice: Person) -> None:
        team, draft = registered_team(alice), found_sample(alice, "two-ogres")
        token = share_team(team_id=team.team_id, actor=alice)
        delete_person(person=alice)
        assert (team.team.stage, draft.team.stage) == ("registered", "retired")
        with pytest.raises(Http404):
            get_shared_scroll_front(token)
        assert team.team.owner.name == names.FORMER_PLAYER
        assert list(reconcile_teams()) == []
