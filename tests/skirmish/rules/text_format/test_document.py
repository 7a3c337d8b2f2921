"""Heads, blocks, lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.errors import Unreadable
from skirmish.rules.text_format.document import (
    Document,
    Line,
    quote,
    unquote,
    words_of,
)

TEXT = """\
# A remark.
moon: fire

[team A]
name: Tigers
a1 tora-kaiken
# Another.

[ground]
#..
"""


def test_heads_and_blocks_keep_the_numbers_of_their_lines() -> None:
    document = Document(TEXT)
    assert document.heads == {"moon": Line(2, "fire")}
    assert document.block("team", "A") == (
        Line(5, "name: Tigers"),
        Line(6, "a1 tora-kaiken"),
    )
    assert document.last == 10


def test_a_hash_is_a_wall_in_a_drawing_and_a_remark_elsewhere() -> None:
    assert Document(TEXT).block("ground") == (Line(10, "#.."),)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("moon: fire\nmoon: air", 2),
        ("moon: fire\nwhatever", 2),
        ("[team A]\n\n[team A]", 3),
    ],
)
def test_what_is_there_twice_or_means_nothing_is_refused_with_its_line(
    text: str, line: int
) -> None:
    with pytest.raises(Unreadable) as caught:
        Document(text)
    assert caught.value.line == line


def test_unknown_heads_and_blocks_are_refused_with_their_line() -> None:
    document = Document("moon: fire\n[team A]\na1 x\n[tea]\n")
    for heads, blocks, line in (({"sun"}, {"team"}, 1), ({"moon"}, {"team"}, 4)):
        with pytest.raises(Unreadable) as caught:
            document.all_known(heads, blocks)
        assert caught.value.line == line


def test_only_teams_are_told_apart_by_what_their_block_is_about() -> None:
    document = Document("[team A]\na1 x\n[play]\nA end\n[play on]\nA end\n")
    with pytest.raises(Unreadable, match="is not used here") as caught:
        document.all_known(set(), {"team", "play"})
    assert caught.value.line == 5


def test_a_missing_head_is_named() -> None:
    with pytest.raises(Unreadable, match="“seed:” is missing"):
        Document("moon: fire").needed("seed")


def test_an_endless_text_is_refused_before_it_is_read() -> None:
    with pytest.raises(Unreadable, match="longer than any game"):
        Document("a" * 2_000_001)


def test_an_endless_line_is_refused_with_its_number() -> None:
    with pytest.raises(Unreadable, match="longer than any line") as caught:
        Document("moon: fire\n[board]\na1 E5 " + "{ " * 20_000)
    assert caught.value.line == 3


def test_many_lines_take_no_longer_than_they_must() -> None:
    """Each line once: a copy of all before it would take minutes."""
    document = Document("[play]\n" + "A end\n" * 300_000)
    assert len(document.block("play")) == 300_000


def test_what_is_quoted_is_one_word() -> None:
    line = Line(1, 'a1 x "Two \\" words" reference="n 1" ranged={"range": 5} at=3')
    assert words_of(line) == [
        "a1",
        "x",
        '"Two \\" words"',
        'reference="n 1"',
        'ranged={"range": 5}',
        "at=3",
    ]


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_any_name_survives_quoting_in_one_line(name: str) -> None:
    text = quote(name)
    assert len(text.splitlines()) == 1
    assert words_of(Line(1, f"a1 x {text}")) == ["a1", "x", text]
    assert unquote(Line(1, text), text) == name


def test_a_number_must_be_one_and_in_its_bounds() -> None:
    line = Line(7, "")
    assert line.number_from("12", 1, 12) == 12
    for word in ("13", "0", "-1", "two", "", "٣"):
        with pytest.raises(Unreadable, match="Line 7"):
            line.number_from(word, 1, 12)
