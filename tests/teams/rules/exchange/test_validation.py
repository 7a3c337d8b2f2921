"""What a document is held to before it becomes a team here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kernel.dice import SeededDice, commitment, elements_of
from kernel.errors import Refusal
from teams.rules.exchange import validation
from teams.rules.exchange.document import NinjaPart, TeamPart, decode, encode
from teams.rules.exchange.validation import (
    LINES_MAX,
    NINJA_MAX,
    journal_state,
    roster_entries,
)
from teams.rules.journal import entries as e
from teams.rules.state import NinjaState, TeamState
from tests.teams.rules.documents import batch_id, bent, plain, told
from tests.teams.rules.story import Story, book, registered

Bend = Callable[[dict[str, Any]], object]


def read(content: bytes) -> TeamState:
    return journal_state(decode(content), book().default_house_rules, book())


def refusal(bend: Bend, story: Story | None = None) -> Refusal:
    values = plain(story or registered())
    bend(values)
    with pytest.raises(Refusal) as found:
        read(bent(values))
    return found.value.parts[0]


def line(entry: dict[str, Any]) -> Bend:
    """Add one more line with this entry."""

    def bend(values: dict[str, Any]) -> None:
        number = len(values["journal"]) + 1
        values["journal"].append(
            {
                "number": number,
                "batch": batch_id(number),
                "written": "2026-11-16T12:00:00+00:00",
                "wording": "Something.",
                "entry": entry,
            }
        )

    return bend


def test_a_journal_adds_up_to_its_team() -> None:
    story = registered()
    story.game("fire", "fire", "fire", healing=[1, 2, 3])
    assert read(encode(told(story))) == story.state


@pytest.mark.parametrize(
    ("bend", "code", "field"),
    [
        (
            lambda v: v["journal"][1].update(number=7),
            "line-number",
            "journal[1].number",
        ),
        (
            lambda v: v["journal"][1].update(place=9),
            "line-number",
            "journal[1].number",
        ),
        (
            lambda v: v["journal"][1].update(batch="mine"),
            "no-batch",
            "journal[1].batch",
        ),
        (
            lambda v: v["journal"][0].update(wording="x" * 9000),
            "odd-value",
            "journal[0].wording",
        ),
        (
            lambda v: v["journal"][0]["entry"].update(name="x" * 61),
            "odd-name",
            "journal[0].entry.name",
        ),
        (
            lambda v: v["journal"][0]["entry"].update(name="a\nb"),
            "odd-name",
            "journal[0].entry.name",
        ),
        (
            lambda v: v["journal"][0]["entry"].update(koban=10**9),
            "odd-value",
            "journal[0].entry.koban",
        ),
        (
            lambda v: v["journal"][0]["entry"].update(koban=-1),
            "negative",
            "journal[0].entry.koban",
        ),
        (
            lambda v: v["journal"][1]["entry"].update(price=-50),
            "negative",
            "journal[1].entry.price",
        ),
        (
            lambda v: v["journal"][0]["entry"].update(clan="wolves"),
            "impossible-entry",
            "journal[0]",
        ),
        (
            lambda v: v["journal"][1]["entry"].update(profile="wolf"),
            "impossible-entry",
            "journal[1]",
        ),
        (lambda v: v["journal"].pop(1), "line-number", "journal[1].number"),
        (lambda v: v["team"].update(koban=500), "team-differs", "team"),
        (lambda v: v["team"]["ninja"].pop(), "team-differs", "team"),
        (
            line({"kind": "logo-set", "logo": "logos/others.png"}),
            "foreign-picture",
            "journal[5].entry.logo",
        ),
        (
            line({"kind": "league-entered", "league": "x" * 121}),
            "odd-name",
            "journal[5].entry.league",
        ),
        (
            line({"kind": "corrected", "reason": "r", "ninja": 1, "games_to_miss": -1}),
            "negative",
            "journal[5].entry.games_to_miss",
        ),
        (
            line(
                {
                    "kind": "corrected",
                    "reason": "r",
                    "ninja": 1,
                    "keywords_granted": ["flying"],
                }
            ),
            "unknown-keyword",
            "journal[5].entry",
        ),
        (
            line(
                {
                    "kind": "traded",
                    "partner": "x",
                    "received": [{"id": 9, "profile": "tora-kaiken", "price": -1}],
                }
            ),
            "negative",
            "journal[5].entry.received",
        ),
        (
            line(
                {
                    "kind": "traded",
                    "partner": "x",
                    "received": [
                        {
                            "id": 9,
                            "profile": "tora-kaiken",
                            "price": 1,
                            "growth": [{"kind": "learn", "keyword": "flying"}],
                        }
                    ],
                }
            ),
            "unknown-keyword",
            "journal[5].entry.received",
        ),
        (
            line({"kind": "rules-adopted", "changes": {"gravity": 0}}),
            "impossible-entry",
            "journal[5]",
        ),
    ],
)
def test_a_journal_that_was_never_written_here_is_refused(
    bend: Bend, code: str, field: str
) -> None:
    found = refusal(bend)
    assert (found.code, found.field) == (code, field)
    assert found.sentence.endswith(".")


def test_all_faults_are_told_at_once_but_not_endlessly() -> None:
    values = plain(registered())
    for row in values["journal"]:
        row["batch"] = "mine"
    with pytest.raises(Refusal) as found:
        read(bent(values))
    assert len(found.value.parts) == len(values["journal"])
    monkey = pytest.MonkeyPatch()
    with monkey.context() as patched:
        patched.setattr(validation, "PROBLEMS_SHOWN", 2)
        with pytest.raises(Refusal) as found:
            read(bent(values))
    assert len(found.value.parts) == 2


def test_a_journal_is_no_longer_than_anybody_writes() -> None:
    values = plain(registered())
    values["journal"] = values["journal"][:1] * (LINES_MAX + 1)
    with pytest.raises(Refusal) as found:
        read(bent(values))
    assert found.value.parts[0].code == "journal-too-long"


def test_a_trade_with_whole_ninja_is_fine() -> None:
    story = registered(allow_trades=True)
    newcomer = NinjaState(id=9, profile="tora-kaiken", price=10, name="Bo")
    story.write(e.Traded(partner="x", received=(newcomer,)))
    document = told(story)
    assert read(encode(document)).find(9).name == "Bo"


class TestDice:
    SEED = "ab" * 32

    STREAM = "line 9"

    def faces(self) -> tuple[int, ...]:
        return SeededDice(self.SEED, self.STREAM).roll(1)

    def rolled(self) -> dict[str, Any]:
        """A document with a downtime roll of the site's dice."""
        story = registered()
        story.game(*elements_of(self.faces()), healing=[1])
        values = plain(story)
        self.line(values)["dice"] = {
            "seed": self.SEED,
            "promised": commitment(self.SEED),
            "stream": self.STREAM,
            "record": [[list(self.faces()), 6]],
        }
        return values

    def line(self, values: dict[str, Any]) -> Any:
        return next(
            row
            for row in values["journal"]
            if row["entry"]["kind"] == "downtime-rolled"
        )

    def test_dice_that_follow_from_their_seed_are_believed(self) -> None:
        assert read(bent(self.rolled())).games == 1

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            (lambda d: d["dice"].update(seed="00" * 32), "seed-not-promised"),
            (lambda d: d["dice"].update(seed="short"), "bad-seed"),
            (lambda d: d["dice"].update(record=[[[9], 6]]), "roll-not-derived"),
            (lambda d: d["dice"].update(record=[[[0], 0]]), "roll-not-derived"),
            (lambda d: d["dice"].update(stream="line 10"), "roll-not-derived"),
            (lambda d: d["dice"].update(record=[]), "other-dice"),
            (lambda d: d["entry"].update(source="table"), "other-dice"),
        ],
    )
    def test_other_dice_are_not(self, change: Bend, code: str) -> None:
        values = self.rolled()
        change(self.line(values))
        with pytest.raises(Refusal) as found:
            read(bent(values))
        place = values["journal"].index(self.line(values))
        first = found.value.parts[0]
        assert (first.code, first.field) == (code, f"journal[{place}].dice")


