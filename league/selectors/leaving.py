"""What a team that leaves a season would leave behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from challenges.rules.stages import MatchStage
from league.models import Entrant, Fixture
from league.models.fixtures import CompetitionKind
from league.rules.results import EntryId
from league.rules.seasons import Left, games_left_behind
from league.selectors.house_rules import rules_in_force
from league.selectors.results import planned_of
from rulebook.rules.knob_values import UnplayedGames
from teams.rules.words import counted

# Only what a draw has set leaves something behind. Matches that people arranged are
# called off, or byes could be had by arranging them; in playoffs the other goes on.
DRAWN = (
    CompetitionKind.ROUND_ROBIN,
    CompetitionKind.SWISS,
    CompetitionKind.RANDOM,
    CompetitionKind.CROSS,
)
_LEFT_BEHIND = {
    None: "goes on without it",
    UnplayedGames.BYES: "becomes a bye for the other side",
    UnplayedGames.VOID: "is called off",
    UnplayedGames.WINS: "is won by the other side",
}


UNDER_WAY = (
    MatchStage.OPEN,
    MatchStage.REPORTED,
    MatchStage.DISPUTED,
    MatchStage.CONFIRMED,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderWay:
    """Why a team cannot leave now, what to do, and the match it has to end first."""

    sentence: str
    match_uid: UUID


def under_way(entrant: Entrant) -> UnderWay | None:
    """Nobody leaves in the middle of a match. One query."""
    found = Fixture.objects.filter(
        sides__entrant=entrant, match__stage__in=UNDER_WAY
    ).values_list("match__uid", flat=True)
    uid = found.order_by("pk").first()
    if uid is None:
        return None
    return UnderWay(
        sentence=(
            f"{entrant.team} is in the middle of a match; end it first: report it,"
            " confirm it, or answer what its settlement asks."
        ),
        match_uid=uid,
    )


def home_of(*, team: str, name: str) -> Subquery:
    """The league that a team plays in, of all that have the name it is known by there:
    the one it entered last. Both arguments say where an outer query has them."""
    entered = Entrant.objects.filter(
        team=OuterRef(team), season__league__name=OuterRef(name)
    )
    return Subquery(entered.order_by("-pk").values("season__league")[:1])


def unplayed_of(entrant: Entrant) -> QuerySet[Fixture]:
    """Fixtures of a team whose matches have not begun."""
    return Fixture.objects.filter(
        sides__entrant=entrant,
        outcome__isnull=True,
        match__stage=MatchStage.ARRANGED,
    )


def left_behind(entrant: Entrant) -> list[tuple[Fixture, Left]]:
    """What becomes of each of them if the team leaves now. Three queries, if its
    league is known."""
    found = unplayed_of(entrant).select_related("match", "round", "competition")
    waiting = {one.pk: one for one in found.prefetch_related("sides")}
    rules = rules_in_force(entrant.season.league)
    gone = frozenset({EntryId(entrant.pk)})
    return [
        (waiting[one.number], one)
        for one in games_left_behind(planned_of(waiting.values()), gone, rules)
    ]


def fate_of(fixture: Fixture, left: Left) -> UnplayedGames | None:
    """What it becomes; nothing where the others play on."""
    is_drawn = left.becomes is None or fixture.competition.kind in DRAWN
    return left.becomes if is_drawn else UnplayedGames.VOID


def left_behind_words(entrant: Entrant) -> Iterator[str]:
    """The same in sentences."""
    fates = Counter(fate_of(*one) for one in left_behind(entrant))
    for fate, count in fates.items():
        matches = counted(count, "match", "matches")
        which = f"Of its {matches} to play, each" if count > 1 else "A match of it"
        yield f"{which} {_LEFT_BEHIND[fate]}."
