from __future__ import annotations

from datetime import UTC, datetime

import pytest

from people import catalogue


def test_zones_are_places_where_people_live_and_utc():
    zones = catalogue.time_zones()
    assert {"UTC", "Europe/Berlin", "Asia/Calcutta", "America/New_York"} <= zones
    assert not zones & {"EST5EDT", "Etc/GMT+5", "localtime", "Factory", "US/Pacific"}


def test_choices_offer_every_zone_exactly_once_and_utc_first():
    groups = catalogue.time_zone_groups()
    offered = [name for _, zones in groups for name, _ in zones]
    assert offered[0] == "UTC"
    assert sorted(offered) == sorted(catalogue.time_zones())
    labels = {name: label for _, zones in groups for name, label in zones}
    assert labels["America/Argentina/Buenos_Aires"] == "Argentina, Buenos Aires"


def test_every_offered_zone_can_be_reckoned_with():
    noon = datetime(2026, 11, 16, 12, tzinfo=UTC)
    for name in catalogue.time_zones():
        assert noon.astimezone(catalogue.zone(name)) == noon


@pytest.mark.parametrize("lost", ["Europe/Atlantis", "", "../../etc/passwd"])
def test_a_zone_this_machine_does_not_have_is_read_as_utc(lost):
    assert catalogue.zone(lost).key == "UTC"
