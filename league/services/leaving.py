"""What becomes of the fixtures of a team that leaves (LEAGUE-15)."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from django.db.models import F

from challenges.services import Edit as MatchEdit
from challenges.services import match_call_off, match_part
from kernel.errors import Refusal
from league.models import Entrant, Fixture
from league.models.seasons import EntrantStage
from league.rules.results import EntryId, Part
from league.rules.seasons import Left
from league.selectors.dates import talks_of
from league.selectors.leaving import fate_of, home_of, left_behind, under_way
from league.selectors.results import PARTS
from league.services.drawing import match_let_go
from league.services.playing_on import playoffs_go_on
from league.services.rounds import bye_credit, walkover_settle
from people.models import Person
from rulebook.rules.knob_values import UnplayedGames
from teams import services as teams
from teams.rules.report import GameKind
from teams.rules.state import Stage
from teams.services import Edit, Role


def team_close(entrant: Entrant, actor: Person | None) -> None:
    """Its scroll is closed for good, if it is not."""
    if entrant.team.stage != Stage.RETIRED:
        edit = Edit(team_id=entrant.team_id, actor=actor, role=Role.SITE)
        teams.team_retire(edit, reason=f"Left {entrant.season.league}.")


def teams_close_late(fixture: Fixture) -> None:
    """Teams that had left, but for the match that is over now."""
    gone = (
        Entrant.objects.exclude(stage=EntrantStage.ACTIVE)
        .alias(home=home_of(team="team", name="team__league"))
        .filter(fixture_sides__fixture=fixture, home=F("season__league"))
    )
    for entrant in gone.select_related("team", "season__league").order_by("team_id"):
        if under_way(entrant) is None:
            team_close(entrant, None)


def refuse_under_way(entrant: Entrant) -> None:
    """Nobody leaves in the middle of a match."""
    if (playing := under_way(entrant)) is not None:
        raise Refusal(playing.sentence, code="match-under-way")


def games_leave_behind(entrant: Entrant) -> None:
    """Byes, nothing or wins for those who would have met the team. Byes of its own
    that do not count yet fall away."""
    for fixture, left in left_behind(entrant):
        _leave(fixture, left, entrant)
    own = Fixture.objects.filter(sides__entrant=entrant, is_bye=True)
    own.filter(outcome__isnull=True).delete()
    for competition in entrant.season.competitions.all():
        playoffs_go_on(competition)


def _leave(fixture: Fixture, left: Left, gone: Entrant) -> None:
    match fate_of(fixture, left):
        case None:
            _play_on(fixture, gone)
        case UnplayedGames.BYES:
            _become_bye(fixture, left, gone)
        case UnplayedGames.WINS:
            _become_win(fixture, left, gone)
        case UnplayedGames.VOID:
            if fixture.match is not None:
                edit = MatchEdit(uid=fixture.match.uid, actor=None)
                match_call_off(edit, reason=left_words(gone))


def left_words(gone: Entrant) -> str:
    return f"{gone.team} has left the season."


def _play_on(fixture: Fixture, gone: Entrant) -> None:
    """The others of three or four meet without it. A date that suits all of them was
    agreed on, if it was only the one who left that had not said so."""
    if fixture.match is None:
        raise AssertionError("Whoever waits to be played has a match.")
    fixture.sides.filter(entrant=gone).delete()
    for number, side in enumerate(fixture.sides.order_by("number")):
        side.number = number
        side.save(update_fields=["number"])
    told = left_words(gone)
    fixture.why = [*fixture.why, f"{told} The others play on."]
    agreed = talks_of(fixture).agreed
    fixture.agreed_for = None
    if agreed is not None:
        fixture.agreed_for = datetime.fromtimestamp(agreed, UTC)
    fixture.save(update_fields=["why", "agreed_for"])
    edit = MatchEdit(uid=fixture.match.uid, actor=None)
    match_part(edit, team_id=gone.team_id, reason=told)


def _become_bye(fixture: Fixture, left: Left, gone: Entrant) -> None:
    if left.for_entry is None:
        return
    stays = fixture.sides.get(entrant=left.for_entry).entrant
    match_let_go(fixture, reason=f"{left_words(gone)} {stays} has a bye instead.")
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
    match_let_go(fixture, reason=f"{left_words(gone)} {winner} wins without a game.")
    parts = [
        Part(entry=EntryId(winner.pk), place=1),
        Part(entry=EntryId(gone.pk), place=2, is_forfeit=True),
    ]
    fixture.outcome = {PARTS: msgspec.to_builtins(parts)}
    walkover_settle(fixture, winner, GameKind.FORFEIT_WON, against=(str(gone.team),))
