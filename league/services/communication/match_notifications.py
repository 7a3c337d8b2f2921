"""Notifications about matches: recipients and texts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property, partial
from uuid import UUID
from zoneinfo import ZoneInfo

from django.urls import reverse

from challenges.models import Match, MatchTeam
from challenges.rules.stages import (
    MatchStage,
    ReportKind,
    SettlementStage,
)
from challenges.selectors.access import (
    get_confirmation_policy,
    is_match,
    list_confirmers,
)
from challenges.selectors.challenge_choice import challenge_sentence
from challenges.selectors.match_host import MatchEvent, get_host
from kernel.phrases import list_words
from league.models.communication import Notification, NotificationKind, WebhookEvent
from league.models.competitions import Competition, Fixture, FixtureSide
from league.models.leagues import League
from league.selectors.competitions.match_dates import often_absent
from league.selectors.competitions.results import PARTS
from league.services.communication.notifications import (
    NotificationText,
    get_member_ids,
    notify,
    notify_each,
    notify_once,
)
from league.services.communication.webhooks import announce
from people.models import Person
from people.selectors import moment_words
from rulebook.rules.rule_setting_values import ResultConfirmation
from tables.models import Table
from tables.selectors.lists import WaitingTurn, list_waiting_turns

NAMED = 6  # opponents in a sentence; more are counted


class MatchEventContext:
    """What happened to a match, with its fixture if it has one.

    The teams are loaded once for all recipients.
    """

    def __init__(
        self,
        match: Match,
        what: MatchEvent,
        actor: Person | None,
        *,
        reason: str = "",
        fixture: Fixture | None = None,
    ) -> None:
        self.match = match
        self.what = what
        self.actor = actor
        self.reason = reason
        self.fixture = fixture

    @property
    def league(self) -> League | None:
        return self.fixture.competition.season.league if self.fixture else None

    @cached_property
    def parties(self) -> list[MatchTeam]:
        return list_match_teams(self.match)

    @property
    def people(self) -> set[int]:
        return {place.person_id for place in self.parties}

    @property
    def title(self) -> str:
        return format_match_title(self.parties)

    @property
    def choice(self) -> str:
        """Return what the teams said about the challenge."""
        said = challenge_sentence(self.match, self.parties, self.actor)
        return f"{self.title}: {said}"

    @property
    def why(self) -> str:
        return f" Reason: {self.reason}" if self.reason else ""


def notify_match_event(news: MatchEventContext) -> None:
    """Notify players, and masters where they are needed; queue webhooks for results."""
    actor = news.actor
    match news.what:
        case MatchEvent.ARRANGED:
            words = f"{actor} invited you to a match: {news.title}. Accept or decline."
            _tell_parties(news, NotificationKind.DRAWN, words)
        case MatchEvent.PROPOSED | MatchEvent.CHALLENGE | MatchEvent.SIDES:
            words = news.reason if news.what is MatchEvent.SIDES else news.choice
            _tell_parties(news, NotificationKind.DRAWN, words)
        case MatchEvent.REPORTED:
            _reported(news)
        case MatchEvent.DISPUTED:
            _disputed(news)
        case MatchEvent.CONFIRMED:
            _announce_result(news)
        case MatchEvent.AMENDED | MatchEvent.REINSTATED:
            verb = "corrected" if news.what is MatchEvent.AMENDED else "counts again"
            _announce_result(news, f" {verb}", f"Reason: {news.reason}")
        case MatchEvent.VOIDED if news.league is not None:
            title, words = f"{news.title}: declared void", news.why.strip()
            announce(
                news.league,
                WebhookEvent.RESULT,
                title,
                words,
                get_match_url(news.match),
            )
        case MatchEvent.RULED:
            words = f"{actor} ruled on {news.title}.{news.why}"
            _tell_parties(news, NotificationKind.RULED, words)
        case MatchEvent.SETTLED:
            words = f"{news.title} has been settled. See what it brought your team."
            _tell_parties(news, NotificationKind.SETTLED, words)
        case MatchEvent.ABSENT:
            words = (
                f"{news.title}: {news.reason} Play on without the absent team,"
                " or agree not to play."
            )
            _tell_parties(news, NotificationKind.DRAWN, words)
        case MatchEvent.CALLED_OFF | MatchEvent.PARTED:
            _tell_parties(news, NotificationKind.DRAWN, _fewer(news))
        case _:
            pass


def _fewer(news: MatchEventContext) -> str:
    """Return the text for a cancellation: the match is off, or the other teams play
    on."""
    if news.what is MatchEvent.CALLED_OFF:
        return f"{news.title} was called off. {news.reason}".strip()
    words = f"{news.reason} The other teams play on: {news.title}."
    return words if news.match.challenge else f"{words} Agree on the challenge."


def notify_decision(team_id: int, match_key: str) -> None:
    """Notify a team's person that decisions are open after a match, once per match."""
    if not is_match(match_key):
        return
    place = (
        MatchTeam.objects.filter(team=team_id, match__uid=UUID(match_key))
        .select_related("match__fixture__competition__season__league")
        .first()
    )
    if place is None:
        return
    fixture = getattr(place.match, "fixture", None)
    notify_once(
        {place.person_id},
        NotificationKind.SETTLED,
        partial(_choose_by, place.name, find_decision_deadline(place.match)),
        get_match_url(place.match),
        fixture.competition.season.league if fixture else None,
    )


