"""Who is named All-Star, how often, and what it brings."""

from __future__ import annotations

import pytest

from kernel.errors import Refusals
from kernel.ids import NinjaId
from teams.rules.reports.team_report import Feat, GameKind, Outcome, TeamReport
from teams.rules.settlement.all_stars import all_star_awards
from teams.rules.settlement.needs import DecisionKind, DecisionNeeded
from tests.ledger import rule
from tests.teams.rules.story import Story, book, changed, house_rules, registered

CHUNIN, KAIKEN, OTHER = NinjaId(1), NinjaId(2), NinjaId(3)


def asked(story: Story) -> DecisionNeeded:
    need = story.settle_until()
    assert isinstance(need, DecisionNeeded)
    assert need.kind is DecisionKind.ALL_STAR
    return need


def keys(need: DecisionNeeded) -> list[str]:
    return [option.key for option in need.options]


@rule("EXP-05")
def test_one_ninja_is_named_after_every_game_and_earns_three() -> None:
    story = registered()
    story.play(all_stars=(KAIKEN,))
    story.settle()
    assert [story.ninja(one).xp for one in (CHUNIN, KAIKEN, OTHER)] == [0, 3, 0]


@rule("EXP-05", "GROUP-07")
@pytest.mark.parametrize("others", [1, 2, 3])
def test_every_team_names_one_however_many_played(others: int) -> None:
    report = TeamReport(match="m", outcome=Outcome.LOSS, opponents=("x",) * others)
    assert all_star_awards(report, house_rules(), book()) == 1


@rule("EXP-06")
def test_only_who_was_on_the_board_can_be_named() -> None:
    story = registered()
    with pytest.raises(Refusals, match="cannot be an All-Star"):
        story.play(fielded=[CHUNIN, KAIKEN], all_stars=(OTHER,))
    story.play(fielded=[CHUNIN, KAIKEN])
    assert keys(asked(story)) == ["ninja:1", "ninja:2"]


@rule("EXP-06", "DOWN-14")
def test_who_began_in_the_healing_house_is_named_once_it_was_on_the_board() -> None:
    story = registered()
    story.correct(ninja=KAIKEN, starts_in_healing_house=True)
    with pytest.raises(Refusals, match="cannot be an All-Star"):
        story.play(fielded=[CHUNIN], all_stars=(KAIKEN,))
    story.game(fielded=[KAIKEN], all_stars=(KAIKEN,))
    assert story.ninja(KAIKEN).xp == 3


@rule("EXP-11")
@pytest.mark.parametrize("named", ["ryu", "benkei"])
def test_a_hero_or_ronin_may_be_named_and_the_award_is_lost(named: str) -> None:
    story = registered()
    ninja = story.recruit(named)
    story.play()
    need = asked(story)
    option = next(one for one in need.options if one.key == f"ninja:{ninja}")
    assert option.warning is not None
    story.settle(answers={DecisionKind.ALL_STAR: option.key})
    assert story.ninja(ninja).xp == 0
    assert all(one.xp == 0 for one in story.state.ninja)


@rule("EXP-11")
def test_a_league_may_keep_the_award_for_those_who_learn() -> None:
    story = registered(all_star_hero_allowed=False)
    hero = story.recruit("ryu")
    with pytest.raises(Refusals, match="cannot be an All-Star"):
        story.play(all_stars=(hero,))
    story.play()
    assert f"ninja:{hero}" not in keys(asked(story))


@rule("EXP-12")
def test_the_award_is_given_if_anybody_was_there_who_learns() -> None:
    story = registered()
    story.play(feats={OTHER: [Feat(event="injures_enemy")]})
    need = asked(story)
    assert "nobody" not in keys(need)
    assert need.default == f"ninja:{OTHER}"  # who earned most is suggested


@rule("EXP-12")
def test_with_none_but_heroes_on_the_board_the_award_may_be_left() -> None:
    story = registered()
    hero = story.recruit("ryu")
    story.play(fielded=[hero])
    assert keys(asked(story)) == [f"ninja:{hero}", "nobody"]
    story.settle(answers={DecisionKind.ALL_STAR: "nobody"})
    assert story.state.settling is None


@rule("EXP-12")
def test_with_nobody_on_the_board_there_is_no_award() -> None:
    story = registered()
    story.play(fielded=[])
    story.settle()
    assert all(one.xp == 0 for one in story.state.ninja)


