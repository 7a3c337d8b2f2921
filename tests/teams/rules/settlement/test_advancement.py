"""Advancement rolls without doubles: when they come, and which keywords they give."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from kernel.errors import Refusal, Refusals
from kernel.ids import KeywordSlug, NinjaId
from rulebook.rules.entries import KeywordCategory
from rulebook.rules.rule_setting_values import DiceSource
from teams.rules.journal import entries as e
from teams.rules.reports.team_report import Feat
from teams.rules.roster.readiness import Verdict, readiness
from teams.rules.settlement.advancement import (
    keyword_warning,
    list_choices,
    list_waiting,
    roll_advancement,
)
from teams.rules.settlement.needs import (
    DecisionKind,
    DecisionNeeded,
    RollKind,
    RollNeeded,
)
from teams.rules.settlement.next_step import find_growth_need
from teams.rules.settlement.settlement import postpone_advancements
from teams.rules.state import Learn, NothingLeft
from tests.ledger import rule
from tests.teams.rules.growing import categories, grown, keywords, learn, throw
from tests.teams.rules.story import book, registered

CHUNIN, KAIKEN, OTHER = NinjaId(1), NinjaId(2), NinjaId(3)


@rule("ADV-02")
@pytest.mark.parametrize(("xp", "rolls"), [(7, 0), (8, 1), (21, 1), (22, 2)])
def test_every_new_level_gives_one_roll(xp: int, rolls: int) -> None:
    story = grown(xp)
    done = 0
    while list_waiting(story.state):
        throw(story, "spirit", "void")
        learn(story, ["focus", "leap"][done])
        done += 1
    assert done == rolls
    with pytest.raises(Refusal, match="not reached a new experience level"):
        throw(story, "spirit", "void")


@rule("ADV-03")
def test_an_advancement_rolls_two_dice_and_uses_one_result() -> None:
    story = grown()
    throw(story, "spirit", "void")
    assert story.ninja(KAIKEN).advancement_roll == ("spirit", "void")
    learn(story, "focus")
    assert story.ninja(KAIKEN).advancement_roll == ()
    with pytest.raises(Refusal):
        learn(story, "leap")


@rule("ADV-03")
def test_a_roll_of_another_number_of_dice_cannot_have_happened() -> None:
    story = grown()
    one_die = e.AdvancementRolled(
        ninja=KAIKEN,
        dice=("fire",),  # type: ignore[arg-type]
        source=DiceSource.TABLE,
    )
    with pytest.raises(Refusal, match="Roll 2 dice"):
        story.write(one_die)


@rule("ADV-04", "KW-01")
@pytest.mark.parametrize("faces", [("spirit", "fire"), ("water", "earth")])
def test_without_doubles_every_roll_offers_the_same_keywords(
    faces: tuple[str, str],
) -> None:
    story = grown()
    throw(story, *faces)
    found = list_choices(story.ninja(KAIKEN), story.state.rules, story.book)
    assert all(isinstance(one, Learn) for one in found)
    assert categories(story) == {KeywordCategory.GENERAL, KeywordCategory.FIRE}
    assert len(found) == 11 + 6


@rule("KW-01")
@pytest.mark.parametrize(
    ("clan", "own"),
    [("ika", "water"), ("tanchyo", "air"), ("kitsune", "spirit"), ("ijin", "void")],
)
def test_the_category_follows_the_affinity(clan: str, own: str) -> None:
    story = grown(clan=clan)
    throw(story, "earth", "fire")
    assert categories(story) == {KeywordCategory.GENERAL, KeywordCategory(own)}


@rule("KW-01", "KW-08")
def test_a_keyword_of_a_foreign_element_is_refused() -> None:
    story = grown()
    throw(story, "spirit", "fire")
    with pytest.raises(Refusal, match="does not offer that"):
        learn(story, "water-mastery")
    learn(story, "fire-mastery")
    assert keywords(story) == ("fire-mastery",)


@rule("KW-02")
def test_nobody_learns_a_keyword_twice() -> None:
    story = grown(22)
    throw(story, "spirit", "fire")
    learn(story, "focus")
    throw(story, "spirit", "fire")
    with pytest.raises(Refusal, match="does not offer that"):
        learn(story, "focus")
    story.correct(ninja=CHUNIN, xp=8)
    throw(story, "spirit", "fire", ninja=CHUNIN)
    with pytest.raises(Refusal):  # printed on the profile
        learn(story, "close-combat-master", CHUNIN)


@rule("KW-03")
@pytest.mark.parametrize("faces", [("spirit", "fire"), ("fire", "fire")])
def test_unique_keywords_are_never_learnt(faces: tuple[str, str]) -> None:
    story = grown()
    throw(story, *faces)
    assert KeywordCategory.UNIQUE not in categories(story)
    for keyword in ("hero", "resilient", "ronin"):
        with pytest.raises(Refusal, match="does not offer that"):
            learn(story, keyword)


@rule("KW-04")
def test_the_player_chooses_the_keyword_freely_by_default() -> None:
    story = grown()
    throw(story, "spirit", "fire")
    need = find_growth_need(story.state, story.book)
    assert isinstance(need, DecisionNeeded)
    assert len(need.options) == 17


@rule("KW-04")
def test_a_league_may_have_keywords_drawn_within_a_category() -> None:
    story = grown(random_keywords=True)
    throw(story, "spirit", "fire")
    need = find_growth_need(story.state, story.book)
    assert isinstance(need, DecisionNeeded)
    assert [option.key for option in need.options] == ["draw:fire", "draw:general"]
    fire = [
        one.slug
        for one in book().keywords.values()
        if one.category is KeywordCategory.FIRE
    ]
    for number, keyword in enumerate(fire):
        again = grown(random_keywords=True)
        throw(again, "spirit", "fire")
        again.play(all_stars=(CHUNIN,))
        answers = {DecisionKind.ADVANCE: "draw:fire"}
        again.settle(answers=answers, choices=[number])
        assert keywords(again) == (keyword,)
        assert again.refold() == again.state


@rule("KW-04")
def test_a_draw_never_gives_what_the_ninja_has() -> None:
    story = grown(22, random_keywords=True)
    story.play(all_stars=(CHUNIN,))
    answers = {DecisionKind.ADVANCE: "draw:fire"}
    story.settle("air", "fire", "air", "fire", answers=answers, choices=[0, 0])
    assert len(set(keywords(story))) == 2


@rule("KW-05")
def test_a_keyword_of_little_use_is_legal_and_warned_of() -> None:
    story = grown()
    throw(story, "spirit", "fire")
    ninja = story.ninja(KAIKEN)
    assert keyword_warning(KeywordSlug("ranged-master"), ninja, story.book) is not None
    assert keyword_warning(KeywordSlug("focus"), ninja, story.book) is None
    learn(story, "ranged-master")
    archer = story.recruit("tora-yajiri")
    one = story.ninja(archer)
    assert keyword_warning(KeywordSlug("ranged-master"), one, story.book) is None


@rule("KW-06")
def test_special_abilities_are_never_learnt() -> None:
    story = grown()
    throw(story, "fire", "fire")
    found = list_choices(story.ninja(KAIKEN), story.state.rules, story.book)
    slugs = {one.keyword for one in found if isinstance(one, Learn)}
    assert not slugs & set(story.book.abilities)
    with pytest.raises(Refusal):
        learn(story, "pounce")


@rule("KW-07")
def test_who_knows_everything_familiar_may_learn_anything_but_unique() -> None:
    story = grown()
    familiar = tuple(
        one.slug
        for one in book().keywords.values()
        if one.category in (KeywordCategory.GENERAL, KeywordCategory.FIRE)
    )
    story.correct(ninja=KAIKEN, keywords_granted=familiar[:-1])
    throw(story, "spirit", "fire")
    assert categories(story) == {book().keywords[familiar[-1]].category}
    story.correct(ninja=KAIKEN, keywords_granted=familiar[-1:])
    foreign = set(KeywordCategory) - {
        KeywordCategory.UNIQUE,
        KeywordCategory.GENERAL,
        KeywordCategory.FIRE,
    }
    assert categories(story) == foreign


@rule("KW-07")
def test_who_knows_everything_spends_the_advancement() -> None:
    story = grown()
    every = tuple(one.slug for one in book().keywords.values() if one.is_learnable)
    story.correct(ninja=KAIKEN, keywords_granted=every)
    throw(story, "spirit", "fire")
    assert list_choices(story.ninja(KAIKEN), story.state.rules, story.book) == (
        NothingLeft(),
    )
    story.write(e.AdvancementChosen(ninja=KAIKEN, growth=NothingLeft()))
    assert list_waiting(story.state) == ()


@rule("ADV-05")
def test_two_levels_at_once_are_rolled_one_after_the_other() -> None:
    story = registered()
    many = Feat(event="injures_enemy", times=22)
    story.play(feats={KAIKEN: [many]}, all_stars=(CHUNIN,))
    need = story.settle_until()
    assert isinstance(need, RollNeeded)
    assert need.candidates == (KAIKEN,)
    story.settle("spirit", "fire", "void", "fire")
    assert len(story.ninja(KAIKEN).growth) == 2
    assert len(set(keywords(story))) == 2


@rule("ADV-05")
def test_the_first_choice_comes_before_the_second_roll() -> None:
    story = grown(22)
    throw(story, "spirit", "fire")
    with pytest.raises(Refusal, match="Choose an advancement from that roll first"):
        throw(story, "spirit", "fire")


@rule("ADV-06")
def test_several_ninja_advance_in_the_order_their_player_likes() -> None:
    story = grown()
    story.correct(ninja=OTHER, xp=8)
    need = find_growth_need(story.state, story.book)
    assert isinstance(need, RollNeeded)
    assert need.candidates == (KAIKEN, OTHER)
    throw(story, "spirit", "fire", ninja=OTHER)
    throw(story, "void", "fire", ninja=KAIKEN)
    learn(story, "focus", KAIKEN)
    learn(story, "focus", OTHER)
    assert list_waiting(story.state) == ()


@rule("ADV-07")
def test_a_pending_advancement_blocks_the_next_game() -> None:
    story = grown()
    found = readiness(story.state, story.book)
    assert found.verdict is Verdict.NOT_READY
    assert [one.code for one in found.reasons] == ["advancement-pending"]
    throw(story, "spirit", "fire")
    assert readiness(story.state, story.book).verdict is Verdict.NOT_READY
    learn(story, "focus")
    assert readiness(story.state, story.book).verdict is Verdict.READY


@rule("ADV-07")
def test_a_league_may_let_advancements_wait() -> None:
    story = registered(advancement_must_resolve=False)
    many = Feat(event="injures_enemy", times=8)
    story.play(feats={KAIKEN: [many]}, all_stars=(CHUNIN,))
    need = story.settle_until()
    assert isinstance(need, RollNeeded)
    assert need.kind is RollKind.ADVANCEMENT
    assert need.may_postpone
    story.write(postpone_advancements(story.state))
    story.settle()
    assert readiness(story.state, story.book).verdict is Verdict.READY
    assert list_waiting(story.state) == (KAIKEN,)
    throw(story, "spirit", "fire")  # at any time between games
    learn(story, "focus")
    assert list_waiting(story.state) == ()


@rule("ADV-07")
def test_where_advancements_cannot_wait_they_are_not_put_off() -> None:
    story = registered()
    many = Feat(event="injures_enemy", times=8)
    story.play(feats={KAIKEN: [many]}, all_stars=(CHUNIN,))
    story.settle_until()
    with pytest.raises(Refusal, match="before the next game"):
        postpone_advancements(story.state)


@rule("ADV-08")
def test_an_advance_stays_and_only_a_correction_undoes_it() -> None:
    story = grown()
    throw(story, "spirit", "fire")
    learn(story, "focus")
    story.game(all_stars=(CHUNIN,))
    assert keywords(story) == ("focus",)
    with pytest.raises(Refusal, match="Roll the dice for this advancement first"):
        learn(story, "leap")
    story.correct(ninja=KAIKEN, last_growth_undone=True)
    assert keywords(story) == ()
    assert list_waiting(story.state) == (KAIKEN,)


@rule("ADV-08")
def test_an_advance_stays_when_experience_is_corrected_downwards() -> None:
    story = grown()
    throw(story, "spirit", "fire")
    learn(story, "focus")
    story.correct(ninja=KAIKEN, xp=-8)
    assert keywords(story) == ("focus",)
    assert list_waiting(story.state) == ()


@rule("ADV-10")
def test_an_absent_ninja_keeps_its_experience_and_advances() -> None:
    story = registered()
    story.correct(ninja=KAIKEN, xp=7)
    story.play(
        feats={KAIKEN: [Feat(event="injures_enemy")]},
        healing=[KAIKEN],
        all_stars=(CHUNIN,),
    )
    story.settle("void", "spirit", "fire")
    assert story.ninja(KAIKEN).games_to_miss == 2
    assert len(story.ninja(KAIKEN).growth) == 1


@rule("HERO-01", "RONIN-01")
@pytest.mark.parametrize("named", ["ryu", "benkei"])
def test_heroes_and_ronin_never_advance(named: str) -> None:
    story = registered()
    ninja = story.recruit(named)
    with pytest.raises(Refusal, match="never gain experience"):
        story.correct(ninja=ninja, xp=30)
    with pytest.raises(Refusal, match="never earn advancements"):
        throw(story, "fire", "fire", ninja=ninja)
    assert list_waiting(story.state) == ()


@rule("POST-07")
@pytest.mark.parametrize(
    ("allowed", "source", "is_fine"),
    [
        ("either", DiceSource.SERVER, True),
        ("either", DiceSource.TABLE, True),
        ("server", DiceSource.TABLE, False),
        ("table", DiceSource.SERVER, False),
        ("table", DiceSource.TABLE, True),
    ],
)
def test_dice_come_from_where_the_league_wants_them_and_are_marked(
    allowed: str, source: DiceSource, is_fine: bool
) -> None:
    story = grown(dice_source=allowed)
    dice = ScriptedDice("air", "fire")
    if is_fine:
        entry = roll_advancement(
            story.state, KAIKEN, dice=dice, source=source, book=story.book
        )
        assert entry.source is source
    else:
        with pytest.raises(Refusal, match="In this league"):
            roll_advancement(
                story.state, KAIKEN, dice=dice, source=source, book=story.book
            )


def test_outside_its_step_no_advancement_is_rolled_in_a_settlement() -> None:
    story = grown()
    story.play(healing=[OTHER], all_stars=(CHUNIN,))
    story.settle_until()  # waits for downtime
    with pytest.raises(Refusal, match="Finish the earlier steps"):
        throw(story, "spirit", "fire")


def test_refusals_of_a_roster_name_every_ninja_that_waits() -> None:
    story = grown()
    story.correct(ninja=OTHER, xp=8)
    (reason,) = readiness(story.state, story.book).reasons
    assert reason.sentence == (
        "Choose the open advancements first: Tora Kaiken #2 and Tora Kaiken #3."
    )
    with pytest.raises(Refusals):
        raise Refusals([reason])
