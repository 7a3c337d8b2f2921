"""Links that an operator hands out: to sign up, and to choose a new password."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.contrib.auth import get_user
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from kernel.errors import Refusal
from people.models import AccountLink, Person
from people.services.links import (
    INVITATION_DAYS,
    accept_invitation,
    create_invitation,
    create_reset_link,
)
from tests.at_once import at_once
from tests.cast import PASSWORD, browser_of, cast

SITE = "https://club.example.org"
TYPED = {"username": "petra", "password": PASSWORD, "time_zone": "UTC"}


def path_of(link: str) -> str:
    assert link.startswith(SITE)
    return link.removeprefix(SITE)


@pytest.fixture
def invitation(db: None) -> str:
    return path_of(create_invitation(site=SITE, actor=None))


def test_invited_person_signs_up_and_is_logged_in(
    invitation: str, visitor: Client
) -> None:
    page = visitor.get(invitation)
    assert page.status_code == 200
    assert "no-store" in page.headers["Cache-Control"]
    answer = visitor.post(invitation, {**TYPED, "email": "petra@example.org"})
    assert answer.status_code == 302
    person = Person.objects.get(username="petra")
    assert (person.email, get_user(visitor)) == ("petra@example.org", person)


def test_link_works_once(invitation: str, visitor: Client) -> None:
    visitor.post(invitation, {**TYPED, "email": "petra@example.org"})
    again = Client()
    assert again.get(invitation).status_code == 422
    typed = {**TYPED, "username": "quentin", "email": "quentin@example.org"}
    assert again.post(invitation, typed).status_code == 422
    assert not Person.objects.filter(username="quentin").exists()


def test_refused_sign_up_does_not_use_the_link_up(
    invitation: str, visitor: Client, alice: Person
) -> None:
    taken = {**TYPED, "username": alice.username, "email": "petra@example.org"}
    assert visitor.post(invitation, taken).status_code == 409
    typed = {**TYPED, "email": "petra@example.org"}
    assert visitor.post(invitation, typed).status_code == 302


def test_link_expires(invitation: str, visitor: Client) -> None:
    later = timezone.now() + timedelta(days=INVITATION_DAYS, minutes=1)
    with time_machine.travel(later):
        page = visitor.get(invitation)
    assert page.status_code == 422
    assert "expired or has been used" in page.content.decode()


def test_only_a_digest_is_stored(invitation: str) -> None:
    secret = invitation.rstrip("/").rsplit("/", 1)[1]
    link = AccountLink.objects.get()
    stored = [str(getattr(link, one.attname)) for one in link._meta.concrete_fields]
    assert not any(secret in value for value in stored)


def test_invitation_for_an_address_gives_the_account_that_address(
    db: None, visitor: Client
) -> None:
    link = create_invitation(site=SITE, email="pia@example.org", actor=None)
    page = visitor.get(path_of(link)).content.decode()
    assert "pia@example.org" in page
    assert 'name="email"' not in page
    visitor.post(path_of(link), {**TYPED, "email": "other@example.org"})
    assert Person.objects.get(username="petra").email == "pia@example.org"


def test_reset_link_sets_a_new_password_and_ends_earlier_ones(
    alice: Person, visitor: Client
) -> None:
    first = create_reset_link(site=SITE, person=alice, actor=None)
    second = create_reset_link(site=SITE, person=alice, actor=None)
    assert visitor.get(path_of(first)).status_code == 422
    new = "a moon over nine quiet tails"
    assert visitor.post(path_of(second), {"password": new}).status_code == 302
    alice.refresh_from_db()
    assert alice.check_password(new)
    assert Client().get(path_of(second)).status_code == 422


def test_inactive_person_gets_no_link(alice: Person, visitor: Client) -> None:
    link = create_reset_link(site=SITE, person=alice, actor=None)
    Person.objects.filter(pk=alice.pk).update(is_active=False)
    assert visitor.get(path_of(link)).status_code == 422
    alice.refresh_from_db()
    with pytest.raises(Refusal, match="Reactivate"):
        create_reset_link(site=SITE, person=alice, actor=None)


@pytest.mark.django_db(transaction=True)
def test_two_requests_at_once_make_one_account() -> None:
    link = path_of(create_invitation(site=SITE, actor=None))
    secret = link.rstrip("/").rsplit("/", 1)[1]

    def accept(name: str) -> None:
        accept_invitation(
            secret=secret,
            email=f"{name}@example.org",
            username=name,
            password=PASSWORD,
        )

    met = at_once(
        [lambda: accept("petra"), lambda: accept("quentin")], expected=Refusal
    )
    assert [one is None for one in met].count(True) == 1
    assert Person.objects.count() == 1


def command(*words: str) -> str:
    out = StringIO()
    call_command("invite", *words, site=SITE, stdout=out)
    return out.getvalue().strip()


def test_command_prints_links(alice: Person, visitor: Client) -> None:
    assert visitor.get(path_of(command())).status_code == 200
    assert "pia@example.org" in (
        visitor.get(path_of(command("--email", "pia@example.org"))).content.decode()
    )
    page = visitor.get(path_of(command("--reset", "alice"))).content.decode()
    assert "Choose a new password" in page


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--reset", "nobody"), "no person with the username nobody"),
        (("--email", "alice@example.org"), "account"),
        (("--days", "0"), "1 to 90 days"),
    ],
)
def test_command_says_what_is_wrong(
    alice: Person, words: tuple[str, ...], problem: str
) -> None:
    with pytest.raises(CommandError, match=problem):
        command(*words)


def test_operator_makes_links_in_the_admin(
    operator_client: Client, alice: Person
) -> None:
    made = operator_client.post(
        "/admin/people/accountlink/add/", {"email": "", "days": "3"}, follow=True
    ).content.decode()
    assert "/people/link/" in made
    act = {"action": "make_reset_link", "_selected_action": [alice.pk]}
    shown = operator_client.post("/admin/people/person/", act, follow=True)
    assert "/people/link/" in shown.content.decode()
    assert AccountLink.objects.filter(person=alice).count() == 1
    listed = operator_client.get("/admin/people/accountlink/").content.decode()
    assert "New password for alice" in listed
    assert "/people/link/" not in listed


def test_staff_who_are_no_operators_make_no_links(alice: Person) -> None:
    staff = cast("staff", is_staff=True)
    staff.user_permissions.set(_all_permissions())
    client = browser_of(staff)
    assert client.get("/admin/people/accountlink/add/").status_code == 403
    act = {"action": "make_reset_link", "_selected_action": [alice.pk]}
    assert client.post("/admin/people/person/", act).status_code == 403
    assert not AccountLink.objects.exists()


def _all_permissions() -> list[object]:
    from django.contrib.auth.models import Permission

    return list(Permission.objects.all())
