"""Notifications about games that are played online."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from zoneinfo import ZoneInfo

from django.urls import reverse

from challenges.models import Match
from league.models.communication import Notification, NotificationKind
from league.models.competitions import Fixture
from league.models.leagues import League
from league.services.communication.match_notifications import get_match_title
from league.services.communication.notifications import (
    NotificationText,
    get_member_ids,
    notify,
    notify_each,
)
from people.models import Person
from people.selectors import moment_words
from tables.models import Table
from tables.selectors import WaitingTurn, list_waiting_turns

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
    """Tell a person that a game waits for them, once until they have read it."""
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
    # Mails about turns come once a day.
    notify([person_id], NotificationKind.TABLES, words, address, is_mailed=False)


def send_turn_digests() -> int:
    """Send everyone whose turn it is one mail about all their games."""
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
