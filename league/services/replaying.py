"""A match that was called off or declared void is played after all."""

from __future__ import annotations

from django.http import Http404

from challenges.rules.stages import MatchStage
from kernel.errors import Refusal
from league.models import Fixture
from league.models.fixtures import CompetitionKind
from league.models.leagues import REASON_LENGTH
from league.models.seasons import EntrantStage, SeasonStage
from league.rules.no_shows import still_counted
from league.selectors.dates import absent_from
from league.selectors.fixtures import people_of
from league.selectors.results import OFF
from league.services.drawing import match_for, match_let_go
from league.services.opening import audit, league_opened, refuse_own_affair
from league.services.playing_on import playoffs_go_on
from league.services.telling import fixture_told, title_of
from people.models import Person
from teams.rules.report import Standing
from teams.rules.texts import tidy_text


def fixture_play_again(
    *,
    uid: str,
    actor: Person,
    fixture_id: int,
    reason: str = "",
    is_mistake: bool = False,
) -> Fixture:
    """Another match for a fixture whose match came to nothing.

    Without one, playoffs would stand still at such a tie. Whoever did not come the
    first time is still counted, unless that was declared by mistake (LEAGUE-12).
    """
    with league_opened(uid, actor, by_master=True) as standpoint:
        fixture = _fixture(uid, fixture_id)
        refuse_own_affair(standpoint, people_of(fixture))
        gone = fixture.sides.exclude(entrant__stage=EntrantStage.ACTIVE)
        if gone.exists():
            raise Refusal("One of the teams has left the season.", code="team-left")
        old = fixture.match
        if old is None or old.stage not in OFF:
            raise Refusal(
                "Only a match that was called off or declared void is played again.",
                code="still-on",
            )
        why = tidy_text(reason, length=REASON_LENGTH, field="reason")
        word = "void" if old.stage == MatchStage.VOID else "called off"
        wording = f"{actor} lets {title_of(old)} be played again; it was {word}."
        absent = [str(one.team) for one in absent_from(fixture)]
        if is_mistake:
            _refuse_forgiving(absent, why)
        wording += f" {words}" if (words := still_counted(absent, is_mistake)) else ""
        wording += f" Reason: {why}" if why else ""
        match_let_go(fixture, is_forgiven=is_mistake)
        fixture.agreed_for = None
        fixture.save(update_fields=["agreed_for"])
        fixture.date_steps.all().delete()
        if fixture.competition.kind == CompetitionKind.PLAYOFFS:
            playoffs_go_on(fixture.competition, actor)
        else:
            match_for(fixture, actor=actor, standing=Standing(old.standing))
            fixture_told(fixture, actor)
        audit(standpoint.league, actor, "played-again", wording, is_override=True)
    return fixture


def _refuse_forgiving(absent: list[str], why: str) -> None:
    if not absent:
        raise Refusal(
            "Nobody was declared absent from this match; leave that unticked.",
            code="no-no-show",
            field="is_mistake",
        )
    if not why:
        raise Refusal(
            "Say why it was a mistake, so that everybody can read it in the log.",
            code="no-reason",
            field="reason",
        )


def _fixture(uid: str, fixture_id: int) -> Fixture:
    found = Fixture.objects.filter(
        pk=fixture_id,
        competition__season__league__uid=uid,
        competition__season__stage=SeasonStage.RUNNING,
    ).select_related("match", "round", "competition__season__league")
    one = found.first()
    if one is None:
        raise Http404("There is no such fixture.")
    return one
