"""The pages of matches, with and without scripts."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from challenges.models import Match
from challenges.rules.stages import MatchStage
from challenges.selectors.match_page import get_match_page
from challenges.selectors.report_drafts import get_report_draft
from challenges.services.reports import confirm_report, dispute_report, submit_report
from people.models import Person
from rulebook.catalogue import catalogue
from teams.rules.reports.team_report import MatchType
from teams.services.adjustments import adjust_team
from tests.cast import browser_of
from tests.challenges.verbs import Meeting, arranged, fixture, hosted, opened, told
from tests.ledger import rule
from tests.verbs import registered_team

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def address(meeting: Meeting, name: str = "match") -> str:
    return reverse(f"challenges:{name}", args=[meeting.uid])


def press(client: Client, meeting: Meeting, name: str, **sent: Any) -> Any:
    url = reverse("challenges:act", args=[meeting.uid, name])
    headers = sent.pop("headers", {})
    sent.setdefault("version", meeting.match.version)
    return client.post(url, sent, headers=headers)


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())


class TestArranging:
    def test_an_invitation_and_its_answer(
        self, alice: Person, bob: Person, alice_client: Client, bob_client: Client
    ) -> None:
        meeting = arranged(alice, bob)
        assert "has not answered yet" in text(alice_client.get(address(meeting)))
        page = text(bob_client.get(address(meeting)))
        assert "You are invited" in page
        team_id = meeting.tales[1].team_id
        answer = press(bob_client, meeting, "accept", team_id=team_id)
        assert answer.status_code == 302
        assert "Start the match" in text(alice_client.get(address(meeting)))

    def test_the_form_says_what_is_wrong_beside_the_field(
        self, alice: Person, bob: Person, alice_client: Client
    ) -> None:
        tale = arranged(alice, bob).tales[0]
        url = reverse("challenges:new")
        sent = {"team": tale.team_id, "invited": "nobody", "standing": "free"}
        refused = alice_client.post(url, sent)
        assert refused.status_code == 422
        assert "No account has the username nobody." in text(refused)
        sent["invited"] = "bob"
        assert alice_client.post(url, sent).status_code == 302

    def test_one_proposes_a_challenge_and_the_other_agrees_with_a_tap(
        self, alice: Person, bob: Person, alice_client: Client, bob_client: Client
    ) -> None:
        meeting = arranged(alice, bob, challenge="").accept()
        page = text(
            press(alice_client, meeting, "choose", challenge="search", headers=HTMX)
        )
        assert "Waiting for Bob to pick a challenge." in " ".join(page.split())
        assert "Start the match" not in page
        listed = text(bob_client.get(reverse("challenges:list")))
        assert "Answer it" in listed
        page = text(bob_client.get(address(meeting)))
        assert 'Agree<span class="vh"> to Search' in page
        page = text(
            press(bob_client, meeting, "choose", challenge="search", headers=HTMX)
        )
        assert "Everyone has agreed." in page
        assert "Start the match" in page

    def test_who_was_spoken_for_reads_it_and_may_object(
        self, alice: Person, bob: Person, alice_client: Client, bob_client: Client
    ) -> None:
        meeting = arranged(alice, bob, challenge="").accept()
        sent = {"challenge": "brawl", "together": "on"}
        assert press(alice_client, meeting, "choose", **sent).status_code == 302
        page = text(bob_client.get(address(meeting)))
        assert "Alice said that everyone agrees. If you do not" in page
        page = text(
            press(bob_client, meeting, "choose", challenge="search", headers=HTMX)
        )
        assert "Start the match" not in page

    @pytest.mark.usefixtures("charlie", "dana")
    def test_two_against_two_is_arranged_with_a_partner(
        self, alice: Person, alice_client: Client, bob_client: Client
    ) -> None:
        tale = registered_team(alice)
        sent = {
            "team": tale.team_id,
            "invited": "bob, charlie, dana",
            "partner": "charlie",
            "standing": "friendly",
        }
        made = alice_client.post(reverse("challenges:new"), sent)
        page = text(bob_client.get(made["Location"]))
        assert "You would play in two sides" in page
        assert f"<title>{tale.state.name} and Charlie against Bob and Dana" in page
        refused = alice_client.post(
            reverse("challenges:new"), sent | {"invited": "bob", "partner": "bob"}
        )
        assert "Sides need three or four teams" in text(refused)

    def test_strangers_find_nothing(
        self, alice: Person, bob: Person, charlie_client: Client, visitor: Client
    ) -> None:
        meeting = opened(alice, bob)
        for name in ("match", "report", "taps"):
            assert charlie_client.get(address(meeting, name)).status_code == 404
        assert press(charlie_client, meeting, "call-off").status_code == 404
        assert visitor.get(address(meeting)).status_code == 302

    def test_between_games_the_team_leads_to_the_match(
        self, alice: Person, bob: Person, alice_client: Client
    ) -> None:
        meeting = arranged(alice, bob).accept()
        growth = f"/teams/{meeting.tales[0].team_id}/growth/"
        assert address(meeting) not in text(alice_client.get(growth))
        meeting.open()
        page = text(alice_client.get(growth))
        assert address(meeting) in page
        assert "Call off the game" not in page

    def test_an_old_page_is_told_so_and_changes_nothing(
        self, alice: Person, bob: Person, alice_client: Client
    ) -> None:
        meeting = arranged(alice, bob).accept()
        assert press(alice_client, meeting, "begin", version=1).status_code == 409
        assert meeting.stage == MatchStage.ARRANGED

    def test_dice_are_shown_with_what_checks_them(
        self, alice: Person, bob: Person, alice_client: Client
    ) -> None:
        meeting = arranged(alice, bob, challenge="").accept()
        promised = text(alice_client.get(address(meeting)))
        sent = {"together": "on", "headers": HTMX}
        page = text(press(alice_client, meeting, "roll", **sent))
        roll = meeting.match.challenge_roll
        assert roll is not None
        assert roll["promised"] in promised
        assert roll["seed"] not in promised
        assert roll["seed"] in page
        assert page.count('class="die ') == 2 * len(roll["dice"])


class TestReport:
    def test_a_browser_without_scripts_keeps_a_draft_and_sends_it(
        self, alice: Person, bob: Person, alice_client: Client, bob_client: Client
    ) -> None:
        meeting = opened(alice, bob)
        url = address(meeting, "report")
        page = alice_client.get(url)
        assert page.status_code == 200
        assert "chosen-as-champion" not in text(page), "this is a brawl"
        sent = {"seen": "0", "t0.score": "3", "t0.n2.injured": "1", "rounds": "8"}
        assert alice_client.post(url, sent | {"keep": "1"}).status_code == 302
        assert get_report_draft(meeting.uid, bob).values["t0.score"] == 3
        version = get_report_draft(meeting.uid, alice).version
        sent["seen"] = str(version)
        assert alice_client.post(url, sent | {"send": "1"}).status_code == 302
        assert meeting.stage == MatchStage.REPORTED
        assert "Yes, confirm it" in text(bob_client.get(address(meeting)))

    def test_a_score_of_nothing_is_sent_only_once_it_is_confirmed(
        self, alice: Person, bob: Person, alice_client: Client
    ) -> None:
        meeting = opened(alice, bob)
        url = address(meeting, "report")
        sent = {"seen": "0", "t0.n2.injured": "1", "rounds": "8", "send": "1"}
        warned = alice_client.post(url, sent)
        assert warned.status_code == 422
        assert "The score is 0 : 0." in text(warned)
        assert 'name="send" value="nil"' in text(warned)
        assert 'name="t0.n2.injured" value="1"' in text(warned)
        assert meeting.stage == MatchStage.OPEN
        sent |= {
            "seen": str(get_report_draft(meeting.uid, alice).version),
            "send": "nil",
        }
        assert alice_client.post(url, sent).status_code == 302
        assert meeting.stage == MatchStage.REPORTED

    def test_a_conceded_match_needs_no_score(
        self, alice: Person, bob: Person, alice_client: Client
    ) -> None:
        meeting = opened(alice, bob)
        sent = {"seen": "0", "t1.conceded": "on", "rounds": "2", "send": "1"}
        assert alice_client.post(address(meeting, "report"), sent).status_code == 302

    def test_what_cannot_be_is_said_above_the_fields_which_stay(
        self, alice: Person, bob: Person, alice_client: Client
    ) -> None:
        meeting = opened(alice, bob)
        sent = {
            "seen": "0",
            "t0.score": "3",
            "t0.conceded": "on",
            "t1.conceded": "on",
            "send": "1",
        }
        refused = alice_client.post(address(meeting, "report"), sent)
        assert refused.status_code == 422
        assert "Not every team can concede" in text(refused)
        assert 'name="t0.score" value="3"' in text(refused)

    def test_taps_are_merged_and_heard_by_the_other_phone(
        self, alice: Person, bob: Person, alice_client: Client, bob_client: Client
    ) -> None:
        meeting = opened(alice, bob)
        url = address(meeting, "taps")

        def tap(client: Client, **tap: Any) -> Any:
            body = json.dumps({"taps": [tap]})
            return client.post(url, body, content_type="application/json")

        tap(alice_client, id="a", field="t0.score", add=1)
        answer = tap(bob_client, id="b", field="t0.score", add=1).json()
        assert (answer["version"], answer["values"]["t0.score"]) == (2, 2)
        assert alice_client.get(url, {"since": 2}).status_code == 204
        assert alice_client.get(url, {"since": 1}).json()["version"] == 2
        odd = bob_client.post(url, "{", content_type="application/json")
        assert odd.status_code == 422
        assert "not draft changes" in odd.json()["refusal"]

    def test_an_odd_tap_is_refused_by_its_id_and_the_others_are_kept(
        self, alice: Person, bob: Person, alice_client: Client
    ) -> None:
        meeting = opened(alice, bob)
        sent = [
            {"id": "a", "field": "t0.score", "add": 1},
            {"id": "b", "field": "t9.score", "add": 1},
            {"id": "c", "field": "t0.score", "add": None},
            {"id": "d", "field": "t1.score", "add": 2},
        ]
        answer = alice_client.post(
            address(meeting, "taps"),
            json.dumps({"taps": sent}),
            content_type="application/json",
        ).json()
        assert {one["id"] for one in answer["refused"]} == {"b", "c"}
        assert all("Reload the page" in one["sentence"] for one in answer["refused"])
        values = answer["values"]
        assert (values["t0.score"], values["t1.score"]) == (1, 2)

    def test_a_phone_hears_that_the_report_is_out_and_then_that_it_is_too_late(
        self, alice: Person, bob: Person, bob_client: Client
    ) -> None:
        meeting = opened(alice, bob)
        url = address(meeting, "taps")
        assert bob_client.get(url, {"since": 0}).status_code == 204
        meeting.report()
        heard = bob_client.get(url, {"since": 0}).json()
        assert "needs to be confirmed" in heard["notice"]
        meeting.confirm()
        body = json.dumps({"taps": [{"id": "a", "field": "t0.score", "add": 1}]})
        late = bob_client.post(url, body, content_type="application/json")
        assert late.status_code == 422
        assert "confirmed and is being settled" in late.json()["refusal"]

    @rule("EXP-11")
    def test_heroes_are_marked_where_all_stars_are_named(
        self, alice: Person, bob: Person, alice_client: Client
    ) -> None:
        meeting = arranged(alice, bob)
        tale = meeting.tales[0]
        hero = next(
            profile.slug
            for profile in catalogue().profiles.values()
            if profile.is_named and profile.clan == tale.state.clan
        )
        adjust_team(tale.edit, reason="A loan.", koban=100)
        tale.recruit(hero)
        meeting.accept().open()
        page = text(alice_client.get(address(meeting, "report")))
        assert page.count("no XP, for the record") == 1

    def test_notes_are_words_and_nothing_else(
        self, alice: Person, bob: Person, alice_client: Client
    ) -> None:
        meeting = opened(alice, bob)
        note = "🌙 Rain. <script>alert(1)</script>"
        taps = [{"id": "a", "field": "notes", "value": note}]
        body = json.dumps({"taps": taps})
        url = address(meeting, "taps")
        sent = alice_client.post(url, body, content_type="application/json")
        assert sent.json()["values"]["notes"] == note
        submit_report(meeting.by(alice))
        page = text(alice_client.get(address(meeting)))
        assert escape(note) in page
        assert note not in page

    def test_a_score_beyond_all_bounds_is_told_and_loses_nothing(
        self, alice: Person, bob: Person, alice_client: Client
    ) -> None:
        meeting = opened(alice, bob)
        form = {"seen": "0", "t0.score": "5000", "t1.score": "2", "rounds": "6"}
        page = alice_client.post(address(meeting, "report"), form)
        assert page.status_code == 422
        assert "5000 is too many. Enter at most 999." in text(page)
        assert get_report_draft(meeting.uid, alice).values["t1.score"] == 2

    def test_after_the_report_there_is_nothing_to_fill_in(
        self, alice: Person, bob: Person, alice_client: Client
    ) -> None:
        meeting = opened(alice, bob).report()
        answer = alice_client.get(address(meeting, "report"))
        assert (answer.status_code, answer["Location"]) == (302, address(meeting))


class TestAnswers:
    def test_confirming_leads_to_the_settlement(
        self, alice: Person, bob: Person, bob_client: Client
    ) -> None:
        meeting = opened(alice, bob).report(3, 1, hurt=[4])
        page = press(bob_client, meeting, "confirm", headers=HTMX)
        assert "Starting soon" in text(page)
        meeting.run()
        page = text(bob_client.get(address(meeting)))
        assert "Waiting for the downtime dice." in page
        assert "Revenue: 10 koban" in page

    def test_everybody_in_a_match_can_check_its_dice(
        self, alice: Person, bob: Person, bob_client: Client
    ) -> None:
        """Outside of leagues nobody sees the other one's journal."""
        meeting = opened(alice, bob).report(3, 1, hurt=[4]).confirm().settle()
        page = bob_client.get(address(meeting))
        team = meeting.tales[0].team_id
        assert f"/teams/{team}/" not in text(page)
        asked = [
            line.question
            for one in page.context["page"].progress.teams
            if one.team_id == team
            for line in one.lines
            if line.question
        ]
        assert asked, "somebody lay in the Healing House, and dice fell"
        for question in asked:
            link = f"{reverse('teams:dice')}?{question}"
            assert escape(link) in text(page)
            assert "These dice are correct" in text(bob_client.get(link))

    def test_the_master_sees_both_versions_and_rules(
        self, alice: Person, bob: Person, dana: Person, dana_client: Client
    ) -> None:
        with hosted(dana, terms={"name": "Lantern Street", "address": "/leagues/"}):
            meeting = fixture(alice, bob).open().report(3, 1)
            dispute_report(meeting.by(bob), reason="No.", counter=told(meeting, 1, 3))
            page = text(dana_client.get(address(meeting)))
            assert page.count("Rule that this report counts") == 2
            assert page.count('class="odd"') == 4, "both scores, in both versions"
            assert "Two reports disagree" in page
            again = told(meeting, 2, 3)
            submit_report(meeting.by(alice), report=again)
            page = text(dana_client.get(address(meeting)))
            assert "Three reports disagree" in page
            press(dana_client, meeting, "rule", number=2, reason="Bob is right.")
        assert meeting.stage == MatchStage.CONFIRMED

    def test_the_master_may_let_the_only_report_stand(
        self, alice: Person, bob: Person, dana: Person, dana_client: Client
    ) -> None:
        with hosted(dana, terms={"name": "Lantern Street", "address": "/leagues/"}):
            meeting = fixture(alice, bob).open().report(3, 1)
            dispute_report(meeting.by(bob), reason="No.")
            page = text(dana_client.get(address(meeting)))
            assert "Rule that the report counts" in page
            assert "Rule that this report counts" not in page
            refused = press(dana_client, meeting, "rule", number=1, reason="")
            assert "Say why" in text(refused)
            press(dana_client, meeting, "rule", number=1, reason="Both agree.")
        assert meeting.stage == MatchStage.CONFIRMED

    def test_who_said_no_may_say_yes_after_all(
        self, alice: Person, bob: Person, alice_client: Client, bob_client: Client
    ) -> None:
        meeting = opened(alice, bob).report()
        press(bob_client, meeting, "dispute", reason="One too many.")
        offer = "Confirm it after all"
        assert offer not in text(alice_client.get(address(meeting)))
        assert offer in text(bob_client.get(address(meeting)))
        assert press(bob_client, meeting, "confirm").status_code == 302
        assert meeting.stage == MatchStage.CONFIRMED

    def test_nothing_is_sent_again_while_nothing_changes(
        self, alice: Person, bob: Person, alice_client: Client
    ) -> None:
        meeting = arranged(alice, bob)
        page = text(alice_client.get(address(meeting)))
        pulse = page.split("?pulse=")[1].split('"')[0]
        url = address(meeting)
        asked = alice_client.get(url, {"pulse": pulse}, headers=HTMX)
        assert asked.status_code == 204
        meeting.accept()
        asked = alice_client.get(url, {"pulse": pulse}, headers=HTMX)
        assert asked.status_code == 200
        assert "<html" not in text(asked)


