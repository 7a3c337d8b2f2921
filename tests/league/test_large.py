"""Pages of a season with 512 teams ask the database as little as those with 8."""

from __future__ import annotations

import msgspec
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from challenges.models import Match, MatchTeam
from challenges.rules.stages import Agreement, MatchStage
from kernel.ids import MatchId, NinjaId, PersonId, TeamId
from league.api import read_views
from league.models.competitions import (
    Competition,
    CompetitionKind,
    CompetitionStage,
    Fixture,
    FixtureSide,
    Round,
)
from league.models.leagues import League, Membership, Role
from league.models.seasons import Entrant, SeasonStage
from league.rules.competitions.results import EntryId, TeamResult
from league.rules.history.match_facts import MatchFacts, NinjaLine, TeamLine
from league.rules.league_templates import Kind, PlannedCompetition
from league.selectors.competitions.results import bye_outcome, get_season_results
from league.selectors.leagues import master_of
from league.services.competitions.competitions import plan_competitions
from league.services.competitions.playoffs import draw_bracket
from people.models import Person
from teams.models import Team
from teams.rules.reports.team_report import MatchType
from teams.rules.state import Stage
from tests.league.stories import founded
from tests.verbs import registered_team

PAGES = (
    *("", "fixtures/", "statistics/", "hall/", "news/", "members/", "plan/", "log/"),
    *("rules/", "rules/change/", "settings/", "webhooks/", "invite/", "enter/"),
    *("fixtures.ics", "news.atom", "arrange/", "plan/close/"),
)
SMALL, LARGE = 8, 512
ROUNDS, PLAYED = 3, 2
# The most that a page of a large league may weigh, in bytes of HTML.
HEAVY = 500_000


