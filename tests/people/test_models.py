"""What the database itself holds true of people."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils import timezone

from people.models import ApiToken, Person
from tests.cast import cast

pytestmark = pytest.mark.django_db


def test_two_usernames_never_differ_in_capitals_alone(alice):
    with pytest.raises(IntegrityError):
        Person.objects.create(username="ALICE", email="other@example.org")


def test_one_address_has_one_account_whatever_its_capitals(alice):
    with pytest.raises(IntegrityError):
        Person.objects.create(username="other", email="Alice@Example.org")


def test_somebody_who_has_not_left_has_an_address():
    with pytest.raises(IntegrityError, match="person_has_email"):
        Person.objects.create(username="other", email="")


@pytest.mark.parametrize(
    "kept",
    [
        {"email": "a@example.org"},
        {"display_name": "Alice"},
        {"is_active": True},
        {"is_staff": True},
        {"is_superuser": True},
        {"last_login": timezone.now()},
        {"last_seen": timezone.now()},
    ],
)
def test_somebody_who_has_left_keeps_nothing(kept):
    nothing = {"email": "", "display_name": "", "is_active": False}
    with pytest.raises(IntegrityError, match="person_deleted_is_nobody"):
        Person.objects.create(
            username="x1", deleted_at=timezone.now(), **{**nothing, **kept}
        )


def test_several_people_may_have_left():
    for username in ("former-player-1", "former-player-2"):
        Person.objects.create(
            username=username, deleted_at=timezone.now(), is_active=False
        )
    assert {str(person) for person in Person.objects.all()} == {"A former player"}


def test_a_person_is_shown_by_shown_name_or_else_by_username(alice):
    assert str(alice) == alice.get_full_name() == alice.get_short_name() == "Alice"
    alice.display_name = ""
    assert str(alice) == "alice"


def test_logging_in_does_not_ask_for_the_capitals_of_the_username(alice):
    assert Person.objects.get_by_natural_key("ALICE") == alice
    with pytest.raises(Person.DoesNotExist):
        Person.objects.get_by_natural_key(None)


@pytest.mark.parametrize(
    "zone", ["Mars/Olympus", "", "europe/berlin", "EST5EDT", "../"]
)
def test_a_time_zone_is_one_of_the_iana_database(alice, zone):
    alice.time_zone = zone
    with pytest.raises(ValidationError, match="time_zone"):
        alice.full_clean()


def test_a_person_made_through_the_command_line_can_be_kept(db):
    boss = Person.objects.create_superuser("boss", "boss@EXAMPLE.org", "a long secret")
    boss.full_clean()
    assert (boss.is_staff, boss.is_superuser) == (True, True)
    assert boss.email == "boss@example.org"


def test_a_person_has_one_token_of_a_name_and_others_may_use_it_too(alice):
    ApiToken.objects.create(person=alice, name="Site", prefix="p", digest="1")
    bob = cast("bob")
    ApiToken.objects.create(person=bob, name="site", prefix="p", digest="2")
    with pytest.raises(IntegrityError):
        ApiToken.objects.create(person=alice, name="SITE", prefix="p", digest="3")


def test_no_two_tokens_share_a_digest(alice):
    ApiToken.objects.create(person=alice, name="one", prefix="p", digest="1")
    with pytest.raises(IntegrityError):
        ApiToken.objects.create(person=alice, name="two", prefix="p", digest="1")


def test_a_token_tells_its_name_and_never_its_digest(alice):
    token = ApiToken(person=alice, name="Site", prefix="moon_abc", digest="1" * 64)
    assert str(token) == "Site (moon_abc…)"
    assert "1111" not in repr(token)