def queries(client: Client, url: str) -> int:
    client.get(url)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200
    return len(captured)


def test_pages_ask_as_often_for_four_teams_as_for_two(
    alice: Person, bob: Person, charlie: Person, dana: Person, alice_client: Client
) -> None:
    two = opened(alice, bob, standing=MatchType.FRIENDLY)
    report = queries(alice_client, address(two, "report"))
    two.report(3, 1).confirm().run()
    match = queries(alice_client, address(two))
    listed = queries(alice_client, reverse("challenges:list"))
    four = opened(alice, bob, charlie, dana, standing=MatchType.FRIENDLY)
    assert queries(alice_client, address(four, "report")) == report <= 6
    four.report(4, 3, 2, 1).confirm()
    for person in (charlie, dana):
        confirm_report(four.by(person))
    four.run()
    assert queries(alice_client, address(four)) == match <= 10
    assert queries(alice_client, reverse("challenges:list")) == listed <= 6


def test_match_in_settlement_shows_no_date_to_play_by(
    alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob)
    soon = timezone.now() + timedelta(days=3)
    Match.objects.filter(uid=meeting.uid).update(play_by=soon)
    client, address = browser_of(alice), f"/matches/{meeting.uid}/"
    assert "to be played by" in client.get(address).content.decode()
    meeting.report(3, 1)
    assert "to be played by" not in client.get(address).content.decode()
    meeting.confirm()
    assert "to be played by" not in client.get(address).content.decode()


