"""What a game is furnished with."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal
from skirmish.rules.behaviours import KEYWORD, REGISTRY
from skirmish.rules.compiled_setup import CompiledSetup
from tests.skirmish.cast import ninja, setup_for


def test_a_keyword_without_a_room_is_refused_by_name() -> None:
    book = setup_for((ninja(),)).book
    missing = [slug for slug in book.keywords if (KEYWORD, slug) not in REGISTRY]
    for slug in missing:
        with pytest.raises(Refusal, match=book.keywords[slug].name):
            CompiledSetup(setup_for((ninja(keywords=(slug,)),), (ninja(),)))
