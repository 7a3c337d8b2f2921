"""The rulebook and the challenge rules that game files refer to."""

from __future__ import annotations

from functools import cache

from challenges.rules.challenges.registry import rules_of
from kernel.ids import ChallengeSlug
from rulebook.catalogue import catalogue
from skirmish.rules.challenge import ChallengeRules
from skirmish.rules.text_format.setups import Shelf


def challenge_of(slug: str) -> ChallengeRules:
    return rules_of(catalogue().challenges[ChallengeSlug(slug)])


@cache
def shelf() -> Shelf:
    return Shelf(catalogue(), challenge_of)
