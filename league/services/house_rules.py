"""Changing a league's house rules, and bringing its teams under them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from kernel.errors import Refusals
from league.models import Entrant, League, RulesVersion
from league.models.leagues import REASON_LENGTH
from league.models.notices import NoticeKind
from league.models.seasons import EntrantStage, SeasonStage
from league.rules.versions import (
    MOMENT_WORDS,
    Moment,
    RosterHealth,
    changes_between,
    objections_to_change,
)
from league.selectors.health import healths_under
from league.selectors.house_rules import (
    latest_version,
    rules_in_force,
    version_in_force,
    version_waiting,
)
from league.selectors.leagues import season_last
from league.services.notices import members_of, tell
from league.services.opening import audit, league_opened, refuse_outdated
from people.models import Person
from rulebook.catalogue import catalogue
from rulebook.rules.house_rules import HouseRules
from teams import selectors as teams
from teams.rules.state import Stage
from teams.rules.texts import tidy_text
from teams.services import Edit, Role, team_adopt_rules


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamHealth:
    """What other rules would mean for one team."""

    team_id: int
    team: str
    health: RosterHealth


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPreview:
    differences: tuple[str, ...]
    teams: tuple[TeamHealth, ...]
    needs_reason: bool


def rules_preview(
    *, uid: str, actor: Person, changes: Mapping[str, object]
) -> RulesPreview:
    """What a change would say, and how every team would stand with it."""
    with league_opened(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        new = catalogue().house_rules.build(changes)
        return RulesPreview(
            differences=_told(league, new),
            teams=tuple(
                TeamHealth(team_id=team.pk, team=str(team), health=health)
                for team, health in healths_under(league, changes)
            ),
            needs_reason=has_begun(league),
        )


def rules_change(
    *,
    uid: str,
    actor: Person,
    changes: Mapping[str, object],
    reason: str = "",
    moment: Moment = Moment.NOW,
    version: int | None = None,
) -> RulesVersion:
    """A new version of the house rules (NM-02, NM-03).

    `changes` are all values that differ from the book's. After the first match a
    change needs a reason. Matches that are being played end under the old rules.
    `version` is the latest that was seen, in force or waiting.
    """
    with league_opened(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        refuse_outdated(version, latest_version(league), "the house rules")
        book = catalogue().house_rules
        new = book.build(changes)
        told = _told(league, new)
        why = tidy_text(reason, length=REASON_LENGTH, field="reason")
        objections = objections_to_change(
            rules_in_force(league),
            new,
            has_begun=has_begun(league),
            reason=why,
            moment=moment,
        )
        if objections:
            raise Refusals(objections)
        league.rules_versions.filter(in_force=None).delete()
        written = RulesVersion.objects.create(
            league=league,
            number=version_in_force(league).number + 1,
            changes=book.changed_from_default(new),
            told=list(told),
            reason=why,
            author=actor,
            moment=moment.value,
            in_force=timezone.now() if moment is Moment.NOW else None,
        )
        _announce(written, actor)
        if moment is Moment.NOW:
            teams_bring_under_rules(league, actor)
    return written


def _announce(version: RulesVersion, actor: Person) -> None:
    """In the log, and to every member."""
    league, when = version.league, MOMENT_WORDS[Moment(version.moment)]
    wording = f"{actor} changed the house rules {when}. {' '.join(version.told)}"
    why = f" Reason: {version.reason}" if version.reason else ""
    audit(league, actor, "rules", wording + why)
    tell(
        members_of(league) - {actor.pk},
        NoticeKind.RULES,
        wording,
        reverse("league:rules", args=[league.uid]),
        league=league,
    )


def rules_take_effect(league: League, moment: Moment) -> None:
    """A round or a season begins: what has waited for it holds from now on."""
    due = {Moment.NEXT_ROUND.value} | ({moment.value} - {Moment.NOW.value})
    version = version_waiting(league)
    if version is not None and version.moment in due:
        version.in_force = timezone.now()
        version.save(update_fields=["in_force"])
        audit(league, None, "rules", f"House rules {version.number} hold from now on.")
        teams_bring_under_rules(league)


def teams_bring_under_rules(
    league: League, actor: Person | None = None, *, team_id: int | None = None
) -> None:
    """Let every team adopt the rules in force, but for those in the middle of a
    match: they follow when it is settled. Teams of past seasons stay as they are."""
    version = version_in_force(league)
    behind = (
        Entrant.objects.filter(season=season_last(league), stage=EntrantStage.ACTIVE)
        .exclude(Q(rules=version) | Q(team__stage=Stage.RETIRED))
        .select_related("team")
        .order_by("team_id")
    )
    if team_id is not None:
        behind = behind.filter(team=team_id)
    for entrant in behind:
        state = teams.state_of(entrant.team)
        if state.open_game or state.settling is not None:
            continue
        team_adopt_rules(
            Edit(team_id=entrant.team_id, actor=actor, role=Role.SITE),
            changes=version.changes,
            label=rules_label(version),
        )
        entrant.rules = version
        entrant.save(update_fields=["rules"])


def rules_label(version: RulesVersion) -> str:
    return f"{version.league.name}, house rules {version.number}"


def has_begun(league: League) -> bool:
    return league.seasons.exclude(stage=SeasonStage.GATHERING).exists()


def _told(league: League, new: HouseRules) -> tuple[str, ...]:
    found = changes_between(rules_in_force(league), new, catalogue().house_rules)
    return tuple(one.sentence for one in found)
