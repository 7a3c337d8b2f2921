"""The cards as a whole: which of the catalogue's have a behaviour."""

from __future__ import annotations

from rulebook.catalogue import catalogue
from skirmish.rules.behaviours import CARD, REGISTRY
from tests.ledger import rule

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
    "rushing-river",
    "sidestep",
    "smoke-bomb",
    "stellar-alignment",
    "suinijs-depths",
    "third-eye",
    "tumble",
    "vault",
}


@rule("CARD-24")
def test_every_card_of_the_catalogue_has_a_room_and_every_room_a_card() -> None:
    assert {slug for kind, slug in REGISTRY if kind == CARD} == PLAYED
    assert set(catalogue().cards) == PLAYED
    assert len(PLAYED) == 22
