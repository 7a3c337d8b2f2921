from __future__ import annotations

import pytest
import time_machine
from axes.models import AccessAttempt, AccessLog
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse

from tests.cast import PASSWORD

pytestmark = pytest.mark.django_db

PAGE = "/people/log-in/"


def log_in(client, username="alice", password=PASSWORD, page=PAGE, **extra):
    return client.post(page, {"username": username, "password": password}, **extra)


def fail(times, client=None, **extra):
    client = client or Client()
    for _ in range(times):
        response = log_in(client, password="wrong password", **extra)
    return response


@pytest.fixture
def clock():
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False) as traveller:
        yield traveller


def test_a_person_logs_in_and_out(visitor, alice):
    response = log_in(visitor)
    assert (response.status_code, response.url) == (302, reverse("home"))
    assert get_user(visitor) == alice
    response = visitor.post(reverse("people:logout"))
    assert (response.status_code, response.url) == (302, reverse("home"))
    assert not get_user(visitor).is_authenticated


def test_capitals_count_in_the_password_and_not_in_the_username(visitor, alice):
    assert log_in(visitor, password=PASSWORD.upper()).status_code == 422
    assert log_in(visitor, username="ALICE").status_code == 302


def test_logging_out_takes_a_post(alice_client):
    assert alice_client.get(reverse("people:logout")).status_code == 405


def test_a_form_from_elsewhere_is_refused(alice):
    strict = Client(enforce_csrf_checks=True)
    assert log_in(strict).status_code == 403
    assert not get_user(strict).is_authenticated


def test_the_session_is_another_one_after_logging_in(visitor, alice):
    session = visitor.session
    session["planted"] = True
    session.save()
    before = session.session_key
    log_in(visitor)
    assert visitor.session.session_key != before
    old = Client()
    old.cookies["sessionid"] = before
    assert not get_user(old).is_authenticated


@pytest.mark.parametrize(
    ("wished", "lands"),
    [
        ("/rules/", "/rules/"),
        ("/people/profile/?a=b", "/people/profile/?a=b"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("/\\evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("http:///evil.example", "/"),
    ],
)
def test_after_logging_in_one_stays_on_the_site(visitor, alice, wished, lands):
    given = {"username": "alice", "password": PASSWORD, "next": wished}
    assert visitor.post(PAGE, given).url == lands


def test_whoever_is_logged_in_needs_no_log_in_page(alice_client):
    assert alice_client.get(PAGE).url == reverse("home")


def test_a_page_for_members_leads_to_the_log_in_and_back(visitor, alice):
    response = visitor.get(reverse("people:profile"))
    assert response.url == "/people/log-in/?next=/people/profile/"
    page = visitor.get(response.url).content.decode()
    assert '<input type="hidden" name="next" value="/people/profile/">' in page


def test_the_log_in_page_is_kept_by_no_cache(visitor):
    assert "no-store" in visitor.get(PAGE).headers["Cache-Control"]


def test_cookies_cannot_be_read_by_scripts_or_sent_from_elsewhere(visitor, alice):
    cookie = log_in(visitor).cookies["sessionid"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


# ---- lock-out


def test_the_fifth_failure_locks_even_the_right_password_out(alice, clock):
    assert fail(4).status_code == 422
    response = fail(1)
    assert response.status_code == 429
    assert response.headers["Retry-After"] == "900"
    page = " ".join(response.content.decode().split())
    assert "from this network for <b>15 minutes</b>" in page
    assert reverse("people:password-reset") in page
    assert log_in(Client()).status_code == 429


def test_one_more_try_does_not_make_it_longer_and_waiting_ends_it(alice, clock):
    fail(5)
    clock.shift(14 * 60 + 30)
    response = log_in(Client())
    assert response.status_code == 429
    assert "<b>1 minute</b>" in response.content.decode()
    assert response.headers["Retry-After"] == "30"
    clock.shift(31)
    assert log_in(Client()).status_code == 302


def test_a_lock_is_for_one_name_from_one_network(alice, bob, clock):
    fail(5)
    assert log_in(Client(), username="bob").status_code == 302
    assert log_in(Client(), REMOTE_ADDR="10.0.0.2").status_code == 302
    assert log_in(Client()).status_code == 429


def test_other_capitals_or_another_browser_bring_no_more_guesses(alice, clock):
    for username in ("alice", "Alice", "ALICE", "aLICE"):
        fail(1, username=username, HTTP_USER_AGENT=username)
    assert fail(1, username="alicE").status_code == 429


def test_success_forgets_earlier_failures(alice, clock):
    fail(4)
    assert log_in(Client()).status_code == 302
    assert fail(4).status_code == 422


def test_the_admin_site_is_behind_the_same_lock(operator, clock):
    admin = reverse("admin:login")
    for _ in range(4):
        log_in(Client(), "otto", "wrong password", page=admin)
    response = log_in(Client(), "otto", "wrong password", page=admin)
    assert response.status_code == 429
    assert "Too many attempts" in response.content.decode()
    assert log_in(Client(), "otto", page=admin).status_code == 429
    assert log_in(Client(), "otto").status_code == 429


def test_admin_log_ins_count_for_the_limit_by_address(operator, clock):
    admin, client = reverse("admin:login"), Client()
    for number in range(50):
        log_in(client, f"nobody{number}", "wrong password", page=admin)
    assert log_in(client, "otto", page=admin).status_code == 429
    assert log_in(client, "otto").status_code == 429


def test_operator_reaches_the_admin_site_and_others_read_why_not(
    operator, alice_client
):
    assert log_in(Client(), "otto", page=reverse("admin:login")).url == "/admin/"
    answer = alice_client.get("/admin/", follow=True)
    assert answer.status_code == 403
    assert "The admin site is for operators." in answer.content.decode()


def test_failures_are_kept_without_what_was_typed_and_successes_not_at_all(alice):
    fail(1)
    attempt = AccessAttempt.objects.get()
    assert "wrong password" not in attempt.post_data
    log_in(Client())
    assert not AccessLog.objects.exists()


def test_one_network_cannot_try_one_password_on_everybody(alice, clock):
    client = Client()
    for number in range(50):
        assert fail(1, client, username=f"user{number}").status_code == 422
    response = log_in(client)
    assert response.status_code == 429
    assert "Too many failed log-ins from here." in response.content.decode()
    assert log_in(Client(), REMOTE_ADDR="10.0.0.2").status_code == 302
    clock.shift(3600)
    assert log_in(client).status_code == 302
