"""Change the house rules of a league and apply them to its teams."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, Q
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from kernel.errors import Refusal, Refusals
from league.models.communication import NotificationKind
from league.models.leagues import REASON_LENGTH, League, RulesVersion
from league.models.seasons import Entrant, EntrantStage, SeasonStage
from league.rules.house_rule_versions import (
    EFFECTIVE_FROM_LABELS,
    WAITING_LABELS,
    EffectiveFrom,
    Rebased,
    RosterHealth,
    changes_between,
    objections_to_change,
    rebased,
)
from league.selectors.house_rules import (
    healths_under,
    latest_version,
    rules_in_force,
    rules_of,
    version_in_force,
    versions_waiting,
)
from league.selectors.leagues import season_last
from league.services.communication.notifications import get_member_ids, notify
from league.services.locks import lock_league, log_action, refuse_outdated
from people.models import Person
from rulebook.catalogue import catalogue
from rulebook.rules.affordability import find_impossible_teams
from rulebook.rules.house_rules import HouseRules
from teams.rules.state import Stage
from teams.rules.text_input import tidy_text
from teams.selectors.journal_store import get_state
from teams.services.journal import Edit, Role
from teams.services.league_entry import adopt_rules


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamHealth:
    """How other rules would affect one team."""

    team_id: int
    team: str
    health: RosterHealth


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPreview:
    """Preview of a change. `waiting` tells what happens to versions that are
    waiting."""

    differences: tuple[str, ...]
    waiting: tuple[str, ...]
    teams: tuple[TeamHealth, ...]
    needs_reason: bool


def preview_rules(
    *,
    uid: str,
    actor: Person,
    changes: Mapping[str, object],
    moment: EffectiveFrom = EffectiveFrom.NOW,
) -> RulesPreview:
    """Preview a change: its sentences, and the health of every team."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        now = rules_in_force(league)
        new = build_rules(changes, now)
        after = new if moment is EffectiveFrom.NOW else now
        return RulesPreview(
            differences=_told(now, new),
            waiting=tuple(
                _waits(version, after, found)
                for version, found in _rebased(league, now, after)
            ),
            teams=tuple(
                TeamHealth(team_id=team.pk, team=str(team), health=health)
                for team, health in healths_under(league, new)
            ),
            needs_reason=has_begun(league),
        )


def change_rules(
    *,
    uid: str,
    actor: Person,
    changes: Mapping[str, object],
    reason: str = "",
    moment: EffectiveFrom = EffectiveFrom.NOW,
    version: int | None = None,
) -> RulesVersion:
    """Create a new version of the house rules (NM-02, NM-03).

    `changes` are all values that differ from the book. After the first match a change
    needs a reason. Matches in progress keep their rules. Waiting versions are rebased
    on the new one. `version` is the `latest_version` that the editor saw.
    """
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        refuse_outdated(version, latest_version(league), "the house rules")
        book = catalogue().house_rules
        now = rules_in_force(league)
        new = build_rules(changes, now)
        why = tidy_text(reason, length=REASON_LENGTH, field="reason")
        objections = objections_to_change(
            now,
            new,
            has_begun=has_begun(league),
            reason=why,
            moment=moment,
        )
        if objections:
            raise Refusals(objections)
        last = league.rules_versions.aggregate(last=Max("number"))["last"]
        written = RulesVersion.objects.create(
            league=league,
            number=last + 1,
            changes=book.changes_to_store(new),
            told=list(_told(now, new)),
            reason=why,
            author=actor,
            moment=moment.value,
        )
        _announce(written, actor)
        if moment is EffectiveFrom.NOW:
            _put_in_force(written)
            apply_rules_to_teams(league, actor)
    return written


def build_rules(changes: Mapping[str, object], now: HouseRules) -> HouseRules:
    """Return the rules with these values, or refuse what does not fit or would leave a
    clan without a legal team."""
    book = catalogue()
    new = book.house_rules.build(changes)
    impossible = tuple(find_impossible_teams(now, new, book))
    if impossible:
        raise Refusals(impossible)
    return new


