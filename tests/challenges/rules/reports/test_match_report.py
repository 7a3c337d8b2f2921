"""The shape of a match's report."""

from __future__ import annotations

import msgspec
import pytest

from challenges.rules.reports.match_report import (
    Deed,
    MatchReport,
    NinjaPart,
    TeamPart,
    as_plain,
    convert_deed,
    mark_unknown_rounds,
    read_report,
)
from kernel.errors import Refusal
from kernel.ids import NinjaId
from tests.challenges.rules.matches import lineup
from tests.ledger import rule


def test_a_report_survives_json_and_leaves_out_what_goes_without_saying() -> None:
    row = NinjaPart(ninja=NinjaId(2), deeds=(Deed(event="injures_enemy"),))
    report = MatchReport(teams=(TeamPart(score=3, ninja=(row,)), TeamPart()))
    plain = msgspec.json.decode(msgspec.json.encode(as_plain(report)))
    injured = {"ninja": 2, "deeds": [{"event": "injures_enemy"}]}
    assert plain == {"teams": [{"score": 3, "ninja": [injured]}, {}]}
    assert read_report(plain) == report


@rule("LEAGUE-14")
@pytest.mark.parametrize(
    ("has_conceded", "rounds", "is_unknown"),
    [(True, None, True), (True, 0, False), (True, 4, False), (False, None, False)],
)
def test_only_a_conceded_game_without_a_count_has_unknown_rounds(
    has_conceded: bool, rounds: int | None, is_unknown: bool
) -> None:
    report = MatchReport(
        teams=(TeamPart(has_conceded=has_conceded), TeamPart()), rounds_played=rounds
    )
    assert mark_unknown_rounds(report).are_rounds_unknown is is_unknown


def test_report_stored_without_the_mark_keeps_its_meaning() -> None:
    stored = {"teams": [{"has_conceded": True}, {}]}
    assert not read_report(stored).are_rounds_unknown


def test_what_is_no_report_is_said_to_be_none() -> None:
    with pytest.raises(Refusal, match="not a match report"):
        read_report({"teams": 3})


@pytest.mark.parametrize(
    ("by_team", "against", "told"), [(0, 1, 0), (1, 0, 0), (1, 2, 1), (2, 1, 1)]
)
def test_a_team_counts_the_others_without_itself(
    by_team: int, against: int, told: int
) -> None:
    deed = Deed(event="injures_enemy", against=against)
    assert convert_deed(deed, by_team=by_team).against == told


def test_a_lineup_knows_who_plays_with_whom() -> None:
    match = lineup(9, 9, 9, 9, sides=(0, 1, 0, 1))
    assert match.has_allies
    assert match.of_side(0) == (0, 2)
    assert match.allies_of(0) == ("Team 2",)
    assert match.opponents_of(3) == ("Team 0", "Team 2")
    assert not lineup(9, 9, 9).has_allies
