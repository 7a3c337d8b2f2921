from __future__ import annotations

import pytest
from django.contrib.auth import get_user
from django.urls import reverse

from people.models import Person
from people.services.personal_data import delete_person
from people.services.tokens import create_token
from tests.cast import browser_of, cast

pytestmark = pytest.mark.django_db

LIST = "/admin/people/person/"


def act(client, action, *people):
    given = {"action": action, "_selected_action": [person.pk for person in people]}
    return client.post(LIST, given, follow=True).content.decode()


def page_of(person) -> str:
    return reverse("admin:people_person_change", args=[person.pk])


def test_the_operator_finds_people_by_name_or_address(operator_client, alice, bob):
    page = operator_client.get(LIST, {"q": "alice@exam"}).content.decode()
    assert page_of(alice) in page
    assert page_of(bob) not in page


def test_the_list_asks_the_same_however_many_there_are(
    operator_client, alice, django_assert_num_queries
):
    operator_client.get(LIST)
    with django_assert_num_queries(5):
        operator_client.get(LIST)
    for number in range(5):
        cast(f"user{number}")
    with django_assert_num_queries(5):
        operator_client.get(LIST)


def test_nobody_else_gets_in(alice_client):
    assert alice_client.get(LIST).url.startswith("/admin/login/")


def test_no_page_shows_a_password_or_a_digest(operator_client, alice):
    made = create_token(person=alice, name="Site")
    token = reverse("admin:people_apitoken_change", args=[made.line.id])
    for page in (LIST, page_of(alice), "/admin/people/apitoken/", token):
        text = operator_client.get(page).content.decode()
        assert "argon2" not in text
        assert 'type="password"' not in text
        assert alice.api_tokens.get().digest not in text


def test_tokens_can_only_be_looked_at(operator_client, alice):
    made = create_token(person=alice, name="Site")
    token = reverse("admin:people_apitoken_change", args=[made.line.id])
    assert operator_client.post(token, {"name": "Other"}).status_code == 403
    assert operator_client.get("/admin/people/apitoken/add/").status_code == 403
    delete = reverse("admin:people_apitoken_delete", args=[made.line.id])
    assert operator_client.post(delete, {"post": "yes"}).status_code == 403
    assert alice.api_tokens.get().name == "Site"


def test_people_are_neither_added_nor_deleted_here(operator_client, alice):
    assert operator_client.get("/admin/people/person/add/").status_code == 403
    delete = reverse("admin:people_person_delete", args=[alice.pk])
    assert operator_client.post(delete, {"post": "yes"}).status_code == 403
    assert Person.objects.filter(pk=alice.pk).exists()


def test_a_deactivated_person_is_out_at_once_and_can_be_let_in_again(
    operator_client, alice, alice_client
):
    act(operator_client, "deactivate", alice)
    assert not get_user(alice_client).is_authenticated
    act(operator_client, "reactivate", alice)
    assert get_user(browser_of(alice)) == alice


def test_the_operator_changes_standing_and_nothing_personal(operator_client, alice):
    given = {
        "is_active": "on",
        "is_staff": "on",
        "username": "mallory",
        "email": "mallory@example.org",
    }
    assert operator_client.post(page_of(alice), given).status_code == 302
    alice.refresh_from_db()
    assert (alice.is_staff, alice.is_superuser) == (True, False)
    assert (alice.username, alice.email) == ("alice", "alice@example.org")


def test_the_only_operator_cannot_lock_the_site(operator, operator_client):
    assert "only operator. Make someone else one first." in act(
        operator_client, "deactivate", operator
    )
    response = operator_client.post(page_of(operator), {"is_active": "on"})
    assert response.status_code == 422
    operator.refresh_from_db()
    assert (operator.is_active, operator.is_superuser) == (True, True)


def test_somebody_who_left_is_not_let_in_again(operator_client, alice):
    delete_person(person=alice)
    assert "This account has been deleted" in act(operator_client, "reactivate", alice)
    assert not Person.objects.get(pk=alice.pk).is_active


def test_the_operator_mails_a_link_to_choose_a_new_password(
    operator_client, alice, mailoutbox
):
    closed = cast("closed", is_active=False)
    page = act(operator_client, "send_password_reset", alice, closed)
    assert "We emailed a link to alice." in page
    assert [mail.to for mail in mailoutbox] == [["alice@example.org"]]
