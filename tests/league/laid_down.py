"""A league with a long past, laid down in the database without playing it there."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from django.utils import timezone

from challenges.models import Match, MatchTeam, Report, Settlement, SettlementStep
from challenges.rules.corrections import PastMatch
from challenges.rules.reports.match_report import as_plain
from league.models.competitions import Competition, Fixture, FixtureSide
from league.models.seasons import Entrant
from league.services.competitions.match_facts import save_many_match_facts
from people.models import Person
from teams.models import JournalLine, Team
from teams.rules.journal.entries import GameReported
from teams.rules.journal.journal import Line
from teams.rules.reports.team_report import TeamReport
from teams.selectors.journal_store import stored_values
from teams.services.journal import NewLine, line_row, new_seed
from tests.cast import cast
from tests.challenges.past import History, PastOf
from tests.league.stories import founded


def history(teams: int, matches: int) -> History:
    """So many matches between teams that the dice bring together."""
    told = History(teams)
    for _ in range(matches):
        one = told.dice.below(teams)
        other = (one + 1 + told.dice.below(teams - 1)) % teams
        told.play(one + 1, other + 1)
    return told


class LaidDown:
    """The league of a history, all its matches settled."""

    def __init__(self, told: History) -> None:
        self.now = timezone.now()
        self.master: Person = cast("dana")
        self.league = founded(self.master, rollback_policy="any_with_replay")
        self.season = self.league.seasons.get()
        self.competition = Competition.objects.create(
            season=self.season,
            number=1,
            kind="ladder",
            name="Ladder",
            stage="running",
            seed="1",
        )
        self.teams: dict[int, Team] = {}
        self.entrants: dict[int, Entrant] = {}
        self.reports: dict[tuple[int, str], tuple[Line, TeamReport]] = {}
        for team in told.teams.values():
            self._team(team)
        fixtures = [
            self._fixture(number, past)
            for number, past in enumerate(told.matches, start=1)
        ]
        save_many_match_facts(fixtures)
        self.first = Match.objects.get(uid=UUID(told.matches[0].key))

    def _team(self, team: PastOf) -> None:
        owner = cast(f"member{team.number}")
        values = stored_values(team.state, version=len(team.lines))
        row = Team.objects.create(owner=owner, next_seed=new_seed(), **values)
        self.teams[team.number] = row
        self.entrants[team.number] = Entrant.objects.create(
            season=self.season,
            team=row,
            person=owner,
            rules=self.league.rules_versions.latest("number"),
        )
        JournalLine.objects.bulk_create(
            line_row(row, NewLine(line=line, wording="", created=self.now), actor=owner)
            for line in team.lines
        )
        for line in team.lines:
            if isinstance(line.entry, GameReported):
                report = line.entry.report
                self.reports[team.number, report.match] = (line, report)

    def _fixture(self, number: int, past: PastMatch) -> Fixture:
        moment = self.now + timedelta(seconds=number)
        match = _match(past, moment)
        told = [self.reports[team.id, past.key] for team in past.teams]
        settlement = Settlement.objects.create(
            match=match,
            report=Report.objects.create(
                match=match, number=1, kind="first", content=as_plain(past.report)
            ),
            stage="done",
            decide_by=moment,
            reports=msgspec.to_builtins([report for _, report in told]),
        )
        parts = [
            {
                "entry": self.entrants[team.id].pk,
                "place": report.place,
                "score": report.score,
                "rating": 10,
                "side": team.side,
            }
            for team, (_, report) in zip(past.teams, told, strict=True)
        ]
        fixture = Fixture.objects.create(
            competition=self.competition,
            number=number,
            match=match,
            outcome={"parts": parts},
        )
        for team, (line, report) in zip(past.teams, told, strict=True):
            entrant = self.entrants[team.id]
            FixtureSide.objects.create(
                fixture=fixture, number=team.side, entrant=entrant
            )
            place = MatchTeam.objects.create(
                match=match,
                number=team.side,
                side=team.side,
                person=entrant.person,
                team=self.teams[team.id],
                name=team.name,
                agreement="agreed",
                rating_before=10,
                points_behind=report.points_behind,
            )
            _steps(settlement, place, line)
        return fixture


def _match(past: PastMatch, moment: datetime) -> Match:
    return Match.objects.create(
        uid=UUID(past.key),
        standing=past.standing,
        stage="settled",
        is_hosted=True,
        challenge="brawl",
        seed="1" * 64,
        opened=moment,
        reported=moment,
        confirmed=moment,
        settled=moment,
    )


def _steps(settlement: Settlement, place: MatchTeam, line: Line) -> None:
    SettlementStep.objects.bulk_create(
        SettlementStep(
            settlement=settlement,
            place=place,
            step=step,
            batch=UUID(line.batch),
            first_line=line.number,
            last_line=line.number,
        )
        for step in ("report", "done")
    )
