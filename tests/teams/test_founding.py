"""Ways to begin a team."""

from __future__ import annotations

import pytest
from django.http import Http404

from kernel.dice import SeededDice
from kernel.errors import Refusal
from people.models import Person
from rulebook.catalogue import catalogue
from teams.catalogue import sample_teams
from teams.models import Team
from teams.rules.state import Stage
from teams.selectors.team_list import list_clan_starts
from teams.services.adjustments import retire_team
from teams.services.journal import Written
from teams.services.new_teams import (
    copy_team,
    create_random_team,
    create_sample_team,
    create_shrine_team,
    create_team,
)
from teams.services.share_links import share_team
from tests.ledger import rule
from tests.verbs import Tale, found_team, registered_team

CLANS = list(catalogue().clans)


@rule("TEAM-01", "TEAM-03")
@pytest.mark.parametrize("clan", CLANS)
def test_a_new_team_of_any_clan_has_the_budget_and_nobody(
    alice: Person, clan: str
) -> None:
    tale = found_team(alice, clan, "  The   Best ")
    state = tale.state
    assert (state.name, state.clan, state.koban) == ("The Best", clan, 100)
    assert (state.ninja, state.stage) == ((), Stage.DRAFT)


def test_a_team_without_a_name_gets_one_like_its_clan(alice: Person) -> None:
    name = create_team(owner=alice, clan="ika").state.name
    assert len(name.split()) == 2


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"clan": "wolves"}, "unknown-clan"),
        ({"clan": "ika", "name": "x" * 61}, "long-name"),
        ({"clan": "ika", "name": "a\u200bb"}, "odd-name"),
    ],
)
def test_no_team_begins_with_an_odd_clan_or_name(
    alice: Person, values: dict[str, str], code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        create_team(owner=alice, **values)
    assert refused.value.parts[0].code == code
    assert not Team.objects.exists()


@rule("TEAM-18")
@pytest.mark.parametrize("shrine", list(catalogue().shrine_teams))
def test_a_shrine_team_comes_ready_to_register(alice: Person, shrine: str) -> None:
    tale = Tale(alice, create_shrine_team(owner=alice, shrine=shrine))
    assert tale.team.ninja_count == 9
    assert tale.team.violation_count == 0
    assert tale.register().state.koban == 0


@pytest.mark.parametrize("sample", list(sample_teams()))
def test_a_sample_team_is_a_legal_draft(alice: Person, sample: str) -> None:
    tale = Tale(alice, create_sample_team(owner=alice, sample=sample, name="Mine"))
    assert (tale.team.name, tale.team.violation_count) == ("Mine", 0)
    assert tale.register().team.stage == "registered"


@pytest.mark.parametrize("clan", CLANS)
def test_a_random_team_is_legal_and_named(alice: Person, clan: str) -> None:
    tale = Tale(alice, create_random_team(owner=alice, clan=clan))
    assert tale.team.violation_count == 0
    profiles = catalogue().profiles
    named = [one for one in tale.state.ninja if profiles[one.profile].is_named]
    assert all(one.name for one in tale.state.ninja if one not in named)
    tale.register()


def test_the_same_dice_make_the_same_random_team(alice: Person) -> None:
    def made() -> Written:
        dice = SeededDice("ab" * 32)
        return create_random_team(owner=alice, clan="tora", dice=dice)

    assert made().state == made().state
    other = create_random_team(owner=alice, clan="tora", name="Named")
    assert other.state.name == "Named"


@pytest.mark.parametrize(
    ("found", "code"),
    [
        (
            lambda who: create_shrine_team(owner=who, shrine="x"),
            "unknown-shrine",
        ),
        (
            lambda who: create_sample_team(owner=who, sample="x"),
            "unknown-sample",
        ),
        (lambda who: create_random_team(owner=who, clan="x"), "unknown-clan"),
    ],
)
def test_what_does_not_exist_is_refused(
    alice: Person, found: object, code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        found(alice)  # type: ignore[operator]
    assert refused.value.code == code


class TestCopies:
    def test_a_copy_takes_the_people_and_not_what_they_learnt(
        self, alice: Person
    ) -> None:
        old = registered_team(alice).play(feats={2: 9}).settle()
        copy = Tale(alice, copy_team(owner=alice, team_id=old.team_id))
        assert copy.team.name == "Open Furnace (copy)"
        assert [one.profile for one in copy.state.ninja] == [
            one.profile for one in old.state.ninja
        ]
        assert old.state.find(2).xp
        assert not any(one.xp or one.growth for one in copy.state.ninja)
        assert (copy.team.stage, copy.team.koban) == ("draft", 2)

    def test_a_retired_team_can_be_copied(self, alice: Person) -> None:
        old = registered_team(alice)
        retire_team(old.edit)
        copy = copy_team(owner=alice, team_id=old.team_id, name="Anew")
        assert copy.state.name == "Anew"

    def test_a_stranger_finds_nothing_to_copy(
        self, alice: Person, charlie: Person
    ) -> None:
        old = registered_team(alice)
        share_team(team_id=old.team_id, actor=alice)
        with pytest.raises(Http404):
            copy_team(owner=charlie, team_id=old.team_id)


def test_clans_are_shown_with_the_teams_to_begin_from() -> None:
    starts = list_clan_starts()
    assert [start.clan.slug for start in starts] == CLANS
    assert all(start.samples and start.shrines for start in starts)
