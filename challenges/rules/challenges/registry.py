"""The rules class of each challenge."""

from __future__ import annotations

from challenges.rules.challenges.assassination import Assassination
from challenges.rules.challenges.brawl import Brawl
from challenges.rules.challenges.capture_the_medal import CaptureTheMedal
from challenges.rules.challenges.champion import Champion
from challenges.rules.challenges.infiltration import Infiltration
from challenges.rules.challenges.intercept_the_messenger import InterceptTheMessenger
from challenges.rules.challenges.king_of_the_hill import KingOfTheHill
from challenges.rules.challenges.search import Search
from kernel.errors import Refusal
from rulebook.rules.entries import Challenge
from skirmish.rules.challenge import ChallengeRules

SCENARIOS: dict[str, type[ChallengeRules]] = {
    "assassination": Assassination,
    "brawl": Brawl,
    "capture-the-medal": CaptureTheMedal,
    "champion": Champion,
    "infiltration": Infiltration,
    "intercept-the-messenger": InterceptTheMessenger,
    "king-of-the-hill": KingOfTheHill,
    "search": Search,
}


def rules_of(entry: Challenge) -> ChallengeRules:
    """Return the engine rules for a challenge of the rulebook."""
    scenario = SCENARIOS.get(entry.slug)
    if scenario is None:
        raise Refusal(
            f"{entry.name} cannot be played on this board. Choose another challenge.",
            code="not-playable",
        )
    return scenario(entry)
