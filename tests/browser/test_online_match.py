"""A league match that two people play online, from its page to the standings."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from challenges.models import Match, Settlement
from challenges.services.challenge_choice import choose_challenge
from challenges.services.locks import Edit
from challenges.services.settlements import apply_defaults, run_settlement
from league.models.leagues import League
from people.models import Person
from tables.services import bots
from tables.services.matches import (
    enter_match_result,
    list_due_results,
    offer_online_play,
)
from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.looks import assert_sound_everywhere, wait_until_ready
from tests.browser.table_player import MOST_STEPS, REFRESH, SETTLED, TextPlayer
from tests.browser.test_people import enter
from tests.cast import cast
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, fixtures


@pytest.fixture(autouse=True)
def _quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "WINDOW_ANSWER_SECONDS", 0)


@pytest.fixture
def league(transactional_db: None) -> League:
    return founded(cast("dana"))


def fixture_between(league: League, first: Person, second: Person) -> Match:
    """A fixture of theirs; they have agreed on a brawl."""
    for person in (first, second):
        entered(league, person)
    match = fixtures(begun(league, league.memberships.get(role="master").person))[
        0
    ].match
    assert match is not None
    edit = Edit(uid=match.uid, actor=first)
    choose_challenge(edit, challenge="brawl", together=True)
    return match


def do_what_workers_do(match: Match) -> None:
    for uid in list_due_results():
        enter_match_result(uid)
    owed = Settlement.objects.get(match=match).pk
    run_settlement(settlement_id=owed)
    apply_defaults(settlement_id=owed)


def play_to_the_end(players: list[TextPlayer]) -> None:
    """Each page answers whenever it is asked; the other one is told to look again."""
    for _ in range(MOST_STEPS):
        for player in players:
            player.page.wait_for_function(SETTLED)
            if player.is_over:
                return
            if player.asks:
                player.answer()
                player.page.wait_for_function(SETTLED)
                break
        else:
            for player in players:
                player.page.evaluate(REFRESH)
    raise AssertionError("The game does not end.")


def test_fixture_is_played_online_all_the_way_to_the_standings(
    league: League, alice: Person, bob: Person, page_at: PageAt
) -> None:
    match = fixture_between(league, alice, bob)
    first, second = page_at(DESK), page_at(PHONE)
    enter(first, alice)
    enter(second, bob)
    first.goto(f"/matches/{match.uid}/")
    first.get_by_role("link", name="Play online").click()
    expect(first.get_by_role("heading", name="Play this match online")).to_be_visible()
    assert_sound_everywhere(first, "match-table-offer")
    first.get_by_label("Clock").select_option("none")
    first.get_by_role("button", name="Offer to play online").click()
    expect(first.get_by_role("heading", name="Waiting for")).to_be_visible()
    second.goto("/leagues/notices/")
    second.get_by_role("button", name=re.compile("offers to play")).click()
    assert_sound_everywhere(second, "match-table-answer")
    second.get_by_role("button", name="Accept and start").click()
    second.locator(".play").wait_for()
    first.locator(".play").wait_for()
    players = [text_player(first), text_player(second)]
    play_to_the_end(players)
    do_what_workers_do(match)
    first.goto(f"/play/match/{match.uid}/")
    first.get_by_role("link", name="See the result").click()
    expect(first.get_by_text("the site,")).to_be_visible()
    expect(first.get_by_text("Settled").first).to_be_visible()
    first.goto(f"/leagues/{league.uid}/")
    rows = first.get_by_role("table").first.get_by_role("row")
    played = [rows.nth(number).inner_text() for number in (1, 2)]
    assert all(re.search(r"\b1\b", row) for row in played)


def text_player(page: Page) -> TextPlayer:
    wait_until_ready(page)
    page.get_by_role("link", name="Text view").click()
    page.locator(".text-view").wait_for()
    return TextPlayer(page)


def test_offer_is_declined_and_the_match_stays_as_it_was(
    league: League, alice: Person, bob: Person, page_at: PageAt
) -> None:
    match = fixture_between(league, alice, bob)
    offer_online_play(match.uid, alice)
    page = page_at(PHONE)
    enter(page, bob)
    page.goto(f"/play/match/{match.uid}/")
    page.get_by_role("button", name="Decline").click()
    heading = page.get_by_role("heading", name="Play this match online")
    expect(heading).to_be_visible()
    assert Match.objects.get(pk=match.pk).stage == "arranged"
