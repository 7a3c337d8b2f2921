"""`manage.py invite`: print a link to sign up or to choose a new password."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from kernel.errors import Refusal
from people import selectors
from people.services.links import (
    INVITATION_DAYS,
    RESET_DAYS,
    create_invitation,
    create_reset_link,
)


class Command(BaseCommand):
    help = "Print a link that invites one person or resets a password. It works once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--email", default="", help="email address of the new account"
        )
        parser.add_argument(
            "--reset",
            metavar="USERNAME",
            default="",
            help="reset the password of this person",
        )
        parser.add_argument("--days", type=int, help="how long the link works")
        parser.add_argument(
            "--site",
            default=settings.SITE_ADDRESS,
            help="the URL of the site (default: %(default)s)",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            self.stdout.write(_link(**options))
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from refusal


def _link(
    *, email: str, reset: str, days: int | None, site: str, **_options: Any
) -> str:
    site = site.rstrip("/")
    if not reset:
        days = INVITATION_DAYS if days is None else days
        return create_invitation(site=site, email=email, days=days, actor=None)
    person = selectors.person_by_username(reset)
    if person is None:
        raise CommandError(f"There is no person with the username {reset}.")
    days = RESET_DAYS if days is None else days
    return create_reset_link(site=site, person=person, days=days, actor=None)
