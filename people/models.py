"""A person who signs in."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser


class Person(AbstractUser):
    """Everybody with an account, the operator included."""