class TestRosters:
    """A document without a journal."""

    def entries(self, **values: Any) -> tuple[Any, ...]:
        team = TeamPart(**{"name": "Fangs", "clan": "tora", **values})
        return roster_entries(team, book().default_house_rules, book())

    def test_a_list_of_ninja_becomes_a_draft(self) -> None:
        founded, chunin, hero = self.entries(
            ninja=(
                NinjaPart(profile="tora-chunin", name=" Bo ", abilities=("pounce",)),
                NinjaPart(profile="ryu", name="Bob", price=1, xp=99),
            )
        )
        assert founded == e.Founded(
            name="Fangs",
            clan="tora",
            koban=100,
            changes=book().house_rules.changes_to_store(book().default_house_rules),
        )
        assert chunin == e.Recruited(
            ninja=1,
            profile="tora-chunin",
            price=20,
            name="Bo",
            abilities=("pounce",),
        )
        assert hero == e.Recruited(ninja=2, profile="ryu", price=20)

    @pytest.mark.parametrize(
        ("values", "code", "field"),
        [
            ({"name": ""}, "no-name", "name"),
            ({"name": "x" * 61}, "long-name", "name"),
            ({"clan": "wolves"}, "unknown-clan", "team.clan"),
            (
                {"ninja": (NinjaPart(profile="wolf"),)},
                "unknown-profile",
                "team.ninja[0].profile",
            ),
            (
                {"ninja": (NinjaPart(profile="ryu", abilities=("pounce",)),)},
                "abilities",
                "team.ninja[0].abilities",
            ),
            (
                {"ninja": (NinjaPart(profile="tora-kaiken", name="a\tb"),)},
                "odd-name",
                "team.ninja[0].name",
            ),
            (
                {"ninja": (NinjaPart(profile="tora-kaiken"),) * (NINJA_MAX + 1)},
                "too-many-ninja",
                "team.ninja",
            ),
            (
                {"ninja": (NinjaPart(profile="tora-kaiken", xp=10**9),)},
                "odd-value",
                "team.ninja[0].xp",
            ),
        ],
    )
    def test_what_the_rulebook_does_not_know_is_refused(
        self, values: dict[str, Any], code: str, field: str
    ) -> None:
        with pytest.raises(Refusal) as found:
            self.entries(**values)
        assert (found.value.parts[0].code, found.value.parts[0].field) == (code, field)
