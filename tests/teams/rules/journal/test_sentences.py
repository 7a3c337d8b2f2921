"""Every entry is told in a sentence, whoever is on the team."""

from __future__ import annotations

import pytest

from kernel.ids import KeywordSlug, NinjaId, ProfileSlug
from teams.rules.journal import entries as e
from teams.rules.journal.entries import AnyEntry
from teams.rules.journal.sentences import entry_sentence
from tests.teams.rules.examples import EXAMPLES, KINDS
from tests.teams.rules.story import Story, book, registered


def test_there_is_an_example_of_every_kind() -> None:
    assert {type(one) for one in EXAMPLES} == set(KINDS)


@pytest.mark.parametrize("entry", EXAMPLES, ids=lambda one: type(one).__name__)
def test_every_entry_is_a_sentence_with_and_without_its_team(entry: AnyEntry) -> None:
    for state in (None, registered().state):
        sentence = entry_sentence(entry, state, book())
        assert sentence[0].isupper() or sentence.startswith("ninja")
        assert sentence.endswith((".", ")"))
        assert "  " not in sentence
        assert "None" not in sentence


def told(story: Story, entry: AnyEntry) -> str:
    return entry_sentence(entry, story.state, story.book)


def test_a_ninja_is_told_by_its_name_or_its_profile_or_its_number() -> None:
    story = Story()
    named = story.recruit("tora-kaiken", "Zoro")
    nameless = story.recruit("tora-kaiken")
    for ninja, name in ((named, "Zoro"), (nameless, "Tora Kaiken")):
        assert told(story, e.Dismissed(ninja=ninja, refund=10)) == (
            f"{name} was dismissed for a refund of 10 koban."
        )
    stranger = e.Dismissed(ninja=NinjaId(77), refund=0)
    assert told(story, stranger) == "ninja 77 was dismissed."


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (e.Registered(), "The team was registered."),
        (
            e.Registered(koban_lapsed=4),
            "The team was registered and gave up 4 unspent koban.",
        ),
        (e.Voided(batches=("x",)), "Undone."),
        (
            e.BudgetGranted(koban=-5, reason="95 koban are the most."),
            "The budget falls by 5 koban. 95 koban are the most.",
        ),
        (
            e.Adjusted(reason="a slip", koban=-3),
            "Adjusted: -3 koban (a slip).",
        ),
        (
            e.Traded(partner="Others", koban=5),
            "Traded nothing for 5 koban with Others.",
        ),
        (
            e.Adjusted(
                reason="why not",
                ninja=NinjaId(1),
                keywords_granted=(KeywordSlug("focus"),),
            ),
            "Adjusted Tora Chunin: gains Focus (why not).",
        ),
        (
            e.RoninOffered(profiles=(ProfileSlug("benkei"), ProfileSlug("kappa"))),
            "Ronin for hire: Benkei and Kappa.",
        ),
    ],
)
def test_some_sentences_word_for_word(entry: AnyEntry, sentence: str) -> None:
    assert told(registered(), entry) == sentence
