"""Who may see a team, and who may change it.

A team is private: its owner sees and changes it, whoever has its share link sees
it, and to everybody else it is not there. A league knows more, and says so through
`LeagueTies`, which it registers when it is ready.
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

# As `secrets.token_urlsafe` writes them; anything else is no question to ask.
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
        """Carries the league from page to page until the draft knows it."""
        return f"?league={self.uid}"


class LeagueTies(Protocol):
    """What leagues know about a team; each question may ask the database once."""

    def may_see(self, viewer: Viewer, team: Team) -> bool:
        """Whether a league shows the team to somebody who is not its owner."""
        ...

    def is_master(self, person: Person, team: Team) -> bool:
        """Whether the person is ninja master over the team."""
        ...

    def taken_elsewhere(self, team: Team) -> frozenset[ProfileSlug]:
        """Heroes and ronin who serve other teams of its league."""
        ...

    def names_elsewhere(self, team: Team) -> frozenset[str]:
        """The names of the other teams of its league, casefolded."""
        ...

    def find_terms(self, viewer: Viewer, uid: str) -> LeagueTerms | None:
        """A league that the viewer may see and whose season still takes teams."""
        ...

    def list_enterable(self, person: Person) -> tuple[LeagueTerms, ...]:
        """Leagues that the person plays in and can enter one more team in now."""
        ...

    def leagues_seen(self, viewer: Viewer, team_id: int) -> frozenset[str]:
        """The names of a team's leagues, past and present, that the viewer may see."""
        ...


class NoTies:
    """Without leagues every team stands for itself."""

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


_ties: LeagueTies = NoTies()
_is_arranged: Callable[[str], bool] = frozenset[str]().__contains__


def register_ties(ties: LeagueTies) -> None:
    """Let a league say what it knows. The last one to register is asked."""
    global _ties  # noqa: PLW0603
    _ties = ties


def ties() -> LeagueTies:
    return _ties


def register_matches(is_arranged: Callable[[str], bool]) -> None:
    """Let matches say which games of a journal are theirs. May ask the database."""
    global _is_arranged  # noqa: PLW0603
    _is_arranged = is_arranged


def is_arranged(match: str) -> bool:
    """Whether a game is one that several teams report together."""
    return _is_arranged(match)


def is_owner(viewer: Viewer, team: Team) -> bool:
    return viewer is not None and viewer.pk is not None and viewer.pk == team.owner_id


def may_see(viewer: Viewer, team: Team) -> bool:
    return is_owner(viewer, team) or _ties.may_see(viewer, team)


def team_seen(team_id: int, viewer: Viewer) -> Team:
    """The team with its owner, for somebody who may see it; one query for owners."""
    team = Team.objects.select_related("owner").filter(pk=team_id).first()
    if team is None or not may_see(viewer, team):
        raise Http404("There is no such team.")
    return team


def team_owned(team_id: int, viewer: Viewer) -> Team:
    """The team, for its owner alone."""
    team = Team.objects.select_related("owner").filter(pk=team_id).first()
    if team is None or not is_owner(viewer, team):
        raise Http404("There is no such team.")
    return team


def team_shared(token: str) -> Team:
    """The team that a share link leads to. One query."""
    found = Team.objects.select_related("owner").filter(share_token=token)
    team = found.first() if _TOKEN.fullmatch(token) else None
    if team is None:
        raise Http404("There is no such team.")
    return team