def _choose_by(name: str, moment: datetime | None, zone: ZoneInfo) -> str:
    said = f"{name} has choices to make after its match."
    if moment is None:
        return said
    return f"{said} After {moment_words(moment, zone)} Moonlight decides for you."


def find_decision_deadline(match: Match) -> datetime | None:
    """Return the deadline of the choices after a match, if any are open."""
    owed = match.settlements.order_by("-revision").first()
    is_open = owed is not None and owed.stage in (
        SettlementStage.OWED,
        SettlementStage.OPEN,
    )
    return owed.decide_by if owed is not None and is_open else None


def notify_draw(competition: Competition, *, after: int = 0) -> None:
    """Notify everyone of their opponents in fixtures with an id above `after`."""
    league = competition.season.league
    sides = (
        FixtureSide.objects.filter(
            fixture__competition=competition,
            fixture__pk__gt=after,
            fixture__match__isnull=False,
            entrant__isnull=False,
        )
        .select_related("entrant__team")
        .order_by("fixture_id", "number")
    )
    tables: dict[int, list[FixtureSide]] = {}
    for side in sides:
        tables.setdefault(side.fixture_id, []).append(side)
    met: dict[int, list[str]] = {}
    for table in tables.values():
        for side in table:
            others = [str(one.entrant) for one in table if one is not side]
            if side.entrant is not None:
                met.setdefault(side.entrant.person_id, []).extend(others)
    meetings = [" against ".join(str(o.entrant) for o in t) for t in tables.values()]
    announce(
        league,
        WebhookEvent.ROUND,
        f"{competition.name} has been drawn",
        "\n".join(meetings),
        _fixtures(league),
    )
    each = {
        person: f"{competition.name} has been drawn. You meet {_some(names)}."
        for person, names in met.items()
    }
    notify_each(each, NotificationKind.DRAWN, _fixtures(league), league=league)


def notify_fixture(fixture: Fixture, actor: Person | None) -> None:
    """Notify the players of a fixture that they have a match."""
    if fixture.match is None:
        return
    news = MatchEventContext(fixture.match, MatchEvent.ARRANGED, actor, fixture=fixture)
    if actor:
        words = f"{actor} arranged a match: {news.title}."
    else:
        words = f"You have a new match: {news.title}."
    _tell_parties(news, NotificationKind.DRAWN, words)


def notify_dates(fixture: Fixture, actor: Person, words: NotificationText) -> None:
    league = fixture.competition.season.league
    sides = fixture.sides.filter(entrant__isnull=False)
    people = set(sides.values_list("entrant__person_id", flat=True)) - {actor.pk}
    address = reverse("league:fixture", args=[league.uid, fixture.pk])
    notify(people, NotificationKind.DATES, words, address, league=league)


def _announce_result(news: MatchEventContext, suffix: str = "", *words: str) -> None:
    outcome = news.fixture.outcome if news.fixture else None
    if news.league is None or outcome is None:
        return
    scores = [part["score"] for part in outcome[PARTS]]
    lines = [
        f"{place.name}: {score}"
        for place, score in zip(news.parties, scores, strict=True)
    ]
    title = news.title + (f":{suffix}" if suffix else "")
    told = "\n".join([*lines, *words])
    announce(news.league, WebhookEvent.RESULT, title, told, get_match_url(news.match))