def test_player_with_the_choice_sees_it_right_after_the_roll(
    alice: Person, bob: Person
) -> None:
    meeting = arranged(alice, bob, challenge="").accept()
    roll = {
        "players": [0, 1],
        "dice": [["fire", "void"]],
        "chooser": 0,
        "promised": "a" * 64,
        "seed": "b" * 64,
        "stream": "challenge",
    }
    Match.objects.filter(uid=meeting.uid).update(challenge_roll=roll)
    address = f"/matches/{meeting.uid}/"
    text = browser_of(alice).get(address).content.decode()
    assert "You choose: pick any of the eight challenges." in text
    assert '<details class="enter talk" id="naming" open>' in text
    assert "a" * 64 not in text.split("<summary>Fair dice</summary>")[0]
    text = browser_of(bob).get(address).content.decode()
    assert "Waiting for " in text
    assert 'id="naming"' not in text


@rule("EXP-05")
def test_report_adds_the_all_star_award_to_the_experience(
    alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob).report(3, 1, injuries={2: 2})
    page = get_match_page(meeting.uid, alice)
    assert page.report is not None
    star = next(one for one in page.report.told.teams[0].ninja if one.is_all_star)
    assert star.xp
    assert (star.star_xp, star.total_xp) == (3, star.xp + 3)
    text = browser_of(alice).get(f"/matches/{meeting.uid}/").content.decode()
    assert f"+{star.total_xp} XP</summary>" in text
    assert f"{star.xp} for deeds + 3 as All-Star = {star.total_xp}." in text
