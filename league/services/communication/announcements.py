"""Notifications about corrections and seasons."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from uuid import UUID
from zoneinfo import ZoneInfo

from django.urls import reverse

from challenges.models import Correction, Match
from challenges.rules.stages import CorrectionStage
from challenges.selectors.access import is_match
from challenges.selectors.corrections import is_reinstating
from kernel.phrases import list_words
from league.models.communication import NotificationKind, WebhookEvent
from league.models.competitions import Fixture
from league.models.leagues import League, Role
from league.models.seasons import Season
from league.rules.seasons import CarryOver
from league.selectors.communication.news import posts_reporting
from league.services.communication.match_notifications import (
    find_decision_deadline,
    format_match_title,
    get_match_title,
    get_match_url,
    list_match_teams,
)
from league.services.communication.notifications import get_member_ids, notify
from league.services.communication.webhooks import announce
from league.services.locks import log_action
from people.models import Person
from people.selectors import moment_words
from teams.models import Team
from teams.selectors.journal_store import get_state


def notify_correction(amendment: Correction) -> None:
    """Notify everyone affected by a correction of who made it and why."""
    fixture = Fixture.objects.filter(match=amendment.match).first()
    league = fixture.competition.season.league if fixture else None
    if league is not None:
        _log_consent(amendment, league)
    match CorrectionStage(amendment.stage):
        case CorrectionStage.DONE:
            _corrected(amendment, league)
            if fixture is not None:
                _offer_revisions(fixture)
        case CorrectionStage.PROPOSED:
            _proposed(amendment, league)
        case CorrectionStage.DECLINED | CorrectionStage.FAILED:
            _not_corrected(amendment, league)
        case _:
            pass


def _log_consent(amendment: Correction, league: League) -> None:
    """Log a master's proposal for a correction of their own match, and the answers
    (NM-07)."""
    title, author = get_match_title(amendment.match), amendment.author
    match CorrectionStage(amendment.stage):
        case CorrectionStage.PROPOSED:
            if amendment.is_void:
                request = f"asked to declare {title} void"
            else:
                request = f"asked to correct {title}"
            wording = (
                f"{author}, who plays in the match, {request}. Reason:"
                f" {amendment.reason}"
            )
        case CorrectionStage.DONE if consenting := _consenting(amendment):
            wording = f"{list_words(consenting)} agreed to the correction of {title}."
        case CorrectionStage.DECLINED:
            wording = f"{title} was not corrected: {amendment.error}"
        case _:
            return
    log_action(league, author, "match-consent", wording, is_override=True)


def _consenting(amendment: Correction) -> list[str]:
    """Return the names of those who agreed to a correction of someone else."""
    consenting = set(amendment.agreed) - {amendment.author_id}
    return [str(one) for one in Person.objects.filter(pk__in=consenting).order_by("pk")]


def _corrected(amendment: Correction, league: League | None) -> None:
    """Notify the players of the match, and those whose later matches may change with
    it."""
    match = amendment.match
    author, title = amendment.author or "The league", get_match_title(match)
    if is_reinstating(amendment):
        opening = f"{author} reinstated {title}."
    elif amendment.is_void:
        opening = f"{author} declared {title} void."
    else:
        opening = f"{author} corrected {title}."
    changes = {one["team"]: one for one in amendment.consequences.get("teams", ())}
    table = {one["team"]: one for one in amendment.consequences.get("table") or ()}
    owners = Team.objects.filter(pk__in=changes).values_list("pk", "owner_id")
    for team_id, owner_id in owners:
        told = changes[team_id]
        sentences = (
            [f"{told['name']}:", *told["sentences"]] if told["sentences"] else []
        )
        if team_id in table:
            sentences += ["Standings:", *table[team_id]["sentences"]]
        said = " ".join([opening, f"Reason: {amendment.reason}", *sentences])
        words = partial(_with_deadline, said, _open_until(team_id))
        notify(
            [owner_id],
            NotificationKind.AMENDED,
            words,
            get_match_url(match),
            league=league,
        )


def _offer_revisions(fixture: Fixture) -> None:
    """Tell the masters which issues reported a result that was corrected."""
    league = fixture.competition.season.league
    masters = get_member_ids(league, only_masters=True)
    for post in posts_reporting(fixture):
        address = reverse("league:post-edit", args=[league.uid, post.number])
        text = (
            f"“{post.title}” reported a result that has since been"
            " corrected. Revise the issue."
        )
        notify(masters, NotificationKind.NEWS, text, f"{address}?revise", league=league)


def _open_until(team_id: int) -> datetime | None:
    """Return the deadline of a team's open decisions, or None."""
    settling = get_state(Team.objects.get(pk=team_id)).settling
    if settling is None or not is_match(settling.report.match):
        return None
    found = Match.objects.filter(uid=UUID(settling.report.match)).first()
    return find_decision_deadline(found) if found else None


