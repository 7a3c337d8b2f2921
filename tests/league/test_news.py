"""Newsletters: drafted, edited, published, read by whoever may."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
import time_machine
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from challenges.models import Match
from challenges.rules.reports.match_report import Deed, MatchReport, NinjaPart, TeamPart
from challenges.services.corrections import correct_result
from challenges.services.locks import Edit
from kernel.errors import Refusal
from league.models.communication import Notification, NotificationKind, Post
from league.models.leagues import League, Visibility
from league.models.seasons import Season
from league.rendering.markdown import html_of
from league.rules.league_templates import Kind
from league.services.communication import news
from league.services.communication.notifications import send_due_emails
from league.services.competitions.rounds import close_round
from league.services.season_end import close_season, open_season
from people.models import Person
from teams.selectors.journal_store import get_state
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, fixtures, play


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


@pytest.fixture
def season(league: League, dana: Person, alice: Person, bob: Person) -> Season:
    entered(league, alice)
    entered(league, bob)
    return begun(league, dana, is_double=True)


@pytest.fixture
def draft(league: League, season: Season, dana: Person) -> Post:
    first = fixtures(season)[0].match
    assert first is not None
    play(first, 5, 2)
    return news.draft_post(uid=league.uid, actor=dana)


class TestDrafting:
    def test_a_draft_tells_what_happened_and_the_next_one_what_came_after(
        self, league: League, season: Season, draft: Post, dana: Person
    ) -> None:
        assert "covers 1 match" in draft.text
        assert "5:2" in draft.text
        assert "## Coming up" in draft.text
        news.publish_post(uid=league.uid, actor=dana, number=1)
        second = fixtures(season)[1].match
        assert second is not None
        play(second, 0, 3)
        later = news.draft_post(uid=league.uid, actor=dana)
        assert later.number == 2
        assert "3:0" in later.text
        assert "5:2" not in later.text

    def test_a_grudge_is_told_before_they_meet_again(
        self, league: League, season: Season, dana: Person
    ) -> None:
        first = fixtures(season)[0].match
        assert first is not None
        mine, theirs = (
            get_state(place.team).ninja[0].id
            for place in first.places.order_by("number")
        )
        blows = Deed(event="injures_enemy", times=2, against=1, of=theirs)
        told = MatchReport(
            teams=(
                TeamPart(score=2, ninja=(NinjaPart(ninja=mine, deeds=(blows,)),)),
                TeamPart(ninja=(NinjaPart(ninja=theirs, was_fielded=True),)),
            )
        )
        play(first, told=told)
        text = news.draft_post(uid=league.uid, actor=dana).text
        names = [place.name for place in first.places.order_by("number")]
        assert re.search(f"of {names[0]} has injured .* of {names[1]} twice", text)
        facts = fixtures(season)[0].facts
        assert facts is not None
        assert facts["teams"][1]["ninja"][0]["injuries_taken"] == 2

    def test_it_tells_times_in_the_masters_zone_and_says_so(
        self, league: League, season: Season, dana: Person
    ) -> None:
        dana.time_zone = "Asia/Tokyo"
        dana.save()
        first = fixtures(season)[0]
        first.agreed_for = datetime(2027, 3, 2, 19, 30, tzinfo=UTC)
        first.save()
        text = news.draft_post(uid=league.uid, actor=dana).text
        assert "(Wed 3 Mar, 04:30 (Asia/Tokyo))" in text

    def test_one_draft_at_a_time(
        self, league: League, draft: Post, dana: Person
    ) -> None:
        with pytest.raises(Refusal, match="still a draft"):
            news.draft_post(uid=league.uid, actor=dana)
        news.discard_post(uid=league.uid, actor=dana, number=draft.number)
        again = news.draft_post(uid=league.uid, actor=dana)
        assert again.text == draft.text

    def test_the_clock_drafts_where_something_happened_and_tells_masters(
        self, season: Season, dana: Person
    ) -> None:
        assert news.draft_due_newsletters() == 0
        first = fixtures(season)[0].match
        assert first is not None
        play(first, 1, 0)
        assert news.draft_due_newsletters() == 1
        assert news.draft_due_newsletters() == 0
        told = Notification.objects.filter(kind=NotificationKind.NEWS)
        assert [one.person for one in told] == [dana]

    def test_the_last_issue_of_a_season_names_the_champion(
        self, league: League, season: Season, draft: Post, dana: Person
    ) -> None:
        news.publish_post(uid=league.uid, actor=dana, number=draft.number)
        second = fixtures(season)[1].match
        assert second is not None
        play(second, 0, 3)
        news.draft_post(uid=league.uid, actor=dana)
        news.publish_post(uid=league.uid, actor=dana, number=2)
        assert news.draft_due_newsletters() == 0
        closed = close_season(uid=league.uid, actor=dana)
        champion = closed.final_table[0]["name"]
        open_season(uid=league.uid, actor=dana)
        assert news.draft_due_newsletters() == 1
        last = Post.objects.get(number=3)
        assert last.title == f"Issue 3: {champion} won Season 1"
        assert f"**{champion}** won Season 1." in last.text
        news.discard_post(uid=league.uid, actor=dana, number=3)
        with time_machine.travel(timezone.now() + timedelta(days=60)):
            assert news.draft_due_newsletters() == 0, "nobody is asked for ever"


class TestCorrections:
    """An issue was out, and what it told turned out to be wrong."""

    @pytest.fixture
    def told(self, league: League, draft: Post, dana: Person) -> Match:
        news.publish_post(uid=league.uid, actor=dana, number=draft.number)
        return Match.objects.earliest("pk")

    def amend(self, match: Match, dana: Person, *scores: int) -> None:
        report = MatchReport(teams=tuple(TeamPart(score=one) for one in scores))
        edit = Edit(uid=match.uid, actor=dana)
        told = report if scores else None
        correct_result(edit, report=told, reason="Miscount.")

    def test_the_next_issue_says_so_and_measures_from_the_table_it_told(
        self, league: League, told: Match, dana: Person
    ) -> None:
        first, second = (one.name for one in told.places.order_by("number"))
        self.amend(told, dana, 1, 4)
        text = news.draft_post(uid=league.uid, actor=dana).text
        assert f"The result of {first} against {second}" in text
        assert "4:1. Reason: Miscount." in text
        assert "There are no new results." in text
        assert f"{second} takes the lead." in text
        assert f"{first} falls 1 place to 2nd." in text

    def test_a_match_declared_void_is_told_and_had_counted(
        self, league: League, season: Season, told: Match, dana: Person
    ) -> None:
        self.amend(told, dana)
        again = fixtures(season)[1].match
        assert again is not None
        loser = told.places.get(number=1).person
        is_first = again.places.get(number=0).person == loser
        play(again, *((2, 0) if is_first else (0, 2)))
        text = news.draft_post(uid=league.uid, actor=dana).text
        assert "no longer counts. Reason: Miscount." in text
        assert f"{told.places.get(number=1).name} takes the lead." in text

    def test_what_was_put_back_is_not_told(
        self, league: League, told: Match, dana: Person
    ) -> None:
        self.amend(told, dana, 1, 4)
        self.amend(told, dana, 5, 2)
        assert "Corrected" not in news.draft_post(uid=league.uid, actor=dana).text

    def test_the_clock_drafts_for_a_correction(self, told: Match, dana: Person) -> None:
        assert news.draft_due_newsletters() == 0
        self.amend(told, dana, 1, 4)
        assert news.draft_due_newsletters() == 1

    def test_issue_that_reported_a_corrected_result_gets_an_erratum(
        self, league: League, told: Match, dana: Person, client: Client
    ) -> None:
        address = f"/leagues/{league.uid}/news/1/"
        assert "Erratum" not in client.get(address).content.decode()
        self.amend(told, dana, 1, 4)
        page = client.get(address).content.decode()
        assert "Erratum" in page
        assert "4:1. Reason: Miscount." in page
        assert "Revise this issue" not in page, "that is for the master"

    def test_master_is_offered_a_revision_with_the_new_result(
        self, league: League, told: Match, dana: Person, client: Client
    ) -> None:
        second = told.places.get(number=1).name
        self.amend(told, dana, 1, 4)
        edit = f"/leagues/{league.uid}/news/1/edit/?revise"
        offer = Notification.objects.get(
            person=dana, words__contains="Revise the issue"
        )
        assert offer.address == edit
        client.force_login(dana)
        assert edit in client.get(f"/leagues/{league.uid}/news/1/").content.decode()
        form = client.get(edit).context["form"]
        lines = form["text"].value().splitlines()
        result = lines[lines.index("## Results") + 2]
        assert result.startswith(f"- **{second}**")
        assert result.endswith("4:1.")
        assert not [line for line in lines if line.endswith("5:2.")]
        sent = {
            "title": form["title"].value(),
            "text": form["text"].value(),
            "version": form["version"].value(),
            "save": "",
        }
        assert client.post(edit, sent).status_code == 302
        page = client.get(f"/leagues/{league.uid}/news/1/").content.decode()
        assert "Revise this issue" not in page
        assert "Erratum" in page, "what readers were told first stays marked"

    def test_void_match_is_an_erratum_too(
        self, league: League, told: Match, dana: Person, client: Client
    ) -> None:
        self.amend(told, dana)
        page = client.get(f"/leagues/{league.uid}/news/1/").content.decode()
        assert "no longer counts" in page

    def test_result_put_back_leaves_no_erratum(
        self, league: League, told: Match, dana: Person, client: Client
    ) -> None:
        self.amend(told, dana, 1, 4)
        self.amend(told, dana, 5, 2)
        page = client.get(f"/leagues/{league.uid}/news/1/").content.decode()
        assert "Erratum" not in page

    def test_later_issue_that_never_reported_the_result_stays_clean(
        self, league: League, told: Match, dana: Person, client: Client
    ) -> None:
        second = news.draft_post(uid=league.uid, actor=dana)
        news.publish_post(uid=league.uid, actor=dana, number=second.number)
        self.amend(told, dana, 1, 4)
        page = client.get(f"/leagues/{league.uid}/news/{second.number}/")
        assert "Erratum" not in page.content.decode()

    def test_draft_revised_before_publication_needs_no_erratum(
        self, league: League, draft: Post, dana: Person, client: Client
    ) -> None:
        self.amend(Match.objects.earliest("pk"), dana, 1, 4)
        client.force_login(dana)
        edit = f"/leagues/{league.uid}/news/{draft.number}/edit/"
        assert "?revise" in client.get(edit).content.decode()
        text = client.get(f"{edit}?revise").context["form"]["text"].value()
        where = {"uid": league.uid, "actor": dana, "number": draft.number}
        news.edit_post(**where, title=draft.title, text=text)
        news.publish_post(**where)
        page = client.get(f"/leagues/{league.uid}/news/{draft.number}/")
        assert "Erratum" not in page.content.decode()

    def test_what_is_settled_again_is_no_new_result(
        self, league: League, told: Match, dana: Person
    ) -> None:
        """A correction can leave a question open; its answer settles once more."""
        Match.objects.filter(pk=told.pk).update(settled=timezone.now())
        assert "5:2" not in news.draft_post(uid=league.uid, actor=dana).text


def test_a_bye_that_was_told_of_is_no_movement(
    league: League, dana: Person, alice: Person, bob: Person, charlie: Person
) -> None:
    for person in (alice, bob, charlie):
        entered(league, person)
    season = begun(league, dana, kind=Kind.SWISS, rounds=2)
    for one in fixtures(season):
        if one.match:
            play(one.match, 5, 2)
    for drawn in season.competitions.get().rounds.all():
        close_round(drawn)
    news.draft_post(uid=league.uid, actor=dana)
    news.publish_post(uid=league.uid, actor=dana, number=1)
    text = news.draft_post(uid=league.uid, actor=dana).text
    assert "Standings" not in text


def test_who_misses_matches_is_on_the_injured_list(
    league: League, season: Season, dana: Person, alice: Person
) -> None:
    match = fixtures(season)[0].match
    assert match is not None
    place = match.places.get(person=alice)
    state = get_state(place.team)
    lame = state.ninja[0]
    hurt = (replace(lame, games_to_miss=2), *state.ninja[1:])
    place.team.state = msgspec.to_builtins(replace(state, ninja=hurt))
    place.team.save()
    text = news.draft_post(uid=league.uid, actor=dana).text
    assert "## In the Healing House" in text
    assert f"of {place.team.name} misses the next 2 matches." in text


class TestPublishing:
    def test_members_are_told_and_mailed(
        self, league: League, draft: Post, dana: Person, alice: Person
    ) -> None:
        where = {"uid": league.uid, "actor": dana, "number": draft.number}
        news.edit_post(**where, title="Spring!", text="It *begins*.")
        news.publish_post(**where)
        notice = Notification.objects.get(person=alice, kind=NotificationKind.NEWS)
        assert notice.address == f"/leagues/{league.uid}/news/1/"
        send_due_emails()
        sent = [one for one in mail.outbox if "Spring!" in one.subject]
        assert {one.to[0] for one in sent} == {"alice@example.org", "bob@example.org"}
        assert "It *begins*." in sent[0].body
        with pytest.raises(Refusal, match="already been published"):
            news.publish_post(uid=league.uid, actor=dana, number=1)
        with pytest.raises(Refusal, match="Edit it instead"):
            news.discard_post(uid=league.uid, actor=dana, number=1)

    def test_nobody_but_masters_writes(
        self, league: League, draft: Post, alice: Person
    ) -> None:
        with pytest.raises(PermissionDenied):
            news.publish_post(uid=league.uid, actor=alice, number=draft.number)
        with pytest.raises(PermissionDenied):
            news.draft_post(uid=league.uid, actor=alice)


class TestPages:
    def test_a_master_drafts_looks_saves_and_publishes(
        self, league: League, season: Season, dana_client: Client, visitor: Client
    ) -> None:
        assert season
        base = f"/leagues/{league.uid}/news/"
        answer = dana_client.post(f"{base}draft/")
        assert answer["Location"] == f"{base}1/edit/"
        typed = {"title": "Dawn", "text": "A **bold** <script>x</script> start."}
        looked = dana_client.post(f"{base}1/edit/", {**typed, "look": ""})
        assert "<strong>bold</strong>" in looked.content.decode()
        assert "<script>x" not in looked.content.decode()
        assert Post.objects.get().title != "Dawn", "Looking saves nothing."
        dana_client.post(f"{base}1/edit/", {**typed, "save": ""})
        assert visitor.get(f"{base}1/").status_code == 302, "A draft is for masters."
        assert "Dawn" not in visitor.get(base).content.decode()
        dana_client.post(f"{base}1/publish/")
        assert "<strong>bold</strong>" in visitor.get(f"{base}1/").content.decode()
        assert "Dawn" in visitor.get(base).content.decode()
        assert "Dawn" in visitor.get(f"/leagues/{league.uid}/").content.decode()

    def test_players_do_not_see_the_workshop(
        self, league: League, draft: Post, alice_client: Client
    ) -> None:
        base = f"/leagues/{league.uid}/news/"
        assert alice_client.get(f"{base}{draft.number}/edit/").status_code == 404
        assert alice_client.post(f"{base}{draft.number}/publish/").status_code == 403
        draft.stage, draft.published = "published", timezone.now()
        draft.save()
        assert alice_client.get(f"{base}{draft.number}/edit/").status_code == 403

    def test_an_empty_issue_is_refused_in_its_form(
        self, league: League, draft: Post, dana_client: Client
    ) -> None:
        address = f"/leagues/{league.uid}/news/{draft.number}/edit/"
        answer = dana_client.post(address, {"title": " ", "text": "x", "save": ""})
        assert answer.status_code == 422

    def test_news_of_a_private_league_are_for_its_members(
        self, league: League, draft: Post, dana: Person, charlie_client: Client
    ) -> None:
        news.publish_post(uid=league.uid, actor=dana, number=draft.number)
        league.visibility = Visibility.PRIVATE
        league.save()
        base = f"/leagues/{league.uid}/"
        assert charlie_client.get(f"{base}news/").status_code == 404
        assert charlie_client.get(f"{base}news/1/").status_code == 404


@pytest.mark.parametrize(
    ("text", "banned"),
    [
        ("<img src=x onerror=alert(1)>", "<img"),
        ("[x](javascript:alert(1))", 'href="javascript'),
        ("![x](https://example.org/spy.png)", "<img"),
        ("<a href='data:text/html,x'>x</a>", "<a"),
        ("[x](data:text/html,y)", 'href="data'),
        ("<style>*{}</style>", "<style"),
    ],
)
def test_markdown_brings_nothing_dangerous_into_a_page(text: str, banned: str) -> None:
    assert banned not in html_of(text)


def test_markdown_does_what_people_expect() -> None:
    html = html_of("# One\n\n- [a](https://example.org)\n\n|x|\n|-|\n|y|")
    assert "<h2>One</h2>" in html
    assert 'rel="nofollow noopener"' in html
    assert "<td>y</td>" in html
