"""Verbs for stories about matches: arrange, begin, report, confirm, settle.

A `Meeting` is a match between Alice's and Bob's teams, always edited as it is now.
A league of one's own is played by `League`, which a test registers as the host.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from challenges.models import Match, Settlement
from challenges.rules.challenge_choice import DICE
from challenges.rules.reports.match_report import Deed, MatchReport, NinjaPart, TeamPart
from challenges.selectors.access import SeenMatch, match_seen
from challenges.selectors.match_host import (
    Afterwards,
    Change,
    TableChange,
    Terms,
    host_of_leagues,
    register_host,
)
from challenges.services.challenge_choice import (
    match_roll_challenge,
    match_set_challenge,
)
from challenges.services.invitations import match_accept, match_arrange, match_make
from challenges.services.locks import Edit
from challenges.services.match_start import match_open
from challenges.services.reports import report_confirm, report_submit
from challenges.services.settlements import settlement_run, settlement_take_defaults
from kernel.ids import ChallengeSlug, NinjaId
from people.models import Person
from rulebook.catalogue import catalogue
from teams.rules.reports.team_report import TeamReport
from tests.verbs import Tale, registered_team

INJURY = Deed(event="injures_enemy")


class Meeting:
    """One match, told by whoever plays in it."""

    def __init__(self, match: Match, tales: Sequence[Tale]) -> None:
        self.uid = match.uid
        self.tales = tuple(tales)

    @property
    def match(self) -> Match:
        return Match.objects.get(uid=self.uid)

    @property
    def stage(self) -> str:
        return self.match.stage

    @property
    def settlement(self) -> Settlement:
        return Settlement.objects.filter(match__uid=self.uid).latest("revision")

    def by(self, person: Person | None) -> Edit:
        return Edit(uid=self.uid, actor=person)

    def accept(self) -> Meeting:
        for tale in self.tales[1:]:
            match_accept(self.by(tale.owner), team_id=tale.team_id)
        return self

    def name(self, *choices: str) -> Meeting:
        """Everybody, in the order of the teams, names a challenge or the dice."""
        for tale, choice in zip(self.tales, choices, strict=True):
            if choice == DICE:
                match_roll_challenge(self.by(tale.owner))
            else:
                match_set_challenge(self.by(tale.owner), challenge=choice)
        return self

    def open(self) -> Meeting:
        match_open(self.by(self.tales[0].owner))
        return self

    def report(self, *scores: int, **more: Any) -> Meeting:
        report = told(self, *(scores or (3, 1)), **more)
        report_submit(self.by(self.tales[0].owner), report=report)
        return self

    def confirm(self) -> Meeting:
        report_confirm(self.by(self.tales[1].owner))
        return self

    def run(self) -> Settlement:
        return settlement_run(settlement_id=self.settlement.pk)

    def settle(self) -> Meeting:
        """Everything to the end, with the site's dice and every default."""
        self.run()
        settlement_take_defaults(settlement_id=self.settlement.pk)
        return self


def told(
    meeting: Meeting,
    *scores: int,
    hurt: Sequence[int] = (),
    injuries: dict[int, int] | None = None,
    all_stars: bool = True,
    **more: Any,
) -> MatchReport:
    """A report in which everybody was on the board. `injuries` are those dealt by
    ninja of the first team, `hurt` its own in the Healing House at the end."""
    parts = []
    for number, (tale, score) in enumerate(zip(meeting.tales, scores, strict=True)):
        rows = tuple(
            NinjaPart(
                ninja=one.id,
                was_fielded=True,
                in_healing_house=number == 0 and one.id in hurt,
                deeds=_deeds(one.id, injuries or {}) if number == 0 else (),
            )
            for one in tale.state.available
        )
        stars = (NinjaId(2),) if all_stars else ()
        parts.append(TeamPart(score=score, ninja=rows, all_stars=stars))
    challenge = meeting.match.challenge
    return MatchReport(
        teams=tuple(parts),
        challenge=ChallengeSlug(challenge) if challenge else None,
        rounds_played=8,
        **more,
    )


def _deeds(ninja: NinjaId, injuries: dict[int, int]) -> tuple[Deed, ...]:
    times = injuries.get(ninja, 0)
    deed = Deed(event="injures_enemy", times=times, against=1)
    return (deed,) if times else ()


def arranged(*people: Person, challenge: str = "brawl", **more: Any) -> Meeting:
    """An invitation of the first to the others; everybody has a registered team."""
    tales = [registered_team(person) for person in people]
    match = match_arrange(
        actor=people[0],
        team_id=tales[0].team_id,
        invited=[person.username for person in people[1:]],
        challenge=challenge,
        **more,
    )
    return Meeting(match, tales)


def opened(*people: Person, **more: Any) -> Meeting:
    return arranged(*people, **more).accept().open()


@dataclass
class League:
    """A host as the tests need it: one master, rules of its own, a keen ear."""

    master: Person
    terms_of_all: Terms
    heard: list[tuple[Change, int | None]] = field(default_factory=list)
    felt: list[UUID] = field(default_factory=list)

    def terms(self, match: Match) -> Terms:  # noqa: ARG002
        return self.terms_of_all

    def is_member(self, person: Person, match: Match) -> bool:  # noqa: ARG002
        return False

    def outlook(self, match: Match) -> str:  # noqa: ARG002
        return ""

    def changed(
        self,
        match: Match,  # noqa: ARG002
        what: Change,
        actor: Person | None,
        *,
        reason: str = "",  # noqa: ARG002
    ) -> None:
        self.heard.append((what, actor.pk if actor else None))

    def foretold(
        self,
        match: Match,  # noqa: ARG002
        reports: Mapping[int, TeamReport] | None,  # noqa: ARG002
    ) -> tuple[str, ...]:
        return ()

    def table_after(
        self,
        match: Match,  # noqa: ARG002
        afterwards: Afterwards,  # noqa: ARG002
    ) -> tuple[TableChange, ...] | None:
        return None

    def finals_after(
        self,
        match: Match,  # noqa: ARG002
        report: MatchReport | None,  # noqa: ARG002
    ) -> Mapping[int, Mapping[int, bool]]:
        return {}

    def unbegun_after(self, match: Match) -> Sequence[int]:  # noqa: ARG002
        return ()

    def resettled(self, matches: Sequence[Match]) -> None:
        self.felt += [match.uid for match in matches]


@contextmanager
def hosted(master: Person, *deputies: Person, **knobs: Any) -> Iterator[League]:
    terms = knobs.pop("terms", {})
    rules = catalogue().house_rules.build(knobs)
    masters = frozenset(one.pk for one in (master, *deputies))
    league = League(master, replace(Terms(rules=rules, masters=masters), **terms))
    before = host_of_leagues()
    register_host(league)
    try:
        yield league
    finally:
        register_host(before)


def fixture(*people: Person, challenge: str = "brawl", **more: Any) -> Meeting:
    """A match that a league set."""
    tales = [registered_team(person) for person in people]
    match = match_make(
        team_ids=[tale.team_id for tale in tales], challenge=challenge, **more
    )
    return Meeting(match, tales)


def seen(meeting: Meeting, person: Person) -> SeenMatch:
    return match_seen(meeting.uid, person)
