"""Changed tables take effect on a team: settlement, building, rating, upkeep."""

from __future__ import annotations

import pytest

from kernel.dice import SeededDice
from kernel.errors import Refusals
from kernel.ids import ClanSlug, NinjaId
from teams.catalogue import name_book
from teams.rules.journal import entries as e
from teams.rules.reports.team_report import Feat
from teams.rules.roster.builder import list_offers, random_entries
from teams.rules.roster.league_entry import adopt_rules, enter_league
from teams.rules.roster.scroll import scroll
from teams.rules.roster.underdog import help_for
from teams.rules.settlement.upkeep import total_due
from tests.ledger import rule
from tests.teams.rules.story import Story, book, house_rules, registered

CHUNIN, KAIKEN = NinjaId(1), NinjaId(2)


@rule("EXP-02", "EXP-05")
def test_experience_of_a_game_follows_the_awards_of_the_league() -> None:
    awards = {"injures_enemy": {"xp": 3}, "all_star": {"xp": 7}}
    story = registered(experience_awards=awards)
    feats = {KAIKEN: [Feat(event="injures_enemy", times=2)]}
    story.game(feats=feats, all_stars=(CHUNIN,))
    assert story.ninja(KAIKEN).xp == 6
    assert story.ninja(CHUNIN).xp == 7
    assert story.refold() == story.state


@rule("DOWN-03")
def test_downtime_follows_the_table_of_the_league() -> None:
    story = registered(downtime_table={"earth": {"result": "miss_games", "games": 4}})
    story.play(healing=[KAIKEN], all_stars=(CHUNIN,))
    story.settle("earth")
    assert story.ninja(KAIKEN).games_to_miss == 4
    assert story.refold() == story.state


@rule("RATE-01")
def test_rating_follows_the_formula_of_the_league() -> None:
    formula = {"koban_divisor": 5, "per_advancement": 1, "per_hero_or_ronin": 6}
    story, plain = registered(rating_formula=formula), registered()
    for one in (story, plain):
        one.recruit("inu-clan-kaiken")
    worth = sum(one.price for one in story.state.ninja)
    assert plain.rating == worth // 10 + 1
    assert story.rating == worth // 5 + 6


@rule("UND-03")
def test_underdog_help_follows_the_steps_and_the_cap_of_the_league() -> None:
    rules = house_rules(
        underdog_help={
            "bonus-koban": {"per_points": 2, "maximum": 20},
            "reroll-tokens": {"amount": 0},
        }
    )
    given = help_for(30, rules, book())
    assert (given.bonus_koban, given.reroll_tokens) == (15, 0)
    assert given.moon_power_tokens == 3


@rule("TEAM-02")
def test_builder_charges_the_prices_of_the_league() -> None:
    story = Story(prices={"tora-kaiken": {"koban": 3}})
    found = {
        one.profile.slug: one.profile for one in list_offers(story.state, story.book)
    }
    assert found["tora-kaiken"].koban == 3
    before = story.koban
    story.recruit("tora-kaiken")
    assert before - story.koban == 3


@rule("TEAM-06", "TEAM-07")
def test_allowances_of_the_league_decide_what_is_legal() -> None:
    story = Story(
        allowances={"tora-kaiken": {"minimum": 0, "maximum": 1}},
        prices={"tora-kaiken": {"koban": 1}},
    )
    story.recruit("tora-chunin")
    assert "below-minimum" not in story.codes()
    story.recruit("tora-kaiken")
    story.recruit("tora-kaiken")
    assert "above-maximum" in story.codes()


@rule("RONIN-04")
def test_ronin_ask_for_the_upkeep_of_the_league() -> None:
    story = registered(prices={"inu-clan-kaiken": {"upkeep": 9}})
    story.recruit("inu-clan-kaiken")
    assert total_due(story.state, story.book) == 9
    row = scroll(story.state, story.book).rows[-1]
    assert (row.profile, row.upkeep) == ("inu-clan-kaiken", 9)
    before = story.koban
    story.game()
    paid = [one.entry for one in story.lines if isinstance(one.entry, e.UpkeepPaid)]
    assert [one.koban for one in paid] == [9]
    assert story.koban == before + 10 - 9


def test_random_team_is_built_with_the_prices_of_the_league() -> None:
    rules = house_rules(prices={"tora-chunin": {"koban": 33}})
    entries = random_entries(
        ClanSlug("tora"), rules, book(), dice=SeededDice("1" * 64), names=name_book()
    )
    chunin = [
        one.price
        for one in entries
        if isinstance(one, e.Recruited) and one.profile == "tora-chunin"
    ]
    assert chunin == [33]


@rule("TEAM-02")
def test_draft_built_with_other_prices_is_not_legal_in_the_league() -> None:
    story = Story(prices={"tora-chunin": {"koban": 0}})
    story.recruit("tora-chunin")
    assert "other-price" not in story.codes()
    changes = story.book.house_rules.changes_to_store(story.book.default_house_rules)
    story.write(adopt_rules(story.state, changes, book=story.book))
    assert "other-price" in story.codes()


@rule("TEAM-02")
def test_registered_team_with_other_prices_does_not_enter_a_league() -> None:
    story = registered(prices={"tora-chunin": {"koban": 1}})
    with pytest.raises(Refusals) as refused:
        enter_league(story.state, "Cup", {}, book=story.book)
    assert "other-price" in {one.code for one in refused.value.parts}


@rule("NM-03")
def test_game_played_before_a_change_keeps_its_experience() -> None:
    story = registered()
    feats = {KAIKEN: [Feat(event="injures_enemy")]}
    story.game(feats=feats, all_stars=(CHUNIN,))
    changes = {"experience_awards": {"injures_enemy": {"xp": 5}}}
    story.write(adopt_rules(story.state, changes, book=story.book))
    assert story.ninja(KAIKEN).xp == 1
    story.game(feats=feats, all_stars=(CHUNIN,))
    assert story.ninja(KAIKEN).xp == 6
    assert story.refold() == story.state
