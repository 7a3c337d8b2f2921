"""Rules know their area and their family, and are found by what they speak of."""

from __future__ import annotations

from rulebook.rules.inventory import Area, Rule, rules_about


def rule_of(id_: str, text: str, **more: str) -> Rule:
    return Rule(id=id_, page=1, text=text, **more)


RULES = [
    rule_of("KEY-BLINK-01", "Blink: before it moves the model may test."),
    rule_of("KEY-BLINK-02", "If the test fails, the movement is halved."),
    rule_of("KEY-DROWN-01", "Drown: as an action.", ruling="Like Sicken."),
    rule_of("ABIL-NET-01", "Ika chunin, Net: may Stun an enemy."),
    rule_of("ABIL-NET-02", "It is used right after the Injury."),
    rule_of("CHAL-INFIL-01", "Infiltration allows 6 models."),
    rule_of("CHAL-INFIL-02", "A goal token is placed."),
    rule_of("STATUS-01", "Tokens are added one at a time."),
    rule_of("STATUS-02", "Stunned means one token.", ambiguity="How many Stuns?"),
]


def found(name: str, *areas: str) -> list[str]:
    return [rule.id for rule in rules_about(RULES, name, areas)]


def test_area_and_family_are_read_from_the_id() -> None:
    assert (RULES[0].area, RULES[0].family) == ("KEY", "KEY-BLINK")
    assert (RULES[7].area, RULES[7].family) == ("STATUS", "STATUS")
    assert Area(code="KEY", name="Keywords", about="All.").slug == "key"


def test_the_family_of_the_rule_that_opens_with_a_name_belongs_to_it() -> None:
    assert found("Blink", "KEY") == ["KEY-BLINK-01", "KEY-BLINK-02"]
    assert found("Net", "ABIL") == ["ABIL-NET-01", "ABIL-NET-02"]
    assert found("Infiltration", "CHAL") == ["CHAL-INFIL-01", "CHAL-INFIL-02"]


def test_an_area_without_families_gives_only_what_mentions_the_name() -> None:
    assert found("Stun", "STATUS") == ["ABIL-NET-01", "STATUS-02"]


def test_rulings_and_open_questions_are_looked_at_too() -> None:
    assert found("Sicken") == ["KEY-DROWN-01"]
    assert RULES[8].mentions("Stuns")


def test_a_name_is_found_as_a_word_or_its_beginning_only() -> None:
    assert RULES[8].mentions("Stun")
    assert not RULES[8].mentions("tun")
    assert not RULES[8].mentions("stunned")
