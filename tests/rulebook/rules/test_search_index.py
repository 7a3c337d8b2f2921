"""What is found, and in which order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.elements import Element
from rulebook.rules.search_index import Document, Piece, SearchIndex, highlighted, words

DOCUMENTS = [
    Document(kind="card", slug="vault", name="Vault", text="Steps onto a roof."),
    Document(
        kind="ability",
        slug="vault",
        name="Vault",
        text="Figures do not block the way.",
        tags=("Byakko", "Tora"),
        elements=(Element.FIRE,),
    ),
    Document(
        kind="keyword",
        slug="toras-claws",
        name="Tora's Claws",
        text="More attack against the Stunned.",
        tags=("Fire",),
        elements=(Element.FIRE,),
    ),
    Document(
        kind="clan",
        slug="tora",
        name="Tora",
        text="Strike first.",
        elements=(Element.FIRE,),
    ),
    Document(
        kind="ability",
        slug="volcano-pots",
        name="Volcano Pots",
        text="An enemy within 6 spaces is Stunned.",
        tags=("Tora Madoushi",),
        elements=(Element.FIRE,),
    ),
    Document(kind="status", slug="stun", name="Stun", text="A move or an action."),
    Document(
        kind="profile",
        slug="akkorokamui",
        name="Akkorokamui",
        text="Hero of the Ika.",
        elements=(Element.WATER,),
    ),
    Document(kind="ability", slug="yatta", name="Yátta", text="Whenever she Stuns."),
]
INDEX = SearchIndex(DOCUMENTS)


def found(query: str, **filters: object) -> list[str]:
    return [hit.document.slug for hit in INDEX.search(query, **filters).hits]


def test_a_whole_name_comes_before_a_name_that_only_begins_so() -> None:
    assert found("tora")[:2] == ["tora", "toras-claws"]


def test_a_name_comes_before_a_tag_and_a_tag_before_a_text() -> None:
    assert found("tora") == ["tora", "toras-claws", "vault", "volcano-pots"]
    assert found("stun") == ["stun", "toras-claws", "volcano-pots", "yatta"]


def test_what_is_minor_stands_behind_what_fits_as_well() -> None:
    documents = [
        Document(kind="rule", slug="S-1", name="Stun 1", text="", is_minor=True),
        Document(kind="card", slug="nap", name="Nap", text="A Stun.", tags=("Stun",)),
    ]
    hits = SearchIndex(documents).search("stun").hits
    assert [hit.document.slug for hit in hits] == ["S-1", "nap"]
    hits = SearchIndex(documents).search("stu").hits
    assert [hit.document.slug for hit in hits] == ["S-1", "nap"]


def test_what_is_not_shown_is_found_too() -> None:
    index = SearchIndex([Document(kind="x", slug="x", name="X", text="", more="Yes")])
    assert index.search("yes").total == 1


def test_every_word_must_be_found() -> None:
    assert found("volcano stunned") == ["volcano-pots"]
    assert found("volcano roof") == []


def test_the_beginning_of_a_word_is_enough() -> None:
    assert found("volc po") == ["volcano-pots"]


def test_apostrophes_accents_and_capitals_do_not_matter() -> None:
    assert found("TORA\u2019S claws") == ["toras-claws"]
    assert found("yatta") == ["yatta"]
    assert words("Tora's Yátta!") == ["toras", "yatta"]


def test_equals_keep_the_order_of_the_book() -> None:
    hits = INDEX.search("vault").hits
    assert [hit.document.kind for hit in hits] == ["card", "ability"]


def test_a_kind_narrows_the_hits_but_not_the_counts() -> None:
    results = INDEX.search("vault", kind="ability")
    assert [hit.document.kind for hit in results.hits] == ["ability"]
    assert results.total == 1
    assert results.by_kind == {"card": 1, "ability": 1}


def test_an_element_narrows_both() -> None:
    results = INDEX.search("vault", element=Element.FIRE)
    assert results.by_kind == {"ability": 1}


def test_an_empty_query_lists_everything_in_order() -> None:
    results = INDEX.search("   ", element=Element.FIRE)
    assert [hit.document.slug for hit in results.hits] == [
        "vault",
        "toras-claws",
        "tora",
        "volcano-pots",
    ]
    assert not results.is_guess


def test_the_limit_cuts_the_hits_and_not_the_total() -> None:
    results = INDEX.search("", limit=3)
    assert (len(results.hits), results.total) == (3, len(DOCUMENTS))


@pytest.mark.parametrize(
    "typed", ["volcanno", "vlocano", "volcan0", "akorokamui", "akkorokamiu"]
)
def test_one_slip_of_the_finger_is_forgiven(typed: str) -> None:
    results = INDEX.search(typed)
    assert results.is_guess
    assert results.hits[0].document.slug in {"volcano-pots", "akkorokamui"}


def test_two_slips_or_a_short_word_are_not() -> None:
    assert found("vlocanno") == []
    assert found("sta") == []
    assert not INDEX.search("vlocanno").is_guess


def test_what_was_asked_for_is_marked() -> None:
    (hit,) = INDEX.search("tora's cl").hits
    assert hit.name == (
        Piece("Tora's", is_hit=True),
        Piece(" ", is_hit=False),
        Piece("Cl", is_hit=True),
        Piece("aws", is_hit=False),
    )


@given(st.text(max_size=40), st.lists(st.text(min_size=1, max_size=5), max_size=3))
def test_marking_never_changes_the_text(text: str, query: list[str]) -> None:
    asked = words(" ".join(query))
    assert "".join(piece.text for piece in highlighted(text, asked)) == text


@given(st.text(max_size=30))
def test_any_query_gets_an_answer(query: str) -> None:
    results = INDEX.search(query)
    assert results.total >= len(results.hits)
    scores = [hit.score for hit in results.hits]
    assert scores == sorted(scores, reverse=True)