def filled(league: League, size: int, *, groups: int = 1) -> League:
    """Teams, members and three rounds of fixtures, two of them played. With groups
    there is a bye in each round, and playoffs have been drawn from them. The rows are
    written at once, because reading them is the point."""
    season = league.seasons.get()
    season.stage = SeasonStage.RUNNING
    season.save()
    state = Team.objects.get(pk=registered_team(master_of(league)).team_id).state
    people = Person.objects.bulk_create(
        Person(username=f"p{size}-{number}", email=f"p{size}-{number}@example.org")
        for number in range(size)
    )
    teams = Team.objects.bulk_create(_team(league, one, state) for one in people)
    Membership.objects.bulk_create(
        Membership(league=league, person=person, role=Role.PLAYER) for person in people
    )
    rules = league.rules_versions.latest("number")
    entrants = Entrant.objects.bulk_create(
        Entrant(
            season=season,
            team=team,
            person=team.owner,
            rules=rules,
            group="" if groups == 1 else chr(ord("A") + number * groups // size),
        )
        for number, team in enumerate(teams)
    )
    season.final_table = _final_table(entrants)
    season.save()
    competition = Competition.objects.create(
        season=season,
        number=1,
        kind=CompetitionKind.SWISS,
        name="Swiss",
        stage=CompetitionStage.RUNNING,
        seed="seed",
    )
    for number in range(ROUNDS):
        _round(competition, number, entrants)
        if groups > 1:
            _bye(competition, number, entrants[number])
    if groups > 1:
        _playoffs(league)
    return league


def _bye(competition: Competition, number: int, entrant: Entrant) -> None:
    fixture = Fixture.objects.create(
        competition=competition,
        round=competition.rounds.get(number=number + 1),
        number=10_000 + number,
        is_bye=True,
        outcome=bye_outcome(entrant.pk),
    )
    FixtureSide.objects.create(fixture=fixture, number=0, entrant=entrant)


def _playoffs(league: League) -> None:
    """The first of each group, seeded from the table by the service itself."""
    plan = PlannedCompetition(kind=Kind.PLAYOFFS, name="Finals", reach=2, places=4)
    season = league.seasons.get()
    plan_competitions(season, [plan])
    draw_bracket(season.competitions.get(number=2), None)


def _team(league: League, owner: Person, state: object) -> Team:
    return Team(
        owner=owner,
        name=f"Band {owner.username}",
        clan="kitsune",
        stage=Stage.REGISTERED,
        league=league.uid,
        koban=0,
        worth=0,
        rating=10,
        ninja_count=6,
        violation_count=0,
        games=PLAYED,
        version=1,
        state=state,
        next_seed="seed",
    )


def _final_table(entrants: list[Entrant]) -> list[dict[str, object]]:
    """Everyone has a place in the hall of fame, as after the season's end."""
    return [
        {"entry": one.pk, "name": one.team.name, "place": place, "why": ""}
        | {"is_champion": place == 1}
        for place, one in enumerate(entrants, 1)
    ]


def _round(competition: Competition, number: int, entrants: list[Entrant]) -> None:
    """Everyone meets the one who stands `number` places further round the circle."""
    drawn = Round.objects.create(
        competition=competition, number=number + 1, name=f"Round {number + 1}"
    )
    turned = [*entrants[number:], *entrants[:number]]
    pairs = list(zip(turned[::2], turned[1::2], strict=True))
    is_played = number < PLAYED
    stage = MatchStage.SETTLED if is_played else MatchStage.ARRANGED
    matches = Match.objects.bulk_create(
        Match(standing=MatchType.LEAGUE, stage=stage, is_hosted=True, seed="0" * 64)
        for _ in pairs
    )
    fixtures = Fixture.objects.bulk_create(
        Fixture(
            competition=competition,
            round=drawn,
            number=number * len(pairs) + place,
            match=match,
            outcome=_outcome(pair) if is_played else None,
            facts=_facts(match, pair) if is_played else None,
            why=["Nearest in the table."],
        )
        for place, (match, pair) in enumerate(zip(matches, pairs, strict=True))
    )
    MatchTeam.objects.bulk_create(
        MatchTeam(
            match=match,
            number=seat,
            side=seat,
            person=entrant.person,
            team=entrant.team,
            name=entrant.team.name,
            agreement=Agreement.AGREED,
        )
        for match, pair in zip(matches, pairs, strict=True)
        for seat, entrant in enumerate(pair)
    )
    FixtureSide.objects.bulk_create(
        FixtureSide(fixture=fixture, number=seat, entrant=entrant)
        for fixture, pair in zip(fixtures, pairs, strict=True)
        for seat, entrant in enumerate(pair)
    )


def _outcome(pair: tuple[Entrant, Entrant]) -> dict[str, object]:
    parts = [
        TeamResult(entry=EntryId(one.pk), place=place, score=5 - place, rating=10)
        for place, one in enumerate(pair, 1)
    ]
    return {"parts": msgspec.to_builtins(parts)}


def _facts(match: Match, pair: tuple[Entrant, Entrant]) -> object:
    lines = [
        TeamLine(
            team=TeamId(one.team_id),
            name=one.team.name,
            person=PersonId(one.person_id),
            place=place,
            score=5 - place,
            koban=10,
            ninja=(NinjaLine(ninja=NinjaId(1), name="Ryu", xp=place),),
        )
        for place, one in enumerate(pair, 1)
    ]
    return msgspec.to_builtins(
        MatchFacts(match=MatchId(match.pk), season=1, teams=tuple(lines))
    )


def asked(client: Client, address: str) -> tuple[int, int]:
    """How many queries a page takes, and how much it weighs."""
    with CaptureQueriesContext(connection) as caught:
        answer = client.get(address)
    assert answer.status_code == 200, f"{address} answers {answer.status_code}."
    return len(caught), len(answer.content)


def single_pages(league: League) -> dict[str, str]:
    """A match to come, its fixture, its round, and one of its players."""
    fixture = Fixture.objects.filter(
        competition__season__league=league, outcome__isnull=True
    ).earliest("pk")
    side = fixture.sides.select_related("entrant").earliest("number")
    assert fixture.match is not None
    assert side.entrant is not None
    home = f"/leagues/{league.uid}/"
    return {
        "match": f"/matches/{fixture.match.uid}/",
        "fixture": f"{home}fixtures/{fixture.pk}/",
        "round": f"{home}rounds/{fixture.round_id}/",
        "player": f"{home}members/{side.entrant.person_id}/",
        "entry": f"{home}teams/{side.entrant.team_id}/",
        "withdraw": f"{home}teams/{side.entrant.team_id}/out/",
        "front": "/",
        "leagues": "/leagues/",
    }


def counted(
    league: League, client: Client, more: dict[str, str] | None = None
) -> tuple[dict[str, int], dict[str, int]]:
    """Queries and weights of all pages of a league, by their names."""
    home = f"/leagues/{league.uid}/"
    pages = {page: f"{home}{page}" for page in PAGES}
    found = {
        page: asked(client, address)
        for page, address in {**pages, **single_pages(league), **(more or {})}.items()
    }
    queries = {page: queries for page, (queries, _) in found.items()}
    return queries, {page: weight for page, (_, weight) in found.items()}


def api_pages(league: League) -> dict[str, str]:
    """Two lines of each, so that a small league fills a page as a large one does."""
    home = f"/api/v1/leagues/{league.uid}/"
    return {
        f"api {name}": f"{home}{name}{'/' if name else ''}?page_size=2"
        for name in ("", *read_views.PAGES)
    }


def test_large_leagues_are_read_with_as_many_queries_as_small_ones(
    dana: Person, dana_client: Client
) -> None:
    counts = []
    for size in (SMALL, LARGE):
        league = filled(founded(dana, f"League of {size}"), size)
        queries, weights = counted(league, dana_client, api_pages(league))
        counts.append(queries)
    assert counts[0] == counts[1]
    # What the API has no pages for grows with the league, and no page shows it.
    seen = {page: weights[page] for page in weights if not page.startswith("api ")}
    assert max(seen.values()) < HEAVY, weights


def test_groups_byes_and_playoffs_of_large_leagues_take_no_more_queries(
    dana: Person, dana_client: Client
) -> None:
    """Both have playoffs of four: those of more teams would have more rounds."""
    counts = []
    for size in (SMALL, LARGE // 4):
        league = filled(founded(dana, f"League of {size}"), size, groups=2)
        assert len(get_season_results(league.seasons.get()).tables()) == 2
        playoffs = f"/api/v1/leagues/{league.uid}/playoffs/"
        queries, _ = counted(league, dana_client, {"api playoffs": playoffs})
        counts.append(queries)
    assert counts[0] == counts[1]


def test_what_a_large_league_folds_away_is_one_tap_away(
    dana: Person, visitor: Client
) -> None:
    size = 80
    league = filled(founded(dana), size)
    address = f"/leagues/{league.uid}/"
    front = visitor.get(address).content.decode()
    assert front.count('class="pos"') == 64
    assert f"Show all {size} teams" in front
    assert visitor.get(f"{address}?all=1").content.decode().count('class="pos"') == size

    rounds = Round.objects.order_by("number")
    folded = visitor.get(f"{address}fixtures/").content.decode()
    assert folded.count("All 40 results") == PLAYED
    latest = 6  # of each round that is folded away
    assert folded.count('<b class="won">') == latest * PLAYED
    assert folded.count("no date yet") == 40
    opened = visitor.get(f"{address}fixtures/?round={rounds[0].pk}").content.decode()
    assert opened.count("All 40 results") == PLAYED - 1
    assert opened.count('<b class="won">') == 40 + latest * (PLAYED - 1)

    second = visitor.get(f"{address}members/?page=2").content.decode()
    assert second.count(">Band p") == size + 1 - 64
