from __future__ import annotations

import json
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from kernel.errors import Refusal
from people.models import ApiToken, Person
from people.services import personal_data
from people.services.accounts import sign_up_person
from people.services.personal_data import (
    delete_person,
    register_deletion,
    register_export,
)
from people.services.tokens import create_token
from tests.cast import PASSWORD, browser_of, cast

pytestmark = pytest.mark.django_db

# Stored on a person and not handed out: the first is a secret that can only be lost,
# the last is what makes an account one of somebody who has left.
NOT_EXPORTED = {"password", "deleted_at"}


@pytest.fixture
def registries(monkeypatch):
    """What a test registers is gone after it."""
    monkeypatch.setattr(personal_data, "_exports", dict(personal_data._exports))
    monkeypatch.setattr(personal_data, "_deletions", dict(personal_data._deletions))


def delete(client, password=PASSWORD):
    return client.post(reverse("people:delete"), {"current_password": password})


# ---- export


def test_the_export_holds_everything_stored_on_a_person(alice):
    alice.last_login = alice.last_seen = timezone.now()
    alice.time_zone = "Asia/Tokyo"
    alice.save()
    alice.groups.add(Group.objects.create(name="Helpers"))
    create_token(person=alice, name="Site")
    Client().post("/people/log-in/", {"username": "Alice", "password": "wrong"})

    response = browser_of(alice).get(reverse("people:export"))
    assert response.headers["Content-Disposition"] == (
        'attachment; filename="moonlight-alice.json"'
    )
    account = json.loads(response.content)["account"]

    alice.refresh_from_db()
    fields = {
        field.name for field in Person._meta.get_fields() if not field.auto_created
    }
    fields |= {"id"}
    assert set(account["person"]) == fields - NOT_EXPORTED
    for name in ("created", "last_login", "last_seen"):
        stored, told = getattr(alice, name), parse_datetime(account["person"].pop(name))
        assert abs(stored - told) < timedelta(milliseconds=1)
    assert account["person"].pop("groups") == ["Helpers"]
    assert account["person"].pop("user_permissions") == []
    for name, value in account["person"].items():
        assert value == getattr(alice, name), name
    (token,) = account["api_tokens"]
    assert (token["name"], token["last_used"]) == ("Site", None)
    (failed,) = account["failed_log_ins"]
    assert (failed["ip_address"], failed["failures_since_start"]) == ("127.0.0.1", 1)


def test_the_export_holds_no_secret_and_nobody_else(alice, bob, alice_client):
    made = create_token(person=alice, name="Site")
    create_token(person=bob, name="Of Bob")
    text = alice_client.get(reverse("people:export")).content.decode()
    assert "bob" not in text.lower()
    assert made.secret not in text
    assert ApiToken.objects.get(person=alice).digest not in text
    assert alice.password not in text


def test_other_apps_add_their_sections(alice, alice_client, registries):
    register_export("poems", lambda person: [f"A poem by {person}"])
    data = json.loads(alice_client.get(reverse("people:export")).content)
    assert data["poems"] == ["A poem by Alice"]
    assert set(data) == {"exported", "account", "poems"} | set(personal_data._exports)


def test_two_sections_of_one_name_are_our_mistake(registries):
    def function(person):
        return []

    register_export("twice", function)
    register_export("twice", function)
    with pytest.raises(AssertionError, match="twice"):
        register_export("twice", lambda _person: [])


def test_the_account_exports_in_few_queries(alice, django_assert_num_queries):
    for number in range(5):
        create_token(person=alice, name=f"t{number}")
    with django_assert_num_queries(5):
        personal_data.selectors.own_record(alice)


# ---- leaving


def test_whoever_leaves_becomes_a_former_player(alice, alice_client):
    response = delete(alice_client)
    assert (response.status_code, response.url) == (302, reverse("home"))
    gone = Person.objects.get(pk=alice.pk)
    assert str(gone) == "A former player"
    assert gone.is_deleted
    assert "Your account is deleted." in alice_client.get("/").content.decode()


