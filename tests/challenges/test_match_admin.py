"""Operators look at matches and change none."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from people.models import Person
from tests.challenges.verbs import opened


@pytest.mark.django_db
def test_operators_see_matches_without_their_seeds(
    alice: Person, bob: Person, operator_client: Client
) -> None:
    meeting = opened(alice, bob).report().confirm()
    for name in ("match", "report", "settlement"):
        url = reverse(f"admin:challenges_{name}_changelist")
        assert operator_client.get(url).status_code == 200
    url = reverse("admin:challenges_match_change", args=[meeting.match.pk])
    page = operator_client.get(url).content.decode()
    assert "Open Furnace" in page
    assert meeting.match.seed not in page
    assert operator_client.post(url, {}).status_code == 403
