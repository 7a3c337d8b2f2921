"""Operators look at teams and journals, and cannot touch them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from people.models import Person
from teams.models import JournalLine
from teams.services.share_links import share_team
from tests.verbs import registered_team


@pytest.mark.parametrize("kind", ["team", "journalline"])
def test_lists_and_entries_are_shown_and_nothing_else(
    alice: Person, operator_client: Client, kind: str
) -> None:
    tale = registered_team(alice).play(hurt=[1])
    share_team(team_id=tale.team_id, actor=alice)
    line = JournalLine.objects.filter(team_id=tale.team_id).last()
    assert line is not None
    pk = {"team": tale.team_id, "journalline": line.pk}[kind]
    listing = operator_client.get(reverse(f"admin:teams_{kind}_changelist"))
    entry = operator_client.get(reverse(f"admin:teams_{kind}_change", args=[pk]))
    assert (listing.status_code, entry.status_code) == (200, 200)
    shown = listing.content.decode() + entry.content.decode()
    assert "Open Furnace" in shown
    assert tale.team.next_seed not in shown
    assert str(tale.team.share_token) not in shown
    for name, args in (("add", []), ("delete", [pk])):
        url = reverse(f"admin:teams_{kind}_{name}", args=args)
        assert operator_client.get(url).status_code == 403
    change = reverse(f"admin:teams_{kind}_change", args=[pk])
    assert operator_client.post(change, {"koban": 999}).status_code == 403


def test_a_list_of_lines_asks_as_often_for_many_as_for_few(
    alice: Person,
    operator_client: Client,
    django_assert_max_num_queries: object,
) -> None:
    for _ in range(3):
        registered_team(alice)
    url = reverse("admin:teams_journalline_changelist")
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        assert operator_client.get(url).status_code == 200
