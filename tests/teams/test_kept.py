"""What is kept of a version is found again, and never anything else."""

from __future__ import annotations

from dataclasses import make_dataclass
from datetime import UTC, datetime

from django.db import transaction

from people.models import Person
from teams.selectors.scroll_page import get_scroll_page
from teams.selectors.version_cache import TeamVersion, cached_by_version
from teams.services.adjustments import adjust_team
from tests.verbs import registered_team

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
Shape = make_dataclass("Shape", ["koban"])
LaterShape = make_dataclass("Shape", ["koban", "rating"])


def test_it_is_made_once_for_a_version_of_a_team() -> None:
    made: list[int] = []

    def make() -> tuple[int, ...]:
        made.append(1)
        return tuple(made)

    first = cached_by_version(TeamVersion(7, 3, NOON), make, shapes=(Shape,))
    assert (
        cached_by_version(TeamVersion(7, 3, NOON), make, shapes=(Shape,))
        == first
        == (1,)
    )
    assert cached_by_version(TeamVersion(7, 4, NOON), make, shapes=(Shape,)) == (1, 1)
    assert cached_by_version(TeamVersion(8, 3, NOON), make, shapes=(Shape,)) == (
        1,
        1,
        1,
    )


def test_a_newer_product_does_not_find_an_older_shape() -> None:
    version = TeamVersion(7, 3, NOON)
    assert cached_by_version(version, lambda: "old", shapes=(Shape,)) == "old"
    assert cached_by_version(version, lambda: "new", shapes=(LaterShape,)) == "new"


def test_a_version_that_was_rolled_back_is_not_taken_for_the_next(
    alice: Person,
) -> None:
    tale = registered_team(alice)
    with transaction.atomic():
        adjust_team(tale.edit, reason="Found", koban=50)
        rich = tale.history().points[-1].koban
        transaction.set_rollback(True)
    adjust_team(tale.edit, reason="Found", koban=1)
    assert tale.history().points[-1].koban == rich - 49
    records = get_scroll_page(tale.team_id, alice).records
    assert records.treasury[0].balance == tale.state.koban
