"""A match on the board between stored teams, settled like any other."""

from __future__ import annotations

from collections import Counter

import pytest

from challenges.rules.match_setup import set_up_match
from kernel.dice import SeededDice
from kernel.ids import NinjaId
from people.models import Person
from rulebook.catalogue import catalogue
from skirmish.bots.novice import Novice
from teams.rules.journal.entries import DowntimeRolled
from teams.rules.reports.board_report import figure_ninja
from teams.rules.reports.team_report import MatchType
from teams.selectors.journal_store import list_lines
from teams.services.games import report_game, settle_with_defaults, start_game
from teams.services.journal import Edit, Role
from tests.ledger import rule
from tests.skirmish.random_play import seed_of
from tests.verbs import registered_team


@rule("XP-01", "XP-15", "POST-01")
@pytest.mark.django_db
def test_bots_play_for_two_stored_teams_and_everything_is_settled(
    alice: Person, bob: Person
) -> None:
    tales = [registered_team(alice, "two-ogres"), registered_team(bob, "rockfall")]
    edits = [Edit(team_id=tale.team_id, actor=None, role=Role.SITE) for tale in tales]
    for edit in edits:
        start_game(edit, match="m1", standing=MatchType.LEAGUE)
    staging = set_up_match(
        [tale.state for tale in tales],
        book=catalogue(),
        rules=catalogue().default_house_rules,
        challenge="brawl",
        ground="castle-town",
        match="m1",
    )
    dice = SeededDice(seed_of(4))
    game = staging.play([Novice(dice.stream(name)) for name in "AB"], dice)
    reports = staging.reports(game.report)
    for edit, report in zip(edits, reports, strict=True):
        report_game(edit, report=report)
        settle_with_defaults(edit)
    noted = 0
    for tale, seat in zip(tales, game.report.seats, strict=True):
        state = tale.state
        assert (state.games, state.open_game, state.settling) == (1, "", None)
        rolled = Counter[NinjaId]()
        for line in list_lines(tale.team):
            if isinstance(line.entry, DowntimeRolled):
                rolled[line.entry.ninja] += line.entry.xp
        for figure in seat.figures:
            ninja = state.find(figure_ninja(figure))
            assert ninja.xp == figure.xp + rolled[ninja.id]
            noted += figure.xp
    # Two All-Stars and something besides.
    assert noted > 2 * 3
