"""Founding a league, describing it and putting it to rest."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from kernel.errors import Refusal, Refusals
from league.models.leagues import (
    Admission,
    AuditEntry,
    League,
    LeagueStage,
    Role,
    Visibility,
)
from league.models.seasons import SeasonStage
from league.rules.league_templates import Kind, PlannedCompetition
from league.selectors.access import (
    find_league_by_code,
    get_visible_league,
    query_visible_leagues,
)
from league.selectors.house_rules import rules_in_force
from league.services import leagues
from league.services.competitions.competitions import add_competition
from league.services.leagues import create_league
from people.models import Person
from tests.league.stories import entered, founded
from tests.ledger import rule


@rule("NM-01")
def test_who_founds_a_league_is_its_only_ninja_master(dana: Person) -> None:
    league = founded(dana)
    masters = league.memberships.filter(role=Role.MASTER)
    assert [member.person for member in masters] == [dana]


@rule("LEAGUE-02")
def test_a_founded_league_gathers_teams_for_its_first_season(
    dana: Person, alice: Person
) -> None:
    league = founded(dana)
    season = league.seasons.get()
    assert (season.number, season.stage) == (1, SeasonStage.GATHERING)
    entered(league, alice)
    assert season.entrants.count() == 1


@rule("NM-02")
def test_a_league_is_founded_with_the_rules_its_master_wants(dana: Person) -> None:
    league = founded(dana, starting_koban=80)
    assert rules_in_force(league).starting_koban == 80
    assert league.rules_versions.get().told == ["Starting koban: 80 instead of 100."]


def test_rules_that_contradict_each_other_found_nothing(dana: Person) -> None:
    with pytest.raises(Refusals):
        founded(dana, starting_koban=-1)
    assert not dana.memberships.exists()


def test_names_tell_public_leagues_apart(dana: Person, alice: Person) -> None:
    founded(dana, "Moon Cup")
    with pytest.raises(Refusal, match="Add your town"):
        founded(alice, "moon  cup")
    with pytest.raises(Refusal, match="Enter a name"):
        founded(alice, "   ")


@pytest.mark.parametrize("hidden", [Visibility.PRIVATE, Visibility.UNLISTED])
def test_a_name_gives_no_hidden_league_away(
    dana: Person, alice: Person, hidden: Visibility
) -> None:
    secret = create_league(founder=dana, name="Moon Cup", visibility=hidden)
    assert founded(alice, "moon cup").visibility == Visibility.PUBLIC
    described: dict[str, Any] = {
        "name": "Moon Cup",
        "blurb": "",
        "admission": Admission.OPEN,
    }
    other = create_league(founder=alice, name="Sun Cup", visibility=hidden)
    where: dict[str, Any] = {"uid": other.uid, "actor": alice, **described}
    leagues.edit_league(**where, visibility=hidden)
    assert {one.uid for one in League.objects.all() if one.name == "Moon Cup"} == {
        secret.uid,
        other.uid,
    }
    # Whoever comes out into the open is told of what everybody sees there.
    entered(other, alice)
    with pytest.raises(Refusal, match="public league called Moon Cup") as no:
        leagues.edit_league(**where, visibility=Visibility.PUBLIC)
    assert no.value.field == "visibility"


@pytest.mark.parametrize("odd", ["Moon\x01", "\u202emoon", "Moon\ufffe"])
def test_names_hide_nothing_and_break_no_feed(dana: Person, odd: str) -> None:
    for wanted in ({"name": odd}, {"name": "Moon Cup", "season": odd}):
        with pytest.raises(Refusal):
            create_league(founder=dana, **wanted)
    league = create_league(founder=dana, name="Moon Cup", season=" ")
    assert league.seasons.get().name == "Season 1"
    plan = PlannedCompetition(kind=Kind.LADDER, name=odd)
    with pytest.raises(Refusal):
        add_competition(uid=league.uid, actor=dana, plan=plan)


def test_a_private_league_is_there_for_members_alone(
    dana: Person, alice: Person
) -> None:
    league = create_league(founder=dana, name="Hidden", visibility=Visibility.PRIVATE)
    assert get_visible_league(league.uid, dana).is_master
    for stranger in (alice, None):
        with pytest.raises(Http404):
            get_visible_league(league.uid, stranger)
        assert league not in query_visible_leagues(stranger)
    assert league in query_visible_leagues(dana)


def test_an_unlisted_league_is_seen_by_who_knows_its_address(
    dana: Person, alice: Person
) -> None:
    league = create_league(founder=dana, name="Quiet")
    assert get_visible_league(league.uid, alice).role is None
    assert league not in query_visible_leagues(alice)


def test_a_code_is_read_however_it_was_typed(dana: Person) -> None:
    league = founded(dana)
    typed = f"{league.code[:4]}-{league.code[4:]}".lower()
    assert find_league_by_code(typed) == league
    leagues.renew_league_code(uid=league.uid, actor=dana)
    assert find_league_by_code(typed) is None
    assert find_league_by_code("") is None


def test_the_name_stays_once_teams_have_entered_under_it(
    dana: Person, alice: Person
) -> None:
    league = founded(dana)
    described = {
        "uid": league.uid,
        "actor": dana,
        "blurb": "",
        "visibility": Visibility.PUBLIC,
        "admission": Admission.OPEN,
    }
    assert leagues.edit_league(name="Sun Cup", **described).name == "Sun Cup"
    entered(league, alice)
    with pytest.raises(Refusal, match="can no longer change"):
        leagues.edit_league(name="Moon Cup", **described)


def test_an_archived_league_stays_as_it_is_until_it_is_taken_out(
    dana: Person, alice: Person
) -> None:
    league = founded(dana)
    with pytest.raises(PermissionDenied):
        leagues.archive_league(uid=league.uid, actor=alice)
    leagues.archive_league(uid=league.uid, actor=dana)
    assert league not in query_visible_leagues(alice)
    with pytest.raises(Refusal, match="archived and read-only"):
        entered(league, alice)
    leagues.unarchive_league(uid=league.uid, actor=dana)
    league.refresh_from_db()
    assert league.stage == LeagueStage.RUNNING
    assert entered(league, alice).state.league == league.name


def test_everything_is_told_in_a_log_that_cannot_be_changed(dana: Person) -> None:
    league = founded(dana)
    line = league.audit_lines.get()
    assert line.wording == "Dana created Moon Cup."
    line.wording = "Nothing happened."
    with pytest.raises(AssertionError):
        line.save()
    with pytest.raises(AssertionError):
        line.delete()
    assert AuditEntry.objects.get().wording == "Dana created Moon Cup."
