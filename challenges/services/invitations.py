"""Invitations and answers to them, and league matches."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from challenges.models import TITLE_LENGTH, Match, MatchTeam
from challenges.rules.sides import TEAMS_MAX, form_sides, refuse_team_count
from challenges.rules.stages import Agreement, MatchAction, MatchStage
from challenges.selectors.match_host import MatchEvent, get_host
from challenges.services.challenge_choice import (
    adopt_challenge,
    check_challenge,
    get_agreed_challenge,
)
from challenges.services.locks import Edit, LockedMatch, lock_match
from kernel.errors import Refusal, Refusals
from people.models import Person
from people.selectors import person_by_username
from teams.models import Team
from teams.rules.reports.team_report import MatchType
from teams.rules.state import Stage
from teams.rules.text_input import tidy_text
from teams.selectors.access import get_own_team

ARRANGED_MAX = 50


@transaction.atomic
def invite_to_match(
    *,
    actor: Person,
    team_id: int,
    invited: Sequence[str],
    standing: MatchType = MatchType.FREE,
    partner: str = "",
    is_alone: bool = False,
    challenge: str = "",
    note: str = "",
) -> Match:
    """Invite up to three people, by their usernames, to a game outside leagues.

    Each chooses a team when accepting, and with that agrees to the challenge and the
    sides of the invitation. With a partner it is two against two, or among three two
    against one; with `is_alone`, one against two.
    """
    team = get_own_team(team_id, actor)
    people = _invited(actor, invited)
    friend = _partner(people, partner.strip())
    sides = form_sides(1 + len(people), partner=friend, is_alone=is_alone)
    _refuse_team(team, standing)
    if standing is MatchType.LEAGUE:
        raise Refusal(
            "League matches come from the schedule. Set up a free game or a friendly"
            " instead.",
            code="not-a-league-game",
            field="standing",
        )
    _refuse_too_many(actor)
    match = _made(standing, "", note=note, arranged_by=actor)
    places = [_place(match, 0, actor, team, Agreement.AGREED)]
    places += [
        _place(
            match,
            number,
            person,
            None,
            Agreement.INVITED,
            side=sides[number] if sides else None,
        )
        for number, person in enumerate(people, start=1)
    ]
    _propose(places, challenge, actor)
    MatchTeam.objects.bulk_create(places)
    get_host(match).on_match_event(match, MatchEvent.ARRANGED, actor)
    return match


def _refuse_too_many(actor: Person) -> None:
    arranged = Match.objects.filter(stage=MatchStage.ARRANGED, arranged_by=actor)
    if arranged.count() >= ARRANGED_MAX:
        raise Refusal(
            f"You already have {ARRANGED_MAX} matches that have not started. Call some"
            " of them off first.",
            code="too-many-matches",
        )


@transaction.atomic
def create_league_match(
    *,
    team_ids: Sequence[int],
    standing: MatchType = MatchType.LEAGUE,
    sides: Sequence[int] = (),
    challenge: str = "",
    ground: str = "",
    play_by: datetime | None = None,
    note: str = "",
    actor: Person | None = None,
    is_hosted: bool = True,
) -> Match:
    """Create a match of a league, whose teams have agreed by joining.

    A challenge given by a player is only a suggestion.
    """
    refuse_team_count(len(team_ids), field="team_ids")
    found = Team.objects.select_related("owner").in_bulk(list(team_ids))
    is_wish = actor in [team.owner for team in found.values()]
    match = _made(
        standing,
        "" if is_wish else challenge,
        note=note,
        arranged_by=actor,
        ground=ground,
        play_by=play_by,
        is_hosted=is_hosted,
    )
    places = [
        _place(
            match,
            number,
            found[team_id].owner,
            found[team_id],
            Agreement.AGREED,
            side=sides[number] if sides else number,
        )
        for number, team_id in enumerate(team_ids)
    ]
    if actor is not None and is_wish:
        _propose(places, challenge, actor)
    MatchTeam.objects.bulk_create(places)
    return match


def accept_invitation(edit: Edit, *, team_id: int) -> Match:
    """Accept an invitation with one of the actor's teams."""
    with lock_match(edit, MatchAction.INVITE) as locked:
        place = _invitation(locked)
        team = get_own_team(team_id, locked.actor)
        _refuse_team(team, MatchType(locked.match.standing))
        place.team, place.name = team, str(team)
        place.agreement = Agreement.AGREED
        place.save(update_fields=["team", "name", "agreement"])
        adopt_challenge(locked, place)
        locked.save_and_publish(None, None, challenge=get_agreed_challenge(locked))
    return locked.match


