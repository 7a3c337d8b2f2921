"""Talk about matches: members write, masters keep it decent."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client

from challenges.models import Match
from kernel.errors import Refusal
from league.models.communication import Comment, Notification, NotificationKind
from league.models.leagues import League, Visibility
from league.services.communication import comments
from people.models import Person
from people.services.rate_limits import TooMany
from tests.cast import browser_of
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, fixtures


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


@pytest.fixture
def match(league: League, dana: Person, alice: Person, bob: Person) -> Match:
    entered(league, alice)
    entered(league, bob)
    (fixture,) = fixtures(begun(league, dana))
    assert fixture.match is not None
    return fixture.match


@pytest.fixture
def said(match: Match, alice: Person) -> Comment:
    return comments.write_comment(match=match.uid, author=alice, text="Well played.")


def address(match: Match) -> str:
    return f"/leagues/matches/{match.uid}/talk/"


class TestWriting:
    def test_the_others_at_the_table_are_told(self, said: Comment, bob: Person) -> None:
        assert said.text == "Well played."
        (notice,) = Notification.objects.filter(kind=NotificationKind.TALK)
        assert notice.person == bob
        assert notice.words == "Alice commented on your match: “Well played.”"

    def test_members_alone_write(self, match: Match, charlie: Person) -> None:
        with pytest.raises(PermissionDenied):
            comments.write_comment(match=match.uid, author=charlie, text="Boo.")

    def test_a_private_match_is_not_there_for_strangers(
        self, match: Match, said: Comment, league: League, charlie: Person
    ) -> None:
        league.visibility = Visibility.PRIVATE
        league.save()
        with pytest.raises(Http404):
            comments.write_comment(match=match.uid, author=charlie, text="Boo.")
        with pytest.raises(Http404):
            comments.edit_comment(comment_id=said.pk, author=charlie, text="Boo.")
        assert browser_of(charlie).get(address(match)).status_code == 404

    def test_nothing_and_too_much_are_refused(
        self, match: Match, alice: Person
    ) -> None:
        for text in ("  ", "x" * 2001):
            with pytest.raises(Refusal):
                comments.write_comment(match=match.uid, author=alice, text=text)

    def test_thirty_an_hour_are_enough(self, match: Match, alice: Person) -> None:
        for _ in range(30):
            comments.write_comment(match=match.uid, author=alice, text="Again!")
        with pytest.raises(TooMany):
            comments.write_comment(match=match.uid, author=alice, text="Again!")


class TestChanging:
    def test_ones_own_words_alone(
        self, said: Comment, alice: Person, bob: Person, dana: Person
    ) -> None:
        for other in (bob, dana):
            with pytest.raises(PermissionDenied):
                comments.edit_comment(comment_id=said.pk, author=other, text="Ha.")
            with pytest.raises(PermissionDenied):
                comments.delete_comment(comment_id=said.pk, author=other)
        edited = comments.edit_comment(comment_id=said.pk, author=alice, text="Hm.")
        assert edited.edited is not None
        comments.delete_comment(comment_id=said.pk, author=alice)
        assert not Comment.objects.exists()

    def test_a_master_removes_with_a_reason_that_stays(
        self, said: Comment, league: League, bob: Person, dana: Person
    ) -> None:
        with pytest.raises(PermissionDenied):
            comments.remove_comment(comment_id=said.pk, actor=bob, reason="No.")
        with pytest.raises(Refusal, match="Give a reason"):
            comments.remove_comment(comment_id=said.pk, actor=dana, reason=" ")
        comments.remove_comment(comment_id=said.pk, actor=dana, reason="Rude.")
        said.refresh_from_db()
        assert said.text == ""
        last = league.audit_lines.first()
        assert last is not None
        assert last.wording == "Dana removed a comment by Alice: Rude."


class TestThePage:
    def test_words_are_plain_text_with_links(
        self, match: Match, alice_client: Client, visitor: Client
    ) -> None:
        typed = {"text": "<b>See</b> https://example.org/x"}
        assert alice_client.post(address(match), typed).status_code == 302
        page = visitor.get(address(match)).content.decode()
        assert "&lt;b&gt;See&lt;/b&gt;" in page
        assert '<a href="https://example.org/x" rel="nofollow">' in page
        assert "Post comment" not in page, "Who is no member writes nothing."
        assert visitor.post(address(match), typed).status_code == 302
        assert Comment.objects.count() == 1

    def test_the_page_of_the_match_fetches_its_part(
        self, match: Match, said: Comment, alice_client: Client
    ) -> None:
        page = alice_client.get(f"/matches/{match.uid}/").content.decode()
        assert f'hx-get="{address(match)}"' in page
        part = alice_client.get(address(match), headers={"HX-Request": "true"})
        assert said.text in part.content.decode()
        assert "<html" not in part.content.decode()

    def test_buttons_do_what_they_say(
        self, match: Match, said: Comment, alice_client: Client, dana_client: Client
    ) -> None:
        base = f"{address(match)}{said.pk}/"
        alice_client.post(f"{base}edit/", {"text": "Hm."})
        dana_client.post(f"{base}remove/", {"reason": "Rude."})
        page = alice_client.get(address(match)).content.decode()
        assert "Removed by Dana. Reason: Rude." in page
        assert "Hm." not in page
        assert alice_client.post(f"{base}delete/").status_code == 404
        assert alice_client.post(f"{base}bow/").status_code == 404
