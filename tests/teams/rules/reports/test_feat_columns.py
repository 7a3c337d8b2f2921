"""What a report asks to be counted."""

from __future__ import annotations

from kernel.ids import ChallengeSlug
from rulebook.catalogue import catalogue
from teams.rules.reports.feat_columns import challenge_columns, feat_columns
from tests.teams.rules.story import house_rules


def keys(challenge: str, **knobs: object) -> list[str]:
    book = catalogue()
    played = book.challenges.get(ChallengeSlug(challenge))
    return [one.key for one in feat_columns(played, house_rules(**knobs), book)]


LONGEST_HEAD = 22
STANDARD = ["injured", "injured-chunin", "stunned-chunin", "revealed"]


def test_without_a_challenge_only_the_standard_awards_are_asked_for() -> None:
    assert keys("") == STANDARD


def test_a_challenge_adds_its_own_awards_and_none_of_another() -> None:
    assert keys("champion") == [*STANDARD, "chosen-as-champion"]


def test_an_award_that_only_adds_to_a_standard_one_is_asked_for_once() -> None:
    assert keys("brawl") == STANDARD


def test_sentries_are_counted_where_there_are_any() -> None:
    assert "injured-sentry" in keys("search")
    assert "injured-sentry" not in keys("brawl")


def test_the_label_says_whether_searches_or_enemies_are_counted() -> None:
    book = catalogue()
    heads = ((False, "Revealing searches"), (True, "Revealed enemies"))
    for per_ninja, label in heads:
        rules = house_rules(reveal_xp_per_model=per_ninja)
        found = feat_columns(None, rules, book)
        assert next(one.label for one in found if one.key == "revealed") == label


def test_sheet_for_all_challenges_names_the_awards_of_each() -> None:
    found = {one.name: one for one in challenge_columns(catalogue())}
    assert [one.key for one in found["Search"].columns] == [
        "checks-crate",
        "finds-objective",
    ]
    assert "Brawl" not in found, "its award adds to a standard one"


def test_every_award_of_every_challenge_reads_well_above_a_count_and_in_a_report() -> (
    None
):
    book = catalogue()
    for played in book.challenges.values():
        columns = feat_columns(played, house_rules(), book)
        labels = [one.label for one in columns]
        assert len(set(labels)) == len(labels)
        for one in columns:
            assert 0 < len(one.label) <= LONGEST_HEAD, one
            assert one.label[0].isupper()
            assert one.deed[0].islower(), "it follows a name"
            assert not one.label.endswith(".")


def test_the_hill_is_counted_in_a_few_words() -> None:
    book = catalogue()
    played = book.challenges[ChallengeSlug("king-of-the-hill")]
    last = feat_columns(played, house_rules(), book)[-1]
    assert (last.label, last.deed) == ("Scored on the hill", "scored on the hill")
