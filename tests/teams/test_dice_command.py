"""`manage.py dice`: true dice pass, and a changed one is found."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from people.models import Person
from teams.models import JournalLine
from tests.verbs import Tale, registered_team


def check() -> tuple[int, str]:
    """The exit code, and what was said."""
    out = StringIO()
    try:
        call_command("dice", stdout=out)
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue()
    return 0, out.getvalue()


@pytest.fixture
def team(alice: Person) -> Tale:
    return registered_team(alice).play(feats={2: 9}, hurt=[3, 4]).settle()


def test_true_dice_follow_from_their_seeds(team: Tale) -> None:
    rolled = sum(line.dice is not None for line in team.history().lines)
    assert rolled >= 2
    said = f"The dice of all {rolled} entries match their seeds.\n"
    assert check() == (0, said)


def test_a_changed_die_is_found(team: Tale) -> None:
    row = JournalLine.objects.filter(dice__isnull=False).first()
    face = row.dice["record"][0][0][0]
    row.dice["record"][0][0][0] = (face + 1) % 6
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE teams_journalline SET dice = %s WHERE id = %s",
            [json.dumps(row.dice), row.pk],
        )
    code, said = check()
    assert code == 1
    assert f"Team {team.team_id}, entry {row.number}: Roll 1 was recorded as" in said
