"""Games as they begin, end and are called off."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal
from kernel.ids import NinjaId, ProfileSlug
from teams.rules.journal import entries as e
from teams.rules.reports.team_report import MatchType
from teams.rules.roster.readiness import open_game
from tests.ledger import rule
from tests.teams.rules.story import registered

CHUNIN = NinjaId(1)
GUEST = e.LoanJoined(ninja=NinjaId(9), profile=ProfileSlug("tora-kaiken"))


def test_only_the_game_that_is_open_can_be_reported_or_called_off() -> None:
    story = registered()
    story.write(open_game(story.state, story.book, match="this"))
    for entry in (
        e.GameCalledOff(match="that"),
        e.GameReported(report=story.report(match="that")),
    ):
        with pytest.raises(Refusal, match="not in that game"):
            story.write(entry)
    with pytest.raises(Refusal, match="already in another game"):
        story.write(e.GameOpened(match="third", rating=4))
    story.play(match="this", all_stars=(CHUNIN,))
    assert story.state.open_game == ""
    assert story.state.rating_frozen is None


@rule("RECRUIT-11")
def test_guests_go_home_when_the_game_is_over_or_called_off() -> None:
    story = registered()
    story.write(GUEST)
    story.write(open_game(story.state, story.book, match="m"))
    assert story.state.holds(GUEST.ninja)
    story.write(e.GameCalledOff(match="m"))
    assert not story.state.holds(GUEST.ninja)


@rule("RECRUIT-11")
def test_a_guest_learns_nothing_and_does_not_recover() -> None:
    story = registered()
    story.write(GUEST)
    story.play(healing=[GUEST.ninja], all_stars=(CHUNIN,))
    assert not story.state.holds(GUEST.ninja)
    story.settle()
    assert all(not isinstance(one.entry, e.DowntimeRolled) for one in story.lines)
    assert [one.xp for one in story.state.ninja] == [3, 0, 0]


def test_a_report_of_somebody_who_is_not_on_the_team_cannot_be_true() -> None:
    story = registered()
    other = registered()
    stranger = other.recruit("tora-oni")
    report = other.report(fielded=[stranger])
    with pytest.raises(Refusal, match="not on the team"):
        story.write(e.GameReported(report=report))


def test_a_friendly_may_be_played_while_a_settlement_is_open() -> None:
    story = registered()
    story.play()
    before = story.state.settling
    story.play(standing=MatchType.FRIENDLY, match="fun")
    assert story.state.settling == before
    assert story.state.friendlies == 1