def decline_invitation(edit: Edit) -> Match:
    """Decline an invitation.

    With fewer than two teams left, or a side cut in half, the match is called off.
    """
    with lock_match(edit, MatchAction.INVITE) as locked:
        place = _invitation(locked)
        place.agreement = Agreement.DECLINED
        place.save(update_fields=["agreement"])
        left = [one for one in locked.places if one.agreement != Agreement.DECLINED]
        sides = {one.side for one in locked.places}
        if len(left) > 1 and len(sides) == len(locked.places):
            locked.save_and_publish(None, None, challenge=get_agreed_challenge(locked))
        else:
            locked.save_and_publish(MatchStage.CALLED_OFF, MatchEvent.CALLED_OFF)
    return locked.match


def _invited(actor: Person, usernames: Sequence[str]) -> list[Person]:
    names = list(dict.fromkeys(name.strip() for name in usernames if name.strip()))
    if not 1 <= len(names) < TEAMS_MAX:
        raise Refusal(
            f"Invite between 1 and {TEAMS_MAX - 1} people.",
            code="wrong-count",
            field="invited",
        )
    people = {name: person_by_username(name) for name in names}
    problems = [
        Refusal(f"No account has the username {name}.", code="unknown", field="invited")
        for name, person in people.items()
        if person is None or person.is_deleted
    ]
    if any(person == actor for person in people.values()):
        problems.append(
            Refusal(
                "You cannot invite yourself. Enter another username.",
                code="yourself",
                field="invited",
            )
        )
    if problems:
        raise Refusals(problems)
    return [person for person in people.values() if person is not None]


def _partner(people: Sequence[Person], username: str) -> int | None:
    """Return the number of the inviter's partner (GROUP-09), or None."""
    if not username:
        return None
    for number, person in enumerate(people, start=1):
        if person.username.casefold() == username.casefold():
            return number
    raise Refusal(
        f"{username} is not one of the people you invite. Choose one of them as your"
        " partner.",
        code="not-invited",
        field="partner",
    )


def _propose(places: Sequence[MatchTeam], challenge: str, actor: Person) -> None:
    """Store the proposed challenge as the vote of each of the actor's teams."""
    if not challenge:
        return
    choice = check_challenge(challenge)
    for place in places:
        if place.person == actor:
            place.choice, place.choice_by = choice, actor


def _refuse_team(team: Team, standing: MatchType) -> None:
    if team.stage != Stage.REGISTERED:
        raise Refusal(
            f"{team} is not registered yet. Finish building it first.",
            code="not-registered",
            field="team",
        )
    if standing is MatchType.FREE and team.league:
        raise Refusal(
            f"{team} plays in {team.league}, so it cannot play free games. Play a"
            " friendly instead.",
            code="in-a-league",
            field="standing",
        )


def _made(standing: MatchType, challenge: str, *, note: str, **fields: object) -> Match:
    return Match.objects.create(
        standing=standing,
        challenge=check_challenge(challenge) if challenge else "",
        note=tidy_text(note, length=TITLE_LENGTH, field="note"),
        seed=secrets.token_hex(32),
        **fields,
    )


def _place(
    match: Match,
    number: int,
    person: Person,
    team: Team | None,
    agreement: Agreement,
    *,
    side: int | None = None,
) -> MatchTeam:
    return MatchTeam(
        match=match,
        number=number,
        side=number if side is None else side,
        person=person,
        team=team,
        name=str(team) if team else "",
        agreement=agreement,
    )


def _invitation(locked: LockedMatch) -> MatchTeam:
    for place in locked.own:
        if place.agreement == Agreement.INVITED:
            return place
    raise Refusal("You have no open invitation to this match.", code="not-invited")
