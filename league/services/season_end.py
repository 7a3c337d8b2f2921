"""The end of a season, and the beginning of the next."""

from __future__ import annotations

import secrets

import msgspec
from django.utils import timezone

from challenges.rules.stages import MatchStage
from challenges.services import Edit as MatchEdit
from challenges.services import match_call_off
from kernel.errors import Refusal, Refusals
from league.models import Fixture, Season
from league.models.fixtures import CompetitionStage
from league.models.leagues import NAME_LENGTH
from league.models.seasons import SeasonStage
from league.rules.seasons import (
    FinalPlace,
    RedraftFormula,
    carry_over_for,
    carry_over_words,
    final_places,
    objections_to_closing,
    refuse_redraft,
)
from league.rules.versions import Moment
from league.selectors.closing import business_of, playoffs_of
from league.selectors.house_rules import rules_in_force
from league.selectors.results import season_facts
from league.services.carrying_over import plans_again, teams_carry
from league.services.competitions import competitions_plan
from league.services.entrants import season_now
from league.services.house_rules import rules_take_effect
from league.services.opening import audit, league_opened
from league.services.rounds import round_close
from league.services.telling_seasons import season_opened_told, season_told
from people.models import Person
from teams.rules.texts import tidy_line


def season_close(*, uid: str, actor: Person) -> Season:
    """Count for the last time, name the champion; unplayed fixtures lapse."""
    with league_opened(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        season = season_now(league)
        if season.stage != SeasonStage.RUNNING:
            raise Refusal("The season has not begun.", code="not-started")
        rules = rules_in_force(league)
        progress = playoffs_of(season)
        problems = objections_to_closing(business_of(season, progress), rules)
        if problems:
            raise Refusals(problems)
        for one in season.competitions.all():
            for unclosed in one.rounds.filter(closed=None):
                round_close(unclosed)
        _lapse(season)
        places = final_places(rules, season_facts(season).table(), progress)
        season.final_table = msgspec.to_builtins(places)
        season.stage, season.closed = SeasonStage.CLOSED, timezone.now()
        season.save(update_fields=["final_table", "stage", "closed"])
        season.competitions.update(stage=CompetitionStage.DONE)
        audit(league, actor, "closed", f"{actor} closed {season.name}.{_won(places)}")
        season_told(season, actor, f"{season.name} is over", _won(places).strip())
    return season


def season_open(
    *,
    uid: str,
    actor: Person,
    name: str = "",
    redrafts: bool = False,
    formula: RedraftFormula | None = None,
) -> Season:
    """The next season, with the plan of the last one. Teams go on, are drafted anew
    for what they earned by a formula, or begin afresh, as the rules say (LEAGUE-20)."""
    with league_opened(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        last = league.seasons.order_by("-number")[0]
        if last.stage != SeasonStage.CLOSED:
            raise Refusal(f"{last.name} is not closed yet.", code="not-closed")
        rules, paid = rules_in_force(league), formula or RedraftFormula()
        refuse_redraft(rules, paid, redrafts=redrafts)
        way = carry_over_for(rules, redrafts=redrafts)
        rules_take_effect(league, Moment.NEXT_SEASON)
        number = last.number + 1
        season = Season.objects.create(
            league=league,
            number=number,
            name=tidy_line(name, length=NAME_LENGTH) or f"Season {number}",
            seed=secrets.token_hex(32),
        )
        competitions_plan(season, plans_again(last))
        teams_carry(last, season, way, paid, actor)
        words = carry_over_words(way, paid)
        audit(league, actor, "opened", f"{actor} opened {season.name}. {words}")
        season_opened_told(season, actor, way, words)
    return season


def _lapse(season: Season) -> None:
    """Fixtures that nobody played are called off."""
    waiting = Fixture.objects.filter(
        competition__season=season, match__stage=MatchStage.ARRANGED
    )
    for uid in waiting.values_list("match__uid", flat=True):
        match_call_off(MatchEdit(uid=uid, actor=None))


def _won(places: tuple[FinalPlace, ...]) -> str:
    champions = [one.name for one in places if one.is_champion]
    return f" {' and '.join(champions)} won it." if champions else ""