def test_nothing_personal_is_left(alice):
    fresh = {field.name: getattr(Person(), field.name) for field in Person._meta.fields}
    personal = {
        "display_name": "Alice Liddell",
        "time_zone": "Asia/Tokyo",
        "language": "de",
        "last_login": timezone.now(),
        "last_seen": timezone.now(),
        "is_staff": True,
    }
    for name, value in personal.items():
        setattr(alice, name, value)
    alice.save()
    alice.groups.add(Group.objects.create(name="Helpers"))
    alice.user_permissions.add(Permission.objects.first())
    create_token(person=alice, name="Site")
    Client().post("/people/log-in/", {"username": "ALICE", "password": "wrong"})
    LogEntry.objects.log_actions(alice.pk, [alice], 2, "Changed Alice")

    delete_person(person=alice)

    gone = Person.objects.get(pk=alice.pk)
    kept = {"id", "created", "deleted_at", "username", "password", "is_active"}
    for field in Person._meta.fields:
        if field.name not in kept:
            assert getattr(gone, field.name) == fresh[field.name], field.name
    assert gone.username == f"former-player-{alice.pk}"
    assert (gone.is_active, gone.has_usable_password()) == (False, False)
    assert not gone.groups.exists()
    assert not gone.user_permissions.exists()
    assert not ApiToken.objects.exists()
    assert not AccessAttempt.objects.exists()
    entry = LogEntry.objects.get()
    assert (entry.object_repr, entry.change_message) == ("A former player", "")


def test_nobody_gets_in_afterwards(alice, alice_client):
    elsewhere = browser_of(alice)
    secret = create_token(person=alice, name="Site").secret
    delete(alice_client)
    assert not get_user(alice_client).is_authenticated
    page = reverse("people:profile")
    assert elsewhere.get(page).url == f"/people/log-in/?next={page}"
    me = Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {secret}"})
    assert me.status_code == 401
    for username in ("alice", f"former-player-{alice.pk}"):
        given = {"username": username, "password": PASSWORD}
        assert Client().post("/people/log-in/", given).status_code == 422


def test_the_name_and_the_address_are_free_again(alice):
    delete_person(person=alice)
    again = sign_up_person(
        username="alice", email="alice@example.org", password=PASSWORD
    )
    assert again.pk != alice.pk


def test_a_last_mail_says_that_it_is_done(
    alice, alice_client, mailoutbox, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        delete(alice_client)
    (mail,) = mailoutbox
    assert mail.to == ["alice@example.org"]
    assert "The account alice has been deleted." in mail.body


def test_leaving_takes_the_password(alice, alice_client):
    response = delete(alice_client, "wrong password")
    assert response.status_code == 422
    assert "That is not your password." in response.content.decode()
    assert not Person.objects.get(pk=alice.pk).is_deleted


def test_leaving_takes_a_post(alice_client):
    assert alice_client.get(reverse("people:delete")).status_code == 405


def test_other_apps_hear_of_it_while_the_person_is_still_known(alice, registries):
    heard = []
    register_deletion("poems", lambda person: heard.append(str(person)))
    delete_person(person=alice)
    assert heard == ["Alice"]


def test_an_app_that_declines_keeps_the_account_whole(alice, alice_client, registries):
    def decline(person):
        raise Refusal("You run a league. Hand it to somebody else first.")

    register_deletion("league", decline)
    create_token(person=alice, name="Site")
    response = delete(alice_client)
    assert response.status_code == 422
    assert "Hand it to somebody else first." in response.content.decode()
    alice.refresh_from_db()
    assert (alice.email, alice.is_active) == ("alice@example.org", True)
    assert ApiToken.objects.exists()
    assert get_user(alice_client) == alice


def test_the_only_operator_stays(operator):
    with pytest.raises(Refusal, match="only operator"):
        delete_person(person=operator)
    cast("second", is_superuser=True)
    delete_person(person=operator)
    assert Person.objects.get(pk=operator.pk).is_deleted


def test_leaving_twice_is_refused(alice):
    delete_person(person=alice)
    with pytest.raises(Refusal, match="already been deleted"):
        delete_person(person=alice)
