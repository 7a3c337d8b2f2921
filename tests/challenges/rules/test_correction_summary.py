"""What follows from a correction, put in groups that a person can read."""

from __future__ import annotations

from typing import Any

from challenges.rules.correction_summary import split_for_display, summarise_correction
from challenges.rules.corrections import UNASKED

MISSED = "Rin of Kage should have missed this match, but still counts as having played."


def match(title: str = "Kage against Tora", **more: Any) -> dict[str, Any]:
    return {"uid": "1", "title": title, "is_corrected": False, "sentences": []} | more


def team(name: str, *sentences: str) -> dict[str, Any]:
    return {"team": 1, "name": name, "sentences": list(sentences)}


def test_a_short_list_is_shown_whole_and_a_long_one_is_folded() -> None:
    assert split_for_display("abc", 3) == (("a", "b", "c"), ())
    assert split_for_display("abcd", 3) == (
        ("a", "b", "c", "d"),
        (),
    )  # nobody folds one away
    assert split_for_display("abcde", 3) == (("a", "b", "c"), ("d", "e"))


def test_a_match_is_told_team_by_team_what_is_gone_and_what_is_new() -> None:
    told = match(
        is_corrected=True,
        sentences=[
            MISSED,
            "Kage: 12 rating points behind instead of 3.",
            "Kage: No longer: Won against Tora.",
            "Kage: Now: Lost against Tora.",
            f"Tora: {UNASKED} Rin learns nothing.",
        ],
    )
    found = summarise_correction([], [told], None).match
    assert found is not None
    assert found.count == 5
    assert found.notes == (MISSED,)
    kage, tora = found.sides
    assert (kage.name, kage.gone, kage.new) == (
        "Kage",
        ("Won against Tora.",),
        ("Lost against Tora.",),
    )
    assert kage.notes == ("12 rating points behind instead of 3.",)
    assert (tora.name, tora.notes) == ("Tora", (f"{UNASKED} Rin learns nothing.",))


def test_names_with_colons_keep_their_whole_name() -> None:
    told = match(is_corrected=True, sentences=["Kage: the Second: Now: Won."])
    found = summarise_correction([], [told], None).match
    assert found is not None
    assert [(one.name, one.new) for one in found.sides] == [
        ("Kage: the Second", ("Won.",))
    ]


def test_nothing_of_a_match_is_lost_on_the_way_into_its_groups() -> None:
    sentences = ["Odd.", "Kage: No longer: A: b.", "Kage: Now: B.", "Tora: Now: C."]
    found = summarise_correction(
        [], [match(is_corrected=True, sentences=sentences)], None
    ).match
    assert found is not None
    told = sum(len(s.gone) + len(s.new) + len(s.notes) for s in found.sides)
    assert told + len(found.notes) == len(sentences) == found.count


def test_later_matches_are_counted_and_the_corrected_one_is_not_among_them() -> None:
    later = [match(f"{number} against Tora") for number in range(20)]
    found = summarise_correction([], [match(is_corrected=True), *later], None)
    assert found.later_count == 20
    assert len(found.later.shown) + len(found.later.more) == 20
    assert found.later.more


def test_teams_whose_scroll_stays_are_told_in_one_sentence() -> None:
    teams = [team("Kage", "It has 3 koban."), team("Tora"), team("Ryu")]
    found = summarise_correction(teams, [], None)
    assert [one.name for one in found.teams.shown] == ["Kage"]
    assert found.unchanged == (
        "Apart from the entry for this match, nothing changes for Tora and Ryu."
    )
    assert summarise_correction([team("Tora")], [], None).unchanged == (
        "Apart from the entry for this match, nothing changes for Tora."
    )
    assert summarise_correction(teams[:1], [], None).unchanged == ""


def test_many_sentences_of_one_team_are_folded() -> None:
    (kage,) = summarise_correction([team("Kage", *"abcdefghi")], [], None).teams.shown
    assert kage.sentences.shown
    assert len(kage.sentences.shown) + len(kage.sentences.more) == 9
    assert kage.sentences.more


def test_without_a_league_there_is_no_table_and_an_empty_one_stays() -> None:
    assert summarise_correction([], [], None).table is None
    kept = summarise_correction([], [], []).table
    assert kept is not None
    assert kept.shown == ()
