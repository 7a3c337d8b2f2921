"""The front of the scroll: a team as its viewers see it."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from kernel.phrases import count_noun
from rulebook.catalogue import catalogue
from rulebook.rules.entries import Clan
from teams.models import Team
from teams.rules.roster.readiness import Readiness, readiness
from teams.rules.roster.scroll import Scroll
from teams.rules.state import NinjaState, TeamState
from teams.selectors.access import Viewer, get_shared_team, get_visible_team
from teams.selectors.journal_store import fold_lines, get_state, list_lines
from teams.selectors.team_header import TeamHeader, get_team_header, get_visible_scroll


@dataclass(frozen=True, slots=True, kw_only=True)
class XpTrack:
    """Experience as boxes: `xp` are ticked, and a level starts after each mark."""

    xp: int
    marks: tuple[int, ...]
    length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RowMarks:
    """What a scroll shows beside a ninja's numbers."""

    ribbons: tuple[str, ...]
    has_rolled: bool  # an advancement was rolled but not chosen
    track: XpTrack | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrollFront:
    """`at` is the journal line that the scroll shows; None for the present team.

    `marks` has an entry for every row of the scroll, in the same order.
    """

    head: TeamHeader
    clan: Clan
    scroll: Scroll
    marks: tuple[RowMarks, ...]
    readiness: Readiness | None
    at: int | None
    friendlies: int


def get_scroll_front(
    team_id: int, viewer: Viewer, *, at: int | None = None
) -> ScrollFront:
    """Return the front of the scroll. Only the owner sees notes.

    Queries: 1, or 2 for an earlier line.
    """
    return _page(get_visible_team(team_id, viewer), viewer, at=at)


def get_shared_scroll_front(token: str) -> ScrollFront:
    """Return the front of the scroll for a share link, without notes.

    Queries: 1, or 2 for a team in a league.
    """
    return _page(get_shared_team(token), None)


def _page(team: Team, viewer: Viewer, *, at: int | None = None) -> ScrollFront:
    book = catalogue()
    state = get_state(team) if at is None else _state_at(team, at)
    head = get_team_header(team, viewer)
    return ScrollFront(
        head=head,
        clan=book.clans[state.clan],
        scroll=get_visible_scroll(state, team, head),
        marks=tuple(build_row_marks(state, ninja) for ninja in state.ninja),
        readiness=readiness(state, book) if head.is_own and at is None else None,
        at=at,
        friendlies=state.friendlies,
    )


def _state_at(team: Team, number: int) -> TeamState:
    if not 1 <= number <= team.version:
        raise Http404("This team's history has no such entry.")
    return fold_lines(list_lines(team), until=number)


def build_row_marks(state: TeamState, ninja: NinjaState) -> RowMarks:
    ribbons = []
    if ninja.is_loan:
        ribbons.append("On loan for one game")
    if ninja.games_to_miss:
        ribbons.append(f"Misses {count_noun(ninja.games_to_miss, 'game')}")
    if ninja.starts_in_healing_house:
        ribbons.append("Starts in the Healing House")
    if ninja.advancement_roll:
        ribbons.append("Advancement to choose")
    profile = catalogue().profiles[ninja.profile]
    levels = state.rules.experience_levels[1:]
    track = (
        None
        if profile.is_named or ninja.is_loan or not levels
        else XpTrack(xp=ninja.xp, marks=levels, length=max(levels[-1], ninja.xp))
    )
    return RowMarks(
        ribbons=tuple(ribbons), has_rolled=bool(ninja.advancement_roll), track=track
    )
