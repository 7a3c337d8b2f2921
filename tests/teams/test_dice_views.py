"""The page on which anybody checks dice."""

from __future__ import annotations

import pytest
from django.test import Client

from kernel.dice import SeededDice, commitment, elements_of
from people.models import Person
from tests.verbs import Tale, registered_team

SEED = "ab" * 32


@pytest.fixture
def rolled(alice: Person) -> Tale:
    return registered_team(alice).play(feats={2: 9}, hurt=[3, 4]).settle()


def asked(client: Client, **changed: str) -> object:
    faces = elements_of(SeededDice(SEED, "line 7").roll(3))
    sent = {
        "seed": SEED,
        "promised": commitment(SEED),
        "stream": "line 7",
        "record": f"{faces[0]}, {faces[1]}\n{faces[2]}",
    }
    return client.get("/teams/dice/", sent | changed)


def test_it_waits_for_a_question(visitor: Client) -> None:
    answer = visitor.get("/teams/dice/")
    assert answer.status_code == 200
    assert "What to check" in answer.content.decode()


def test_true_dice_hold(visitor: Client) -> None:
    html = asked(visitor).content.decode()
    assert "These dice are correct" in html
    assert html.count("agrees</span>") == 2


def test_a_changed_roll_does_not(visitor: Client) -> None:
    first = elements_of(SeededDice(SEED, "line 7").roll(1))[0]
    other = "fire" if first != "fire" else "void"
    html = asked(visitor, record=other).content.decode()
    assert "These dice do not match" in html
    assert f"Roll 1 was recorded as {other}" in html
    assert "differs</span>" in html


def test_a_seed_that_was_not_promised_does_not(visitor: Client) -> None:
    html = asked(visitor, promised=commitment("cd" * 32)).content.decode()
    assert "These dice do not match" in html
    assert "not the one that was promised" in html


def test_another_stream_has_other_dice(visitor: Client) -> None:
    assert "do not match" in asked(visitor, stream="line 8").content.decode()


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"seed": "abc"}, "A seed is 64 hexadecimal digits"),
        ({"seed": ""}, "Fill in “Seed”."),
        ({"record": "fire\nluck"}, "Line 2: Write a roll as its elements"),
        ({"record": "fire\n" * 300}, "at most 200 rolls"),
    ],
)
def test_what_cannot_be_read_is_told(
    visitor: Client, changed: dict[str, str], words: str
) -> None:
    answer = asked(visitor, **changed)
    assert answer.status_code == 422
    assert words in answer.content.decode()


def test_a_draw_is_checked_too(visitor: Client) -> None:
    drawn = SeededDice(SEED, "line 7").below(7)
    assert (
        "These dice are correct"
        in asked(visitor, record=f"{drawn} of 7").content.decode()
    )
    wrong = (drawn + 1) % 7
    assert "do not match" in asked(visitor, record=f"{wrong} of 7").content.decode()
    impossible = asked(visitor, record="9 of 7").content.decode()
    assert "none that dice can give" in impossible
    assert "none that dice can give" in asked(visitor, record="0 of 0").content.decode()


def test_every_roll_of_a_journal_is_derived_again(
    rolled: Tale, alice_client: Client
) -> None:
    lines = [line for line in rolled.history().lines if line.dice]
    assert {line.kind for line in lines} == {"downtime-rolled", "advancement-rolled"}
    for line in lines:
        address = f"/teams/{rolled.team_id}/history/{line.number}/dice/"
        html = alice_client.get(address).content.decode()
        assert "These dice are correct" in html
        assert line.dice.seed in html
        assert line.sentence in html


def test_the_dice_of_a_journal_are_for_who_may_see_the_team(
    rolled: Tale, charlie_client: Client, alice_client: Client
) -> None:
    line = next(line for line in rolled.history().lines if line.dice)
    address = f"/teams/{rolled.team_id}/history/{line.number}/dice/"
    assert charlie_client.get(address).status_code == 404
    without = f"/teams/{rolled.team_id}/history/1/dice/"
    assert alice_client.get(without).status_code == 404
