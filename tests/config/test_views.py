"""The pages of the site itself: home, gallery, theme, and those that say no."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.contrib.messages import constants as levels
from django.contrib.messages.storage.base import Message
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from PIL import Image

from config.component_gallery import CLANS
from people.models import Person
from rulebook.catalogue import catalogue

pytestmark = pytest.mark.django_db

with_refusals = pytest.mark.urls("tests.config.refusal_urls")


def page(client: Client, path: str, status: int = 200, **headers: str) -> str:
    answer = client.get(path, headers=headers)
    assert answer.status_code == status
    return answer.content.decode()


# ---------------------------------------------------------------- home


def test_home_of_an_empty_site_asks_one_question_for_a_stranger(
    client: Client, django_assert_num_queries: Callable[[int], Any]
) -> None:
    with django_assert_num_queries(1):
        page(client, "/")


def test_home_shows_every_clan_of_the_book(client: Client) -> None:
    home = page(client, "/")
    for clan in catalogue().clans.values():
        assert f'href="/rules/clans/{clan.slug}/"' in home
        assert clan.motto in home


def test_home_counts_what_the_book_holds(client: Client) -> None:
    book = catalogue()
    assert f"{len(book.profiles)} profiles" in page(client, "/")


def test_home_offers_strangers_an_account(client: Client) -> None:
    home = page(client, "/")
    assert reverse("people:sign-up") in home
    assert reverse("people:login") in home


def test_home_greets_whoever_is_logged_in(
    client: Client, django_user_model: type
) -> None:
    ines = django_user_model.objects.create_user("ines", "ines@example.org", "tails-9")
    client.force_login(ines)
    home = page(client, "/")
    assert "Welcome, <br> ines." in " ".join(home.split())
    assert reverse("people:profile") in home
    assert reverse("people:logout") in home
    assert reverse("people:sign-up") not in home


def test_every_page_names_what_browsers_and_chats_ask_for(client: Client) -> None:
    home = page(client, "/")
    for part in (
        '<meta name="description"',
        '<meta name="theme-color"',
        'content="http://testserver/static/img/og.jpg"',
        'rel="icon"',
        'rel="manifest"',
        '<html lang="en">',
    ):
        assert part in home


def test_nothing_in_a_page_needs_more_than_the_policy_allows(client: Client) -> None:
    answer = client.get("/")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def test_the_gallery_shows_every_clan_and_page(client: Client) -> None:
    gallery = page(client, "/gallery/?page=2")
    assert all(f"#crest-{clan}" in gallery for clan in CLANS)
    assert '<span aria-current="page">2</span>' in gallery


def test_the_gallery_survives_a_page_that_is_no_number(client: Client) -> None:
    page(client, "/gallery/?page=moon")


# ---------------------------------------------------------------- theme


@pytest.mark.parametrize("chosen", ["light", "dark"])
def test_a_chosen_theme_is_kept_and_drawn(client: Client, chosen: str) -> None:
    answer = client.post("/theme/", {"theme": chosen, "next": "/gallery/?page=3"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/gallery/?page=3")
    assert answer.cookies["theme"]["max-age"] > 30_000_000
    assert f'<html lang="en" data-theme="{chosen}">' in page(client, "/")


def test_the_system_decides_again_when_asked(client: Client) -> None:
    client.cookies["theme"] = "dark"
    client.post("/theme/", {"theme": "system"})
    assert "data-theme" not in page(client, "/").partition("<head>")[0]


def test_a_made_up_theme_is_ignored(client: Client) -> None:
    client.cookies["theme"] = 'dark" onload="alert(1)'
    assert '<html lang="en">' in page(client, "/")


@pytest.mark.parametrize("away", ["https://evil.example/", "//evil.example", ""])
def test_the_theme_never_leads_to_another_site(client: Client, away: str) -> None:
    answer = client.post("/theme/", {"theme": "dark", "next": away})
    assert answer.headers["Location"] == "/"


def test_the_theme_is_not_changed_by_following_a_link(client: Client) -> None:
    assert client.get("/theme/").status_code == 405


# ---------------------------------------------------------------- saying no


@with_refusals
@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/no/such/page/", 404, "Nothing here but moonlight"),
        ("/deny/", 403, "You are not logged in."),
        ("/deny/members/", 403, "The log is for members."),
        ("/garble/", 400, "We could not read that request"),
    ],
)
def test_error_pages_say_what_to_do(
    client: Client, path: str, status: int, words: str
) -> None:
    assert words in page(client, path, status)


@with_refusals
def test_a_closed_page_remembers_where_to_return(client: Client) -> None:
    login = reverse("people:login")
    assert f'href="{login}?next=/deny/%3Fa%3D1"' in page(client, "/deny/?a=1", 403)


@with_refusals
def test_our_mistake_is_answered_without_the_database(client: Client) -> None:
    client.raise_request_exception = False
    mistake = page(client, "/broken/", 500)
    assert "Something broke on our side" in mistake
    assert "ZeroDivisionError" not in mistake


def test_an_unknown_host_gets_a_page_and_no_second_error(client: Client) -> None:
    assert "We could not read that request" in page(
        client, "/", 400, Host="evil.example"
    )


def test_a_form_from_elsewhere_is_told_so() -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/people/sign-up/", {"email": "ines@example.org"})
    assert answer.status_code == 403
    assert "This form has expired" in answer.content.decode()


@pytest.mark.parametrize(
    ("site", "status"), [("same-origin", 302), ("same-site", 403), ("cross-site", 403)]
)
def test_theme_needs_no_token_but_refuses_other_sites(site: str, status: int) -> None:
    strict = Client(enforce_csrf_checks=True)
    headers = {"Sec-Fetch-Site": site}
    answer = strict.post("/theme/", {"theme": "dark"}, headers=headers)
    assert answer.status_code == status
    assert ("theme" in answer.cookies) == (status == 302)


# ---------------------------------------------------------------- icon and cookies


def test_favicon_is_an_icon_of_three_sizes_without_a_cookie(client: Client) -> None:
    answer = client.get("/favicon.ico")
    assert answer.status_code == 200
    assert not answer.cookies
    with Image.open(BytesIO(answer.getvalue())) as icon:
        assert icon.format == "ICO"
        assert icon.info["sizes"] == {(16, 16), (32, 32), (48, 48)}


@with_refusals
@pytest.mark.parametrize(
    "path", ["/no/such/page/", "/deny/", "/garble/", "/broken/", "/refuse/one/"]
)
def test_error_page_sets_no_cookie(client: Client, path: str) -> None:
    client.raise_request_exception = False
    answer = client.get(path)
    assert answer.status_code >= 400
    assert not answer.cookies


@pytest.mark.parametrize("path", ["/gallery/", "/rules/", "/leagues/", "/dice/"])
def test_page_without_a_form_sets_no_cookie(client: Client, path: str) -> None:
    path = reverse("teams:dice") if path == "/dice/" else path
    answer = client.get(path)
    assert answer.status_code == 200
    assert not answer.cookies


def test_page_with_a_form_sets_its_cookie(client: Client) -> None:
    assert "csrftoken" in client.get("/people/log-in/").cookies


def test_who_may_not_enter_can_come_in_as_somebody_else(alice_client: Client) -> None:
    """The log-in page sends those who are logged in straight back."""
    told = page(alice_client, "/leagues/import/", 403)
    assert "You are logged in as <b>alice</b>" in told
    found = re.search(r'name="next" value="([^"]+)"', told)
    assert found is not None
    answer = alice_client.post("/people/log-out/", {"next": found[1]}, follow=True)
    assert answer.request["PATH_INFO"] == "/people/log-in/"
    assert answer.context["next"] == "/leagues/import/"


def test_a_program_from_elsewhere_is_told_so_in_json() -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/api/no/such/address/")
    assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("level", "kind", "role"),
    [
        (levels.SUCCESS, "ok", "status"),
        (levels.INFO, "", "status"),
        (levels.WARNING, "care", "status"),
        (levels.ERROR, "refuse", "alert"),
    ],
)
def test_a_message_has_a_shape_and_a_role(level: int, kind: str, role: str) -> None:
    messages = [Message(level, "Suzume <is> spared.")]
    drawn = render_to_string("components/_messages.html", {"messages": messages})
    toast = drawn.partition("<template")[0]
    assert f'class="toast {kind}" role="{role}"' in " ".join(toast.split())
    assert "Suzume &lt;is&gt; spared." in toast
    assert "<svg" in toast


def test_home_counts_kinds_of_cards_and_cards_in_the_deck(client: Client) -> None:
    text = " ".join(page(client, "/").split())
    assert "a deck of 52 moon cards of 22 kinds" in text
    for claim in ("prints on one page", "code is open"):
        assert claim not in text


def test_header_shows_the_display_name(alice: Person, alice_client: Client) -> None:
    Person.objects.filter(pk=alice.pk).update(display_name="Alice of the Moor")
    assert "<span>Alice of the Moor</span>" in page(alice_client, "/rules/")


def test_only_staff_see_the_components(alice: Person, alice_client: Client) -> None:
    assert "/gallery/" not in page(alice_client, "/rules/")
    Person.objects.filter(pk=alice.pk).update(is_staff=True)
    assert "/gallery/" in page(alice_client, "/rules/")


def test_online_play_that_readme_and_home_promise_is_there(client: Client) -> None:
    readme = (settings.BASE_DIR / "README.md").read_text()
    assert "Play online" in readme
    assert f'href="{reverse("tables:lobby")}"' in page(client, "/")
    assert client.get(reverse("tables:lobby")).status_code == 200