def get_match_title(match: Match) -> str:
    """Return the title of a match. Queries: 1."""
    return format_match_title(list_match_teams(match))


def format_match_title(parties: Sequence[MatchTeam]) -> str:
    """Return who meets whom in a match; partners are named together."""
    sides: dict[int, list[str]] = {}
    for place in parties:
        sides.setdefault(place.side, []).append(place.name or str(place.person))
    return " against ".join(map(list_words, sides.values()))


def _reported(news: MatchEventContext) -> None:
    match = news.match
    report = match.reports.order_by("-number")[0]
    who = str(news.actor) if news.actor else "The league"
    if report.kind == ReportKind.RULING:
        words = f"{who} entered the result of {news.title}.{news.why}"
        _tell_parties(news, NotificationKind.RULED, words)
        return
    if match.stage in (MatchStage.ARRANGED, MatchStage.OPEN):
        # A player who forfeits their own match needs no confirmation.
        words = f"{who} conceded {news.title}. The result counts at once.{news.why}"
        _tell_parties(news, NotificationKind.REPORTED, words)
        return
    said = f"{who} reported {news.title}."
    table = get_confirmation_policy(match, news.parties, get_host(match).terms(match))
    if table.is_for_masters:
        masters = table.awaited(frozenset())
        words = f"{said} The result counts once you or another master confirms it."
        notify(
            masters,
            NotificationKind.REPORTED,
            words,
            get_match_url(match),
            league=news.league,
        )
        words = (
            f"{said} A ninja master will confirm it. If something is wrong, dispute it."
        )
        _tell_parties(news, NotificationKind.REPORTED, words)
    elif match.stage == MatchStage.DISPUTED:
        _told_anew(news)
    elif table.how is ResultConfirmation.NONE:
        words = f"{said} In this league, results count at once."
        _tell_parties(news, NotificationKind.REPORTED, words)
    else:
        until = partial(_answer_by, said, match.confirm_by)
        _tell_parties(news, NotificationKind.REPORTED, until)


def _told_anew(news: MatchEventContext) -> None:
    """Notify the others and the masters of a new report in a dispute."""
    league, told = news.league, f"{news.actor} sent a new report of {news.title}."
    otherwise = "let a master rule" if league else "send your own report"
    words = f"{told} Confirm it, or {otherwise}."
    _tell_parties(news, NotificationKind.REPORTED, words)
    if league is not None:
        masters = get_member_ids(league, only_masters=True) - news.people
        words = f"{told} The match is still disputed."
        notify(
            masters,
            NotificationKind.DISPUTED,
            words,
            get_match_url(news.match),
            league=league,
        )


def _answer_by(said: str, deadline: datetime | None, zone: ZoneInfo) -> str:
    if deadline is None:
        raise AssertionError("A report that confirms itself needs a deadline.")
    until = moment_words(deadline, zone)
    return (
        f"{said} Confirm it or say what is wrong. Without an answer it"
        f" counts after {until}."
    )


def get_report_reminder(match: Match) -> tuple[frozenset[int], NotificationText]:
    """Return who still has to confirm a report, and the text of the reminder."""
    report = match.reports.order_by("-number")[0]
    parties = list_match_teams(match)
    table = get_confirmation_policy(match, parties, get_host(match).terms(match))
    awaited = table.awaited(list_confirmers(report))
    title = format_match_title(parties)
    if match.confirm_by is None:
        return awaited, (
            f"{title} has been reported. The result counts once a master confirms it."
        )
    return awaited, partial(_answer_by, f"{title} has been reported.", match.confirm_by)


def notify_no_shows(fixture: Fixture) -> None:
    """Notify masters of teams with so many no-shows that they can be retired
    (LEAGUE-12)."""
    if fixture.match is None:
        return
    told = often_absent(fixture)
    if not told:
        return
    league = fixture.competition.season.league
    masters = get_member_ids(league, only_masters=True)
    for words in told:
        notify(
            masters,
            NotificationKind.RULED,
            words,
            get_match_url(fixture.match),
            league=league,
        )


