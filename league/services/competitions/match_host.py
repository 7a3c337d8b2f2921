"""The league's implementation of MatchHost: the terms of its matches, and what happens
after them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial

from django.urls import reverse

from challenges.models import Match, MatchTeam
from challenges.rules.reports.match_report import MatchReport
from challenges.rules.stages import MatchStage, ReportKind
from challenges.selectors.match_host import (
    CorrectionResult,
    MatchEvent,
    MatchTerms,
    StandingsChange,
)
from league.models.communication import NotificationKind
from league.models.competitions import CompetitionKind, Fixture
from league.models.leagues import League, Membership, Visibility
from league.selectors.access import MASTERS
from league.selectors.competitions.final_matches import finals_after, finals_of
from league.selectors.competitions.playoffs import forecast_playoffs, list_outdated_ties
from league.selectors.competitions.results import (
    PARTS,
    entries_of,
    outcome_of,
    was_given_up,
)
from league.selectors.competitions.standings_forecast import (
    forecast_standings,
    match_outlook,
)
from league.selectors.house_rules import (
    rules_in_force,
    rules_of,
    version_in_force,
)
from league.services.communication.match_notifications import (
    MatchEventContext,
    notify_match_event,
    notify_no_shows,
)
from league.services.communication.notifications import get_member_ids, notify
from league.services.competitions.match_facts import (
    save_many_match_facts,
    save_match_facts,
)
from league.services.competitions.playoffs import advance_playoffs
from league.services.competitions.rounds import settle_due_walkovers
from league.services.house_rules import apply_rules_to_teams
from league.services.locks import log_action, read_only_reason
from league.services.mid_season_changes import retire_withdrawn_teams
from people.models import Person
from teams.rules.reports.team_report import TeamReport

AUDIT_SENTENCES = {
    MatchEvent.OPENED: "{actor} started {match}.",
    MatchEvent.CALLED_OFF: "{actor} called off {match}.",
    MatchEvent.REPORTED: "{actor} reported {match}.",
    MatchEvent.DISPUTED: "{actor} disputed the report of {match}.",
    MatchEvent.CONFIRMED: "{actor} confirmed the report of {match}.",
    MatchEvent.RULED: "{actor} ruled on {match}.",
    MatchEvent.AMENDED: "{actor} corrected {match}.",
    MatchEvent.VOIDED: "{actor} declared {match} void.",
    MatchEvent.REINSTATED: "{actor} reinstated {match}.",
}
SITE = "The league"
# Events that can decide a playoff tie, or open it again.
DECIDED = (
    *(MatchEvent.CONFIRMED, MatchEvent.RULED, MatchEvent.SETTLED),
    *(MatchEvent.AMENDED, MatchEvent.VOIDED, MatchEvent.REINSTATED),
)


class LeagueMatchHost:
    """Answer questions of `challenges` about league matches and react to their
    events."""

    def terms(self, match: Match) -> MatchTerms:
        return _terms(_fixture_of(match), match)

    def is_member(self, person: Person, match: Match) -> bool:
        return Membership.objects.filter(
            league__seasons__competitions__fixtures__match=match,
            person=person,
            left=None,
        ).exists()

    def win_chance_sentence(self, match: Match) -> str:
        return match_outlook(_fixture_of(match))

    def on_match_event(
        self, match: Match, what: MatchEvent, actor: Person | None, *, reason: str = ""
    ) -> None:
        fixture = _fixture_of(match)
        league = fixture.competition.season.league
        news = MatchEventContext(match, what, actor, reason=reason, fixture=fixture)
        _write_down(league, news)
        if what is MatchEvent.SIDES:
            _store_sides(fixture, news.parties)
        if what is MatchEvent.OPENED:
            version = version_in_force(league)
            Fixture.objects.filter(pk=fixture.pk).update(rules=version)
        if what in (MatchEvent.CONFIRMED, MatchEvent.AMENDED, MatchEvent.REINSTATED):
            _keep_outcome(fixture, _terms(fixture, match))
        if what in (MatchEvent.VOIDED, MatchEvent.CALLED_OFF):
            Fixture.objects.filter(pk=fixture.pk).update(outcome=None, facts=None)
        if what in (MatchEvent.SETTLED, MatchEvent.AMENDED, MatchEvent.REINSTATED):
            save_match_facts(fixture)
        is_counted = what in (MatchEvent.CONFIRMED, MatchEvent.AMENDED)
        if what is MatchEvent.VOIDED or (is_counted and was_given_up(fixture)):
            notify_no_shows(fixture)
        if what in (MatchEvent.SETTLED, MatchEvent.CALLED_OFF, MatchEvent.VOIDED):
            teams = [one.team_id for one in news.parties if one.team_id]
            apply_rules_to_teams(league, team_ids=teams)
            settle_due_walkovers(teams)
            retire_withdrawn_teams(fixture)
        notify_match_event(news)
        is_playoff = fixture.competition.kind == CompetitionKind.PLAYOFFS
        if is_playoff and what in DECIDED:
            advance_playoffs(fixture.competition)
        if is_playoff and what in (
            MatchEvent.AMENDED,
            MatchEvent.VOIDED,
            MatchEvent.REINSTATED,
        ):
            masters = get_member_ids(league, only_masters=True)
            address = reverse("challenges:match", args=[match.uid])
            for words in list_outdated_ties(fixture.competition):
                notify(masters, NotificationKind.AMENDED, words, address, league=league)

    def forecast_ties(
        self, match: Match, reports: Mapping[int, TeamReport] | None
    ) -> tuple[str, ...]:
        return forecast_playoffs(_fixture_of(match), reports)

    def forecast_standings(
        self, match: Match, afterwards: CorrectionResult
    ) -> tuple[StandingsChange, ...] | None:
        fixture = _fixture_of(match)
        return forecast_standings(fixture, match, _terms(fixture, match), afterwards)

    def forecast_finals(
        self, match: Match, report: MatchReport | None
    ) -> Mapping[int, Mapping[int, bool]]:
        fixture = _fixture_of(match)
        if fixture.competition.kind != CompetitionKind.PLAYOFFS:
            return {}
        return finals_after(fixture, match, _terms(fixture, match), report)

    def list_unstarted_after(self, match: Match) -> Sequence[int]:
        found = Match.objects.filter(
            fixture__competition__kind=CompetitionKind.PLAYOFFS,
            fixture__competition__fixtures__match=match,
            stage=MatchStage.ARRANGED,
        )
        return list(found.order_by("pk").values_list("pk", flat=True))

    def on_resettled(self, matches: Sequence[Match]) -> None:
        update_resettled_fixtures(matches)


def _terms(fixture: Fixture, match: Match) -> MatchTerms:
    competition = fixture.competition
    league = competition.season.league
    found = league.memberships.filter(left=None, role__in=MASTERS)
    masters = frozenset(found.values_list("person_id", flat=True))
    rules = rules_of(fixture.rules) if fixture.rules else rules_in_force(league)
    is_playoff = competition.kind == CompetitionKind.PLAYOFFS
    return MatchTerms(
        rules=rules,
        name=league.name,
        address=reverse("league:home", args=[league.uid]),
        heading=fixture.round.name if fixture.round else competition.name,
        masters=masters,
        confirmation_days=league.confirmation_days,
        decision_days=league.decision_days,
        closed=read_only_reason(league),
        needs_winner=rules.tie_resolution.needs_winner(is_playoff=is_playoff),
        finals=cache(partial(finals_of, fixture)),
        round_ratings=_ratings(fixture),
        is_shown=league.visibility != Visibility.PRIVATE,
        is_set=competition.kind != CompetitionKind.LADDER
        or match.arranged_by_id in masters,
        person_address=lambda one: reverse("league:player", args=[league.uid, one]),
    )


def _write_down(league: League, news: MatchEventContext) -> None:
    """Write a match event to the audit log, if members may read it."""
    what, actor = news.what, news.actor
    if what in (MatchEvent.PROPOSED, MatchEvent.CHALLENGE):
        wording = news.choice
    elif what in AUDIT_SENTENCES:
        sentence = AUDIT_SENTENCES[what]
        wording = sentence.format(actor=actor or SITE, match=news.title) + news.why
    elif what is MatchEvent.SIDES:
        wording = news.reason
    elif what is MatchEvent.ABSENT:
        wording = f"{news.title}: {news.reason}"
    elif what is MatchEvent.PARTED:
        wording = f"{news.reason} The other teams play on: {news.title}."
    else:
        return
    is_override = actor is not None and _rules_on(news, actor)
    log_action(league, actor, f"match-{what}", wording, is_override=is_override)


def _store_sides(fixture: Fixture, parties: Sequence[MatchTeam]) -> None:
    """Store the sides of a match with its fixture, for schedules and later matches."""
    is_plain = len({one.side for one in parties}) == len(parties)
    for one in parties:
        side = None if is_plain else one.side
        fixture.sides.filter(entrant__team=one.team).update(side=side)


def _fixture_of(match: Match) -> Fixture:
    """Return the fixture of a match. Queries: 1."""
    related = ("round", "rules", "competition__season__league")
    fixture = Fixture.objects.select_related(*related).get(match=match)
    fixture.match = match
    return fixture


def _keep_outcome(fixture: Fixture, terms: MatchTerms) -> None:
    if fixture.match is None:
        raise AssertionError("A fixture without a match has no outcome.")
    fixture.outcome = outcome_of(fixture.match, terms, entries_of(fixture))
    # A match that was never started is scored under the rules in force at the ruling.
    fixture.rules = fixture.rules or version_in_force(fixture.competition.season.league)
    fixture.save(update_fields=["outcome", "rules"])


def _ratings(fixture: Fixture) -> dict[int, int]:
    if fixture.round is None:
        return {}
    return {int(team): rating for team, rating in fixture.round.ratings.items()}


def _rules_on(news: MatchEventContext, actor: Person) -> bool:
    """Return whether the person acts as a master, even in a match of their own."""
    if actor.pk not in news.people or news.what in (
        MatchEvent.CALLED_OFF,
        MatchEvent.RULED,
    ):
        return True
    if news.what is not MatchEvent.REPORTED:
        return False
    last = news.match.reports.order_by("-number")[0]
    return last.kind == ReportKind.RULING


def update_resettled_fixtures(matches: Sequence[Match]) -> None:
    """Update facts and results after matches were settled again."""
    rows = {match.pk: match for match in matches}
    ids = list(rows)
    # Prefetch the few seasons; a join would read them once per match.
    related = Fixture.objects.prefetch_related("competition__season")
    found = list(related.filter(match__in=ids).defer("facts"))
    ratings: dict[int, list[int]] = {}
    places = MatchTeam.objects.filter(match__in=ids).order_by("match_id", "number")
    for match, rating in places.values_list("match_id", "rating_before"):
        ratings.setdefault(match, []).append(rating or 0)
    for fixture in found:
        outcome = fixture.outcome
        if outcome is None or fixture.match_id is None:
            continue
        fixture.match = rows[fixture.match_id]
        parts = zip(outcome[PARTS], ratings[fixture.match_id], strict=True)
        fixture.outcome = outcome | {
            PARTS: [part | {"rating": rating} for part, rating in parts]
        }
    save_many_match_facts(found, also=["outcome"])
