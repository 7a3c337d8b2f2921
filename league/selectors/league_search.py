"""Search public leagues by text, place, dates and open entry."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.models.leagues import Admission, League, LeagueStage
from league.models.seasons import Season, SeasonStage
from league.selectors.leagues import PLAYING, get_master_name


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueSearch:
    """Search for public leagues. `since` and `until` match leagues played in that
    period; leagues without dates are left out."""

    words: str = ""
    place: str = ""
    since: date | None = None
    until: date | None = None
    is_open: bool = False

    @property
    def is_empty(self) -> bool:
        return self == LeagueSearch()


def leagues_queryset(search: LeagueSearch | None = None) -> QuerySet[League]:
    """Return running public leagues, the most active first."""
    search = search or LeagueSearch()
    found = League.objects.filter(
        visibility="public", stage=LeagueStage.RUNNING
    ).annotate(teams=PLAYING, master=get_master_name())
    if words := search.words.strip():
        named = Q(name__icontains=words) | Q(blurb__icontains=words)
        found = found.filter(named | Q(place__icontains=words))
    if place := search.place.strip():
        found = found.filter(place__icontains=place)
    if search.since or search.until:
        found = found.exclude(starts_on=None, ends_on=None)
    if search.since:
        found = found.filter(Q(ends_on=None) | Q(ends_on__gte=search.since))
    if search.until:
        found = found.filter(Q(starts_on=None) | Q(starts_on__lte=search.until))
    if search.is_open:
        closed = Season.objects.filter(
            ~Q(stage=SeasonStage.CLOSED), league=OuterRef("pk"), is_entry_closed=True
        )
        admitting = found.filter(admission__in=(Admission.OPEN, Admission.REQUEST))
        found = admitting.exclude(Exists(closed))
    return found.order_by("-teams", "name")
