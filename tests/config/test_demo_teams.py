"""The demo's teams: honest, told the same every time, and worth looking at."""

from __future__ import annotations

import pytest
from django.db import transaction

from config import demo
from config.demo import people, teams
from config.demo.context import Scene
from teams.models import Team
from teams.rules.settlement.needs import DecisionKind
from teams.selectors.history import get_history_page
from teams.selectors.scroll_front import get_scroll_front
from teams.selectors.settlement import get_settlement_page
from teams.selectors.team_list import list_teams
from teams.services.reconciliation import reconcile_teams


@pytest.fixture(autouse=True)
def _without_the_league(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its matches take their time and change none of these teams."""
    monkeypatch.setattr(demo, "BUILDERS", (people.build, teams.build))


@pytest.fixture
def scene(db: None) -> Scene:
    return demo.build()


def test_everybody_has_something_to_look_at(scene: Scene) -> None:
    shown = {
        name: [(team.stage, team.clan) for team in list_teams(person)]
        for name, person in scene.people.items()
    }
    assert all(shown.values())
    stages = [stage for teams in shown.values() for stage, _ in teams]
    assert stages.count("registered") >= 4
    assert stages.count("draft") == 1
    assert len({clan for teams in shown.values() for _, clan in teams}) >= 4


def test_veterans_have_grown(scene: Scene) -> None:
    team = Team.objects.get(pk=scene.teams["furnace"])
    page = get_scroll_front(team.pk, scene.people["aiko"])
    assert team.games == 5
    assert any(row.advancements for row in page.scroll.rows)
    assert all(row.name for row in page.scroll.rows)
    waiting = get_settlement_page(team.pk, scene.people["aiko"]).decision
    assert waiting is not None
    assert waiting.kind is DecisionKind.ADVANCE


def test_what_is_shown_is_what_the_journals_tell(scene: Scene) -> None:
    assert list(reconcile_teams()) == []


@pytest.mark.django_db
def test_the_same_story_is_told_every_time() -> None:
    def told() -> list[tuple[str, list[str]]]:
        with transaction.atomic():
            scene = demo.build()
            stories = []
            for key, team_id in sorted(scene.teams.items()):
                team = Team.objects.get(pk=team_id)
                lines = get_history_page(team_id, team.owner).lines
                stories.append((key, [line.sentence for line in lines]))
            transaction.set_rollback(True)
        return stories

    assert told() == told()
