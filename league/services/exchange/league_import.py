"""Import a league file completely, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from uuid import UUID, uuid4

import msgspec
from django.db import DatabaseError, transaction
from django.utils import timezone

from challenges.models import Match
from kernel.errors import Refusal, Refusals
from league.models.leagues import (
    UID_LENGTH,
    AuditEntry,
    League,
    Membership,
    Role,
    RulesVersion,
)
from league.rules.exchange import document as rules
from league.rules.exchange.document import LeagueDocument, Numbers, PersonPart
from league.rules.exchange.validation import PROBLEMS_SHOWN, find_problems
from league.rules.league_dates import LeagueDates
from league.selectors.house_rules import rules_in_force
from league.selectors.league_file import IMPORTED
from league.services.exchange.matches import (
    import_posts,
    parse_optional_time,
    parse_time,
)
from league.services.exchange.seasons import import_season
from league.services.leagues import UID_LETTERS, generate_code, random_string
from league.services.locks import log_action
from people.models import Person
from rulebook.catalogue import catalogue
from teams.services.team_import import import_league_team

# A domain that never receives email; each placeholder gets a different address.
NOWHERE = "placeholder.invalid"


def import_league(
    *, content: bytes, actor: Person | None = None, master: str = ""
) -> League:
    """Import a league. People without an account here become placeholders that cannot
    log in.

    `master` is the username of the person who becomes ninja master instead of the one
    in the file.
    """
    successor = _successor(master) if master else None
    document = rules.decode(content)
    found = list(islice(find_problems(document, catalogue()), PROBLEMS_SHOWN))
    if found:
        raise Refusals(found)
    _refuse_name(document.league.name)
    try:
        with transaction.atomic():
            return _lay_down(_renamed_apart(document, content), actor, successor)
    except DatabaseError as error:
        raise Refusal(
            "The parts of this file do not fit together, so nothing was imported.",
            code="does-not-fit",
        ) from error


def _lay_down(
    document: LeagueDocument, actor: Person | None, master: Person | None
) -> League:
    people = {one.username: _person(one) for one in document.people}
    told = document.league
    dates = told.dates or LeagueDates()
    league = League.objects.create(
        uid=_free_uid(told.uid),
        name=told.name,
        blurb=told.blurb,
        place=told.place,
        starts_on=dates.starts_on,
        ends_on=dates.ends_on,
        visibility=told.visibility,
        admission=told.admission,
        stage=told.stage,
        template=told.template,
        confirmation_days=told.confirmation_days,
        decision_days=told.decision_days,
        code=generate_code(),
        created=parse_time(told.created),
    )
    _members(league, document, people)
    versions = _versions(league, document, people)
    numbers = Numbers(
        people={
            number: people[one.username].pk
            for number, one in enumerate(document.people, start=1)
        },
        teams=_teams(document, people),
    )
    for season in document.seasons:
        import_season(league, season, people, versions, numbers)
    import_posts(league, document.news, people)
    _log(league, document, people)
    by = str(actor) if actor else "The operator"
    log_action(league, actor, IMPORTED, f"{by} imported the league from a file.")
    if master is not None:
        _hand_over(league, master)
    return league


def _person(part: PersonPart) -> Person:
    """Return the person with that username, or create a placeholder."""
    found = Person.objects.filter(username__lower=part.username.lower()).first()
    if found is not None:
        return found
    person = Person(username=part.username, is_active=False)
    if part.is_gone:
        person.deleted_at = timezone.now()
    else:
        person.display_name = part.display_name
        person.email = f"{part.username.lower()}@{NOWHERE}"
    person.set_unusable_password()
    person.save()
    return person


def _successor(username: str) -> Person:
    found = Person.objects.filter(username__lower=username.lower(), is_active=True)
    person = found.first()
    if person is None:
        raise Refusal(
            f"No one on this site has the username {username}.",
            code="no-such-person",
            field="master",
        )
    return person


def _members(
    league: League, document: LeagueDocument, people: Mapping[str, Person]
) -> None:
    Membership.objects.bulk_create(
        Membership(
            league=league,
            person=people[one.person],
            role=one.role,
            joined=parse_time(one.joined),
            left=parse_optional_time(one.left),
            is_kept_out=one.is_kept_out,
        )
        for one in document.members
    )


def _versions(
    league: League, document: LeagueDocument, people: Mapping[str, Person]
) -> dict[int, RulesVersion]:
    return {
        one.number: RulesVersion.objects.create(
            league=league,
            number=one.number,
            changes=one.changes,
            told=list(one.told),
            reason=one.reason,
            author=people[one.author],
            created=parse_time(one.created),
            moment=one.moment.value,
            in_force=parse_optional_time(one.in_force),
            withdrawn=parse_optional_time(one.withdrawn),
        )
        for one in document.rules
    }


def _teams(document: LeagueDocument, people: Mapping[str, Person]) -> dict[int, int]:
    made = {}
    for number, one in enumerate(document.teams, start=1):
        try:
            written = import_league_team(owner=people[one.owner], document=one.document)
        except Refusal as refusal:
            at = f"teams[{number - 1}].document"
            raise Refusals(
                [
                    Refusal(
                        f"{part.sentence} See {at}.",
                        code=part.code,
                        field=f"{at}.{part.field}" if part.field else at,
                    )
                    for part in refusal.parts
                ]
            ) from refusal
        made[number] = written.team_id
    return made


def _log(
    league: League, document: LeagueDocument, people: Mapping[str, Person]
) -> None:
    AuditEntry.objects.bulk_create(
        AuditEntry(
            league=league,
            actor=people[one.actor] if one.actor else None,
            kind=one.kind,
            wording=one.wording,
            is_override=one.is_override,
            created=parse_time(one.created),
        )
        for one in document.log
    )


def _hand_over(league: League, master: Person) -> None:
    """Demote the old master first: the database allows only one."""
    old = league.memberships.get(role=Role.MASTER)
    if old.person_id == master.pk:
        return
    old.role = Role.CO_MASTER if rules_in_force(league).deputies else Role.PLAYER
    old.save(update_fields=["role"])
    Membership.objects.update_or_create(
        league=league,
        person=master,
        defaults={"role": Role.MASTER, "left": None, "is_kept_out": False},
    )


def _renamed_apart(document: LeagueDocument, content: bytes) -> LeagueDocument:
    """Return the document with new ids for matches that exist here already.

    Journals refer to matches too, so the whole text is replaced.
    """
    uids = [
        one.match.uid for each in document.seasons for one in each.fixtures if one.match
    ]
    here = Match.objects.filter(uid__in=map(UUID, uids)).values_list("uid", flat=True)
    if not here:
        return document
    for uid in here:
        content = content.replace(uid.hex.encode(), uuid4().hex.encode())
    return msgspec.json.decode(content, type=LeagueDocument)


def _refuse_name(name: str) -> None:
    """Refuse a taken name: the journals of the teams contain the name of the league."""
    if League.objects.filter(name__iexact=name).exists():
        raise Refusal(
            f"This site already has a league called {name}. Team journals name"
            " their league, so you cannot import a second one with the same"
            " name.",
            code="name-taken",
            field="league.name",
        )


def _free_uid(uid: str) -> str:
    taken = League.objects.filter(uid=uid).exists()
    return random_string(UID_LETTERS, UID_LENGTH) if taken else uid
