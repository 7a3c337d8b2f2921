"""The demo's teams: some with games behind them, one fresh, one still a draft."""

from __future__ import annotations

from collections.abc import Sequence

from config.demo.context import Scene
from config.demo.settlements import settle
from kernel.dice import Dice
from kernel.ids import NinjaId
from people.models import Person
from rulebook.catalogue import catalogue
from teams.rules.reports.team_report import (
    Feat,
    MatchType,
    NinjaReport,
    Outcome,
    TeamReport,
)
from teams.selectors.scroll_front import get_scroll_front
from teams.services.games import report_game
from teams.services.journal import Edit
from teams.services.new_teams import (
    create_random_team,
    create_sample_team,
    create_shrine_team,
    create_team,
)
from teams.services.roster import recruit_ninja, register_team, set_lore

INJURY = "injures_enemy"
OUTCOMES = {"W": Outcome.WIN, "D": Outcome.DRAW, "L": Outcome.LOSS}

# Key, owner, sample team, name, and how its games ended.
VETERANS = (
    ("furnace", "aiko", "open-furnace", "Crimson Furnace", "WLWWD"),
    ("patience", "bruno", "long-patience", "The Long Patience", "LWL"),
)
UNDECIDED = "furnace"  # has an advance of its last game to choose


def build(scene: Scene) -> None:
    dice = scene.dice("teams")
    for key, owner, sample, name, games in VETERANS:
        person = scene.people[owner]
        written = create_sample_team(owner=person, sample=sample, name=name, dice=dice)
        scene.teams[key] = written.team_id
        register_team(_edit(person, written.team_id))
        others = [row[3] for row in VETERANS if row[0] != key]
        for number, letter in enumerate(games, start=1):
            game = _report(written.team_id, person, OUTCOMES[letter], others, dice)
            report_game(_edit(person, written.team_id), report=game)
            is_left = key == UNDECIDED and number == len(games)
            settle(person, written.team_id, dice, leaves_advances=is_left)
    _shrine(scene)
    _newcomer(scene, dice)
    _draft(scene)


def _edit(person: Person, team_id: int) -> Edit:
    return Edit(team_id=team_id, actor=person)


def _shrine(scene: Scene) -> None:
    aiko = scene.people["aiko"]
    written = create_shrine_team(
        owner=aiko,
        shrine="water-shrine",
        name="First Steps",
        dice=scene.dice("shrine"),
    )
    register_team(_edit(aiko, written.team_id))
    scene.teams["shrine"] = written.team_id


def _newcomer(scene: Scene, dice: Dice) -> None:
    master = scene.people["master"]
    written = create_random_team(owner=master, clan="tanchyo", dice=dice)
    register_team(_edit(master, written.team_id))
    scene.teams["newcomer"] = written.team_id


def _draft(scene: Scene) -> None:
    """Build an unfinished draft."""
    bruno = scene.people["bruno"]
    written = create_team(owner=bruno, clan="kitsune", name="Riddling Masks")
    edit = _edit(bruno, written.team_id)
    for profile in ("kitsune-chunin", "kitsune-kaiken", "kitsune-yajiri"):
        recruit_ninja(edit, profile=profile)
    set_lore(edit, text="They have never been seen arriving, only already there.")
    scene.teams["draft"] = written.team_id


def _report(
    team_id: int, person: Person, outcome: Outcome, others: Sequence[str], dice: Dice
) -> TeamReport:
    """Report a free game and settle it with dice rolled by hand."""
    fit = [
        row
        for row in get_scroll_front(team_id, person).scroll.rows
        if not row.games_to_miss
    ]
    challenges = list(catalogue().challenges)
    return TeamReport(
        match="",
        standing=MatchType.FREE,
        outcome=outcome,
        place=2 if outcome is Outcome.LOSS else 1,
        place_shared_by=2 if outcome is Outcome.DRAW else 1,
        challenge=challenges[dice.below(len(challenges))],
        opponents=tuple(others),
        score=dice.below(7),
        ninja=tuple(_deeds(row.ninja, dice) for row in fit),
    )


def _deeds(ninja: NinjaId, dice: Dice) -> NinjaReport:
    injuries = dice.below(4)
    return NinjaReport(
        ninja=ninja,
        was_fielded=True,
        in_healing_house=dice.below(5) == 0,
        feats=(Feat(event=INJURY, times=injuries),) if injuries else (),
    )