def _with_deadline(said: str, moment: datetime | None, zone: ZoneInfo) -> str:
    if moment is None:
        return said
    return (
        f"{said} Anything still open will be decided for you after"
        f" {moment_words(moment, zone)}."
    )


def _proposed(amendment: Correction, league: League | None) -> None:
    """Ask everyone at the table, and in a league the masters who do not play."""
    match, moment = amendment.match, amendment.answer_by
    parties = list_match_teams(match)
    title = format_match_title(parties)
    wish = f"declare {title} void" if amendment.is_void else f"correct {title}"
    asked = {place.person_id for place in parties}
    if league is not None:
        asked |= get_member_ids(league, only_masters=True)
    asked -= set(amendment.agreed)

    def words(zone: ZoneInfo) -> str:
        by = f" by {moment_words(moment, zone)}" if moment else ""
        return (
            f"{amendment.author} wants to {wish}. Reason: {amendment.reason} Accept or"
            f" decline{by}. Without an answer nothing changes."
        )

    notify(asked, NotificationKind.AMENDED, words, get_match_url(match), league=league)


def _not_corrected(amendment: Correction, league: League | None) -> None:
    """Notify the author and everyone who was asked, and in a league the masters."""
    match = amendment.match
    people = {amendment.author_id} if amendment.author_id else set()
    if league is None:
        people |= {place.person_id for place in list_match_teams(match)}
    else:
        people |= get_member_ids(league, only_masters=True)
        people |= set(amendment.agreed)
    words = f"{get_match_title(match)} was not corrected: {amendment.error}"
    notify(people, NotificationKind.AMENDED, words, get_match_url(match), league=league)


def notify_season(season: Season, actor: Person, title: str, words: str = "") -> None:
    """Notify members that a season starts or ends, and queue webhooks."""
    league = season.league
    address = reverse("league:home", args=[league.uid])
    announce(league, WebhookEvent.SEASON, title, words, address)
    told = " ".join(filter(None, [f"{title}.", words]))
    people = get_member_ids(league) - {actor.pk}
    notify(people, NotificationKind.SEASON, told, address, league=league)


def notify_season_opened(
    season: Season, actor: Person, way: CarryOver, words: str
) -> None:
    """Notify members that the next season is open, with a link to what they have to
    do."""
    league = season.league
    home = reverse("league:home", args=[league.uid])
    announce(league, WebhookEvent.SEASON, f"{season.name} is open", words, home)
    opened = f"{actor} opened {season.name}."
    people = get_member_ids(league) - {actor.pk}
    if way is CarryOver.REDRAFT:
        drafts = season.entrants.select_related("team").order_by("pk")
        for one in drafts.exclude(person=actor):
            told = (
                f"{opened} You can redraft {one.team.name} with"
                f" {one.team.koban} koban. Choose its ninja and register it."
            )
            build = reverse("teams:build", args=[one.team_id])
            notify([one.person_id], NotificationKind.SEASON, told, build, league=league)
            people.discard(one.person_id)
    elif way is CarryOver.FRESH:
        found = league.memberships.filter(left=None).exclude(role=Role.SPECTATOR)
        players = people & set(found.values_list("person_id", flat=True))
        told = f"{opened} {words} Build one and enter it."
        gate = reverse("league:enter", args=[league.uid])
        notify(players, NotificationKind.SEASON, told, gate, league=league)
        people -= players
    notify(people, NotificationKind.SEASON, f"{opened} {words}", home, league=league)
