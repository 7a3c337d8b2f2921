"""A master seeds the teams before the season starts."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from kernel.errors import Refusal
from league.models.competitions import Competition, Fixture, Round
from league.models.leagues import AuditEntry, League
from league.models.seasons import Entrant, SeasonStage
from league.rules.league_templates import Kind, Pause, PlannedCompetition
from league.selectors.league_file import league_file
from league.services.competitions.competitions import (
    add_competition,
    draw_groups,
    start_season,
)
from league.services.exchange.league_import import import_league
from league.services.season_previews import preview_season_start
from people.models import Person
from tests.league.stories import founded
from tests.league.test_competitions import crowd


def planned(dana: Person, kind: Kind, *, teams: int = 4, **more: object) -> League:
    league = founded(dana)
    crowd(league, teams)
    plan = PlannedCompetition(kind=kind, name="Cup", **more)  # type: ignore[arg-type]
    add_competition(uid=league.uid, actor=dana, plan=plan)
    return league


@pytest.fixture
def league(dana: Person) -> League:
    return planned(dana, Kind.ROUND_ROBIN)


def address_of(league: League) -> str:
    return f"/leagues/{league.uid}/plan/start/"


def turned(league: League) -> list[int]:
    """Every team of the season, the last to enter first."""
    entrants = Entrant.objects.filter(season__league=league)
    return list(entrants.order_by("-pk").values_list("team", flat=True))


def drawn(league: League, *, round_number: int) -> list[set[int]]:
    fixtures = Fixture.objects.filter(
        competition__season__league=league, round__number=round_number
    )
    return [
        {side.entrant.team_id for side in one.sides.all() if side.entrant}
        for one in fixtures.order_by("number")
    ]


def order_on(page: str) -> list[int]:
    found = re.search(r'name="order" value="([0-9,]*)"', page)
    assert found is not None
    return [int(one) for one in found[1].split(",")]


def as_sent(seeding: list[int], **more: str) -> dict[str, str]:
    numbers = {f"seed_{team}": str(n) for n, team in enumerate(seeding, start=1)}
    return {"order": ",".join(map(str, seeding)), **numbers, **more}


def test_round_robin_follows_the_seeding(league: League, dana: Person) -> None:
    order = turned(league)
    start_season(uid=league.uid, actor=dana, seeding=order)
    assert drawn(league, round_number=1) == [{order[0], order[3]}, {order[1], order[2]}]
    assert {order[0], order[1]} in drawn(league, round_number=3)


def test_first_swiss_round_follows_the_seeding(dana: Person) -> None:
    league = planned(dana, Kind.SWISS, rounds=3)
    order = turned(league)
    start_season(uid=league.uid, actor=dana, seeding=order)
    assert drawn(league, round_number=1) == [{order[0], order[2]}, {order[1], order[3]}]


def test_playoffs_at_the_start_follow_the_seeding(dana: Person) -> None:
    league = planned(dana, Kind.PLAYOFFS, reach=4)
    order = turned(league)
    start_season(uid=league.uid, actor=dana, seeding=order)
    assert drawn(league, round_number=1) == [{order[0], order[3]}, {order[1], order[2]}]


def test_groups_are_drawn_again_from_the_seeding_on_request(dana: Person) -> None:
    league = planned(dana, Kind.ROUND_ROBIN)
    draw_groups(uid=league.uid, actor=dana, count=2)
    order = turned(league)
    order[1], order[3] = order[3], order[1]
    start_season(uid=league.uid, actor=dana, seeding=order, regroups=True)
    entrants = Entrant.objects.filter(season__league=league)
    groups = dict(entrants.values_list("team", "group"))
    assert [groups[team] for team in order] == ["A", "B", "B", "A"]
    assert AuditEntry.objects.filter(wording__contains="2 groups from the see").exists()


def test_groups_stay_where_nobody_asks(dana: Person) -> None:
    league = planned(dana, Kind.ROUND_ROBIN)
    draw_groups(uid=league.uid, actor=dana, count=2)
    entrants = Entrant.objects.filter(season__league=league)
    before = dict(entrants.values_list("team", "group"))
    start_season(uid=league.uid, actor=dana, seeding=turned(league))
    assert dict(entrants.values_list("team", "group")) == before


def test_log_names_the_seeding(league: League, dana: Person) -> None:
    order = turned(league)
    start_season(uid=league.uid, actor=dana, seeding=order)
    line = AuditEntry.objects.get(kind="seeded")
    first = Entrant.objects.get(team=order[0])
    assert line.wording.startswith(f"Dana seeded Season 1: 1. {first}, 2. ")


def test_seeding_goes_along_in_the_league_file(league: League, dana: Person) -> None:
    start_season(uid=league.uid, actor=dana, seeding=turned(league))
    content = league_file(league.uid, dana)
    League.objects.update(name="The Old Cup")
    copy = import_league(content=content)
    seeds = Entrant.objects.filter(season__league=copy).order_by("pk")
    assert list(seeds.values_list("seeding", flat=True)) == [4, 3, 2, 1]


@pytest.mark.parametrize("kind", [Kind.RANDOM, Kind.LADDER])
def test_seeding_of_what_is_not_seeded_is_refused(dana: Person, kind: Kind) -> None:
    league = planned(dana, kind)
    with pytest.raises(Refusal, match="Leave it out"):
        start_season(uid=league.uid, actor=dana, seeding=turned(league))


def test_seeding_without_every_team_is_refused(league: League, dana: Person) -> None:
    with pytest.raises(Refusal, match="does not match the teams"):
        start_season(uid=league.uid, actor=dana, seeding=turned(league)[1:])
    assert league.seasons.get().stage == SeasonStage.GATHERING
    assert not Entrant.objects.filter(seeding__isnull=False).exists()


def test_preview_with_a_seeding_is_what_the_start_draws(
    league: League, dana: Person
) -> None:
    order = turned(league)
    where = {"uid": league.uid, "actor": dana, "seeding": order}
    shown = [
        {side.team_id for side in fixture.sides}
        for one in preview_season_start(**where)
        for fixture in one.fixtures
    ]
    assert not Entrant.objects.filter(seeding__isnull=False).exists()
    start_season(**where)
    assert [pair for n in (1, 2, 3) for pair in drawn(league, round_number=n)] == shown


def test_page_seeds_by_rating_moves_a_team_and_starts(
    league: League, dana_client: Client
) -> None:
    address = address_of(league)
    assert 'name="order"' not in dana_client.get(address).content.decode()
    order = order_on(dana_client.post(address, {"seeds": "rating"}).content.decode())
    moved = dana_client.post(address, as_sent(order, move=f"up-{order[3]}"))
    after = order_on(moved.content.decode())
    assert after == [order[0], order[1], order[3], order[2]]
    typed = {**as_sent(after, look="1"), f"seed_{after[3]}": "1"}
    last = order_on(dana_client.post(address, typed).content.decode())
    assert last == [after[3], *after[:3]]
    assert not Round.objects.exists()
    assert dana_client.post(address, as_sent(last)).status_code == 302
    assert drawn(league, round_number=1) == [{last[0], last[3]}, {last[1], last[2]}]


def test_seeding_that_was_not_previewed_is_previewed_before_the_start(
    league: League, dana_client: Client
) -> None:
    order = turned(league)
    sent = {**as_sent(order), f"seed_{order[3]}": "1"}
    page = dana_client.post(address_of(league), sent)
    assert page.status_code == 200
    assert "You changed the seeding." in page.content.decode()
    assert order_on(page.content.decode()) == [order[3], *order[:3]]
    assert league.seasons.get().stage == SeasonStage.GATHERING


def test_nonsense_in_the_seeding_is_refused_and_shown_again(
    league: League, dana_client: Client
) -> None:
    order = turned(league)
    for wrong, sentence in {
        "9": "Choose seeds from 1 to 4",
        "first": "Type a whole number",
        "-1": "Choose seeds from 1 to 4",
    }.items():
        sent = {**as_sent(order), f"seed_{order[3]}": wrong}
        page = dana_client.post(address_of(league), sent)
        assert page.status_code == 422
        assert sentence in page.content.decode()
        assert f'value="{wrong}"' in page.content.decode()
    assert not Round.objects.exists()


def test_team_that_enters_meanwhile_is_noticed(
    league: League, dana_client: Client
) -> None:
    order = turned(league)
    Entrant.objects.filter(team=order[0]).update(stage="withdrawn")
    page = dana_client.post(address_of(league), as_sent(order))
    assert page.status_code == 422
    assert "may have entered or left" in page.content.decode()
    assert order_on(page.content.decode()) == order[1:]


def test_seeding_is_removed_again(league: League, dana_client: Client) -> None:
    sent = as_sent(turned(league), seeds="none")
    page = dana_client.post(address_of(league), sent).content.decode()
    assert 'name="order"' not in page
    assert "Draw other pairings" in page


def test_ladder_offers_no_seeding(dana: Person, dana_client: Client) -> None:
    league = planned(dana, Kind.LADDER)
    page = dana_client.get(address_of(league)).content.decode()
    assert "Seeding" not in page


def test_programs_start_a_season_with_a_seeding(
    league: League, dana_client: Client
) -> None:
    order = turned(league)
    address = f"/api/v1/leagues/{league.uid}/seasons/start/"
    for wrong in ([], order[1:], [*order, order[0]]):
        body = json.dumps({"seeding": wrong, "regroups": not wrong})
        answer = dana_client.post(address, body, content_type="application/json")
        assert answer.status_code == 422, answer.content
    body = json.dumps({"seeding": order})
    answer = dana_client.post(address, body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert drawn(league, round_number=1)[0] == {order[0], order[3]}


def test_edit_keeps_pauses_and_challenges_beyond_the_usual_fields(
    dana: Person, dana_client: Client
) -> None:
    pauses = tuple(
        Pause(begins=f"2027-0{month}-01", ends=f"2027-0{month}-02")
        for month in range(1, 7)
    )
    names = ("brawl", "") * 5
    league = planned(
        dana, Kind.ROUND_ROBIN, pauses=pauses, challenges=(*names, "brawl")
    )
    before = Competition.objects.get()
    address = f"/leagues/{league.uid}/plan/{before.number}/edit/"
    page = dana_client.get(address).content.decode()
    assert 'name="pause_begins_6" value="2027-06-01"' in page
    assert 'name="challenge_11"' in page
    # An older page, which does not know of the last ones, leaves them alone.
    sent = {"kind": "round-robin", "name": "Cup", "days": "9"}
    shown = {f"pause_begins_{n}": "" for n in range(1, 5)}
    shown |= {f"challenge_{n}": "" for n in range(1, 9)}
    assert dana_client.post(address, {**sent, **shown}).status_code == 302
    after = Competition.objects.get().settings
    assert after["days"] == 9
    assert [one["begins"] for one in after["pauses"]] == ["2027-05-01", "2027-06-01"]
    assert after["challenges"] == [""] * 8 + ["brawl", "", "brawl"]
