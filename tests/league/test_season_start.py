"""Planning and starting a season: edit competitions, preview rounds, pick a day."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from league.forms.competitions import CompetitionForm
from league.models.competitions import Competition, Fixture, Round
from league.models.leagues import League
from league.models.seasons import SeasonStage
from league.rules.league_templates import Kind, PlannedCompetition
from league.services.competitions.competitions import add_competition, start_season
from league.services.season_previews import preview_season_start
from people.models import Person
from tests.league.stories import founded
from tests.league.test_competitions import crowd


@pytest.fixture
def league(dana: Person) -> League:
    league = founded(dana)
    crowd(league, 4)
    plan = PlannedCompetition(kind=Kind.ROUND_ROBIN, name="All against all")
    add_competition(uid=league.uid, actor=dana, plan=plan)
    return league


def address_of(league: League) -> str:
    return f"/leagues/{league.uid}/plan/start/"


def drawn(league: League) -> list[str]:
    fixtures = Fixture.objects.filter(competition__season__league=league)
    return [
        " ".join(sorted(str(side.entrant) for side in one.sides.all()))
        for one in fixtures.order_by("round__number", "number")
    ]


def test_preview_shows_the_rounds_and_writes_nothing(
    league: League, dana_client: Client
) -> None:
    page = dana_client.get(address_of(league)).content.decode()
    assert page.count("Round ") >= 3
    assert " against " in page
    assert not Round.objects.exists()
    assert league.seasons.get().stage == SeasonStage.GATHERING


def test_season_starts_with_the_rounds_of_the_preview(
    league: League, dana: Person, dana_client: Client
) -> None:
    shown = [
        " ".join(sorted(side.name for side in fixture.sides))
        for one in preview_season_start(uid=league.uid, actor=dana)
        for fixture in one.fixtures
    ]
    dana_client.post(address_of(league))
    assert drawn(league) == shown
    assert league.seasons.get().stage == SeasonStage.RUNNING


def test_other_pairings_are_drawn_until_the_master_is_content(
    league: League, dana_client: Client
) -> None:
    before = Competition.objects.get().seed
    page = dana_client.post(address_of(league), {"shuffle": "1"})
    assert page.status_code == 200
    assert Competition.objects.get().seed != before
    assert not Round.objects.exists()


def test_first_round_opens_on_the_chosen_day(
    league: League, dana_client: Client
) -> None:
    day = timezone.localdate() + timedelta(days=10)
    sent = {"starts_on": day.isoformat()}
    looked = dana_client.post(address_of(league), {**sent, "look": "1"})
    assert f"{day:%a} {day.day} {day:%b}" in looked.content.decode()
    assert not Round.objects.exists()
    dana_client.post(address_of(league), sent)
    first = Round.objects.order_by("number")[0]
    assert first.opens is not None
    assert timezone.localdate(first.opens) == day


def test_day_in_the_past_is_refused(league: League, dana: Person) -> None:
    long_ago = timezone.now() - timedelta(days=3)
    with pytest.raises(Exception, match="between today and a year"):
        start_season(uid=league.uid, actor=dana, starts_at=long_ago)
    assert league.seasons.get().stage == SeasonStage.GATHERING


def test_strangers_preview_nothing(league: League, alice_client: Client) -> None:
    assert alice_client.get(address_of(league)).status_code == 403


def test_planned_competition_is_edited(league: League, dana_client: Client) -> None:
    planned = Competition.objects.get()
    address = f"/leagues/{league.uid}/plan/{planned.number}/edit/"
    page = dana_client.get(address).content.decode()
    assert "All against all" in page
    sent = {"kind": "swiss", "name": "Swiss cup", "rounds": "3", "days": "14"}
    assert dana_client.post(address, sent).status_code == 302
    planned.refresh_from_db()
    assert (planned.kind, planned.name) == ("swiss", "Swiss cup")
    assert (planned.settings["rounds"], planned.settings["days"]) == (3, 14)


def test_begun_competition_is_not_edited(
    league: League, dana: Person, dana_client: Client
) -> None:
    start_season(uid=league.uid, actor=dana)
    planned = Competition.objects.get()
    address = f"/leagues/{league.uid}/plan/{planned.number}/edit/"
    sent = {"kind": "swiss", "name": "Swiss cup", "rounds": "3", "days": "14"}
    assert dana_client.post(address, sent).status_code == 422
    planned.refresh_from_db()
    assert planned.kind == "round-robin"


def test_fields_of_another_kind_are_ignored() -> None:
    sent = {"kind": "swiss", "name": "Cup", "rounds": "3", "days": "7"}
    form = CompetitionForm({**sent, "is_double": "on", "reach": "16", "best_of": "5"})
    assert form.is_valid(), form.errors
    assert form.plan() == PlannedCompetition(
        kind=Kind.SWISS, name="Cup", rounds=3, days=7
    )


def test_fields_say_which_kinds_they_belong_to() -> None:
    page = str(CompetitionForm())
    assert 'data-kinds="swiss random cross"' in page
    assert 'data-kinds="playoffs"' in page
