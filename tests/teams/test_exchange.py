"""Files: out and in again, and rosters of another program."""

from __future__ import annotations

import json

import pytest

from kernel.errors import Refusal
from people.models import Person
from teams.models import JournalLine, Team
from teams.rules.journal.entries import LeagueEntered
from teams.services.adjustments import adjust_team, undo_batch
from teams.services.journal import Edit, Role, write_journal
from teams.services.reconciliation import reconcile_teams
from teams.services.roster import redo_change, set_logo, set_lore, undo_change
from teams.services.team_import import import_roster, import_team
from tests.teams.rules.rosters import TORA, packed
from tests.verbs import Tale, found_sample, found_team, registered_team


def imported(owner: Person, content: bytes) -> Tale:
    return Tale(owner, import_team(owner=owner, content=content))


@pytest.fixture
def team(alice: Person) -> Tale:
    """A team with a long story: undone acts, games, dice, a correction."""
    tale = found_sample(alice)
    tale.recruit("tora-kaiken")
    undo_change(tale.edit)
    set_lore(tale.edit, text="Once upon\na time.")
    tale.register()
    tale.play(feats={2: 20, 3: 9}, hurt=[1, 4, 5]).settle()
    adjust_team(tale.edit, reason="a gift", koban=5)
    tale.play().settle()
    undo_batch(tale.edit, batch=tale.last.batch, reason="r", with_consequences=True)
    return tale


def test_out_and_in_and_out_again_is_the_same_file(team: Tale, bob: Person) -> None:
    first = team.document()
    copy = imported(bob, first)
    assert copy.document() == first
    assert copy.state == team.state
    assert copy.journal() == team.journal()
    assert list(reconcile_teams()) == []


def test_history_and_dice_come_along_and_the_copy_is_marked(
    team: Tale, bob: Person
) -> None:
    copy = imported(bob, team.document())
    ours, theirs = team.history(), copy.history()
    assert [one.created for one in theirs.lines] == [one.created for one in ours.lines]
    assert [one.dice for one in theirs.lines] == [one.dice for one in ours.lines]
    assert any(one.dice for one in theirs.lines)
    assert {one.actor_name for one in theirs.lines} == {"Bob"}
    assert (copy.team.is_imported, team.team.is_imported) == (True, False)
    assert copy.team.next_seed != team.team.next_seed


def test_a_copy_goes_on_where_the_story_stopped(alice: Person, bob: Person) -> None:
    team = registered_team(alice).play(hurt=[1])
    copy = imported(bob, team.document())
    copy.settle()
    assert copy.state.settling is None
    assert team.state.settling is not None


def test_a_draft_keeps_its_undo(alice: Person, bob: Person) -> None:
    draft = found_team(alice).recruit("tora-kaiken").recruit("tora-chunin")
    undo_change(draft.edit)
    copy = imported(bob, draft.document())
    redo_change(copy.edit)
    assert [one.profile for one in copy.state.ninja] == ["tora-kaiken", "tora-chunin"]


def test_a_copy_is_in_no_league(alice: Person, bob: Person) -> None:
    team = registered_team(alice)
    site = Edit(team_id=team.team_id, actor=None, role=Role.SITE)
    write_journal(site, entries=[LeagueEntered(league="Moon League")])
    copy = imported(bob, team.document())
    assert (copy.state.league, copy.journal()[-1]) == ("", "The team left Moon League.")
    again = imported(bob, copy.document())
    assert again.document() == copy.document()


def test_a_picture_stays_behind(alice: Person, bob: Person) -> None:
    team = found_team(alice)
    set_logo(team.edit, logo="logos/1.png")
    copy = imported(bob, team.document())
    assert (copy.team.logo, copy.document()) == ("", team.document())


def test_a_plain_list_becomes_a_draft(alice: Person) -> None:
    content = {
        "format": "moonlight-team",
        "schema": 1,
        "team": {
            "name": "Listed",
            "clan": "ika",
            "ninja": [
                {"profile": "ika-chunin", "abilities": ["net"], "name": "Bo"},
                {"profile": "ika-kaiken"},
            ],
        },
    }
    tale = imported(alice, json.dumps(content).encode())
    assert (tale.team.stage, tale.team.ninja_count) == ("draft", 2)
    assert not tale.team.is_imported, "nothing of it was played elsewhere"
    assert tale.state.ninja[0].abilities == ("net",)


@pytest.mark.parametrize(
    "written", ["yesterday", "2026-11-16", "2026-11-16T12:00:00", "0001-01-01T00:00+14"]
)
def test_a_time_nobody_lived_at_is_refused(team: Tale, written: str) -> None:
    document = json.loads(team.document())
    document["journal"][1]["written"] = written
    with pytest.raises(Refusal) as refused:
        imported(team.owner, json.dumps(document).encode())
    assert (refused.value.code, refused.value.field) == (
        "no-time",
        "journal[1].written",
    )


def test_times_of_elsewhere_become_ours(team: Tale, bob: Person) -> None:
    document = json.loads(team.document())
    document["journal"][0]["written"] = "2026-11-16T14:00:00+02:00"
    copy = imported(bob, json.dumps(document).encode())
    first = json.loads(copy.document())["journal"][0]
    assert first["written"] == "2026-11-16T12:00:00+00:00"


def test_a_refused_file_leaves_nothing(team: Tale, bob: Person) -> None:
    document = json.loads(team.document())
    document["team"]["koban"] += 100
    for content in (b"{}", json.dumps(document).encode()):
        with pytest.raises(Refusal):
            imported(bob, content)
    assert not Team.objects.filter(owner=bob).exists()
    assert JournalLine.objects.exclude(team_id=team.team_id).count() == 0


class TestRosters:
    @pytest.mark.parametrize("content", [TORA, packed(TORA)], ids=["ros", "rosz"])
    def test_a_roster_becomes_a_draft_with_a_report(
        self, alice: Person, content: bytes
    ) -> None:
        result = import_roster(owner=alice, content=content)
        tale = Tale(alice, result.written)
        assert (tale.team.name, tale.team.clan, tale.team.ninja_count) == (
            "Fangs",
            "tora",
            6,
        )
        assert tale.state.koban == 100 - 20 - 30 - 24 - 20
        assert result.notes == ("“Miyamoto” was imported as Miyamoto Musashi.",)
        assert tale.team.stage == "draft"

    def test_what_is_no_roster_leaves_nothing(self, alice: Person) -> None:
        with pytest.raises(Refusal):
            import_roster(owner=alice, content=b"PK nothing")
        assert not Team.objects.exists()
