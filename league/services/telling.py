"""Who is told what when something happens in a league, in which words."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from uuid import UUID
from zoneinfo import ZoneInfo

from django.urls import reverse

from challenges.models import Match, MatchTeam
from challenges.rules.stages import (
    MatchStage,
    ReportKind,
    SettlementStage,
)
from challenges.selectors import (
    Change,
    host_of,
    is_arranged,
    places_of,
    said_yes,
    table_of,
)
from challenges.selectors.choosing import challenge_words
from league.models import Competition, Fixture, FixtureSide, League
from league.models.notices import NoticeKind
from league.models.webhooks import Event
from league.selectors.dates import often_absent
from league.selectors.results import PARTS
from league.services.notices import Words, members_of, tell, tell_once
from league.services.webhooks import announce
from people.models import Person
from people.selectors import moment_words
from rulebook.rules.knob_values import ResultConfirmation
from teams.rules.words import join_words

NAMED = 6  # opponents in a sentence; more are counted


def match_told(
    league: League | None,
    match: Match,
    what: Change,
    actor: Person | None,
    *,
    reason: str = "",
) -> None:
    """Tell those who play, and masters where they are needed, what became of it.
    Programs of a league hear of results."""
    match what:
        case Change.ARRANGED:
            words = f"{actor} invites you to a match: {title_of(match)}. Answer it."
            _tell_parties(league, match, NoticeKind.DRAWN, words, actor)
        case Change.PROPOSED | Change.CHALLENGE:
            words = f"{title_of(match)}: {challenge_words(match, actor)}"
            _tell_parties(league, match, NoticeKind.DRAWN, words, actor)
        case Change.REPORTED:
            _reported(league, match, actor, reason)
        case Change.DISPUTED:
            _disputed(league, match, actor, reason)
        case Change.CONFIRMED if league is not None:
            _announce_result(league, match)
        case Change.AMENDED | Change.REINSTATED if league is not None:
            verb = "corrected" if what is Change.AMENDED else "counts again"
            _announce_result(league, match, f" {verb}", f"Reason: {reason}")
        case Change.VOIDED if league is not None:
            title, words = f"{title_of(match)}: declared void", _why(reason).strip()
            announce(league, Event.RESULT, title, words, page_of(match))
        case Change.RULED:
            words = f"{actor} ruled on {title_of(match)}.{_why(reason)}"
            _tell_parties(league, match, NoticeKind.RULED, words, actor)
        case Change.SETTLED:
            words = f"{title_of(match)} is settled: see what it brought."
            _tell_parties(league, match, NoticeKind.SETTLED, words, actor)
        case Change.CALLED_OFF | Change.PARTED:
            words = _fewer(match, reason, is_off=what is Change.CALLED_OFF)
            _tell_parties(league, match, NoticeKind.DRAWN, words, actor)
        case _:
            pass


def _fewer(match: Match, reason: str, *, is_off: bool) -> str:
    """Somebody does not come: it is off, or the others play on."""
    if is_off:
        return f"{title_of(match)} was called off. {reason}".strip()
    words = f"{reason} The others play on: {title_of(match)}."
    return words if match.challenge else f"{words} Agree upon the challenge."


def choice_told(team_id: int, match_key: str) -> None:
    """A team waits for its person to choose something after a match. They are told
    once a match, however much there is to choose."""
    if not is_arranged(match_key):
        return
    place = (
        MatchTeam.objects.filter(team=team_id, match__uid=UUID(match_key))
        .select_related("match__fixture__competition__season__league")
        .first()
    )
    if place is None:
        return
    fixture = getattr(place.match, "fixture", None)
    tell_once(
        {place.person_id},
        NoticeKind.SETTLED,
        partial(_choose_by, place.name, decide_by(place.match)),
        page_of(place.match),
        fixture.competition.season.league if fixture else None,
    )


def _choose_by(name: str, moment: datetime | None, zone: ZoneInfo) -> str:
    said = f"{name} has something to choose after its match."
    if moment is None:
        return said
    return f"{said} On {moment_words(moment, zone)} the site chooses for you."


def decide_by(match: Match) -> datetime | None:
    """Until when choices after a match are open, if any are."""
    owed = match.settlements.order_by("-revision").first()
    is_open = owed is not None and owed.stage in (
        SettlementStage.OWED,
        SettlementStage.OPEN,
    )
    return owed.decide_by if owed is not None and is_open else None


def draw_told(competition: Competition, *, after: int = 0) -> None:
    """Tell everybody whom they meet in the fixtures that were just drawn: those
    with a number of the database above `after`."""
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
        Event.ROUND,
        f"{competition.name} is drawn",
        "\n".join(meetings),
        _fixtures(league),
    )
    for person, names in met.items():
        words = f"{competition.name} is drawn: you meet {_some(names)}."
        tell([person], NoticeKind.DRAWN, words, _fixtures(league), league=league)


def fixture_told(fixture: Fixture, actor: Person | None) -> None:
    """Tell both sides of one meeting that it is to be played."""
    if fixture.match is None:
        return
    league = fixture.competition.season.league
    who = f"{actor} arranged " if actor else ""
    words = f"{who}{title_of(fixture.match)}" + ("." if actor else " is to be played.")
    _tell_parties(league, fixture.match, NoticeKind.DRAWN, words, actor)


def dates_told(fixture: Fixture, actor: Person, words: Words) -> None:
    league = fixture.competition.season.league
    sides = fixture.sides.filter(entrant__isnull=False)
    people = set(sides.values_list("entrant__person_id", flat=True)) - {actor.pk}
    address = reverse("league:fixture", args=[league.uid, fixture.pk])
    tell(people, NoticeKind.DATES, words, address, league=league)


def _announce_result(
    league: League, match: Match, suffix: str = "", *words: str
) -> None:
    outcome = Fixture.objects.get(match=match).outcome
    if outcome is None:
        return
    scores = [part["score"] for part in outcome[PARTS]]
    lines = [
        f"{place.name}: {score}"
        for place, score in zip(parties_of(match), scores, strict=True)
    ]
    title = title_of(match) + (f":{suffix}" if suffix else "")
    announce(league, Event.RESULT, title, "\n".join([*lines, *words]), page_of(match))


def title_of(match: Match) -> str:
    """Who meets whom in it; partners are named together."""
    sides: dict[int, list[str]] = {}
    for place in parties_of(match):
        sides.setdefault(place.side, []).append(place.name or str(place.person))
    return " against ".join(map(join_words, sides.values()))


def _reported(
    league: League | None, match: Match, actor: Person | None, reason: str
) -> None:
    report = match.reports.order_by("-number")[0]
    who = str(actor) if actor else "The league"
    if report.kind == ReportKind.RULING:
        words = f"{who} entered the result of {title_of(match)}.{_why(reason)}"
        _tell_parties(league, match, NoticeKind.RULED, words, actor)
        return
    if match.stage in (MatchStage.ARRANGED, MatchStage.OPEN):
        # Who gives up their own match waits for nobody's yes.
        words = f"{who} gave up {title_of(match)}. It counts at once.{_why(reason)}"
        _tell_parties(league, match, NoticeKind.REPORTED, words, actor)
        return
    said = f"{who} reported {title_of(match)}."
    table = table_of(match, places_of(match), host_of(match).terms(match))
    if table.is_for_masters:
        masters = table.awaited(frozenset())
        words = f"{said} It counts when you or another master has confirmed it."
        tell(masters, NoticeKind.REPORTED, words, page_of(match), league=league)
        words = f"{said} A ninja master confirms it; dispute it if something is wrong."
        _tell_parties(league, match, NoticeKind.REPORTED, words, actor)
    elif match.stage == MatchStage.DISPUTED:
        _told_anew(league, match, actor)
    elif table.how is ResultConfirmation.NONE:
        words = f"{said} In this league it counts at once."
        _tell_parties(league, match, NoticeKind.REPORTED, words, actor)
    else:
        until = partial(_answer_by, said, match.confirm_by)
        _tell_parties(league, match, NoticeKind.REPORTED, until, actor)


def _told_anew(league: League | None, match: Match, actor: Person | None) -> None:
    """In a dispute: the others may say yes, and masters who rule see one more story."""
    told = f"{actor} told {title_of(match)} anew."
    words = f"{told} Say yes to it" + (
        ", or let a master rule." if league else ", or tell it your way."
    )
    _tell_parties(league, match, NoticeKind.REPORTED, words, actor)
    if league is not None:
        people = {place.person_id for place in parties_of(match)}
        masters = members_of(league, only_masters=True) - people
        words = f"{told} It is still disputed."
        tell(masters, NoticeKind.DISPUTED, words, page_of(match), league=league)


def _answer_by(said: str, deadline: datetime | None, zone: ZoneInfo) -> str:
    if deadline is None:
        raise AssertionError("Whose silence is a yes has a deadline.")
    until = moment_words(deadline, zone)
    return f"{said} Confirm it, or say what is wrong; from {until} on it counts."


def report_reminder(match: Match) -> tuple[frozenset[int], Words]:
    """Whose yes a report lacks, and what they are told while it does."""
    report = match.reports.order_by("-number")[0]
    table = table_of(match, places_of(match), host_of(match).terms(match))
    awaited = table.awaited(said_yes(report))
    title = title_of(match)
    if match.confirm_by is None:
        return awaited, f"{title} is reported and counts when a master confirms it."
    return awaited, partial(_answer_by, f"{title} is reported.", match.confirm_by)


def no_shows_told(fixture: Fixture) -> None:
    """Masters learn of teams that stayed away so often that they may be retired
    (LEAGUE-12)."""
    if fixture.match is None:
        return
    league = fixture.competition.season.league
    masters = members_of(league, only_masters=True)
    for words in often_absent(fixture):
        tell(masters, NoticeKind.RULED, words, page_of(fixture.match), league=league)


def _disputed(
    league: League | None, match: Match, actor: Person | None, reason: str
) -> None:
    why = f" “{reason}”" if reason else ""
    words = f"{actor} disputes the report of {title_of(match)}.{why}"
    if actor is None:
        words = (
            f"The report of {title_of(match)} was to count today, and cannot.{why}"
            " Tell it again, or let a master rule."
        )
    people = {place.person_id for place in parties_of(match)}
    everybody = people | (members_of(league, only_masters=True) if league else set())
    everybody -= {actor.pk if actor else 0}
    tell(everybody, NoticeKind.DISPUTED, words, page_of(match), league=league)


def _tell_parties(
    league: League | None,
    match: Match,
    kind: NoticeKind,
    words: Words,
    actor: Person | None,
) -> None:
    people = {place.person_id for place in parties_of(match)}
    people -= {actor.pk if actor else 0}
    tell(people, kind, words, page_of(match), league=league)


def _why(reason: str) -> str:
    return f" Reason: {reason}" if reason else ""


def parties_of(match: Match) -> list[MatchTeam]:
    return list(match.places.select_related("person").order_by("number"))


def page_of(match: Match) -> str:
    return reverse("challenges:match", args=[match.uid])


def _fixtures(league: League) -> str:
    return reverse("league:fixtures", args=[league.uid])


def _some(all_names: list[str]) -> str:
    names = list(dict.fromkeys(all_names))
    if len(names) <= NAMED:
        return join_words(names)
    return join_words([*names[: NAMED - 1], f"{len(names) - NAMED + 1} more"])
