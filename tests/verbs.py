"""Verbs for stories about stored teams: found, recruit, register, play.

Everything goes through the services, as people's clicks do. A `Tale` holds one team
in the hands of one person and always edits the version that is there.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from people.models import Person
from teams.models import Team
from teams.rules.reports.team_report import (
    Feat,
    MatchType,
    NinjaReport,
    Outcome,
    TeamReport,
)
from teams.rules.state import TeamState
from teams.selectors.history import HistoryPage, get_history_page
from teams.selectors.journal_store import get_state
from teams.selectors.team_file import get_team_file
from teams.services.games import report_game, settle_with_defaults
from teams.services.journal import Edit, Written
from teams.services.new_teams import create_sample_team, create_team
from teams.services.roster import recruit_ninja, register_team

INJURY = "injures_enemy"


class Tale:
    """One team, told by whoever owns it."""

    def __init__(self, owner: Person, written: Written) -> None:
        self.owner = owner
        self.team_id = written.team_id
        self.last = written

    @property
    def edit(self) -> Edit:
        """An edit of the team as it is now."""
        return Edit(team_id=self.team_id, actor=self.owner, version=self.version)

    @property
    def team(self) -> Team:
        return Team.objects.get(pk=self.team_id)

    @property
    def version(self) -> int:
        found = Team.objects.filter(pk=self.team_id)
        return found.values_list("version", flat=True).get()

    @property
    def state(self) -> TeamState:
        return get_state(self.team)

    def told(self, written: Written) -> Tale:
        self.last = written
        return self

    def recruit(self, profile: str, *, name: str = "", abilities: str = "") -> Tale:
        return self.told(
            recruit_ninja(
                self.edit, profile=profile, name=name, abilities=abilities.split()
            )
        )

    def register(self) -> Tale:
        return self.told(register_team(self.edit))

    def play(
        self,
        outcome: Outcome = Outcome.WIN,
        *,
        standing: MatchType = MatchType.FREE,
        feats: dict[int, int] | None = None,
        hurt: Sequence[int] = (),
        notes: str = "",
    ) -> Tale:
        """Report a game in which everybody fit took part; `feats` are injuries dealt
        by each ninja, `hurt` those in the Healing House at the end."""
        report = game(self.state, outcome, standing=standing, feats=feats, hurt=hurt)
        report = replace(report, notes=notes)
        return self.told(report_game(self.edit, report=report))

    def settle(self) -> Tale:
        """Roll with the site's dice and take every default."""
        return self.told(settle_with_defaults(self.edit))

    def journal(self) -> list[str]:
        return [line.sentence for line in self.history().lines]

    def history(self) -> HistoryPage:
        return get_history_page(self.team_id, self.owner)

    def document(self) -> bytes:
        return get_team_file(self.team_id, self.owner)


def found_team(owner: Person, clan: str = "tora", name: str = "Fangs") -> Tale:
    return Tale(owner, create_team(owner=owner, clan=clan, name=name))


def found_sample(owner: Person, sample: str = "open-furnace", name: str = "") -> Tale:
    """A legal draft of nine ninja, with 2 koban to spare."""
    written = create_sample_team(owner=owner, sample=sample, name=name)
    return Tale(owner, written)


def registered_team(
    owner: Person, sample: str = "open-furnace", name: str = ""
) -> Tale:
    return found_sample(owner, sample, name).register()


def game(
    state: TeamState,
    outcome: Outcome = Outcome.WIN,
    *,
    standing: MatchType = MatchType.FREE,
    feats: dict[int, int] | None = None,
    hurt: Sequence[int] = (),
    opponents: tuple[str, ...] = ("The Others",),
) -> TeamReport:
    injuries = feats or {}
    return TeamReport(
        match="",
        standing=standing,
        outcome=outcome,
        opponents=opponents,
        place=1 if outcome is Outcome.WIN else 2,
        ninja=tuple(
            NinjaReport(
                ninja=one.id,
                was_fielded=True,
                in_healing_house=one.id in hurt,
                feats=(
                    (Feat(event=INJURY, times=injuries[one.id]),)
                    if one.id in injuries
                    else ()
                ),
            )
            for one in state.available
        ),
    )
