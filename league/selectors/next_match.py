"""The next match of a person, for their home page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Prefetch
from django.urls import reverse

from challenges.models import Match, MatchTeam
from challenges.rules.stages import Agreement, MatchStage
from kernel.ids import ChallengeSlug
from league.models.seasons import Entrant
from league.rules.competitions.results import EntryId
from league.rules.competitions.standings import Row
from league.selectors.dashboard_tasks import OwnFixture, played_at
from people.models import Person
from rulebook.catalogue import catalogue
from teams.rules.phrases import ordinal
from teams.rules.reports.team_report import MatchType

UNPLAYED = (MatchStage.ARRANGED, MatchStage.OPEN)
SOONEST = datetime.min.replace(tzinfo=UTC)
LATEST = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextSide:
    """A team of the next match, or a person without a team yet."""

    team_id: int | None
    name: str
    clan: str
    person: str
    rating: int
    place: str  # such as "2nd", empty before there is a table
    is_own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NextMatch:
    """The next match. A league match has the league's name and `uid`."""

    league: str
    uid: str
    title: str
    sides: tuple[NextSide, ...]
    challenge: str
    agreed_for: datetime | None
    opens: datetime | None
    closes: datetime | None
    url: str
    action: str
    fixture_url: str
    waiting_for: tuple[str, ...] = ()  # people who have not accepted yet

    @property
    def opponents(self) -> tuple[NextSide, ...]:
        return tuple(one for one in self.sides if not one.is_own)


def find_next_match(
    person: Person, fixtures: Iterable[OwnFixture], rows: Mapping[EntryId, Row]
) -> NextMatch | None:
    """Return the first unreported match of a person, or None.

    Started matches come first, then those with the earliest date or deadline.

    Queries: 2.
    """
    own = next((one for one in fixtures if _is_unplayed(one)), None)
    free = min(_free_matches(person), key=_free_at, default=None)
    if own is not None and (free is None or played_at(own.fixture) <= _free_at(free)):
        return _of_fixture(own, person, rows)
    return _of_free_match(free, person) if free is not None else None


def _is_unplayed(own: OwnFixture) -> bool:
    return own.fixture.match is None or own.fixture.match.stage in UNPLAYED


def _free_matches(person: Person) -> Iterator[Match]:
    """Return unplayed matches outside leagues that the person has accepted."""
    places = MatchTeam.objects.select_related("team", "person").defer("team__state")
    found = Match.objects.filter(
        is_hosted=False,
        stage__in=UNPLAYED,
        places__in=person.places.filter(agreement=Agreement.AGREED, absence=""),
    )
    for match in found.prefetch_related(Prefetch("places", places)).order_by("pk"):
        others = [one for one in match.places.all() if one.person_id != person.pk]
        if any(one.agreement != Agreement.DECLINED for one in others):
            yield match


def _free_at(match: Match) -> datetime:
    if match.stage == MatchStage.OPEN:
        return SOONEST
    return match.play_by or LATEST


def _of_fixture(
    own: OwnFixture, person: Person, rows: Mapping[EntryId, Row]
) -> NextMatch:
    fixture, match = own.fixture, own.fixture.match
    page = reverse("league:fixture", args=[own.uid, fixture.pk])
    url, action = page, "View pairing"
    if match is not None:
        url, action = reverse("challenges:match", args=[match.uid]), "Open match"
        if match.stage == MatchStage.OPEN:
            action = "Report result"
        elif fixture.agreed_for is None:
            url, action = page, "Find a date"
    entrants = [one.entrant for one in fixture.sides.all() if one.entrant]
    sides = [_side(one, person, rows) for one in entrants]
    return NextMatch(
        league=own.league,
        uid=own.uid,
        title=fixture.round.name if fixture.round else fixture.competition.name,
        sides=_own_first(sides),
        challenge=_challenge_label(match.challenge if match else fixture.challenge),
        agreed_for=fixture.agreed_for,
        opens=fixture.round.opens if fixture.round and match is None else None,
        closes=fixture.round.closes if fixture.round else None,
        url=url,
        action=action,
        fixture_url=page,
    )


def _side(entrant: Entrant, person: Person, rows: Mapping[EntryId, Row]) -> NextSide:
    row = rows.get(EntryId(entrant.pk))
    return NextSide(
        team_id=entrant.team_id,
        name=str(entrant.team),
        clan=entrant.team.clan,
        person=str(entrant.person),
        rating=entrant.team.rating,
        place=ordinal(row.place) if row and row.played else "",
        is_own=entrant.person_id == person.pk,
    )


def _of_free_match(match: Match, person: Person) -> NextMatch:
    places = [one for one in match.places.all() if one.agreement != Agreement.DECLINED]
    invited = [str(one.person) for one in places if one.agreement == Agreement.INVITED]
    url = reverse("challenges:match", args=[match.uid])
    is_friendly = match.standing == MatchType.FRIENDLY
    kind = "Friendly" if is_friendly else "Free match"
    return NextMatch(
        league="",
        uid="",
        title=f"{kind}: {match.note}" if match.note else kind,
        sides=_own_first([_free_side(one, person) for one in places]),
        challenge=_challenge_label(match.challenge),
        agreed_for=None,
        opens=None,
        closes=match.play_by,
        url=url,
        action="Report result" if match.stage == MatchStage.OPEN else "Open match",
        fixture_url=url,
        waiting_for=tuple(invited),
    )


def _free_side(place: MatchTeam, person: Person) -> NextSide:
    team = place.team
    return NextSide(
        team_id=place.team_id,
        name=place.name or str(place.person),
        clan=team.clan if team else "",
        person=str(place.person),
        rating=team.rating if team else 0,
        place="",
        is_own=place.person_id == person.pk,
    )


def _own_first(sides: Iterable[NextSide]) -> tuple[NextSide, ...]:
    return tuple(sorted(sides, key=lambda side: not side.is_own))


def _challenge_label(slug: str) -> str:
    challenge = catalogue().challenges.get(ChallengeSlug(slug))
    return challenge.name if challenge else ""