def withdraw_rules(*, uid: str, actor: Person, number: int) -> RulesVersion:
    """Withdraw a waiting version. It stays readable."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        found = league.rules_versions.filter(number=number).first()
        if found is None:
            raise Http404("There are no house rules with this number.")
        if found.in_force or found.withdrawn:
            raise Refusal(
                f"House rules {number} are no longer waiting. Change the house"
                " rules instead.",
                code="not-waiting",
            )
        wording = f"{actor} withdrew house rules {number} before they took effect."
        _withdraw(found, actor, wording)
        _tell(league, actor, wording)
    return found


def _announce(version: RulesVersion, actor: Person) -> None:
    """Log the change and notify every member."""
    league, when = version.league, EFFECTIVE_FROM_LABELS[EffectiveFrom(version.moment)]
    wording = f"{actor} changed the house rules {when}. {' '.join(version.told)}"
    why = f" Reason: {version.reason}" if version.reason else ""
    log_action(league, actor, "rules", wording + why)
    _tell(league, actor, wording)


def _tell(league: League, actor: Person | None, wording: str) -> None:
    address = reverse("league:rules", args=[league.uid])
    people = get_member_ids(league) - {actor.pk if actor else None}
    notify(people, NotificationKind.RULES, wording, address, league=league)


def activate_due_rules(league: League, moment: EffectiveFrom) -> None:
    """Activate versions that wait for a new round or season."""
    due = {EffectiveFrom.NEXT_ROUND.value} | (
        {moment.value} - {EffectiveFrom.NOW.value}
    )
    # A version that takes effect rebases the waiting ones, so read them again.
    while found := [one for one in versions_waiting(league) if one.moment in due]:
        version = found[0]
        _put_in_force(version)
        log_action(
            league, None, "rules", f"House rules {version.number} are now in force."
        )
    apply_rules_to_teams(league)


def _put_in_force(version: RulesVersion) -> None:
    """Put a version in force and rebase those that are still waiting."""
    league, before = version.league, version_in_force(version.league)
    old, new = rules_of(before), rules_of(version)
    version.in_force = _moment_after(before.in_force)
    version.save(update_fields=["in_force"])
    for waiting, found in _rebased(league, old, new):
        if found.rules is None:
            wording = (
                f"House rules {waiting.number} were withdrawn before they took effect."
            )
            _withdraw(waiting, None, f"{wording} {found.why_not}")
            _tell(league, None, f"{wording} {found.why_not}")
            continue
        waiting.changes = catalogue().house_rules.changes_to_store(found.rules)
        waiting.told = list(_told(new, found.rules))
        waiting.save(update_fields=["changes", "told"])


def _moment_after(last: datetime | None) -> datetime:
    """Return now, or just after `last` if the clock was set back."""
    now = timezone.now()
    return max(now, last + timedelta(microseconds=1)) if last else now


def _rebased(
    league: League, old: HouseRules, new: HouseRules
) -> Iterator[tuple[RulesVersion, Rebased]]:
    """Yield every waiting version, rebased on the new rules."""
    for version in versions_waiting(league):
        yield version, rebased(rules_of(version), old, new, catalogue().house_rules)


def _waits(version: RulesVersion, now: HouseRules, found: Rebased) -> str:
    """Return what happens to a waiting version, for the preview."""
    moment = WAITING_LABELS[EffectiveFrom(version.moment)]
    which = f"House rules {version.number}, due with {moment},"
    if found.rules is None:
        return f"{which} would be withdrawn. {found.why_not}"
    return f"{which} would still apply: {' '.join(_told(now, found.rules))}"


def _withdraw(version: RulesVersion, actor: Person | None, wording: str) -> None:
    version.withdrawn = timezone.now()
    version.save(update_fields=["withdrawn"])
    log_action(version.league, actor, "rules", wording)


def apply_rules_to_teams(
    league: League,
    actor: Person | None = None,
    *,
    team_ids: Collection[int] | None = None,
) -> None:
    """Let all or some teams adopt the rules in force. Teams in the middle of a match
    follow after its settlement; teams of past seasons keep theirs."""
    version = version_in_force(league)
    behind = (
        Entrant.objects.filter(season=season_last(league), stage=EntrantStage.ACTIVE)
        .exclude(Q(rules=version) | Q(team__stage=Stage.RETIRED))
        .select_related("team")
        .order_by("team_id")
    )
    if team_ids is not None:
        behind = behind.filter(team__in=team_ids)
    for entrant in behind:
        state = get_state(entrant.team)
        if state.open_game or state.settling is not None:
            continue
        adopt_rules(
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


def _told(old: HouseRules, new: HouseRules) -> tuple[str, ...]:
    found = changes_between(old, new, catalogue().house_rules)
    return tuple(one.sentence for one in found)
