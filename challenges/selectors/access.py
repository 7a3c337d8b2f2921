"""Access: who may see a match, and in which role."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.http import Http404

from challenges.models import Match, MatchTeam, Report
from challenges.rules.reports.confirmation import ConfirmationPolicy
from challenges.rules.reports.match_report import Contender, Lineup, Presence
from challenges.rules.stages import Agreement, ReportVerdict
from challenges.selectors.match_host import MatchTerms, get_host
from people.models import Person
from rulebook.rules.rule_setting_values import ResultConfirmation
from teams.rules.reports.team_report import MatchType
from teams.rules.roster.underdog import rating_that_counts
from teams.selectors.access import Viewer
from teams.selectors.journal_store import get_state

# As the journals of teams name a match.
_UID = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True, kw_only=True)
class VisibleMatch:
    """A match as seen by a viewer, with its teams in order."""

    match: Match
    places: tuple[MatchTeam, ...]
    terms: MatchTerms
    viewer: Person | None
    is_master: bool
    sees_league: bool = False  # and so its teams

    @property
    def own(self) -> tuple[MatchTeam, ...]:
        """Return the viewer's teams in the match, usually one."""
        who = self.viewer
        return tuple(one for one in self.places if who and one.person_id == who.pk)

    @property
    def is_party(self) -> bool:
        return any(one.agreement == Agreement.AGREED for one in self.own)

    @property
    def is_judge(self) -> bool:
        """Whether the viewer decides results of this match as a master."""
        return self.viewer is not None and self.viewer.pk in self.terms.judges(
            self.people
        )

    @property
    def is_manager(self) -> bool:
        """Whether the viewer may call this match off as a master."""
        return self.viewer is not None and self.viewer.pk in self.terms.managers(
            self.people
        )

    @property
    def is_playing_master(self) -> bool:
        """Whether the viewer is a master whose decisions here need consent."""
        return self.is_master and not self.is_judge

    @property
    def people(self) -> frozenset[int]:
        return frozenset(one.person_id for one in self.places)

    @property
    def may_act(self) -> bool:
        return self.is_party or self.is_master


def get_visible_match(uid: UUID, viewer: Viewer) -> VisibleMatch:
    """Return the match for its people, its masters and everyone its league shows it to.

    Queries: 2, and those of the league.
    """
    match = Match.objects.filter(uid=uid).first()
    if match is None:
        raise Http404("There is no such match.")
    return view_match_as(match, viewer, list_match_teams(match, "choice_by"))


def view_match_as(
    match: Match, viewer: Viewer, places: tuple[MatchTeam, ...]
) -> VisibleMatch:
    person = viewer if isinstance(viewer, Person) and viewer.pk else None
    host = get_host(match)
    terms = host.terms(match)
    seen = VisibleMatch(
        match=match,
        places=places,
        terms=terms,
        viewer=person,
        is_master=person is not None and person.pk in terms.masters,
        sees_league=terms.is_shown
        or (person is not None and host.is_member(person, match)),
    )
    if not (seen.own or seen.is_master or seen.sees_league):
        raise Http404("There is no such match.")
    return seen


def is_match(match: str) -> bool:
    """Return whether a game in a journal is a match between teams. Queries: 1."""
    return (
        bool(_UID.fullmatch(match)) and Match.objects.filter(uid=UUID(match)).exists()
    )


def list_match_teams(match: Match, *also: str) -> tuple[MatchTeam, ...]:
    """Return the match's teams with people and the given relations. Queries: 1."""
    found = MatchTeam.objects.filter(match=match).order_by("number")
    return tuple(found.select_related("team", "person", *also))


def build_lineup(
    match: Match, places: Sequence[MatchTeam], terms: MatchTerms
) -> Lineup:
    """Build the match for the rules, with current or frozen ratings."""
    finals = terms.finals()
    return Lineup(
        match=match.uid.hex,
        standing=MatchType(match.standing),
        rules=terms.rules,
        needs_winner=terms.needs_winner,
        finals=list_team_numbers(places, finals.always),
        finals_if_won=list_team_numbers(places, finals.if_won),
        finals_if_lost=list_team_numbers(places, finals.if_lost),
        teams=tuple(build_contender(place, terms) for place in places),
    )


def list_team_numbers(
    places: Sequence[MatchTeam], teams: Collection[int]
) -> frozenset[int]:
    """Return the numbers of the match teams that have one of these team ids."""
    found = enumerate(places)
    return frozenset(number for number, one in found if one.team_id in teams)


def get_confirmation_policy(
    match: Match, places: Sequence[MatchTeam], terms: MatchTerms
) -> ConfirmationPolicy:
    """Return who can confirm a report of this match."""
    how = terms.rules.result_confirmation
    return ConfirmationPolicy(
        how=how if match.is_hosted else ResultConfirmation.OPPONENT,
        players=frozenset(place.person_id for place in places),
        masters=terms.masters,
        absent=frozenset(place.person_id for place in places if place.absence)
        - frozenset(place.person_id for place in places if not place.absence),
    )


def list_confirmers(report: Report) -> frozenset[int]:
    """Return the author of a report and everyone who confirmed it. Queries: 1."""
    yes = report.answers.filter(verdict=ReportVerdict.CONFIRMED)
    people = {*yes.values_list("person", flat=True), report.author_id}
    return frozenset(one for one in people if one)


def build_contender(place: MatchTeam, terms: MatchTerms) -> Contender:
    team = place.team
    if team is None:
        raise AssertionError("Only a match whose teams are known has a lineup.")
    rating = place.rating_before
    if rating is None:
        rating = rating_that_counts(
            terms.rules,
            at_game_start=team.rating,
            at_round_start=terms.round_ratings.get(team.pk, team.rating),
        )
    return Contender(
        name=place.name or str(team),
        rating=rating,
        side=place.side,
        state=get_state(team),
        presence=Presence(place.absence) if place.absence else Presence.PLAYED,
    )
