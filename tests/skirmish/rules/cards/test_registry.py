"""The cards as a whole: which of the catalogue's have a room."""

from __future__ import annotations

from rulebook.catalogue import catalogue
from skirmish.rules.rooms import CARD, REGISTRY

PLAYED = {
    "adrenaline",
    "ameratsus-gaze",
    "banzai",
    "darkest-night",
    "decoy",
    "fire-aura",
    "fuzins-breath",
    "igazanis-bounty",
    "ikas-depths",
    "inazamis-embrace",
    "incredible-luck",
    "mamoru",
    "pressure-point",
    "raizins-spark",
    "sidestep",
    "smoke-bomb",
    "stellar-alignment",
    "suinijs-depths",
    "third-eye",
}


def test_these_cards_of_the_catalogue_have_a_room_and_no_others() -> None:
    assert {slug for kind, slug in REGISTRY if kind == CARD} == PLAYED
    assert set(catalogue().cards) > PLAYED