def _disputed(news: MatchEventContext) -> None:
    league, actor = news.league, news.actor
    why = f" “{news.reason}”" if news.reason else ""
    words = f"{actor} disputes the report of {news.title}.{why}"
    if actor is None:
        words = (
            f"The report of {news.title} could not be confirmed today.{why}"
            " Report the match again, or let a master rule."
        )
    masters = get_member_ids(league, only_masters=True) if league else set()
    everybody = (news.people | masters) - {actor.pk if actor else 0}
    notify(
        everybody,
        NotificationKind.DISPUTED,
        words,
        get_match_url(news.match),
        league=league,
    )


def _tell_parties(
    news: MatchEventContext, kind: NotificationKind, words: NotificationText
) -> None:
    people = news.people - {news.actor.pk if news.actor else 0}
    notify(people, kind, words, get_match_url(news.match), league=news.league)


def list_match_teams(match: Match) -> list[MatchTeam]:
    return list(match.places.select_related("person").order_by("number"))


def get_match_url(match: Match) -> str:
    return reverse("challenges:match", args=[match.uid])


def _fixtures(league: League) -> str:
    return reverse("league:fixtures", args=[league.uid])


def _some(all_names: list[str]) -> str:
    names = list(dict.fromkeys(all_names))
    if len(names) <= NAMED:
        return list_words(names)
    return list_words([*names[: NAMED - 1], f"{len(names) - NAMED + 1} more"])


SENTENCES = {
    "offered": "{actor} offers to play {title} online. Accept or decline.",
    "accepted": "{actor} wants to play {title} online, too.",
    "declined": "{actor} does not want to play {title} online after all.",
    "started": "{title} has started online.",
}


def notify_offer(table: Table, what: str, actor: Person) -> None:
    """Tell the other players of a match about an offer to play it online."""
    match = table.match
    if match is None:
        return
    people = set(match.places.values_list("person_id", flat=True)) - {actor.pk}
    sentence = SENTENCES[what].format(actor=actor, title=get_match_title(match))
    address = reverse("tables:match-table", args=[match.uid])
    notify(people, NotificationKind.TABLES, sentence, address, league=_league_of(match))


def notify_result_problem(table: Table, sentence: str) -> None:
    """Tell players and masters that a result has to be reported by hand."""
    match = table.match
    if match is None:
        return
    league = _league_of(match)
    people = set(match.places.values_list("person_id", flat=True))
    if league is not None:
        people |= get_member_ids(league, only_masters=True)
    words = f"The online result of {get_match_title(match)} was not entered. {sentence}"
    address = reverse("challenges:match", args=[match.uid])
    notify(people, NotificationKind.REPORTED, words, address, league=league)


def notify_turn(table: Table, person_id: int) -> None:
    """Notify a person that a game waits for them, once until they have read it."""
    address = reverse("tables:table", args=[table.uid])
    unread = Notification.objects.filter(
        person_id=person_id, kind=NotificationKind.TABLES, address=address, read=None
    )
    if unread.exists():
        return
    seats = table.seats.order_by("index")
    opponents = [seat.name for seat in seats if seat.person_id != person_id]
    against = " and ".join(name for name in opponents if name)
    challenge = table.options["challenge"]["name"]
    words = f"It is your turn in {challenge} against {against}."
    # Emails about turns are sent once a day.
    notify([person_id], NotificationKind.TABLES, words, address, is_mailed=False)


def send_turn_digests() -> int:
    """Send everyone whose turn it is a single email about all their games."""
    waiting = list_waiting_turns()
    each: dict[int, NotificationText] = {}
    for person_id, turns in waiting.items():
        each[person_id] = partial(_digest, turns)
    address = reverse("tables:lobby")
    notify_each(each, NotificationKind.TABLES, address, is_on_site=False)
    return len(each)


def _digest(turns: Sequence[WaitingTurn], zone: ZoneInfo) -> str:
    count = len(turns)
    first = f"{count} games wait for you." if count > 1 else "A game waits for you."
    lines = [
        f"{one.title}: move by {moment_words(one.due_at, zone)}."
        if one.due_at
        else f"{one.title}: no time limit."
        for one in turns
    ]
    return "\n".join([first, *lines])


def _league_of(match: Match) -> League | None:
    fixture = (
        Fixture.objects.filter(match=match)
        .select_related("competition__season__league")
        .first()
    )
    return fixture.competition.season.league if fixture else None
