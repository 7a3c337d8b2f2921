"""What experience is earned for, what never earns any, and the levels it reaches."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal, Refusals
from kernel.ids import NinjaId
from teams.rules.journal import entries as e
from teams.rules.reports.team_report import Cause, Feat, MatchType, Outcome, Victim
from teams.rules.settlement.experience import (
    advancements_of,
    advancements_pending,
    level_name,
    levels_reached,
    next_level_at,
)
from tests.ledger import rule
from tests.teams.rules.story import Story, book, changed, house_rules, registered

CHUNIN, KAIKEN = NinjaId(1), NinjaId(2)
INJURY = Feat(event="injures_enemy")
STUN = Feat(event="stuns_chunin", victim=Victim.CHUNIN)
REVEAL = Feat(event="search_reveals")


def earned(
    *feats: Feat, by: NinjaId = KAIKEN, challenge: str | None = None, **knobs: object
) -> int:
    """What these feats bring one ninja, apart from any All-Star award."""
    story = registered(**knobs)
    story.play(feats={by: feats}, challenge=challenge)
    story.settle_until()
    return story.ninja(by).xp


@rule("EXP-01")
@pytest.mark.parametrize("clan", ["tora", "ika", "kitsune"])
def test_everybody_starts_with_its_profile_and_no_experience(clan: str) -> None:
    for ninja in registered(clan).state.ninja:
        assert (ninja.xp, ninja.growth) == (0, ())


@rule("EXP-02")
def test_every_injury_is_worth_one_whoever_the_enemy_is() -> None:
    assert earned(INJURY) == 1
    assert earned(INJURY, INJURY) == 2
    assert earned(Feat(event="injures_enemy", times=3, victim=Victim.CHUNIN)) == 3
    assert earned(INJURY, by=CHUNIN) == 1


@rule("EXP-02")
def test_friendly_fire_is_never_worth_anything() -> None:
    assert earned(Feat(event="injures_enemy", victim=Victim.FRIEND)) == 0


@rule("EXP-03")
def test_stunning_a_chunin_is_worth_one_to_anybody_but_a_chunin() -> None:
    assert earned(STUN) == 1
    assert earned(STUN, by=CHUNIN) == 0
    assert earned(Feat(event="stuns_chunin", victim=Victim.NINJA)) == 0


@rule("EXP-03")
def test_several_stuns_at_once_count_once_and_a_third_stun_injures_too() -> None:
    assert earned(Feat(event="stuns_chunin", victim=Victim.CHUNIN, size=2)) == 1
    third = Feat(event="injures_enemy", victim=Victim.CHUNIN)
    assert earned(STUN, third) == 2


@rule("EXP-04")
def test_a_search_that_reveals_is_worth_one_however_many_it_reveals() -> None:
    assert earned(REVEAL) == 1
    assert earned(Feat(event="search_reveals", size=2)) == 1
    assert earned(Feat(event="search_reveals", times=2)) == 2


@rule("EXP-04")
def test_a_league_may_count_everybody_who_is_revealed() -> None:
    two = Feat(event="search_reveals", size=2)
    assert earned(two, reveal_xp_per_model=True) == 2
    assert earned(INJURY, reveal_xp_per_model=True) == 1


@rule("EXP-07")
def test_awards_of_the_challenge_come_on_top_of_the_standard_ones() -> None:
    assert earned(INJURY, challenge="brawl") == 2
    vip = Feat(event="injures_enemy_vip")
    assert earned(INJURY, vip, challenge="assassination") == 3


@rule("EXP-07")
def test_in_a_brawl_a_chunin_earns_one_for_lesser_victims_and_two_for_its_like() -> (
    None
):
    lesser = Feat(event="injures_enemy", victim=Victim.NINJA)
    equal = Feat(event="injures_enemy", victim=Victim.CHUNIN)
    assert earned(lesser, by=CHUNIN, challenge="brawl") == 1
    assert earned(equal, by=CHUNIN, challenge="brawl") == 2
    excepted = [
        award
        for challenge in book().challenges.values()
        for award in challenge.xp_awards
        if award.except_when
    ]
    assert len(excepted) == 1


@rule("EXP-07")
def test_every_award_of_every_challenge_is_paid_out_in_it_and_only_there() -> None:
    for challenge in book().challenges.values():
        for award in challenge.xp_awards:
            feat = Feat(event=award.event)
            is_standard = award.event == "injures_enemy"
            expected = award.xp + (1 if is_standard else 0)
            assert earned(feat, challenge=challenge.slug) == expected
            if not is_standard:
                with pytest.raises(Refusals, match="earns no experience"):
                    earned(feat, challenge=None)


@rule("EXP-08")
def test_poison_earns_nobody_anything() -> None:
    assert earned(Feat(event="injures_enemy", cause=Cause.POISON)) == 0
    stun = Feat(event="stuns_chunin", victim=Victim.CHUNIN, cause=Cause.POISON)
    assert earned(stun) == 0
    poisoned = Feat(event="injures_enemy", cause=Cause.POISON)
    assert earned(poisoned, challenge="brawl") == 0


@rule("EXP-09", "HERO-01", "RONIN-01")
@pytest.mark.parametrize("named", ["ryu", "benkei"])
def test_heroes_and_ronin_never_gain_experience(named: str) -> None:
    story = registered()
    ninja = story.recruit(named)
    story.play(feats={ninja: [INJURY, REVEAL], KAIKEN: [INJURY]}, all_stars=(ninja,))
    story.settle()
    assert story.ninja(ninja).xp == 0
    assert story.ninja(KAIKEN).xp == 1


@rule("EXP-09", "HERO-01")
def test_an_entry_that_gives_a_hero_experience_cannot_have_happened() -> None:
    story = registered()
    hero = story.recruit("ryu")
    story.play()
    with pytest.raises(Refusal, match="never gain experience"):
        story.write(
            e.ExperienceEarned(match="match-1", awards=(e.EarnedXp(ninja=hero, xp=1),))
        )


@rule("EXP-10")
def test_a_friendly_game_leaves_no_experience_and_no_koban() -> None:
    story = registered()
    before = story.state
    story.play(
        standing=MatchType.FRIENDLY,
        feats={KAIKEN: [INJURY]},
        healing=[KAIKEN],
        all_stars=(KAIKEN,),
    )
    assert story.state.settling is None
    assert story.state.friendlies == 1
    assert story.state.ninja == before.ninja
    assert (story.koban, story.state.games) == (before.koban, 0)


@rule("EXP-10")
def test_games_outside_every_league_count_and_are_marked() -> None:
    story = registered()
    story.game(standing=MatchType.FREE, feats={KAIKEN: [INJURY]}, all_stars=(CHUNIN,))
    assert story.ninja(KAIKEN).xp == 1
    assert (story.state.games, story.state.free_games) == (1, 1)


@rule("EXP-13")
def test_being_chosen_as_champion_is_worth_two_every_time() -> None:
    chosen = Feat(event="chosen_as_champion", times=3)
    assert earned(chosen, challenge="champion") == 6
    once = Feat(event="chosen_as_champion")
    assert earned(once, once, challenge="champion") == 4


@rule("EXP-13")
def test_a_league_may_count_a_champion_once_a_game() -> None:
    chosen = Feat(event="chosen_as_champion", times=3)
    knobs = {"champion_xp_once_per_model": True}
    assert earned(chosen, challenge="champion", **knobs) == 2
    once = Feat(event="chosen_as_champion")
    assert earned(once, once, INJURY, challenge="champion", **knobs) == 3


@rule("EXP-14")
def test_taking_back_the_own_medal_is_worth_picking_up_and_returning() -> None:
    back = (
        Feat(event="picks_up_medal", is_own=True),
        Feat(event="returns_own_medal"),
    )
    assert earned(*back, challenge="capture-the-medal") == 2
    knobs = {"own_medal_double_xp": False}
    assert earned(*back, challenge="capture-the-medal", **knobs) == 1
    enemy = Feat(event="picks_up_medal")
    assert earned(enemy, challenge="capture-the-medal", **knobs) == 1


@rule("EXP-15")
def test_injuring_a_sentry_is_worth_one_and_nothing_of_the_challenge() -> None:
    sentry = Feat(event="injures_enemy", victim=Victim.SENTRY)
    assert earned(sentry) == 1
    assert earned(sentry, challenge="brawl") == 1
    assert earned(sentry, sentry_injury_xp=False) == 0


@rule("EXP-16")
def test_what_a_sentry_does_is_nobodys_merit() -> None:
    assert earned(Feat(event="injures_enemy", cause=Cause.SENTRY)) == 0


@rule("EXP-17")
def test_a_game_gives_as_much_as_was_earned_unless_the_league_caps_it() -> None:
    many = Feat(event="injures_enemy", times=20)
    assert earned(many) == 20
    assert earned(many, max_xp_per_game=5) == 5
    assert earned(INJURY, max_xp_per_game=5) == 1
    assert earned(many, max_xp_per_game=0) == 0


@rule("EXP-17")
def test_the_cap_takes_in_the_all_star_award_and_leaves_downtime_alone() -> None:
    story = registered(max_xp_per_game=4)
    feats = {KAIKEN: [Feat(event="injures_enemy", times=2)]}
    story.play(feats=feats, all_stars=(KAIKEN,), healing=[KAIKEN])
    story.settle("water")
    assert story.ninja(KAIKEN).xp == 4 + 1
    story.game(feats={KAIKEN: [INJURY]}, all_stars=(CHUNIN,))
    assert story.ninja(KAIKEN).xp == 6


@rule("EXP-18")
@pytest.mark.parametrize("outcome", list(Outcome))
def test_experience_is_kept_whatever_the_result(outcome: Outcome) -> None:
    story = registered()
    story.game(outcome=outcome, feats={KAIKEN: [INJURY]}, all_stars=(CHUNIN,))
    assert story.ninja(KAIKEN).xp == 1


@rule("EXP-18")
@pytest.mark.parametrize(("keeps", "xp"), [(True, 1), (False, 0)])
def test_who_concedes_keeps_its_experience_unless_the_league_takes_it(
    keeps: bool, xp: int
) -> None:
    policy = changed("concession_policy", keep_xp=keeps)
    for is_conceder, expected in ((True, xp), (False, 1)):
        story = registered(concession_policy=policy)
        story.game(
            outcome=Outcome.LOSS if is_conceder else Outcome.WIN,
            is_conceded=True,
            is_conceder=is_conceder,
            rounds_played=3,
            feats={KAIKEN: [INJURY]},
            all_stars=(CHUNIN,),
        )
        assert story.ninja(KAIKEN).xp == expected


@rule("SCROLL-03")
def test_experience_of_a_game_is_tracked_apart_and_then_added_to_the_total() -> None:
    story = registered()
    story.correct(ninja=KAIKEN, xp=1)
    story.play(feats={KAIKEN: [INJURY, INJURY]})
    assert story.ninja(KAIKEN).xp == 1
    story.settle_until()
    settling = story.state.settling
    assert settling is not None
    assert settling.xp_of(KAIKEN) == 2
    assert story.ninja(KAIKEN).xp == 3
    story.settle()
    assert story.state.settling is None


@rule("ADV-01")
@pytest.mark.parametrize(
    ("xp", "levels"),
    [
        (0, 0),
        (7, 0),
        (8, 1),
        (21, 1),
        (22, 2),
        (42, 2),
        (43, 3),
        (70, 3),
        (71, 4),
        (105, 4),
        (106, 5),
        (245, 5),
        (246, 6),
        (9999, 6),
    ],
)
def test_levels_begin_where_the_book_says(xp: int, levels: int) -> None:
    assert levels_reached(xp, house_rules()) == levels


@rule("ADV-01")
def test_levels_bear_the_names_of_the_book() -> None:
    names = [level_name(xp, house_rules(), book()) for xp in (0, 8, 22, 43, 71, 106)]
    assert names == [
        "New Recruit",
        "Experienced",
        "Veteran",
        "Shinobi",
        "Clan Champion",
        "Infamous",
    ]
    assert level_name(246, house_rules(), book()) == "Legendary"


@rule("ADV-09")
def test_a_league_may_set_its_own_levels() -> None:
    rules = house_rules(experience_levels=[0, 2, 4, 6, 8, 10, 12, 14, 16])
    assert levels_reached(13, rules) == 6
    assert levels_reached(16, rules) == 8
    assert level_name(16, rules, book()) == "Legendary"
    assert next_level_at(4, rules) == 6
    assert next_level_at(16, rules) is None


@rule("ADV-02")
def test_every_level_after_the_first_gives_one_advancement_and_there_are_six() -> None:
    story = registered()
    story.correct(ninja=KAIKEN, xp=245)
    assert advancements_pending(story.ninja(KAIKEN), story.rules) == 5
    story.correct(ninja=KAIKEN, xp=100000)
    assert advancements_of(story.ninja(KAIKEN), story.rules) == 6


def test_a_feat_nobody_knows_is_refused() -> None:
    story = Story()
    story.recruit_minimum()
    story.register()
    for feat in (Feat(event="dances"), Feat(event="all_star")):
        with pytest.raises(Refusals, match="earns no experience"):
            story.play(feats={KAIKEN: [feat]})
    with pytest.raises(Refusals, match="at least once"):
        story.play(feats={KAIKEN: [Feat(event="injures_enemy", times=0)]})
