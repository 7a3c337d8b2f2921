"""What a master reads before doing something that is hard to take back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse

from league.models import Season
from league.models.leagues import Role
from league.models.seasons import SeasonStage
from league.rules.playoff_progress import Progress
from league.rules.seasons import OpenBusiness, final_places, objections_to_closing
from league.selectors.access import league_led
from league.selectors.closing import business_of, playoffs_of
from league.selectors.house_rules import rules_in_force
from league.selectors.leagues import LeagueHead, head_of, season_last
from league.selectors.results import season_facts
from rulebook.rules.house_rules import HouseRules
from teams.rules.words import counted, join_words
from teams.selectors import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmPage:
    head: LeagueHead
    title: str
    sentences: tuple[str, ...]  # what will happen
    problems: tuple[str, ...] = ()  # why it cannot yet
    button: str
    back: str  # the address of the page that led here
    stay: str  # what the way back is called


def handing_over(uid: str, viewer: Viewer, person_id: int) -> ConfirmPage:
    standpoint = league_led(uid, viewer)
    if not standpoint.is_first_master:
        raise PermissionDenied("Only the ninja master can hand the league over.")
    found = standpoint.league.memberships.filter(person=person_id, left=None)
    member = found.exclude(role=Role.MASTER).select_related("person").first()
    if member is None:
        raise Http404("There is no such member.")
    name = str(member.person)
    after = "co-master" if rules_in_force(standpoint.league).deputies else "player"
    return ConfirmPage(
        head=head_of(standpoint),
        title=f"Hand the mastership over to {name}",
        sentences=(
            f"{name} is asked, and becomes the ninja master when they say yes.",
            "Until then you stay, and may change your mind.",
            f"Then you become a {after}, and only {name} can give the office back.",
        ),
        button=f"Ask {name}",
        back=reverse("league:members", args=[uid]),
        stay="Stay the ninja master",
    )


def archiving(uid: str, viewer: Viewer) -> ConfirmPage:
    standpoint = league_led(uid, viewer)
    if not standpoint.is_first_master:
        raise PermissionDenied("Only the ninja master can archive the league.")
    return ConfirmPage(
        head=head_of(standpoint),
        title=f"Archive {standpoint.league}",
        sentences=(
            "Everything stays to be read, and nothing changes any more.",
            "No match is reported, no team enters, nobody joins.",
            "It leaves the list of leagues. You can reopen it from its settings.",
        ),
        button="Archive the league",
        back=reverse("league:settings", args=[uid]),
        stay="Go on with it",
    )


def closing(uid: str, viewer: Viewer) -> ConfirmPage:
    standpoint = league_led(uid, viewer)
    season = season_last(standpoint.league)
    if season.stage != SeasonStage.RUNNING:
        raise Http404("No season is running.")
    rules = rules_in_force(standpoint.league)
    progress = playoffs_of(season)
    business = business_of(season, progress)
    problems = objections_to_closing(business, rules)
    return ConfirmPage(
        head=head_of(standpoint),
        title=f"Close {season.name}",
        sentences=tuple(_closing_words(season, rules, progress, business)),
        problems=tuple(one.sentence for one in problems),
        button="Close the season",
        back=reverse("league:plan", args=[uid]),
        stay="Play on",
    )


def _closing_words(
    season: Season,
    rules: HouseRules,
    progress: Progress | None,
    business: OpenBusiness,
) -> Iterator[str]:
    places = final_places(rules, season_facts(season).table(), progress)
    champions = [one.name for one in places if one.is_champion]
    if champions:
        yield f"As things stand, {join_words(champions)} will have won {season.name}."
    else:
        yield "Nobody has played yet, so nobody will have won."
    if business.unplayed:
        matches = counted(business.unplayed, "match that has", "matches that have")
        yield f"{matches} not begun will be called off."
    yield "A closed season is not opened again; the next one begins from the plan."
