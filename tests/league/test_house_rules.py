"""Changing a league's house rules, and bringing its teams under them."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from kernel.errors import Refusal
from league.models.leagues import League
from league.rules.house_rule_versions import Health
from league.selectors.house_rules import healths_of, rules_in_force, versions_waiting
from league.services import house_rules
from league.services.house_rules import EffectiveFrom
from people.models import Person
from teams.rules.reports.team_report import MatchType
from teams.selectors.builder import get_builder_state
from teams.services.games import call_off_game, start_game
from teams.services.journal import Edit
from teams.services.journal import Role as TeamRole
from tests.league.stories import entered, entrant_of, founded
from tests.league.test_entrants import begun
from tests.ledger import rule


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


@rule("NM-02")
def test_every_team_adopts_what_the_master_decides(
    league: League, dana: Person, alice: Person
) -> None:
    tale = entered(league, alice)
    version = house_rules.change_rules(
        uid=league.uid, actor=dana, changes={"max_ronin": 1}
    )
    assert version.number == 2
    assert tale.state.rules.max_ronin == 1
    assert entrant_of(tale).rules == version
    with pytest.raises(PermissionDenied):
        house_rules.change_rules(uid=league.uid, actor=alice, changes={})


@rule("TEAM-02", "NM-02")
def test_changed_price_is_told_cell_by_cell_and_reaches_the_teams(
    league: League, dana: Person, alice: Person
) -> None:
    tale = entered(league, alice)
    changes = {"prices": {"tora-kaiken": {"koban": 5}}}
    preview = house_rules.preview_rules(uid=league.uid, actor=dana, changes=changes)
    assert preview.differences == (
        "Prices, Tora Kaiken, price: 5 instead of 10 (was the default).",
    )
    version = house_rules.change_rules(uid=league.uid, actor=dana, changes=changes)
    assert version.changes["prices"] == {"tora-kaiken": {"koban": 5}}
    assert tale.state.rules.prices == {"tora-kaiken": {"koban": 5}}
    page = get_builder_state(tale.team_id, alice)
    offered = {one.profile.slug: one.profile.koban for one in page.offers}
    assert offered["tora-kaiken"] == 5


@rule("NM-03")
def test_once_the_league_has_begun_a_change_needs_a_reason(
    league: League, dana: Person
) -> None:
    change = {"uid": league.uid, "actor": dana, "changes": {"max_ronin": 1}}
    begun(league)
    with pytest.raises(Refusal, match="Give a reason for the change"):
        house_rules.change_rules(**change)
    house_rules.change_rules(**change, reason="Ronin won everything.")
    line = league.audit_lines.first()
    assert line is not None
    assert "Ronin won everything." in line.wording


@rule("NM-03")
def test_a_match_in_play_ends_under_the_old_rules(
    league: League, dana: Person, alice: Person
) -> None:
    tale = entered(league, alice)
    by_site = Edit(team_id=tale.team_id, actor=None, role=TeamRole.SITE)
    start_game(by_site, standing=MatchType.LEAGUE)
    house_rules.change_rules(uid=league.uid, actor=dana, changes={"max_ronin": 1})
    assert tale.state.rules.max_ronin is None
    call_off_game(by_site)
    house_rules.apply_rules_to_teams(league, team_ids=[tale.team_id])
    assert tale.state.rules.max_ronin == 1
    before = tale.version
    house_rules.apply_rules_to_teams(league)
    assert tale.version == before


@rule("NM-03")
def test_locked_rules_wait_for_the_next_season(dana: Person) -> None:
    strict = founded(dana, "Strict", lock_rules_after_start=True)
    begun(strict)
    changes = {"lock_rules_after_start": True, "max_ronin": 1}
    change = {"uid": strict.uid, "actor": dana, "changes": changes, "reason": "So."}
    with pytest.raises(Refusal, match="wait for the next season"):
        house_rules.change_rules(**change)
    waiting = house_rules.change_rules(**change, moment=EffectiveFrom.NEXT_SEASON)
    assert versions_waiting(strict) == [waiting]
    assert rules_in_force(strict).max_ronin is None


def test_nothing_new_is_no_new_version(league: League, dana: Person) -> None:
    with pytest.raises(Refusal, match="You have not changed anything"):
        house_rules.change_rules(uid=league.uid, actor=dana, changes={})
    assert league.rules_versions.count() == 1


def test_a_preview_names_the_difference_and_the_teams_it_breaks(
    league: League, dana: Person, alice: Person
) -> None:
    tale = entered(league, alice)
    preview = house_rules.preview_rules(
        uid=league.uid, actor=dana, changes={"max_roster_size": 5}
    )
    assert len(preview.differences) == 1
    (broken,) = preview.teams
    assert broken.team_id == tale.team_id
    assert broken.health.health is Health.RED
    assert not broken.health.sentences[0].startswith("Under the coming house rules: ")
    kept = house_rules.preview_rules(
        uid=league.uid, actor=dana, changes={"max_roster_size": 50}
    )
    assert [one.health.health for one in kept.teams] == [Health.GREEN]
    assert tale.state.rules.max_roster_size is None
    assert league.rules_versions.count() == 1


@pytest.mark.parametrize(("most", "health"), [(3, Health.RED), (50, Health.GREEN)])
def test_a_preview_shows_the_badges_that_saving_gives(
    league: League, dana: Person, alice: Person, bob: Person, most: int, health: Health
) -> None:
    tales = [entered(league, person) for person in (alice, bob)]
    asked: dict[str, Any] = {"uid": league.uid, "actor": dana}
    asked["changes"] = {"max_roster_size": most}
    preview = house_rules.preview_rules(**asked)
    house_rules.change_rules(**asked, reason="A vote.")
    after = healths_of(league, [tale.team for tale in tales])
    assert {one.team_id: one.health for one in preview.teams} == after
    assert {one.health for one in after.values()} == {health}
