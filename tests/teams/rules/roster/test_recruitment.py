"""Who joins and leaves a registered team, when, and for how much."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice, SeededDice
from kernel.errors import Refusal, Refusals
from kernel.ids import NinjaId, ProfileSlug
from rulebook.rules.entries import NinjaType
from teams.rules.journal import entries as e
from teams.rules.roster.league_entry import adopt_rules
from teams.rules.roster.readiness import open_game
from teams.rules.roster.recruitment import offer_ronin, reasons_against, recruit
from tests.ledger import rule
from tests.teams.rules.story import Story, registered


def against(story: Story, profile: str) -> set[str]:
    found = story.book.profiles[ProfileSlug(profile)]
    return {one.code for one in reasons_against(story.state, found, story.book)}


@rule("RECRUIT-01", "REV-02")
def test_the_treasury_buys_new_ninja_and_ronin_between_games() -> None:
    story = registered()
    story.game()
    before = story.koban
    story.recruit("tora-oni")
    story.recruit("inu-clan-kaiken")
    assert story.koban == before - 18 - 13
    assert {one.profile for one in story.state.ninja} >= {"tora-oni", "inu-clan-kaiken"}


@rule("RECRUIT-01")
def test_a_new_team_recruits_before_its_first_game_in_every_league() -> None:
    story = registered(recruit_window="post_game")
    story.recruit("tora-yajiri")
    assert len(story.state.ninja) == 4


@rule("RECRUIT-01")
def test_a_league_may_close_recruiting_with_the_settlement() -> None:
    story = registered(recruit_window="post_game")
    story.play()
    need = story.settle_until()  # asks for the All-Star
    assert against(story, "tora-yajiri") == {"not-at-this-step"}
    assert need.step == "all_star"
    story.settle()
    assert against(story, "tora-yajiri") == {"window-closed"}


@rule("RECRUIT-01")
def test_the_recruiting_step_is_open_until_its_player_closes_it() -> None:
    story = registered(recruit_window="post_game")
    story.play(all_stars=(NinjaId(1),))
    need = story.settle_until()
    assert need.step == "recruit"
    story.recruit("tora-yajiri")
    assert story.settle_until() == need
    story.settle()
    assert story.state.settling is None


@rule("RECRUIT-01")
def test_by_default_recruiting_stays_open_until_the_next_game() -> None:
    story = registered()
    story.game()
    assert against(story, "tora-yajiri") == set()


@rule("UND-09")
def test_the_roster_is_locked_once_a_game_is_open() -> None:
    for is_locked in (True, False):
        story = registered(roster_lock=is_locked)
        story.write(open_game(story.state, story.book, match="m"))
        assert against(story, "tora-yajiri") == (
            {"roster-locked"} if is_locked else set()
        )
        story.write(e.GameCalledOff(match="m"))
        assert against(story, "tora-yajiri") == set()


@rule("UND-09")
def test_nobody_is_dismissed_from_a_locked_roster() -> None:
    story = registered()
    extra = story.recruit("tora-yajiri")
    story.write(open_game(story.state, story.book, match="m"))
    with pytest.raises(Refusals, match="locked"):
        story.dismiss(extra)


@rule("RECRUIT-02")
def test_recruits_come_from_the_clan_with_its_heroes_or_from_the_ronin() -> None:
    story = registered(starting_koban=500)
    for profile in story.book.profiles.values():
        is_own = profile.clan == "tora"
        is_ronin = profile.type is NinjaType.RONIN and not profile.is_extra
        refused = against(story, profile.slug) & {"foreign-clan", "ronin-not-allowed"}
        assert bool(refused) is not (is_own or is_ronin), profile.slug


@rule("RECRUIT-03")
def test_upper_allowances_hold_for_the_whole_life_of_a_team() -> None:
    story = registered(starting_koban=500)
    story.game()
    story.recruit("tora-kaiken")
    story.recruit("tora-kaiken")
    with pytest.raises(Refusals, match="at most 4"):
        story.recruit("tora-kaiken")
    with pytest.raises(Refusals, match="at most 1"):
        story.recruit("tora-chunin")


@rule("RECRUIT-03")
def test_caps_of_the_league_hold_at_every_recruiting() -> None:
    story = registered(starting_koban=500, max_heroes=1, max_ronin=1, max_roster_size=6)
    story.recruit("ryu")
    assert against(story, "byakko") == {"too-many-heroes"}
    assert against(story, "ryu") == {"above-maximum", "too-many-heroes"}
    story.recruit("benkei")
    assert against(story, "kappa") == {"too-many-ronin"}
    story.recruit("tora-oni")
    assert against(story, "tora-kaiken") == {"roster-too-large"}


@rule("RECRUIT-04", "EXP-01")
def test_a_recruit_starts_with_its_profile_no_experience_and_free_to_play() -> None:
    story = registered()
    story.game()
    ninja = story.ninja(story.recruit("tora-oni"))
    assert (ninja.xp, ninja.growth, ninja.games_to_miss) == (0, (), 0)
    assert ninja in story.state.available


@rule("RECRUIT-04", "RONIN-07")
def test_a_ronin_hired_now_owes_upkeep_after_the_next_game_only() -> None:
    story = registered()
    story.game()
    before = story.koban
    story.recruit("inu-clan-kaiken")
    assert story.koban == before - 13
    story.game()
    assert story.koban == before - 13 + 10 - 3


@rule("RONIN-07")
def test_who_is_hired_in_an_open_settlement_owes_nothing_for_that_game() -> None:
    order = ["xp", "all_star", "recruit", "revenue", "upkeep", "downtime"]
    order += ["advancement", "absences", "legality", "rating"]
    story = registered(post_game_order=order, recruit_window="post_game")
    story.play(all_stars=(NinjaId(1),))
    assert story.settle_until().step == "recruit"
    story.recruit("inu-clan-kaiken")
    before = story.koban
    story.settle()
    assert story.koban == before + 10


@rule("RECRUIT-05", "EXP-19")
def test_a_dismissed_ninja_leaves_without_a_refund_and_its_experience_is_gone() -> None:
    story = registered()
    extra = story.recruit("tora-yajiri")
    story.correct(ninja=extra, xp=9)
    assert (story.rating, story.koban) == (5, 52)
    story.dismiss(extra)
    assert not story.state.holds(extra)
    assert story.koban == 52
    assert story.rating == 4
    assert story.refold(until=len(story.lines) - 1).find(extra).xp == 9


@rule("RECRUIT-05")
@pytest.mark.parametrize(
    ("share", "refund"), [(0, 0), (0.5, 4), (0.7, 5), (0.99, 7), (1, 8)]
)
def test_a_league_may_give_back_a_share_rounded_down(share: float, refund: int) -> None:
    story = registered(dismissal_refund=share)
    extra = story.recruit("tora-yajiri")
    before = story.koban
    story.dismiss(extra)
    assert story.koban - before == refund


@rule("RECRUIT-05")
def test_nobody_is_dismissed_below_a_minimum_without_a_replacement() -> None:
    story = registered()
    kaiken = story.state.ninja[-1].id
    with pytest.raises(Refusals, match="at least 2 Tora Kaiken"):
        story.dismiss(kaiken)
    fresh = story.swap(kaiken, "tora-kaiken")
    assert not story.state.holds(kaiken)
    assert story.ninja(fresh).xp == 0
    assert story.koban == 50
    with pytest.raises(Refusals, match="at least 2 Tora Kaiken"):
        story.swap(fresh, "tora-yajiri")


@rule("RECRUIT-06")
def test_a_chunin_leaves_only_for_a_newly_bought_one() -> None:
    story = registered()
    chunin = story.state.ninja[0].id
    story.correct(ninja=chunin, xp=5)
    with pytest.raises(Refusals, match="at least 1 Tora Chunin"):
        story.dismiss(chunin)
    fresh = story.swap(chunin, "tora-chunin")
    assert story.ninja(fresh).xp == 0
    assert story.koban == 40


@rule("RECRUIT-06")
def test_a_league_may_keep_its_chunin_for_good() -> None:
    story = registered(chunin_swap=False)
    with pytest.raises(Refusal, match="cannot replace your chunin"):
        story.swap(story.state.ninja[0].id, "tora-chunin")


@rule("RECRUIT-07")
def test_a_ronin_who_left_can_be_hired_again_at_once() -> None:
    story = registered()
    ronin = story.recruit("inu-clan-kaiken")
    story.dismiss(ronin)
    assert against(story, "inu-clan-kaiken") == set()
    before = story.koban
    story.recruit("inu-clan-kaiken")
    assert before - story.koban == 13


@rule("RECRUIT-07")
@pytest.mark.parametrize("delay", [0, 1, 2])
def test_a_league_sets_how_many_games_a_lost_ronin_stays_away(delay: int) -> None:
    story = registered(rehire_delay_games=delay)
    story.dismiss(story.recruit("inu-clan-kaiken"))
    for _ in range(delay):
        assert against(story, "inu-clan-kaiken") == {"left-lately"}
        story.game()
    assert against(story, "inu-clan-kaiken") == set()


@rule("RECRUIT-07")
def test_a_ronin_who_left_unpaid_stays_away_in_the_same_settlement() -> None:
    story = registered(
        starting_koban=57, recruit_window="post_game", rehire_delay_games=1
    )
    story.recruit("inu-clan-kaiken")  # leaves 4 koban
    story.correct(koban=-4)
    story.play(all_stars=(NinjaId(1),), outcome="loss", points_behind=0)
    story.settle(answers={"upkeep": "release"})
    assert against(story, "inu-clan-kaiken") >= {"left-lately"}


@rule("RECRUIT-07")
def test_taking_a_ronin_off_a_draft_costs_no_time() -> None:
    story = Story()
    story.recruit_minimum()
    story.dismiss(story.recruit("inu-clan-kaiken"))
    assert story.koban == 60
    story.register()
    assert against(story, "inu-clan-kaiken") == set()


@rule("RONIN-09")
def test_a_pool_offers_so_many_random_ronin_and_no_others() -> None:
    story = registered(ronin_allowed="pool", ronin_pool=3)
    assert against(story, "benkei") == {"not-offered"}
    entry = offer_ronin(story.state, dice=SeededDice("0" * 64), book=story.book)
    assert len(entry.profiles) == len(set(entry.profiles)) == 3
    story.write(entry)
    for profile in story.book.ronin:
        is_offered = profile.slug in entry.profiles
        codes = against(story, profile.slug) - {"not-enough-koban"}
        assert (codes == set()) is is_offered, profile.slug
        assert not (is_offered and profile.is_extra)


@rule("RONIN-09")
def test_the_pool_is_drawn_anew_in_each_recruiting_step() -> None:
    story = registered(ronin_allowed="pool", ronin_pool=2)
    story.play(all_stars=(NinjaId(1),))
    need = story.settle_until()
    assert need.step == "recruit"
    story.settle(choices=[0] * 17)
    assert len(story.state.offered) == 2


@rule("RONIN-09")
def test_a_draft_hires_from_its_offer_too() -> None:
    story = Story(ronin_allowed="pool", ronin_pool=1)
    story.recruit_minimum()
    story.write(e.RoninOffered(profiles=(ProfileSlug("benkei"),)))
    story.recruit("benkei")
    assert story.codes() == set()
    story.write(e.RoninOffered(profiles=(ProfileSlug("kappa"),)))
    assert story.codes() == {"ronin-not-allowed"}
    story.write(e.RoninOffered(profiles=(ProfileSlug("benkei"),)))
    story.register()
    story.write(e.RoninOffered(profiles=(ProfileSlug("kappa"),)))
    assert story.codes() == set()  # hired is hired


def test_the_offer_leaves_out_whom_the_team_has() -> None:
    story = registered(ronin_allowed="pool", ronin_pool=18, starting_koban=200)
    story.write(e.RoninOffered(profiles=(ProfileSlug("benkei"),)))
    story.recruit("benkei")
    dice = ScriptedDice(choices=[0] * 16)
    assert "benkei" not in offer_ronin(story.state, dice=dice, book=story.book).profiles


@rule("RECRUIT-08")
def test_ninja_leave_only_by_dismissal_or_unpaid_upkeep() -> None:
    """No downtime result, however bad, and no game takes anybody off the roster."""
    story = registered()
    before = [one.id for one in story.state.ninja]
    for face in ("void", "fire", "air", "earth"):
        healing = [one.id for one in story.state.available][:1]
        story.play(healing=healing, all_stars=healing, outcome="loss")
        story.settle(*([face] if healing else []))
    assert [one.id for one in story.state.ninja] == before


@rule("REV-06")
def test_nobody_is_recruited_on_credit() -> None:
    story = registered(starting_koban=47)
    assert against(story, "tora-yajiri") == {"not-enough-koban"}
    with pytest.raises(Refusals, match="1 koban short"):
        story.recruit("tora-yajiri")
    owing = registered(starting_koban=47, allow_debt=True)
    owing.recruit("tora-yajiri")
    assert owing.koban == -1


@rule("TEAM-09")
def test_a_registered_team_recruits_nobody_without_its_abilities() -> None:
    story = registered()
    with pytest.raises(Refusals, match="Choose a special ability for"):
        story.recruit("tora-madoushi", abilities=())


@rule("TEAM-15")
def test_who_serves_another_team_of_the_league_is_out_of_reach() -> None:
    story = registered(unique_named_across_league=True)
    with pytest.raises(Refusals, match="already plays for another team"):
        recruit(
            story.state,
            ProfileSlug("benkei"),
            book=story.book,
            taken_elsewhere=frozenset({ProfileSlug("benkei")}),
        )


def test_every_reason_is_given_at_once() -> None:
    story = registered(ronin_allowed="none", max_roster_size=3)
    story.correct(koban=-60)
    codes = against(story, "benkei")
    assert codes == {"ronin-not-allowed", "roster-too-large", "not-enough-koban"}


def test_an_unknown_profile_is_refused() -> None:
    with pytest.raises(Refusal, match="no profile called"):
        recruit(registered().state, ProfileSlug("gaijin"), book=registered().book)


def test_a_guest_is_not_dismissed() -> None:
    story = registered()
    story.write(e.LoanJoined(ninja=NinjaId(9), profile=ProfileSlug("tora-kaiken")))
    with pytest.raises(Refusals, match="on loan"):
        story.dismiss(NinjaId(9))


def test_a_pool_binds_who_adopted_it_later() -> None:
    story = registered()
    changes = {"ronin_allowed": "pool", "ronin_pool": 2}
    story.write(adopt_rules(story.state, changes, book=story.book))
    assert against(story, "benkei") == {"not-offered"}
