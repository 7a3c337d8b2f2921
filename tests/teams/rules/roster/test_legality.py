"""What makes a roster legal, and when it has to be."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal, Refusals
from kernel.ids import ClanSlug, ProfileSlug
from teams.rules.journal import entries as e
from teams.rules.roster.builder import shrine_entries
from teams.rules.roster.league_entry import adopt_rules
from teams.rules.roster.legality import register, violations
from teams.rules.state import Stage
from tests.ledger import rule
from tests.teams.rules.story import Story, book, registered

CLANS = ["tora", "yamazaru", "kitsune", "ika", "tanchyo", "ijin"]


def shrine(slug: str, **knobs: object) -> Story:
    story = Story(**knobs)
    story.lines.clear()
    story._state = None
    story.write(*shrine_entries(slug, "Shrine", story.rules, story.book))
    return story


@rule("TEAM-01")
def test_a_new_team_has_exactly_100_koban() -> None:
    assert Story().koban == 100


@rule("TEAM-01")
def test_a_league_may_set_another_budget() -> None:
    assert Story(starting_koban=80).koban == 80


@rule("TEAM-01")
def test_a_team_over_its_budget_cannot_be_registered_by_one_koban() -> None:
    story = Story(starting_koban=40)
    story.recruit_minimum()  # 20 + 2 * 10
    assert story.koban == 0
    assert story.codes() == set()
    over = Story(starting_koban=39)
    over.recruit_minimum()
    assert over.codes() == {"over-budget"}


@rule("TEAM-02")
@pytest.mark.parametrize("clan", CLANS)
def test_recruiting_takes_the_koban_printed_on_the_profile(clan: str) -> None:
    story = Story(clan, starting_koban=500)
    for profile in story.book.profiles_of(ClanSlug(clan)):
        before = story.koban
        story.recruit(profile.slug)
        assert before - story.koban == profile.koban


@rule("TEAM-03")
def test_a_draft_may_change_its_clan_and_a_registered_team_may_not() -> None:
    story = Story("tora")
    story.write(e.ClanChanged(clan=ClanSlug("ika")))
    assert story.state.clan == "ika"
    story.recruit_minimum()
    story.register()
    with pytest.raises(Refusal, match="settled once a team is registered"):
        story.write(e.ClanChanged(clan=ClanSlug("tora")))
    assert story.state.clan == "ika"


@rule("TEAM-04")
@pytest.mark.parametrize("stranger", ["ika-kaiken", "mizuchi"])
def test_ninja_and_heroes_of_another_clan_are_not_legal(stranger: str) -> None:
    story = Story("tora")
    story.recruit_minimum()
    story.recruit(stranger)
    assert story.codes() == {"foreign-clan"}
    with pytest.raises(Refusals):
        story.register()


@rule("TEAM-04")
def test_heroes_of_the_own_clan_are_legal() -> None:
    story = Story("tora")
    story.recruit_minimum()
    story.recruit("ryu")
    assert story.codes() == set()


@rule("TEAM-05")
@pytest.mark.parametrize("clan", CLANS)
def test_any_ronin_of_the_book_serves_any_clan(clan: str) -> None:
    story = Story(clan, starting_koban=1000)
    story.recruit_minimum()
    ronin = [one for one in story.book.ronin if not one.is_extra]
    assert len(ronin) == 18
    for one in ronin:
        story.recruit(one.slug)
    assert story.codes() == set()


@rule("TEAM-05")
def test_ronin_from_outside_the_book_need_the_league_to_turn_them_on() -> None:
    for allowed, codes in (
        ("all", {"ronin-not-allowed"}),
        ("all_with_extra", set()),
        ("none", {"ronin-not-allowed"}),
    ):
        story = Story(ronin_allowed=allowed)
        story.recruit_minimum()
        story.recruit("goemon")
        assert story.codes() == codes
    extra = [one for one in book().ronin if one.is_extra]
    assert len(extra) == 14


@rule("TEAM-05")
def test_a_league_without_ronin_has_none() -> None:
    story = Story(ronin_allowed="none")
    story.recruit_minimum()
    story.recruit("benkei")
    assert story.codes() == {"ronin-not-allowed"}


@rule("TEAM-06", "TEAM-07", "TEAM-08")
@pytest.mark.parametrize("clan", CLANS)
def test_allowances_bind_from_below_and_from_above(clan: str) -> None:
    for profile in book().clans[ClanSlug(clan)].profiles:
        least, most = profile.allowance.minimum, profile.allowance.maximum
        for count, code in (
            (least - 1, "below-minimum"),
            (least, None),
            (most, None),
            (most + 1, "above-maximum"),
        ):
            if count < 0:
                continue
            story = Story(clan, starting_koban=1000)
            for other in story.book.clans[ClanSlug(clan)].profiles:
                wanted = (
                    count if other.slug == profile.slug else other.allowance.minimum
                )
                for _ in range(wanted):
                    story.recruit(other.slug)
            assert story.codes() == ({code} if code else set())


@rule("TEAM-08")
@pytest.mark.parametrize("clan", CLANS)
def test_every_clan_needs_exactly_one_chunin(clan: str) -> None:
    chunin = book().profiles[ProfileSlug(f"{clan}-chunin")]
    assert (chunin.allowance.minimum, chunin.allowance.maximum) == (1, 1)


@rule("TEAM-09")
@pytest.mark.parametrize(
    "chosen",
    [
        (),
        ("pounce", "tiger-strike"),
        ("pounce", "pounce"),
        ("volcano-pots",),
    ],
)
def test_exactly_as_many_abilities_as_the_profile_says_are_chosen(
    chosen: tuple[str, ...],
) -> None:
    story = Story()
    story.recruit("tora-chunin", abilities=chosen)
    story.recruit("tora-kaiken")
    story.recruit("tora-kaiken")
    assert story.codes() == {"abilities"}
    (ninja,) = (one.id for one in story.state.ninja if one.profile == "tora-chunin")
    story.write(e.AbilitiesChosen(ninja=ninja, abilities=("tiger-strike",)))  # type: ignore[arg-type]
    assert story.codes() == set()


@rule("TEAM-09")
def test_who_has_nothing_to_choose_chooses_nothing() -> None:
    story = Story()
    story.recruit_minimum()
    kaiken = story.state.ninja[-1].id
    story.write(e.AbilitiesChosen(ninja=kaiken, abilities=("pounce",)))  # type: ignore[arg-type]
    assert story.codes() == {"abilities"}


@rule("TEAM-09")
def test_the_choice_is_permanent_and_a_replacement_chooses_afresh() -> None:
    story = registered()
    chunin = story.state.ninja[0]
    with pytest.raises(Refusal, match="settled once"):
        story.write(e.AbilitiesChosen(ninja=chunin.id, abilities=("tiger-strike",)))  # type: ignore[arg-type]
    assert chunin.abilities == ("pounce",)
    entry = story.book.profiles[ProfileSlug("tora-chunin")]
    assert entry.ability_options[1].slug == "tiger-strike"
    fresh = story.swap(chunin.id, "tora-chunin")
    assert story.ninja(fresh).abilities == ("pounce",)


@rule("TEAM-11")
@pytest.mark.parametrize("clan", CLANS)
def test_a_roster_may_hold_all_its_clan_allows_whatever_figures_are_owned(
    clan: str,
) -> None:
    story = Story(clan, starting_koban=1000)
    for profile in story.book.profiles_of(ClanSlug(clan)):
        most = 1 if profile.is_named else profile.allowance.maximum
        for _ in range(most):
            story.recruit(profile.slug)
    assert story.codes() == set()


@rule("TEAM-12")
def test_what_is_left_of_the_budget_becomes_the_treasury() -> None:
    story = registered()
    assert story.koban == 60
    story.recruit("tora-oni")
    assert story.koban == 42


@rule("TEAM-12")
def test_a_league_may_let_the_rest_lapse() -> None:
    story = registered(keep_unspent_koban=False)
    assert story.koban == 0
    assert story.refold().koban == 0


@rule("TEAM-13", "HERO-02")
def test_one_copy_of_each_hero_and_both_heroes_of_the_clan() -> None:
    story = Story(starting_koban=200)
    story.recruit_minimum()
    story.recruit("ryu")
    story.recruit("byakko")
    assert story.codes() == set()
    story.recruit("ryu")
    assert story.codes() == {"duplicate-named"}


@rule("TEAM-13")
def test_a_league_may_cap_its_heroes() -> None:
    story = Story(starting_koban=200, max_heroes=1)
    story.recruit_minimum()
    story.recruit("ryu")
    assert story.codes() == set()
    story.recruit("byakko")
    assert story.codes() == {"too-many-heroes"}


@rule("TEAM-14", "RONIN-01")
def test_one_copy_of_each_ronin_even_of_those_who_bear_no_name_of_their_own() -> None:
    story = Story(starting_koban=200)
    story.recruit_minimum()
    story.recruit("inu-clan-kaiken")
    assert story.codes() == set()
    story.recruit("inu-clan-kaiken")
    assert story.codes() == {"duplicate-named"}


@rule("TEAM-14")
def test_a_league_may_cap_its_ronin() -> None:
    story = Story(starting_koban=200, max_ronin=1)
    story.recruit_minimum()
    story.recruit("benkei")
    assert story.codes() == set()
    story.recruit("kappa")
    assert story.codes() == {"too-many-ronin"}


@rule("TEAM-15")
def test_two_teams_may_hold_the_same_hero_unless_the_league_wants_it_otherwise() -> (
    None
):
    elsewhere = frozenset({ProfileSlug("ryu")})
    for is_unique, codes in ((False, set()), (True, {"taken-elsewhere"})):
        story = Story(unique_named_across_league=is_unique)
        story.recruit_minimum()
        story.recruit("ryu")
        assert story.codes(taken_elsewhere=elsewhere) == codes
    assert story.codes(taken_elsewhere=frozenset()) == set()


@rule("TEAM-16")
def test_the_size_of_a_roster_is_capped_only_by_the_league() -> None:
    for limit, codes in ((None, set()), (3, {"roster-too-large"}), (4, set())):
        story = Story(max_roster_size=limit)
        story.recruit_minimum()
        story.recruit("tora-yajiri")
        assert story.codes() == codes


@rule("TEAM-17")
def test_a_draft_is_kept_however_illegal_and_is_never_registered_so() -> None:
    story = Story()
    for profile in ("ika-oni", "tora-chunin", "tora-chunin", "goemon", "byakko"):
        story.recruit(profile, abilities=())
    story.recruit("byakko")
    assert story.state.stage is Stage.DRAFT
    with pytest.raises(Refusals) as caught:
        register(story.state, story.book)
    codes = {part.code for part in caught.value.parts}
    assert codes == {
        "over-budget",
        "below-minimum",
        "above-maximum",
        "abilities",
        "foreign-clan",
        "ronin-not-allowed",
        "duplicate-named",
    }
    assert all(part.sentence.endswith(".") for part in caught.value.parts)
    assert story.refold() == story.state


@rule("TEAM-17")
def test_the_bare_minimum_is_three_ninja_for_37_to_44_koban() -> None:
    prices = {}
    for clan in CLANS:
        story = Story(clan)
        story.recruit_minimum()
        assert len(story.state.ninja) == 3
        prices[clan] = 100 - story.koban
    assert min(prices.values()) == prices["tanchyo"] == 37
    assert max(prices.values()) == prices["yamazaru"] == 44


@rule("TEAM-18")
@pytest.mark.parametrize("slug", ["spirit-shrine", "void-shrine", "air-shrine"])
def test_a_shrine_team_is_registered_as_it_is_with_an_empty_treasury(
    slug: str,
) -> None:
    story = shrine(slug)
    assert len(story.state.ninja) == 9
    assert story.codes() == set()
    story.register()
    assert story.koban == 0
    assert story.refold() == story.state
    assert story.codes() == set()


@rule("TEAM-18")
def test_a_shrine_team_that_was_changed_is_none() -> None:
    story = shrine("fire-shrine")
    story.dismiss(story.state.ninja[-1].id)
    assert story.codes() == {"shrine-changed"}


@rule("TEAM-18")
def test_a_shrine_team_keeps_more_kaiken_than_it_could_recruit() -> None:
    story = shrine("air-shrine", allow_shrine_teams=True)
    story.register()
    story.correct(koban=100)
    kaiken = [one for one in story.state.ninja if one.profile == "tanchyo-kaiken"]
    assert len(kaiken) == 3  # of at most 2
    assert story.codes() == set()
    with pytest.raises(Refusals, match="at most 2"):
        story.recruit("tanchyo-kaiken")
    story.dismiss(kaiken[0].id)
    with pytest.raises(Refusals, match="at most 2"):
        story.recruit("tanchyo-kaiken")


def test_a_team_without_a_name_is_not_registered() -> None:
    story = Story(name=" ")
    story.recruit_minimum()
    assert story.codes() == {"no-name"}


def test_a_registered_team_is_not_registered_again() -> None:
    story = registered()
    with pytest.raises(Refusal, match="already"):
        register(story.state, story.book)


def test_new_house_rules_are_held_against_an_old_roster() -> None:
    story = registered()
    story.recruit("benkei")
    assert story.codes() == set()
    story.write(adopt_rules(story.state, {"ronin_allowed": "none"}, book=story.book))
    assert story.codes() == {"ronin-not-allowed"}


def test_a_treasury_in_debt_is_told_once_debts_are_no_longer_allowed() -> None:
    story = registered(allow_debt=True)
    story.correct(koban=-70)
    assert story.codes() == set()
    story.write(adopt_rules(story.state, {}, book=story.book))
    assert story.codes() == {"in-debt"}


def test_every_violation_names_whom_or_what_it_is_about() -> None:
    story = Story(starting_koban=30)
    story.recruit("ika-kaiken")
    for one in violations(story.state, story.book):
        assert one.code == "over-budget" or one.ninja or one.profile
