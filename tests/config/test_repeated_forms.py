"""Forms that are sent twice act once."""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connections
from django.test import Client

from config import repeated_forms
from people.models import ApiToken, Person
from teams.models import Team

TEAM = "/teams/new/ijin/"
LEAGUE = "/leagues/found/"


def browser(person: Person) -> Client:
    client = Client(enforce_csrf_checks=True)
    client.force_login(person)
    return client


def token_of(client: Client, page: str) -> str:
    found = re.search(
        r'csrfmiddlewaretoken" value="(\w+)"', client.get(page).content.decode()
    )
    assert found, page
    return found[1]


def send(client: Client, page: str, token: str, **typed: str) -> Any:
    return client.post(page, {"csrfmiddlewaretoken": token, **typed})


@pytest.mark.django_db(transaction=True)
def test_double_click_on_new_team_creates_one_team(alice: Person) -> None:
    client = browser(alice)
    token = token_of(client, TEAM)
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    answers: list[Any] = []
    gate = threading.Barrier(4)

    def click() -> None:
        other = Client(enforce_csrf_checks=True)
        for name, value in cookies.items():
            other.cookies[name] = value
        gate.wait()
        try:
            answers.append(send(other, TEAM, token, name="Quiet Storm"))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=click) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    team = Team.objects.get()
    assert {answer.status_code for answer in answers} == {302}
    assert {answer.url for answer in answers} == {answers[0].url}
    assert str(team.pk) in answers[0].url


@pytest.mark.django_db
def test_form_of_a_new_page_creates_a_second_team(alice: Person) -> None:
    client = browser(alice)
    for _ in range(2):
        answer = send(client, TEAM, token_of(client, TEAM), name="Quiet Storm")
        assert answer.status_code == 302
    assert Team.objects.count() == 2


@pytest.mark.django_db
def test_other_words_in_the_same_form_create_a_second_team(alice: Person) -> None:
    client = browser(alice)
    token = token_of(client, TEAM)
    for name in ("Quiet Storm", "Loud Storm"):
        assert send(client, TEAM, token, name=name).status_code == 302
    assert Team.objects.count() == 2


@pytest.mark.django_db
def test_refused_form_can_be_sent_again(alice: Person) -> None:
    client = browser(alice)
    page = "/people/profile/tokens/"
    token = token_of(client, page)
    refused = [send(client, page, token, name="") for _ in range(2)]
    assert [answer.status_code for answer in refused] == [422, 422]
    assert not ApiToken.objects.exists()


@pytest.mark.django_db
def test_form_in_progress_elsewhere_is_refused_after_a_while(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repeated_forms, "WAIT_SECONDS", 0.1)
    monkeypatch.setattr(cache, "add", lambda *_given: False)
    client = browser(alice)
    answer = send(client, TEAM, token_of(client, TEAM), name="Quiet Storm")
    assert answer.status_code == 409
    assert "still working" in answer.content.decode()
    assert not Team.objects.exists()


@pytest.mark.parametrize(
    "headers", [{"HX-Request": "true"}, {"Sec-Fetch-Mode": "same-origin"}]
)
def test_requests_of_scripts_are_not_remembered(
    alice: Person, rf: Any, headers: dict[str, str]
) -> None:
    typed = {"csrfmiddlewaretoken": "same"}
    request = rf.post(TEAM, typed, headers=headers)
    request.user = alice
    assert repeated_forms.form_key(request) == ""


@pytest.mark.django_db
def test_another_person_is_not_led_to_the_first_ones_page(
    alice: Person, bob: Person, rf: Any
) -> None:
    typed = {"csrfmiddlewaretoken": "same", "name": "Quiet Storm"}
    keys: list[str] = []
    for person in (alice, bob):
        request = rf.post(TEAM, typed)
        request.user = person
        keys.append(repeated_forms.form_key(request))
    assert keys[0] != keys[1]
