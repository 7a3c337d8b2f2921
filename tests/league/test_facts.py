"""What statistics are told of a match is told as it was on the day."""

from __future__ import annotations

import pytest

from challenges.models import Match
from challenges.rules.reports.match_report import MatchReport, NinjaPart, TeamPart
from challenges.services.challenge_choice import choose_challenge
from challenges.services.corrections import correct_result
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from challenges.services.reports import confirm_report, submit_report
from challenges.services.settlements import apply_defaults, run_settlement
from kernel.ids import NinjaId
from league.models.competitions import Fixture
from league.models.leagues import League
from league.rules.league_templates import Kind
from league.services.competitions import arrangements
from people.models import Person
from teams.services.roster import dismiss_ninja, rename_ninja
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, play
from tests.verbs import Tale

CALLED, LEAVING = NinjaId(2), NinjaId(4)


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana, rollback_policy="any_with_replay", max_rematches=None)


@pytest.fixture
def tales(league: League, dana: Person, alice: Person, bob: Person) -> list[Tale]:
    found = [entered(league, person) for person in (alice, bob)]
    begun(league, dana, kind=Kind.LADDER)
    return found


def meet(league: League, dana: Person, tales: list[Tale]) -> Match:
    fixture = arrangements.arrange_fixture(
        uid=league.uid, actor=dana, team_ids=tuple(one.team_id for one in tales)
    )
    assert fixture.match is not None
    return fixture.match


def told(tales: list[Tale], *scores: int) -> MatchReport:
    return MatchReport(
        teams=tuple(
            TeamPart(
                score=score,
                ninja=tuple(
                    NinjaPart(ninja=one.id, was_fielded=True)
                    for one in tale.state.available
                ),
            )
            for tale, score in zip(tales, scores, strict=True)
        )
    )


def names(match: Match, team: int = 0) -> dict[int, str]:
    facts = Fixture.objects.get(match=match).facts
    assert facts is not None
    return {row["ninja"]: row["name"] for row in facts["teams"][team]["ninja"]}


def test_a_correction_leaves_everybody_the_name_they_played_under(
    league: League, tales: list[Tale], dana: Person
) -> None:
    rename_ninja(tales[0].edit, ninja=CALLED, name="Akane")
    first, second = (meet(league, dana, tales) for _ in range(2))
    report = told(tales, 2, 1)
    play(first, told=report)
    rename_ninja(tales[0].edit, ninja=CALLED, name="Botan")
    play(second, told=told(tales, 0, 1))
    rename_ninja(tales[0].edit, ninja=CALLED, name="Chiyo")
    dismiss_ninja(tales[0].edit, ninja=LEAVING)
    before = [names(first), names(second)]
    turned = MatchReport(
        teams=tuple(
            TeamPart(score=score, ninja=part.ninja)
            for score, part in zip((1, 2), report.teams, strict=True)
        )
    )
    edit = Edit(uid=first.uid, actor=dana)
    correct_result(edit, report=turned, reason="The scores were swapped.")
    assert [names(first), names(second)] == before
    assert [one[CALLED] for one in before] == ["Akane", "Botan"]
    assert before[0][LEAVING] == before[1][LEAVING] != ""


def test_whoever_leaves_before_the_match_is_settled_has_played_all_the_same(
    league: League, tales: list[Tale], dana: Person, alice: Person, bob: Person
) -> None:
    """One side is done and lets somebody go while the other has still to choose."""
    rename_ninja(tales[0].edit, ninja=LEAVING, name="Daiki")
    match = meet(league, dana, tales)
    edit = Edit(uid=match.uid, actor=alice)
    choose_challenge(edit, challenge="brawl", together=True)
    start_match(edit)
    submit_report(edit, report=told(tales, 2, 1))
    confirm_report(Edit(uid=match.uid, actor=bob))
    owed = match.settlements.get().pk
    run_settlement(settlement_id=owed)
    tales[0].settle()
    dismiss_ninja(tales[0].edit, ninja=LEAVING)
    assert Fixture.objects.get(match=match).facts is None
    apply_defaults(settlement_id=owed)
    assert names(match)[LEAVING] == "Daiki"
