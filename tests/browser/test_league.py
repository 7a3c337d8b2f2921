"""A league in real windows: founded, joined, played, corrected, and fit to look at."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from challenges.models import Match, Settlement
from challenges.rules.reports.match_report import MatchReport, TeamPart
from challenges.services.challenge_choice import choose_challenge
from challenges.services.corrections import correct_result
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from challenges.services.settlements import apply_defaults, run_settlement
from league.models.communication import NotificationKind
from league.models.competitions import Fixture
from league.models.leagues import League
from league.models.seasons import Entrant, Season
from league.services.communication import comments, news, webhooks
from league.services.communication.news import renew_feed_key
from league.services.communication.notifications import notify
from league.services.competitions import match_dates
from people.models import Person
from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.looks import (
    assert_fits,
    assert_no_axe_violations,
    assert_sound,
    assert_sound_everywhere,
    wait_until_ready,
)
from tests.browser.test_matches import at, tap
from tests.cast import cast
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, play
from tests.verbs import registered_team

pytestmark = pytest.mark.django_db(transaction=True)

# Pages under a league's address, for its master.
PAGES = (
    "",
    "fixtures/",
    "statistics/",
    "hall/",
    "news/",
    "news/1/",
    "news/2/edit/",
    "webhooks/",
    "members/",
    "rules/",
    "rules/change/",
    "log/",
    "invite/",
    "plan/",
    "plan/close/",
    "settings/",
    "settings/archive/",
    "arrange/",
    "enter/",
)


@pytest.fixture
def dana(transactional_db: None) -> Person:
    return cast("dana")


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


def of_season(season: Season) -> list[Fixture]:
    found = Fixture.objects.filter(competition__season=season)
    return list(found.select_related("match").order_by("pk"))


def test_a_league_is_founded_in_three_steps_on_a_phone(
    page_at: PageAt, dana: Person
) -> None:
    page = at(page_at(PHONE), dana, "/leagues/")
    page.get_by_role("link", name="Create a league").first.click()
    page.get_by_role("link", name=re.compile("Six-week round robin")).click()
    page.get_by_label("Name of the league").fill("Lantern Street")
    page.get_by_label("Anyone can join").check()
    page.get_by_role("button", name="Create league").click()
    expect(page.get_by_text("Lantern Street is ready.")).to_be_visible()
    league = League.objects.get()
    code = f"{league.code[:4]}-{league.code[4:]}"
    expect(page.get_by_text(code, exact=True)).to_be_visible()
    assert_sound(page, "league-invite-390")
    page.get_by_role("link", name="Go to the league").click()
    expect(page.get_by_role("heading", name="No team yet")).to_be_visible()
    assert_sound(page, "league-empty-390")


def test_an_invitation_is_followed_and_a_team_entered_without_scripts(
    page_at: PageAt, alice: Person, bob: Person, dana: Person, league: League
) -> None:
    entered(league, alice)
    team = registered_team(bob)
    page = at(page_at(DESK), dana, f"/leagues/{league.uid}/invite/")
    link = page.locator(".address code").inner_text()
    phone = page_at(PHONE, scripts=False)
    phone.goto(link)
    # The invitation shows the league first, and comes back after the log-in.
    expect(phone.get_by_role("heading", name="Moon Cup")).to_be_visible()
    phone.locator("main").get_by_role("link", name="Log in").click()
    phone.get_by_label("Username").fill("bob")
    phone.get_by_label("Password").fill("correct horse battery staple")
    phone.get_by_role("button", name="Log in").click()
    phone.get_by_role("button", name="Join Moon Cup").click()
    phone.get_by_role("link", name="Enter a team").click()
    phone.get_by_label("Your club").fill("Lantern Street")
    phone.get_by_role("button", name=re.compile("^Enter in")).click()
    expect(phone.get_by_text("has entered.")).to_be_visible()
    expect(phone.get_by_text("2", exact=True).first).to_be_visible()
    assert Entrant.objects.filter(team=team.team_id, person=bob).exists()

    begun(league, dana)
    phone.goto(f"/leagues/{league.uid}/")
    expect(phone.get_by_role("heading", name="Waiting for you")).to_be_visible()
    phone.get_by_role("link", name="find a date").click()
    expect(phone.get_by_role("button", name="Propose")).to_be_visible()
    assert_fits(phone)


def test_names_as_long_as_may_be_fit_a_phone(
    page_at: PageAt, alice: Person, bob: Person, dana: Person
) -> None:
    league = founded(dana, "Moon" * 15)
    team = entered(league, alice, name="Lanternbearers" * 4).team_id
    entered(league, bob, name="月影の忍者たち")
    Person.objects.filter(pk=alice.pk).update(display_name="Shadowwalker" * 3)
    (fixture,) = of_season(begun(league, dana))
    assert fixture.match is not None
    play(fixture.match, 4, 2)
    home = f"/leagues/{league.uid}/"
    phone = page_at(320, scheme="dark")
    # Strangers see the league on the first page, members behind it.
    phone.goto("/")
    expect(phone.get_by_role("link", name="Visit the league")).to_be_visible()
    assert_fits(phone)
    at(phone, dana, home)
    sheet = phone.locator(".sheet", has=phone.locator(".standings"))
    assert sheet.evaluate("one => one.scrollWidth <= one.clientWidth")
    for path in ("", "fixtures/", "members/", f"teams/{team}/", f"teams/{team}/out/"):
        phone.goto(home + path)
        assert_fits(phone)


def points(page: Page) -> list[str]:
    return page.locator(".standings .pts").all_inner_texts()


def test_two_phones_report_a_league_match_and_the_master_corrects_it(
    page_at: PageAt, alice: Person, bob: Person, dana: Person, league: League
) -> None:
    entered(league, alice)
    entered(league, bob)
    (fixture,) = of_season(begun(league, dana))
    assert fixture.match is not None
    first = fixture.match.places.select_related("person").get(number=0).person
    edit = Edit(uid=fixture.match.uid, actor=first)
    choose_challenge(edit, challenge="brawl", together=True)
    start_match(edit)
    address = f"/matches/{fixture.match.uid}/"
    front = f"/leagues/{league.uid}/"
    other = bob if first == alice else alice

    mine = at(page_at(PHONE), first, front)
    mine.locator(".todo a").first.click()
    mine.get_by_role("link", name="Count and report").click()
    mine.wait_for_url("**/report/")
    theirs = at(page_at(PHONE, scheme="dark"), other, f"{address}report/")
    for phone in (mine, theirs):
        wait_until_ready(phone)
        phone.get_by_role("link", name="Finish").click()
    tap(mine, "t0.score", 2)
    expect(theirs.locator('[name="t0.score"]')).to_have_value("2")
    tap(theirs, "t1.score")
    expect(mine.locator('[name="t1.score"]')).to_have_value("1")
    mine.reload()
    expect(mine.locator('[name="t0.score"]')).to_have_value("2")
    expect(mine.locator('[name="t1.score"]')).to_have_value("1")
    wait_until_ready(mine)
    mine.get_by_role("link", name="Finish").click()
    mine.get_by_role("button", name="Send the report").click()
    expect(mine.get_by_text("has yet to confirm.")).to_be_visible()
    theirs.goto(address)
    theirs.get_by_role("button", name="Yes, confirm it").click()
    expect(theirs.get_by_text("Starting soon.").first).to_be_visible()
    _settle()

    mine.goto(front)
    assert points(mine) == ["3", "0"]
    winner = mine.locator(".standings .team b").first
    expect(winner).to_have_text(f"{first}'s Band")
    _correct(at(page_at(DESK), dana, address))
    mine.reload()
    expect(winner).to_have_text(f"{other}'s Band")


def _correct(page: Page) -> None:
    page.get_by_role("link", name="Correct this result").click()
    page.locator('[name="t1.score"]').fill("5")
    page.get_by_label("Reason").fill("Four more at the bridge.")
    page.get_by_role("button", name="Preview changes").click()
    expect(page.get_by_text("Nothing has changed yet.")).to_be_visible()
    assert_no_axe_violations(page)
    page.get_by_role("button", name="Correct the result").click()
    expect(page.get_by_text("The result is corrected.").first).to_be_visible()


def _settle() -> None:
    owed = Settlement.objects.get().pk
    run_settlement(settlement_id=owed)
    apply_defaults(settlement_id=owed)


@pytest.fixture
def addresses(league: League, alice: Person, bob: Person, dana: Person) -> list[str]:
    """Every page of a league with something on it: a result, a match to come with
    dates on the table, and whoever runs it in it."""
    for person in (alice, bob, dana):
        entered(league, person)
    planned = [one for one in of_season(begun(league, dana)) if one.match is not None]
    # A master who plays needs consent to correct, so this match is not hers.
    played, *_ = (one for one in planned if dana.pk not in persons(one))
    coming, *_ = (one for one in planned if one != played)
    assert played.match
    play(played.match, 5, 2)
    person = coming.sides.select_related("entrant__person").first().entrant.person
    assert coming.round
    assert coming.round.opens
    in_days = [coming.round.opens + timedelta(days=days) for days in (1, 2, 3)]
    match_dates.propose_dates(
        uid=league.uid, actor=person, fixture_id=coming.pk, dates=in_days
    )
    hook = _surroundings(league, dana, played.match)
    home = f"/leagues/{league.uid}/"
    within = [f"{home}{page}" for page in PAGES]
    team = Entrant.objects.get(person=dana).team_id
    return [
        "/leagues/",
        "/leagues/new/",
        "/leagues/new/round-robin/",
        "/leagues/code/",
        "/leagues/notices/",
        "/leagues/notices/switches/",
        "/leagues/feeds/",
        "/leagues/import/",
        *within,
        f"{home}webhooks/{hook}/",
        f"{home}fixtures/{coming.pk}/",
        f"{home}rounds/{coming.round_id}/",
        f"{home}members/{bob.pk}/",
        f"{home}members/{bob.pk}/master/",
        f"{home}teams/{team}/",
        f"{home}teams/{team}/out/",
        f"/leagues/join/{league.code}/",
        f"/matches/{played.match.uid}/",
        f"/leagues/matches/{played.match.uid}/talk/",
        f"/matches/{played.match.uid}/correct/undo/1/",
        f"/matches/{played.match.uid}/correct/",
    ]


def persons(fixture: Fixture) -> set[int]:
    return {side.entrant.person_id for side in fixture.sides.select_related("entrant")}


def _surroundings(league: League, dana: Person, match: Match) -> int:
    """News out and in the making, words on a match, a correction, a notice, a feed, and
    a webhook, whose number it gives. The master operates the site too."""
    dana.is_staff = True
    dana.save()
    news.draft_post(uid=league.uid, actor=dana)
    news.publish_post(uid=league.uid, actor=dana, number=1)
    report = MatchReport(teams=(TeamPart(score=4), TeamPart(score=2)))
    edit = Edit(uid=match.uid, actor=dana)
    correct_result(edit, report=report, reason="One too many.")
    news.draft_post(uid=league.uid, actor=dana)
    comments.write_comment(match=match.uid, author=dana, text="What a night.")
    renew_feed_key(person=dana)
    address = f"/leagues/{league.uid}/"
    notify([dana.pk], NotificationKind.NEWS, "The season is on.", address)
    hook = webhooks.add_webhook(
        uid=league.uid,
        actor=dana,
        name="Ours",
        address="https://example.org/hook",
        events=["news"],
    )
    webhooks.send_test_event(uid=league.uid, actor=dana, webhook_id=hook.pk)
    return hook.pk


def test_every_page_of_a_league_is_sound(
    page_at: PageAt, dana: Person, addresses: list[str]
) -> None:
    page = page_at(PHONE)
    at(page, dana, "/leagues/")
    for number, address in enumerate(addresses):
        answer = page.goto(address)
        assert answer is not None
        assert answer.ok, f"{address} answers {answer.status}."
        assert_sound_everywhere(page, f"league-{number}")
    # The last one is the form of a correction; what follows is on the next page.
    page.locator('[name="t1.score"]').fill("5")
    page.get_by_label("Reason").fill("Four more at the bridge.")
    page.get_by_role("button", name="Preview changes").click()
    expect(page.get_by_text("Nothing has changed yet.")).to_be_visible()
    assert_sound_everywhere(page, "league-correction")
