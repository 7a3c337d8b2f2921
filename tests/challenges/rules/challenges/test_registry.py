"""Every challenge of the rulebook finds the class that plays it."""

from __future__ import annotations

import msgspec
import pytest

from challenges.rules.challenges.registry import SCENARIOS, rules_of
from kernel.errors import Refusal
from rulebook.catalogue import catalogue


def test_all_challenges_of_the_rulebook_can_be_played_and_no_others() -> None:
    assert set(SCENARIOS) == set(catalogue().challenges)


@pytest.mark.parametrize("slug", sorted(SCENARIOS))
def test_a_challenge_is_played_by_its_own_class_with_its_own_numbers(slug: str) -> None:
    entry = catalogue().challenges[slug]
    rules = rules_of(entry)
    assert type(rules) is SCENARIOS[slug]
    assert (rules.figures_allowed, rules.rounds) == (entry.ninjas_allowed, entry.rounds)


def test_a_challenge_nobody_can_play_is_refused_by_name() -> None:
    entry = catalogue().challenges["brawl"]
    unknown = msgspec.structs.replace(entry, slug="tea-party", name="Tea Party")
    with pytest.raises(Refusal, match="Tea Party cannot be played") as refused:
        rules_of(unknown)
    assert refused.value.code == "not-playable"
