"""A log that copies share, and what others may read of it."""

from __future__ import annotations

from skirmish.rules.log import Activated, CardDrawn, Hid, Log


def test_a_copy_shares_the_past_and_has_its_own_future() -> None:
    log = Log()
    log.append(Activated(1))
    twin = log.copy()
    log.append(Hid(1))
    twin.append(Hid(2))
    third = twin.copy()
    third.append(Hid(3))
    twin.append(Hid(4))
    assert list(log) == [Activated(1), Hid(1)]
    assert list(twin) == [Activated(1), Hid(2), Hid(4)]
    assert list(third) == [Activated(1), Hid(2), Hid(3)]
    assert [len(log), len(twin), len(third)] == [2, 3, 3]


def test_a_copy_without_a_future_stays_as_it_was() -> None:
    log = Log()
    log.append(Activated(1))
    twin = log.copy()
    third = twin.copy()
    twin.append(Hid(1))
    log.append(Hid(2))
    assert list(third) == [Activated(1)]
    assert len(third) == 1


def test_only_its_owner_reads_which_card_was_drawn() -> None:
    log = Log()
    log.append(CardDrawn(0, "sidestep"))
    assert list(log.public(0)) == [CardDrawn(0, "sidestep")]
    assert list(log.public(1)) == [CardDrawn(0, "")]
