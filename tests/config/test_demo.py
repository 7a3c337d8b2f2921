from __future__ import annotations

import json
import sqlite3
from datetime import datetime
from pathlib import Path

import pytest
from django.test import Client

from config import demo
from config.demo import people, teams
from config.demo.context import PASSWORD, Scene
from config.demo.league import FILE, shift_dates
from people import selectors
from tests.config.commands import Manage, commands


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The demo without its league."""
    monkeypatch.setattr(demo, "BUILDERS", (people.build, teams.build))


@pytest.mark.django_db
@pytest.mark.usefixtures("small")
def test_everybody_of_the_demo_can_log_in(client: Client) -> None:
    scene = demo.build()
    assert set(scene.people) == {"master", "aiko", "bruno"}
    for person in scene.people.values():
        assert person.check_password(PASSWORD)


@pytest.mark.django_db
@pytest.mark.usefixtures("small")
def test_nobody_of_the_demo_operates_the_site() -> None:
    """The password is printed on every screen."""
    for person in demo.build().people.values():
        assert not person.is_staff
        assert not person.is_superuser


@pytest.mark.django_db
@pytest.mark.usefixtures("small")
def test_the_log_ins_are_told_only_where_they_work() -> None:
    assert demo.log_ins() == ""
    demo.build()
    assert demo.log_ins() == f"Demo log-ins: master, aiko, bruno; password {PASSWORD}"


@pytest.mark.django_db
@pytest.mark.usefixtures("small")
def test_a_demo_that_fails_half_way_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(scene: Scene) -> None:
        assert scene.people
        raise RuntimeError("half-way")

    monkeypatch.setattr(demo, "BUILDERS", (*demo.BUILDERS, fail))
    with pytest.raises(RuntimeError, match="half-way"):
        demo.build()
    assert selectors.person_by_username("master") is None


def test_every_part_of_the_demo_has_dice_of_its_own() -> None:
    assert Scene().dice("teams").roll(50) == Scene().dice("teams").roll(50)
    assert Scene().dice("teams").roll(50) != Scene().dice("league").roll(50)


@pytest.mark.service
class TestCommand:
    def usernames(self, database: Path) -> set[str]:
        with sqlite3.connect(database) as connection:
            rows = connection.execute("SELECT username FROM people_person")
            found = {row[0] for row in rows}
        connection.close()
        return found

    def story(self, data: Path, manage: Manage) -> str:
        """The demo's league as it is exported, told as of the day of its file."""
        file = data / "league.json"
        with sqlite3.connect(data / "moonlight.sqlite3") as connection:
            rows = connection.execute("SELECT uid, created FROM league_league")
            [(uid, created)] = rows
        connection.close()
        saved = manage("league", "export", uid, str(file))
        assert saved.returncode == 0, saved.stderr
        then = json.loads(FILE.read_text())["league"]["created"]
        now = datetime.fromisoformat(f"{created}+00:00")
        days = now - datetime.fromisoformat(then)
        return shift_dates(file.read_text(), days=-days.days)

    def test_it_builds_once_and_resets_without_losing_anything(
        self, tmp_path: Path
    ) -> None:
        database = tmp_path / "moonlight.sqlite3"
        with commands(data=tmp_path) as manage:
            first = manage("demo")
            assert PASSWORD in first.stdout, first.stderr
            everybody = self.usernames(database)
            assert {"master", "aiko", "bruno"} < everybody
            assert self.story(tmp_path, manage) == FILE.read_text()

            assert "already exists" in manage("demo").stdout

            with sqlite3.connect(database) as connection:
                connection.execute("UPDATE people_person SET username='x' WHERE id=1")
            connection.close()
            reset = manage("demo", "--reset")
            assert reset.returncode == 0, reset.stderr
            assert self.usernames(database) == everybody
            assert self.story(tmp_path, manage) == FILE.read_text()
        [kept] = tmp_path.glob("before-*.sqlite3")
        assert self.usernames(kept) == everybody - {"master"} | {"x"}

    def test_it_stays_out_of_an_operators_database(self, tmp_path: Path) -> None:
        url = f"sqlite:///{tmp_path / 'theirs.sqlite3'}"
        with commands(data=tmp_path, DATABASE_URL=url) as manage:
            for option in ((), ("--reset",)):
                result = manage("demo", *option)
                assert result.returncode == 1
                assert "DATABASE_URL names" in result.stderr
                assert not (tmp_path / "theirs.sqlite3").exists()
