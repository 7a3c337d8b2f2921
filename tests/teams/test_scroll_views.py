"""The scroll, the history and the careers, as whoever may see them reads them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from kernel.elements import ELEMENTS
from kernel.ids import NinjaId, ProfileSlug
from people.models import Person
from rulebook.rules.entries import Advance
from teams.rules.journal.entries import Recruited
from teams.rules.reports.team_report import MatchType, Outcome
from teams.rules.settlement.needs import DecisionKind, RollKind
from teams.selectors.game_records import hide_notes
from teams.selectors.scroll_front import get_scroll_front
from teams.selectors.scroll_page import get_scroll_page
from teams.selectors.settlement import get_settlement_page
from teams.services.adjustments import adjust_team, undo_batch
from teams.services.games import choose_option, enter_dice, roll_dice
from teams.services.journal import Edit, Role, write_journal
from teams.services.roster import dismiss_ninja, rename_ninja, rename_team
from teams.services.share_links import share_team
from tests.ledger import rule
from tests.verbs import Tale, found_sample, found_team, registered_team


@pytest.fixture
def team(alice: Person) -> Tale:
    return registered_team(alice)


def crowd(tale: Tale, size: int) -> Tale:
    """So many ninja, legal or not, as only the site itself could write them."""
    site = Edit(team_id=tale.team_id, actor=None, role=Role.SITE)
    first = tale.state.last_id + 1
    missing = size - len(tale.state.ninja)
    write_journal(
        site,
        entries=[
            Recruited(
                ninja=NinjaId(first + n), profile=ProfileSlug("tora-kaiken"), price=0
            )
            for n in range(missing)
        ],
    )
    return tale


def raise_movement(tale: Tale, *, ninja: int) -> int:
    """Earn a level, roll the doubles that raise MV, and give the new MV."""
    tale.play(feats={ninja: 9})
    while (page := get_settlement_page(tale.team_id, tale.owner)).steps:
        if page.roll is not None and page.roll.kind is RollKind.ADVANCEMENT:
            mapping = tale.state.rules.doubles_mapping
            face = next(
                one for one in ELEMENTS if mapping.advance_for(one) is Advance.MV
            )
            enter_dice(tale.edit, dice=[face, face])
        elif page.roll is not None:
            roll_dice(tale.edit)
        elif page.decision is not None and page.decision.kind is DecisionKind.ADVANCE:
            choose_option(tale.edit, choice="raise:mv")
        elif page.decision is not None:
            choose_option(tale.edit, choice=page.decision.default)
    rows = get_scroll_front(tale.team_id, tale.owner).scroll.rows
    return next(row.mv for row in rows if row.ninja == ninja)


def text_of(response: object) -> str:
    """What is to be read, on one line and without markup."""
    html = re.sub(r"(?s)<(script|style).*?</\1>", "", response.content.decode())
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


class TestTheScroll:
    @rule("SCROLL-01", "SCROLL-02")
    def test_shows_the_team_and_every_ninja(
        self, team: Tale, alice_client: Client
    ) -> None:
        rename_ninja(team.edit, ninja=2, name="Aoi of the Reeds")
        team.play(feats={2: 9}, hurt=[3])
        response = alice_client.get(f"/teams/{team.team_id}/")
        words = text_of(response)
        state = team.state
        assert f"<h1>{state.name}</h1>" in response.content.decode()
        assert "led by Alice" in words
        assert f"Rating {team.team.rating}" in words
        assert "Aoi of the Reeds" in words
        assert "Advancement to roll" in words
        assert words.count(" MV ") == len(state.ninja)
        for chip in ("Close Combat Master", "Fire Mastery"):
            assert chip in words

    def test_explains_every_keyword_once_and_opens_it_without_scripts(
        self, team: Tale, alice_client: Client
    ) -> None:
        html = alice_client.get(f"/teams/{team.team_id}/").content.decode()
        opened = set(re.findall(r'popovertarget="((?:kw|ab|ranged)-[^"]+)"', html))
        told = re.findall(r'id="((?:kw|ab|ranged)-[^"]+)" popover', html)
        assert opened
        assert sorted(told) == sorted(opened)

    def test_marks_what_is_not_from_the_book(
        self, alice: Person, alice_client: Client
    ) -> None:
        tale = found_sample(alice, "paper-lanterns")
        html = alice_client.get(f"/teams/{tale.team_id}/").content.decode()
        assert 'aria-label="Affinities: external"' in html
        assert "From public card data." in html

    def test_ribbons_say_who_misses_games_and_who_starts_hurt(
        self, team: Tale, alice_client: Client
    ) -> None:
        adjust_team(team.edit, reason="Fell", ninja=2, games_to_miss=2)
        adjust_team(team.edit, reason="Fell", ninja=3, starts_in_healing_house=True)
        words = text_of(alice_client.get(f"/teams/{team.team_id}/"))
        assert "Misses 2 games" in words
        assert "Starts in the Healing House" in words
        assert "9 ninja, 8 can play the next game." in words

    def test_raised_figures_are_advances(
        self, team: Tale, alice_client: Client
    ) -> None:
        address = f"/teams/{team.team_id}/"
        assert "<sup>+1</sup>" not in alice_client.get(address).content.decode()
        mv = raise_movement(team, ninja=2)
        html = alice_client.get(address).content.decode()
        assert html.count("<sup>+1</sup>") == 1
        assert f"<dd>{mv}<sup>+1</sup></dd>" in html

    def test_a_draft_tells_what_is_missing_and_an_empty_one_where_to_begin(
        self, alice: Person, alice_client: Client
    ) -> None:
        tale = found_team(alice)
        words = text_of(alice_client.get(f"/teams/{tale.team_id}/"))
        assert "Not ready to register." in words
        assert "Recruit the first ninja" in words

    def test_friendlies_and_free_games_are_marked(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play(standing=MatchType.FRIENDLY)
        team.play(Outcome.LOSS).settle()
        words = text_of(alice_client.get(f"/teams/{team.team_id}/"))
        assert "1 free game outside every league" in words
        assert "1 friendly, which count for nothing" in words
        assert "0 won 0 drawn 1 lost" in words

    def test_lists_games_and_treasury_with_the_latest_first(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play().settle()
        team.play(Outcome.LOSS).settle()
        words = text_of(alice_client.get(f"/teams/{team.team_id}/"))
        assert words.index("Lost, 0") < words.index("Won, 0")
        assert f"In the treasury {team.state.koban} koban" in words


class TestWhoSeesIt:
    @pytest.mark.parametrize("page", ["", "history/", "ninja/1/", "scroll.pdf"])
    def test_strangers_find_nothing_and_visitors_are_asked_to_log_in(
        self, team: Tale, charlie_client: Client, visitor: Client, page: str
    ) -> None:
        address = f"/teams/{team.team_id}/{page}"
        assert charlie_client.get(address).status_code == 404
        answer = visitor.get(address)
        assert answer.status_code == 302
        assert answer["Location"] == f"/people/log-in/?next={address}"

    def test_nobody_learns_which_teams_there_are(self, visitor: Client) -> None:
        assert visitor.get("/teams/987654/").status_code == 302

    @pytest.mark.parametrize("page", ["growth/", "keep/", "report/", "correct/"])
    def test_what_changes_a_team_is_for_its_owner(
        self, team: Tale, charlie_client: Client, visitor: Client, page: str
    ) -> None:
        address = f"/teams/{team.team_id}/{page}"
        assert charlie_client.get(address).status_code == 404
        assert visitor.get(address).status_code == 302


class TestThePast:
    def test_any_earlier_moment_is_shown_and_marked_as_the_past(
        self, team: Tale, alice_client: Client
    ) -> None:
        before = team.version
        rename_team(team.edit, name="Another Name")
        address = f"/teams/{team.team_id}/"
        then = alice_client.get(f"{address}?at={before}").content.decode()
        now = alice_client.get(address).content.decode()
        assert "<h1>Open Furnace</h1>" in then
        assert "You are viewing the past." in then
        assert f"?at={before + 1}" in then
        assert "<h1>Another Name</h1>" in now
        assert "You are viewing the past." not in now

    @rule("REC-02")
    def test_notes_of_a_game_stand_in_its_record(
        self, team: Tale, alice_client: Client, client: Client
    ) -> None:
        team.play(notes="Won in the <last> round.").settle()
        page = alice_client.get(f"/teams/{team.team_id}/")
        assert "Won in the &lt;last&gt; round." in page.content.decode()
        token = share_team(team_id=team.team_id, actor=team.owner)
        shared = client.get(f"/teams/shared/{token}/")
        assert shared.status_code == 200
        assert "Won in the" not in text_of(shared)

    @rule("REC-02")
    @pytest.mark.parametrize(
        ("standing", "is_read"), [(MatchType.LEAGUE, True), (MatchType.FREE, False)]
    )
    def test_members_of_the_league_read_notes_of_its_games_alone(
        self, team: Tale, standing: MatchType, is_read: bool
    ) -> None:
        team.play(notes="A close one.").settle()
        records = get_scroll_page(team.team_id, team.owner).records
        games = (replace(records.games[0], standing=standing),)
        seen = hide_notes(replace(records, games=games), keeps_league=True)
        assert (seen.games[0].notes == "A close one.") is is_read
        shared = hide_notes(replace(records, games=games), keeps_league=False)
        assert shared.games[0].notes == ""

    def test_the_records_are_those_of_the_moment(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play().settle()
        before = team.version
        team.play().settle()
        words = text_of(alice_client.get(f"/teams/{team.team_id}/?at={before}"))
        assert "1 won 0 drawn 0 lost" in words

    @pytest.mark.parametrize("at", ["0", "9999", "-1", "x", "", "1e3", "٣", "9" * 5000])
    def test_what_is_no_moment_is_not_found(
        self, team: Tale, alice_client: Client, at: str
    ) -> None:
        address = f"/teams/{team.team_id}/?at={at}"
        assert alice_client.get(address).status_code == 404


class TestTheHistory:
    def test_tells_every_act_with_its_actor_and_its_dice(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play(hurt=[1, 2]).settle()
        html = alice_client.get(f"/teams/{team.team_id}/history/").content.decode()
        words = " ".join(re.sub(r"<[^>]+>", " ", html).split())
        assert "The team was registered." in words
        assert ", Alice" in words
        rolled = [line for line in team.history().lines if line.faces]
        assert rolled
        assert html.count('role="img" aria-label="Die') == 0
        assert html.count('class="die ') == sum(len(line.faces) for line in rolled)
        assert html.count("Check the dice") == len(rolled)

    def test_times_are_told_in_the_zone_of_the_viewer(
        self, team: Tale, alice: Person, alice_client: Client
    ) -> None:
        alice.time_zone = "Pacific/Kiritimati"
        alice.save()
        written = team.history().lines[-1].created
        html = alice_client.get(f"/teams/{team.team_id}/history/").content.decode()
        local = (written.hour + 14) % 24
        assert f", {local:02}:{written.minute:02}</time>" in html

    def test_draws_what_it_tells_and_offers_the_numbers_as_a_table(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play(feats={2: 3}).settle()
        html = alice_client.get(f"/teams/{team.team_id}/history/").content.decode()
        assert 'aria-label="Treasury: from ' in html
        assert "Treasury as a table" in html
        assert "Experience" in html

    def test_what_was_taken_back_stays_to_be_read(
        self, team: Tale, alice_client: Client
    ) -> None:
        rename_team(team.edit, name="Another Name")
        undo_batch(team.edit, batch=team.history().lines[-1].batch, reason="No")
        html = alice_client.get(f"/teams/{team.team_id}/history/").content.decode()
        assert "Undone</span>" in html
        assert "Undone: No" in html

    def test_the_founding_cannot_be_taken_back_from_anywhere(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play(feats={2: 3}).settle()
        here = f"/teams/{team.team_id}"
        founding = team.history().lines[0].batch
        for page in (f"{here}/history/", f"{here}/ninja/2/"):
            html = alice_client.get(page).content.decode()
            offered = re.findall(rf"{here}/history/([0-9a-f-]{{36}})/", html)
            assert offered
            assert founding not in offered

    def test_a_long_one_is_turned_page_by_page(
        self, team: Tale, alice_client: Client
    ) -> None:
        for number in range(35):
            rename_team(team.edit, name=f"Name {number}")
        first = alice_client.get(f"/teams/{team.team_id}/history/").content.decode()
        second = alice_client.get(f"/teams/{team.team_id}/history/?page=2")
        assert "Name 34" in first
        assert "Name 1." not in first
        assert "Name 1." in second.content.decode()


class TestACareer:
    def test_tells_everything_that_happened_to_one_ninja(
        self, team: Tale, alice_client: Client
    ) -> None:
        rename_ninja(team.edit, ninja=2, name="Aoi")
        team.play(feats={2: 4}).settle()
        words = text_of(alice_client.get(f"/teams/{team.team_id}/ninja/2/"))
        assert "was renamed Aoi." in words
        assert "Aoi was named All-Star" in words
        assert "Games 1" in words

    def test_those_who_left_are_remembered(
        self, team: Tale, alice_client: Client
    ) -> None:
        dismiss_ninja(team.edit, ninja=9)
        words = text_of(alice_client.get(f"/teams/{team.team_id}/ninja/9/"))
        assert "No longer with the team" in words
        assert alice_client.get(f"/teams/{team.team_id}/ninja/99/").status_code == 404

    def test_name_and_note_are_changed_together(
        self, team: Tale, alice_client: Client
    ) -> None:
        address = f"/teams/{team.team_id}/ninja/2/describe/"
        sent = {"version": team.version, "name": "Aoi", "note": "The red one"}
        before = team.version
        assert alice_client.post(address, sent).status_code == 302
        assert (team.state.find(2).name, team.state.find(2).note) == (
            "Aoi",
            "The red one",
        )
        assert team.version == before + 2
        again = alice_client.post(address, {**sent, "version": team.version})
        assert again.status_code == 302
        assert team.version == before + 2

    def test_a_refused_name_comes_back_with_the_reason(
        self, team: Tale, alice_client: Client
    ) -> None:
        address = f"/teams/{team.team_id}/ninja/2/describe/"
        sent = {"version": team.version, "name": "Bell\x07", "note": ""}
        answer = alice_client.post(address, sent)
        assert answer.status_code == 422
        assert "Use only visible characters" in answer.content.decode()


class TestQueries:
    """Fixed numbers, session and person included, for a few ninja or a crowd."""

    @pytest.mark.parametrize("size", [9, 26])
    @pytest.mark.parametrize(
        ("page", "queries"),
        [
            ("", 5),
            ("?at=3", 5),
            ("history/", 4),
            ("ninja/1/", 4),
            ("growth/", 5),
            ("keep/", 4),
            ("report/", 5),
            ("scroll.pdf", 4),
            ("scroll.png", 4),
        ],
    )
    def test_of_every_page(
        self,
        team: Tale,
        alice_client: Client,
        django_assert_num_queries: DjangoAssertNumQueries,
        size: int,
        page: str,
        queries: int,
    ) -> None:
        crowd(team, size)
        cache.clear()
        with django_assert_num_queries(queries):
            answer = alice_client.get(f"/teams/{team.team_id}/{page}")
        assert answer.status_code == 200

    def test_records_of_a_version_are_read_once(
        self,
        team: Tale,
        alice_client: Client,
        django_assert_num_queries: DjangoAssertNumQueries,
    ) -> None:
        alice_client.get(f"/teams/{team.team_id}/")
        with django_assert_num_queries(4):
            alice_client.get(f"/teams/{team.team_id}/")
        rename_team(team.edit, name="Another Name")
        with django_assert_num_queries(5):
            alice_client.get(f"/teams/{team.team_id}/")
