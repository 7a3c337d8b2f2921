"""`manage.py reconcile`: differences are found, told and repaired."""

from __future__ import annotations

import gc
import json
import tracemalloc
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from people.models import Person
from teams.models import JournalLine, Team
from teams.rules.journal.entries import Renamed
from teams.services.journal import write_journal
from teams.services.reconciliation import reconcile_teams
from teams.services.roster import rename_ninja
from tests.verbs import Tale, found_sample, registered_team


def reconcile(*options: str) -> tuple[int, str]:
    """The exit code, and what was said."""
    out = StringIO()
    try:
        call_command("reconcile", *options, stdout=out)
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue()
    return 0, out.getvalue()


@pytest.fixture
def team(alice: Person) -> Tale:
    tale = registered_team(alice).play(feats={2: 9}, hurt=[3]).settle()
    rename_ninja(tale.edit, ninja=2, name="Bo")
    return tale


def forge(statement: str, *values: object) -> None:
    """Change the database behind everybody's back."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def test_honest_teams_are_as_their_journals_tell(team: Tale, alice: Person) -> None:
    found_sample(alice)
    assert reconcile() == (0, "All 2 teams match their journals.\n")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("koban", 999),
        ("worth", 1),
        ("rating", 77),
        ("ninja_count", 1),
        ("violation_count", 4),
        ("games", 40),
        ("name", "Forged"),
        ("clan", "ika"),
        ("stage", "draft"),
        ("league", "Sun League"),
        ("logo", "x.png"),
        ("version", 99),
    ],
)
def test_a_planted_difference_is_told_and_repaired(
    team: Tale, column: str, value: object
) -> None:
    honest = getattr(team.team, column)
    Team.objects.filter(pk=team.team_id).update(**{column: value})
    told = f"Team {team.team_id}: {column} is stored as {value!r} but is"
    code, said = reconcile()
    assert code == 1
    assert told in said
    assert getattr(team.team, column) == value, "only a repair writes"
    code, said = reconcile("--repair")
    assert (code, "Repaired." in said) == (0, True)
    assert getattr(team.team, column) == honest
    assert reconcile()[0] == 0


def test_a_forged_state_is_told_and_repaired(team: Tale) -> None:
    honest = team.team.state
    forged = {**honest, "koban": 500}
    Team.objects.filter(pk=team.team_id).update(state=forged)
    code, said = reconcile()
    assert (code, said) == (
        1,
        f"Team {team.team_id}: the stored state differs from the journal.\n",
    )
    reconcile("--repair")
    assert team.team.state == honest


REPLACED = """
    UPDATE teams_journalline SET entry = '{{"kind": "{kind}"}}' WHERE number = 4
"""


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("DELETE FROM teams_journalline WHERE number = 3", "line 3 is missing"),
        ("DELETE FROM teams_journalline WHERE number = 1", "line 1 is missing"),
        (
            REPLACED.format(kind="hexed"),
            "the journal is broken",
        ),
        (
            REPLACED.format(kind="retired"),
            "does not fit",
        ),
    ],
)
def test_a_broken_journal_is_told_and_cannot_be_repaired(
    team: Tale, statement: str, told: str
) -> None:
    forge(statement)
    for options in ((), ("--repair",)):
        code, said = reconcile(*options)
        assert (code, told in said) == (1, True)


def test_a_changed_line_shows_in_what_follows_from_it(team: Tale) -> None:
    row = JournalLine.objects.get(team_id=team.team_id, number=2)
    cheaper = {**row.entry, "price": 1}
    forge(
        "UPDATE teams_journalline SET entry = %s WHERE id = %s",
        json.dumps(cheaper),
        row.pk,
    )
    code, said = reconcile()
    assert code == 1
    assert "koban is stored as" in said
    assert "worth is stored as" in said


def test_one_broken_team_does_not_hide_another(team: Tale, alice: Person) -> None:
    other = found_sample(alice)
    forge(
        "DELETE FROM teams_journalline WHERE number = 3 AND team_id = %s", team.team_id
    )
    Team.objects.filter(pk=other.team_id).update(koban=7)
    code, said = reconcile("--repair")
    assert code == 1
    assert f"Team {other.team_id}: koban" in said
    assert other.team.koban == 2


def test_memory_holds_one_journal_at_a_time(alice: Person) -> None:
    def long_stories(count: int) -> None:
        for _ in range(count):
            tale = found_sample(alice)
            names = [Renamed(name=f"Name {number}") for number in range(60)]
            write_journal(tale.edit, entries=names)

    def peak() -> int:
        gc.collect()
        tracemalloc.start()
        assert list(reconcile_teams()) == []
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    long_stories(2)
    peak()  # the first run fills caches
    few = peak()
    long_stories(5)
    assert peak() < few * 2
