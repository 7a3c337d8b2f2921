"""What becomes of the fixtures of a team that leaves (LEAGUE-15)."""

from __future__ import annotations

import msgspec

from challenges.rules.stages import MatchStage
from challenges.services import Edit as MatchEdit
from challenges.services import match_call_off
from kernel.errors import Refusal
from league.models import Entrant, Fixture
from league.models.fixtures import CompetitionKind
from league.rules.results import EntryId, Part
from league.rules.seasons import Left, games_left_behind
from league.selectors.house_rules import rules_in_force
from league.selectors.results import PARTS, planned_of
from league.services.drawing import match_let_go
from league.services.playing_on import playoffs_go_on
from league.services.rounds import bye_credit, walkover_settle
from rulebook.rules.knob_values import UnplayedGames
from teams.rules.report import GameKind

UNDER_WAY = (
    MatchStage.OPEN,
    MatchStage.REPORTED,
    MatchStage.DISPUTED,
    MatchStage.CONFIRMED,
)
# Only what a draw has set leaves something behind. Matches that people arranged are
# called off, or byes could be had by arranging them; in playoffs the other goes on.
DRAWN = (
    CompetitionKind.ROUND_ROBIN,
    CompetitionKind.SWISS,
    CompetitionKind.RANDOM,
    CompetitionKind.CROSS,
)


def refuse_under_way(entrant: Entrant) -> None:
    """Nobody leaves in the middle of a match."""
    found = Fixture.objects.filter(
        sides__entrant=entrant, match__stage__in=UNDER_WAY
    ).exists()
    if found:
        raise Refusal(
            f"{entrant.team} is in the middle of a match; end it first: report it,"
            " confirm it, or answer what its settlement asks.",
            code="match-under-way",
        )


def games_leave_behind(entrant: Entrant) -> None:
    """Byes, nothing or wins for those who would have met the team."""
    waiting = {
        one.pk: one
        for one in Fixture.objects.filter(
            sides__entrant=entrant,
            outcome__isnull=True,
            match__stage=MatchStage.ARRANGED,
        )
        .select_related("match", "round", "competition")
        .prefetch_related("sides")
    }
    rules = rules_in_force(entrant.season.league)
    gone = frozenset({EntryId(entrant.pk)})
    for left in games_left_behind(planned_of(waiting.values()), gone, rules):
        _leave(waiting[left.number], left, entrant)
    for competition in entrant.season.competitions.all():
        playoffs_go_on(competition)


def _leave(fixture: Fixture, left: Left, gone: Entrant) -> None:
    becomes = left.becomes
    if fixture.competition.kind not in DRAWN:
        becomes = UnplayedGames.VOID
    match becomes:
        case UnplayedGames.BYES:
            _become_bye(fixture, left)
        case UnplayedGames.WINS:
            _become_win(fixture, left, gone)
        case UnplayedGames.VOID:
            if fixture.match is not None:
                match_call_off(MatchEdit(uid=fixture.match.uid, actor=None))


def _become_bye(fixture: Fixture, left: Left) -> None:
    if left.for_entry is None:
        return
    match_let_go(fixture)
    fixture.sides.exclude(entrant=left.for_entry).delete()
    fixture.sides.update(number=0)
    fixture.is_bye, fixture.why = True, ["Its opponent left the league."]
    fixture.save(update_fields=["is_bye", "why"])
    # A round that is not closed yet credits its byes when it is.
    if fixture.round is None or fixture.round.closed is not None:
        bye_credit(fixture)


def _become_win(fixture: Fixture, left: Left, gone: Entrant) -> None:
    winner = fixture.sides.get(entrant=left.for_entry).entrant
    if winner is None:
        return
    match_let_go(fixture)
    parts = [
        Part(entry=EntryId(winner.pk), place=1),
        Part(entry=EntryId(gone.pk), place=2, is_forfeit=True),
    ]
    fixture.outcome = {PARTS: msgspec.to_builtins(parts)}
    walkover_settle(fixture, winner, GameKind.FORFEIT_WON, against=(str(gone.team),))
