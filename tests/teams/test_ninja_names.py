"""Names of ninja: every recruit has one, and one tap on the scroll changes it."""

from __future__ import annotations

import pytest
from django.test import Client

from people.models import Person
from teams.models import JournalLine
from teams.rules.journal.entries import NinjaRenamed
from teams.services.journal import Edit, write_journal
from teams.services.new_teams import copy_team
from teams.services.roster import rename_ninja
from teams.services.share_links import share_team
from tests.cast import browser_of
from tests.verbs import Tale, found_team, registered_team


@pytest.fixture
def team(alice: Person) -> Tale:
    return registered_team(alice)


def rename(client: Client, team: Tale, ninja: int, **sent: object) -> int:
    address = f"/teams/{team.team_id}/ninja/{ninja}/rename/"
    return client.post(address, {"version": team.version, **sent}).status_code


def test_every_recruit_gets_a_name_of_its_own(alice: Person) -> None:
    draft = found_team(alice)
    for _ in range(4):
        draft.recruit("tora-kaiken")
    names = {one.name for one in draft.state.ninja}
    assert len(names) == 4
    assert "" not in names
    assert draft.recruit("tora-kaiken", name="Bo").state.ninja[-1].name == "Bo"


def test_ronin_keeps_the_printed_name(alice: Person) -> None:
    draft = found_team(alice).recruit("benkei")
    assert draft.state.ninja[-1].name == ""


def test_recruit_of_a_registered_team_gets_a_name(team: Tale) -> None:
    team.play().settle()
    team.recruit("tora-kunoichi")
    assert team.state.ninja[-1].name


def test_copy_of_a_team_names_those_who_had_no_name(team: Tale, alice: Person) -> None:
    rename_ninja(team.edit, ninja=2, name="")
    copy = copy_team(owner=alice, team_id=team.team_id)
    assert all(one.name for one in copy.state.ninja)


def test_pencil_on_the_scroll_renames_and_draws_names(
    team: Tale, alice_client: Client
) -> None:
    page = alice_client.get(f"/teams/{team.team_id}/").content.decode()
    assert 'popovertarget="rename-2"' in page
    assert f"/teams/{team.team_id}/ninja/2/rename/" in page
    assert rename(alice_client, team, 2, name="Bo") == 302
    assert team.state.find(2).name == "Bo"
    assert rename(alice_client, team, 2, name="Bo", draw="1") == 302
    assert team.state.find(2).name not in ("", "Bo")


def test_strangers_see_no_pencil_and_rename_nobody(team: Tale, bob: Person) -> None:
    token = share_team(team_id=team.team_id, actor=team.owner)
    client = browser_of(bob)
    assert "rename-2" not in client.get(f"/teams/shared/{token}/").content.decode()
    assert rename(client, team, 2, name="Bo") == 404


def test_nameless_ninja_of_old_teams_are_numbered_and_no_journal_changes(
    team: Tale, alice: Person, alice_client: Client
) -> None:
    edit = Edit(team_id=team.team_id, actor=alice)
    nobody = [NinjaRenamed(ninja=one.id, name="") for one in team.state.ninja]
    write_journal(edit, entries=nobody)
    kaiken = [one.id for one in team.state.ninja if one.profile == "tora-kaiken"]
    before = list(JournalLine.objects.values_list("number", "wording"))
    page = alice_client.get(f"/teams/{team.team_id}/").content.decode()
    for ninja in kaiken:
        assert f"Tora Kaiken #{ninja}" in page
    assert list(JournalLine.objects.values_list("number", "wording")) == before
