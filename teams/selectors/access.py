"""Who may see a team, and who may change it.

A team is private: its owner sees and changes it, and everyone with its share link sees
it. Leagues add to this through `LeagueLinks`, which the league app registers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from kernel.ids import ProfileSlug
from people.models import Person
from rulebook.catalogue import catalogue
from rulebook.rules.house_rules import HouseRules
from teams.models import SHARE_TOKEN_LENGTH, Team

# As written by `secrets.token_urlsafe`; anything else is not worth a query.
_TOKEN = re.compile(rf"[\w-]{{{SHARE_TOKEN_LENGTH}}}", re.ASCII)

Viewer = Person | AnonymousUser | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueTerms:
    """A league that a team can be built for or entered in, with its house rules."""

    uid: str
    name: str
    changes: Mapping[str, object]
    label: str
    enter_url: str  # the page on which a team is entered

    @property
    def rules(self) -> HouseRules:
        return catalogue().house_rules.read(self.changes)

    @property
    def query(self) -> str:
        """The query string that passes the league on until the draft stores it."""
        return f"?league={self.uid}"


class LeagueLinks(Protocol):
    """What leagues know about a team. Each method may make one query."""

    def may_see(self, viewer: Viewer, team: Team) -> bool:
        """Return whether a league shows the team to a viewer who is not its owner."""
        ...

    def is_master(self, person: Person, team: Team) -> bool:
        """Return whether the person is a ninja master of the team's league."""
        ...

    def taken_elsewhere(self, team: Team) -> frozenset[ProfileSlug]:
        """Return the heroes and ronin on other teams of its league."""
        ...

    def names_elsewhere(self, team: Team) -> frozenset[str]:
        """Return the names of the other teams of its league, casefolded."""
        ...

    def find_terms(self, viewer: Viewer, uid: str) -> LeagueTerms | None:
        """Return a league that the viewer may see and that still accepts teams."""
        ...

    def list_enterable(self, person: Person) -> tuple[LeagueTerms, ...]:
        """Return the person's leagues in which they can enter another team now."""
        ...

    def leagues_seen(self, viewer: Viewer, team_id: int) -> frozenset[str]:
        """Return the names of a team's past and present leagues visible to a viewer."""
        ...


class NoLeagueLinks:
    """The default without leagues."""

    def may_see(self, viewer: Viewer, team: Team) -> bool:  # noqa: ARG002
        return False

    def is_master(self, person: Person, team: Team) -> bool:  # noqa: ARG002
        return False

    def taken_elsewhere(self, team: Team) -> frozenset[ProfileSlug]:  # noqa: ARG002
        return frozenset()

    def names_elsewhere(self, team: Team) -> frozenset[str]:  # noqa: ARG002
        return frozenset()

    def find_terms(self, viewer: Viewer, uid: str) -> LeagueTerms | None:  # noqa: ARG002
        return None

    def list_enterable(self, person: Person) -> tuple[LeagueTerms, ...]:  # noqa: ARG002
        return ()

    def leagues_seen(
        self,
        viewer: Viewer,  # noqa: ARG002
        team_id: int,  # noqa: ARG002
    ) -> frozenset[str]:
        return frozenset()


_ties: LeagueLinks = NoLeagueLinks()
_is_arranged: Callable[[str], bool] = frozenset[str]().__contains__


def register_league_links(ties: LeagueLinks) -> None:
    """Register what leagues know about teams. The last registration counts."""
    global _ties  # noqa: PLW0603
    _ties = ties


def get_league_links() -> LeagueLinks:
    return _ties


def register_matches(is_arranged: Callable[[str], bool]) -> None:
    """Register the check whether a game belongs to a match. It may make a query."""
    global _is_arranged  # noqa: PLW0603
    _is_arranged = is_arranged


def is_arranged(match: str) -> bool:
    """Return whether a game belongs to a match that several teams report together."""
    return _is_arranged(match)


def is_owner(viewer: Viewer, team: Team) -> bool:
    return viewer is not None and viewer.pk is not None and viewer.pk == team.owner_id


def can_see_team(viewer: Viewer, team: Team) -> bool:
    return is_owner(viewer, team) or _ties.may_see(viewer, team)


def get_visible_team(team_id: int, viewer: Viewer) -> Team:
    """Return a team that the viewer may see, with its owner.

    Queries: 1 for owners, otherwise more from leagues.
    """
    team = Team.objects.select_related("owner").filter(pk=team_id).first()
    if team is None or not can_see_team(viewer, team):
        raise Http404("There is no such team.")
    return team


def get_own_team(team_id: int, viewer: Viewer) -> Team:
    """Return a team of the viewer's own. Queries: 1."""
    team = Team.objects.select_related("owner").filter(pk=team_id).first()
    if team is None or not is_owner(viewer, team):
        raise Http404("There is no such team.")
    return team


def get_shared_team(token: str) -> Team:
    """Return the team with this share token. Queries: 1."""
    found = Team.objects.select_related("owner").filter(share_token=token)
    team = found.first() if _TOKEN.fullmatch(token) else None
    if team is None:
        raise Http404("There is no such team.")
    return team