@rule("UND-04")
@pytest.mark.parametrize(
    ("behind", "awards"), [(0, 1), (4, 1), (5, 2), (9, 2), (10, 3), (15, 4)]
)
def test_an_underdog_names_one_more_for_every_full_five_points(
    behind: int, awards: int
) -> None:
    report = TeamReport(match="m", outcome=Outcome.LOSS, points_behind=behind)
    assert all_star_awards(report, house_rules(), book()) == awards


@rule("UND-04")
def test_every_award_goes_to_another_ninja() -> None:
    story = registered()
    with pytest.raises(Refusals, match="a different ninja"):
        story.play(points_behind=5, all_stars=(KAIKEN, KAIKEN))
    story.game(points_behind=5, all_stars=(KAIKEN, OTHER))
    assert (story.ninja(KAIKEN).xp, story.ninja(OTHER).xp) == (3, 3)


@rule("UND-04")
def test_a_league_may_heap_awards_on_one_ninja() -> None:
    story = registered(extra_all_star_same_model=True)
    story.game(points_behind=5, all_stars=(KAIKEN, KAIKEN))
    assert story.ninja(KAIKEN).xp == 6


@rule("UND-04")
def test_an_additional_award_need_not_be_given() -> None:
    story = registered()
    story.play(points_behind=5, all_stars=(KAIKEN,))
    assert keys(asked(story)) == ["ninja:1", "ninja:3", "nobody"]
    story.settle(answers={DecisionKind.ALL_STAR: "nobody"})
    assert sum(one.xp for one in story.state.ninja) == 3


def test_a_team_gives_no_more_awards_than_it_has() -> None:
    story = registered()
    with pytest.raises(Refusals, match="1 All-Star award, and the report names 2"):
        story.play(all_stars=(KAIKEN, OTHER))


@rule("LEAGUE-14")
@pytest.mark.parametrize(("rounds", "awards"), [(0, 0), (1, 1), (None, 0)])
def test_a_conceded_game_has_an_all_star_after_one_full_round(
    rounds: int | None, awards: int
) -> None:
    report = TeamReport(
        match="m", outcome=Outcome.LOSS, is_conceded=True, rounds_played=rounds
    )
    assert all_star_awards(report, house_rules(), book()) == awards
    lenient = changed("concession_policy", all_star_min_rounds=0)
    rules = house_rules(concession_policy=lenient)
    assert all_star_awards(report, rules, book()) == 1


@rule("LEAGUE-14")
@pytest.mark.parametrize("is_conceder", [True, False])
def test_conceded_game_of_unknown_length_has_an_all_star(is_conceder: bool) -> None:
    report = TeamReport(
        match="m",
        outcome=Outcome.LOSS if is_conceder else Outcome.WIN,
        is_conceded=True,
        is_conceder=is_conceder,
        are_rounds_unknown=True,
    )
    assert all_star_awards(report, house_rules(), book()) == 1


@rule("LEAGUE-11")
def test_a_forfeit_gives_the_opponent_one_award_for_anybody_free_who_learns() -> None:
    story = registered()
    hero = story.recruit("ryu")
    story.correct(ninja=OTHER, games_to_miss=1)
    story.play(kind=GameKind.FORFEIT_WON, ninja=(), points_behind=10)
    need = asked(story)
    assert keys(need) == ["ninja:1", "ninja:2"]
    assert f"ninja:{hero}" not in keys(need)
    story.settle(answers={DecisionKind.ALL_STAR: "ninja:2"})
    assert story.ninja(KAIKEN).xp == 3


@rule("LEAGUE-11")
def test_a_league_may_do_without_an_award_for_a_forfeit() -> None:
    policy = changed("forfeit_policy", winner_all_star=False)
    story = registered(forfeit_policy=policy)
    story.play(kind=GameKind.FORFEIT_WON, ninja=())
    story.settle()
    assert all(one.xp == 0 for one in story.state.ninja)


@pytest.mark.parametrize(
    "kind", [GameKind.BYE, GameKind.FORFEIT_LOST, GameKind.EXCUSED_LOSS]
)
def test_without_a_game_there_is_no_all_star(kind: GameKind) -> None:
    outcome = Outcome.WIN if kind is GameKind.BYE else Outcome.LOSS
    report = TeamReport(match="m", outcome=outcome, kind=kind, points_behind=20)
    assert all_star_awards(report, house_rules(), book()) == 0
