"""Values of house rules that can answer a question."""

from __future__ import annotations

from kernel.elements import ELEMENTS
from rulebook.catalogue import catalogue
from rulebook.rules.rule_setting_values import AttributeCaps
from rulebook.rules.tables import Advance


def test_every_element_has_its_gain_on_doubles() -> None:
    mapping = catalogue().default_house_rules.doubles_mapping
    gains = [mapping.advance_for(element) for element in ELEMENTS]
    assert sorted(gains) == sorted(catalogue().advancement.printed_order)


def test_a_cap_is_found_by_its_attribute_and_an_affinity_has_none() -> None:
    caps = AttributeCaps(mv=8, at=5, df=4, max_increases=2)
    found = [caps.cap_for(one) for one in (Advance.MV, Advance.AT, Advance.DF)]
    assert found == [8, 5, 4]
    assert caps.cap_for(Advance.AFFINITY) is None
