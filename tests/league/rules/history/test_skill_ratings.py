"""How strong persons play."""

from __future__ import annotations

import re

from kernel.ids import PersonId
from league.rules.history.skill_ratings import (
    SETTLED_AFTER,
    SHOWN_START,
    RatedGame,
    RatedSide,
    SkillRating,
    chances,
    compute_skill_ratings,
    win_chance_sentence,
)

ALICE, BOB, CHARLIE, DANA = (PersonId(number) for number in (1, 2, 3, 4))


def table(*order: PersonId, **facts: bool) -> RatedGame:
    """A game for each alone, the first of them first."""
    return RatedGame(
        sides=tuple((person,) for person in order),
        places=tuple(range(1, len(order) + 1)),
        **facts,
    )


def test_everybody_begins_alike() -> None:
    assert SkillRating().shown == SHOWN_START
    assert chances([[ALICE], [BOB]], {}) == (0.5, 0.5)


def test_winning_strengthens_and_losing_weakens() -> None:
    found = compute_skill_ratings([table(ALICE, BOB)]).by_person
    assert found[ALICE].mean > SkillRating().mean > found[BOB].mean
    assert found[ALICE].spread < SkillRating().spread
    assert (found[ALICE].games, found[BOB].games) == (1, 1)
    assert chances([[ALICE], [BOB]], found)[0] > 0.5


def test_an_upset_moves_more_than_the_expected() -> None:
    known = compute_skill_ratings([table(ALICE, BOB)] * 6).by_person
    expected = compute_skill_ratings([table(ALICE, BOB)], start=known).by_person
    upset = compute_skill_ratings([table(BOB, ALICE)], start=known).by_person
    assert upset[BOB].mean - known[BOB].mean > expected[ALICE].mean - known[ALICE].mean


def test_three_and_four_at_a_table_are_ordered() -> None:
    for order in ((CHARLIE, ALICE, BOB), (DANA, CHARLIE, BOB, ALICE)):
        found = compute_skill_ratings([table(*order)]).by_person
        assert sorted(found, key=lambda one: -found[one].mean) == list(order)


def test_a_draw_between_equals_changes_no_guess() -> None:
    draw = RatedGame(sides=((ALICE,), (BOB,)), places=(1, 1))
    found = compute_skill_ratings([draw]).by_person
    assert found[ALICE].mean == found[BOB].mean == SkillRating().mean


def test_partners_rise_together() -> None:
    game = RatedGame(sides=((ALICE, BOB), (CHARLIE, DANA)), places=(1, 2))
    found = compute_skill_ratings([game]).by_person
    assert found[ALICE] == found[BOB]
    assert found[ALICE].mean > found[CHARLIE].mean == found[DANA].mean


def test_nothing_is_learned_from_a_walkover_or_from_practice() -> None:
    alone = RatedGame(sides=((ALICE,), (ALICE,)), places=(1, 2))
    found = compute_skill_ratings([table(ALICE, BOB, is_walkover=True), alone])
    assert not found.by_person
    assert not found.steps


def test_the_order_of_games_matters_and_nothing_else_does() -> None:
    games = [table(ALICE, BOB), table(BOB, CHARLIE), table(CHARLIE, ALICE, DANA)]
    assert compute_skill_ratings(games) == compute_skill_ratings(games)
    assert (
        compute_skill_ratings(games).by_person
        != compute_skill_ratings(games[::-1]).by_person
    )
    first = compute_skill_ratings(games[:1]).by_person
    assert (
        compute_skill_ratings(games[1:], start=first).by_person
        == compute_skill_ratings(games).by_person
    )


def test_every_step_is_told() -> None:
    walkover = table(ALICE, BOB, is_walkover=True)
    found = compute_skill_ratings([walkover, table(ALICE, BOB), table(BOB, ALICE)])
    assert [(one.person, one.game) for one in found.steps] == [
        (ALICE, 1),
        (BOB, 1),
        (BOB, 2),
        (ALICE, 2),
    ]
    assert found.steps[0].before == SHOWN_START
    assert found.steps[0].after == found.steps[3].before
    assert found.steps[3].after == found.by_person[ALICE].shown


def test_a_guess_settles_after_some_games() -> None:
    games = [table(ALICE, BOB), table(BOB, ALICE)] * 3
    few = compute_skill_ratings(games[: SETTLED_AFTER - 1]).by_person
    enough = compute_skill_ratings(games[:SETTLED_AFTER]).by_person
    assert (few[ALICE].is_settled, enough[ALICE].is_settled) == (False, True)


class TestOutlook:
    AYAME = RatedSide(name="Ayame", persons=(ALICE,))
    BOTAN = RatedSide(name="Botan", persons=(BOB,))

    def test_it_says_whose_guess_it_is_and_sums_to_a_hundred(self) -> None:
        known = compute_skill_ratings([table(ALICE, BOB)] * SETTLED_AFTER).by_person
        told = win_chance_sentence([self.AYAME, self.BOTAN], known)
        (ayame, botan) = (
            int(one) for one in re.findall(r"(?:Ayame|Botan) (\d+)", told)
        )
        assert ayame > 50 > botan
        assert ayame + botan == 100
        assert "estimate from past results" in told

    def test_equals_among_three_share_all_hundred(self) -> None:
        even = SkillRating(games=SETTLED_AFTER)
        charlie = RatedSide(name="Chiyo", persons=(CHARLIE,))
        known = dict.fromkeys((ALICE, BOB, CHARLIE), even)
        told = win_chance_sentence([self.AYAME, self.BOTAN, charlie], known)
        shares = re.findall(r"(?:Ayame|Botan|Chiyo) (\d+)", told)
        assert sorted(shares) == ["33", "33", "34"]

    def test_it_is_silent_about_people_who_have_hardly_played(self) -> None:
        known = compute_skill_ratings(
            [table(ALICE, BOB)] * (SETTLED_AFTER - 1)
        ).by_person
        assert win_chance_sentence([self.AYAME, self.BOTAN], known) == ""
        settled = {ALICE: SkillRating(games=SETTLED_AFTER)}
        assert win_chance_sentence([self.AYAME, self.BOTAN], settled) == ""

    def test_it_is_silent_about_somebody_who_plays_alone(self) -> None:
        known = {ALICE: SkillRating(games=SETTLED_AFTER)}
        assert win_chance_sentence([self.AYAME, self.AYAME], known) == ""
