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
from challenges.selectors.access import VisibleMatch, get_visible_match
from challenges.selectors.match_host import (
    CorrectionResult,
    MatchEvent,
    MatchTerms,
    StandingsChange,
    get_league_host,
    register_host,
)
from challenges.services.challenge_choice import (
    choose_challenge,
    roll_for_challenge,
)
from challenges.services.invitations import (
    accept_invitation,
    create_league_match,
    invite_to_match,
)
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from challenges.services.reports import confirm_report, submit_report
from challenges.services.settlements import apply_defaults, run_settlement
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
            accept_invitation(self.by(tale.owner), team_id=tale.team_id)
        return self

    def name(self, *choices: str) -> Meeting:
        """Everybody, in the order of the teams, names a challenge or the dice."""
        for tale, choice in zip(self.tales, choices, strict=True):
            if choice == DICE:
                roll_for_challenge(self.by(tale.owner))
            else:
                choose_challenge(self.by(tale.owner), challenge=choice)
        return self

    def open(self) -> Meeting:
        start_match(self.by(self.tales[0].owner))
        return self

    def report(self, *scores: int, **more: Any) -> Meeting:
        report = told(self, *(scores or (3, 1)), **more)
        submit_report(self.by(self.tales[0].owner), report=report)
        return self

    def confirm(self) -> Meeting:
        confirm_report(self.by(self.tales[1].owner))
        return self

    def run(self) -> Settlement:
        return run_settlement(settlement_id=self.settlement.pk)

    def settle(self) -> Meeting:
        """Everything to the end, with the site's dice and every default."""
        self.run()
        apply_defaults(settlement_id=self.settlement.pk)
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
    match = invite_to_match(
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
    terms_of_all: MatchTerms
    heard: list[tuple[MatchEvent, int | None]] = field(default_factory=list)
    felt: list[UUID] = field(default_factory=list)

    def terms(self, match: Match) -> MatchTerms:  # noqa: ARG002
        return self.terms_of_all

    def is_member(self, person: Person, match: Match) -> bool:  # noqa: ARG002
        return False

    def win_chance_sentence(self, match: Match) -> str:  # noqa: ARG002
        return ""

    def on_match_event(
        self,
        match: Match,  # noqa: ARG002
        what: MatchEvent,
        actor: Person | None,
        *,
        reason: str = "",  # noqa: ARG002
    ) -> None:
        self.heard.append((what, actor.pk if actor else None))

    def forecast_ties(
        self,
        match: Match,  # noqa: ARG002
        reports: Mapping[int, TeamReport] | None,  # noqa: ARG002
    ) -> tuple[str, ...]:
        return ()

    def forecast_standings(
        self,
        match: Match,  # noqa: ARG002
        afterwards: CorrectionResult,  # noqa: ARG002
    ) -> tuple[StandingsChange, ...] | None:
        return None

    def forecast_finals(
        self,
        match: Match,  # noqa: ARG002
        report: MatchReport | None,  # noqa: ARG002
    ) -> Mapping[int, Mapping[int, bool]]:
        return {}

    def list_unstarted_after(self, match: Match) -> Sequence[int]:  # noqa: ARG002
        return ()

    def on_resettled(self, matches: Sequence[Match]) -> None:
        self.felt += [match.uid for match in matches]


@contextmanager
def hosted(master: Person, *deputies: Person, **knobs: Any) -> Iterator[League]:
    terms = knobs.pop("terms", {})
    rules = catalogue().house_rules.build(knobs)
    masters = frozenset(one.pk for one in (master, *deputies))
    league = League(master, replace(MatchTerms(rules=rules, masters=masters), **terms))
    before = get_league_host()
    register_host(league)
    try:
        yield league
    finally:
        register_host(before)


def fixture(*people: Person, challenge: str = "brawl", **more: Any) -> Meeting:
    """A match that a league set."""
    tales = [registered_team(person) for person in people]
    match = create_league_match(
        team_ids=[tale.team_id for tale in tales], challenge=challenge, **more
    )
    return Meeting(match, tales)


def seen(meeting: Meeting, person: Person) -> VisibleMatch:
    return get_visible_match(meeting.uid, person)
