"""Who is told what when a season opens, begins or ends."""

from __future__ import annotations

from django.urls import reverse

from league.models import Season
from league.models.leagues import Role
from league.models.notices import NoticeKind
from league.models.webhooks import Event
from league.rules.seasons import CarryOver
from league.services.notices import members_of, tell
from league.services.webhooks import announce
from people.models import Person


def season_told(season: Season, actor: Person, title: str, words: str = "") -> None:
    """A season begins or ends: programs hear of it, and everybody who belongs to it."""
    league = season.league
    address = reverse("league:home", args=[league.uid])
    announce(league, Event.SEASON, title, words, address)
    told = " ".join(filter(None, [f"{title}.", words]))
    people = members_of(league) - {actor.pk}
    tell(people, NoticeKind.SEASON, told, address, league=league)


def season_opened_told(
    season: Season, actor: Person, way: CarryOver, words: str
) -> None:
    """The next season is open: whoever has something to do for it hears what, and is
    led there."""
    league = season.league
    home = reverse("league:home", args=[league.uid])
    announce(league, Event.SEASON, f"{season.name} is open", words, home)
    opened = f"{actor} opened {season.name}."
    people = members_of(league) - {actor.pk}
    if way is CarryOver.REDRAFT:
        drafts = season.entrants.select_related("team").order_by("pk")
        for one in drafts.exclude(person=actor):
            told = (
                f"{opened} {one.team.name} is drafted anew for {one.team.koban} koban:"
                " choose its ninja and register it."
            )
            build = reverse("teams:build", args=[one.team_id])
            tell([one.person_id], NoticeKind.SEASON, told, build, league=league)
            people.discard(one.person_id)
    elif way is CarryOver.FRESH:
        found = league.memberships.filter(left=None).exclude(role=Role.SPECTATOR)
        players = people & set(found.values_list("person_id", flat=True))
        told = f"{opened} {words} Build one and enter it."
        gate = reverse("league:enter", args=[league.uid])
        tell(players, NoticeKind.SEASON, told, gate, league=league)
        people -= players
    tell(people, NoticeKind.SEASON, f"{opened} {words}", home, league=league)
