"""Export a person's data and delete their account.

Apps above this one store data about people too. In `ready`, each registers what it
exports and what it does when an account is deleted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils import timezone

from kernel.errors import Refusal
from people import catalogue, selectors
from people.models import ApiToken, Person
from people.rules import names
from people.services.accounts import refuse_last_operator
from people.services.mail import send_account_notice

Export = Callable[[Person], Any]
Deletion = Callable[[Person], None]

_exports: dict[str, Export] = {"account": selectors.own_record}
_deletions: dict[str, Deletion] = {}


def register_export(name: str, function: Export) -> None:
    """Add a section to the export: `function(person)` returns plain data (dicts, lists,
    strings, numbers, dates).
    """
    _register(_exports, name, function)


def register_deletion(name: str, function: Deletion) -> None:
    """Call `function(person)` when an account is deleted, inside the transaction and
    before the data are erased.

    A Refusal stops the whole deletion.
    """
    _register(_deletions, name, function)


def _register(registry: dict[str, Any], name: str, function: Any) -> None:
    if registry.setdefault(name, function) is not function:
        raise AssertionError(f"Two apps call their section {name!r}.")


def export_person(*, person: Person) -> dict[str, Any]:
    """Return everything stored about a person, by the section that stores it."""
    sections = {name: function(person) for name, function in _exports.items()}
    return {"exported": timezone.now(), **sections}


@transaction.atomic
def delete_person(*, person: Person) -> None:
    """Erase all personal data and close the account; results keep their row."""
    person = Person.objects.select_for_update().get(pk=person.pk)
    if person.is_deleted:
        raise Refusal("This account has already been deleted.", code="deleted")
    if person.is_superuser:
        refuse_last_operator(person)
    for function in _deletions.values():
        function(person)
    email, language, username = person.email, person.language, person.username
    ApiToken.objects.filter(person=person).delete()
    AxesProxyHandler.reset_attempts(username=username.lower())
    LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Person), object_id=person.pk
    ).update(object_repr=names.FORMER_PLAYER, change_message="")
    person.groups.clear()
    person.user_permissions.clear()
    _erase(person)
    send_account_notice(
        "deleted", to=email, context={"username": username}, language=language
    )


def _erase(person: Person) -> None:
    person.username = f"former-player-{person.pk}"
    person.display_name = ""
    person.email = ""
    person.time_zone = catalogue.UTC
    person.language = "en"
    person.last_login = person.last_seen = None
    person.is_active = person.is_staff = person.is_superuser = False
    # Sessions carry a digest of the password and end with it.
    person.set_unusable_password()
    person.deleted_at = timezone.now()
    person.save()
