"""Games and their settlement as sentences."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kernel.elements import Element
from kernel.ids import ChallengeSlug, NinjaId
from rulebook.rules.rule_setting_values import DiceSource
from teams.rules.journal import entries as e
from teams.rules.journal.entries import AnyEntry
from teams.rules.journal.game_sentences import (
    INCOME,
    NOT_PLAYED,
    VIOLATIONS,
    game_sentence,
)
from teams.rules.reports.team_report import GameKind, MatchType, Outcome, TeamReport
from teams.rules.roster import legality
from tests.teams.rules.story import registered

ONE = NinjaId(1)


def report(**what: object) -> e.GameReported:
    what.setdefault("outcome", Outcome.WIN)
    return e.GameReported(report=TeamReport(match="m", **what))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (
            report(opponents=("Them",), challenge=ChallengeSlug("brawl")),
            "Won against Them in Brawl.",
        ),
        (report(outcome=Outcome.LOSS, opponents=("A", "B")), "Lost to A and B."),
        (report(standing=MatchType.FRIENDLY), "Won a game. The match was a friendly."),
        (
            report(standing=MatchType.FREE),
            "Won a game. The match was outside any league.",
        ),
        (report(kind=GameKind.BYE), "Had a bye."),
        (
            e.DowntimeRolled(
                match="m", ninja=ONE, dice=(Element.FIRE,), source=DiceSource.TABLE
            ),
            "Tora Chunin rolled Fire by hand: Sits out the next game.",
        ),
        (
            e.AdvancementRolled(
                ninja=ONE,
                dice=(Element.AIR, Element.FIRE),
                source=DiceSource.SERVER,
            ),
            "Tora Chunin rolled Air and Fire for an advancement.",
        ),
        (
            e.RevenueEarned(
                match="m",
                items=(
                    e.Income(source=e.IncomeSource.RESULT, koban=10),
                    e.Income(source=e.IncomeSource.ABILITY, koban=2, ninja=ONE),
                    e.Income(source=e.IncomeSource.LOST, koban=-1),
                ),
            ),
            (
                "Revenue: 10 koban for the result, 2 koban thanks to Tora Chunin and"
                " 1 koban lost to a thief."
            ),
        ),
        (e.ExperienceEarned(match="m"), "No ninja earned experience."),
        (e.RosterChecked(match="m"), "The roster is legal."),
        (
            e.RosterChecked(match="m", violations=("below-minimum", "in-debt")),
            (
                "The roster is not legal: too few ninja of a required type and the"
                " treasury is in debt."
            ),
        ),
        (
            report(kind=GameKind.FORFEIT_WON, opponents=("Them",)),
            "Won against Them by forfeit.",
        ),
    ],
)
def test_some_sentences_word_for_word(entry: AnyEntry, sentence: str) -> None:
    story = registered()
    assert game_sentence(entry, story.state, story.book) == sentence


def test_every_kind_of_game_and_income_has_its_words() -> None:
    assert set(NOT_PLAYED) == set(GameKind) - {GameKind.PLAYED}
    assert set(INCOME) == set(e.IncomeSource)


def test_every_violation_has_its_words() -> None:
    source = Path(legality.__file__).read_text(encoding="utf-8")
    codes = set(re.findall(r'code="([a-z-]+)"', source)) | {legality.BELOW_MINIMUM}
    assert codes - {"not-a-draft"} == set(VIOLATIONS)
