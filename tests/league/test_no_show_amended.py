"""A settled match to which somebody, as it turns out, never came: everything is as if
that had been declared at once."""

from __future__ import annotations

from typing import Any

import pytest

from challenges.models import Match, Settlement
from challenges.rules.reports.match_report import MatchReport, Presence, unplayed_report
from challenges.rules.stages import MatchStage
from challenges.services.absences import forfeit_match
from challenges.services.challenge_choice import choose_challenge
from challenges.services.corrections import (
    correct_result,
    preview_correction,
    undo_correction,
)
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from challenges.services.reports import confirm_report, submit_report
from challenges.services.settlements import apply_defaults, run_settlement
from league.models.competitions import Fixture
from league.models.leagues import League
from league.models.seasons import Entrant
from league.selectors.competitions.match_dates import no_shows_of
from league.selectors.competitions.results import get_season_results
from people.models import Person
from teams.services.reconciliation import reconcile_teams
from tests.cast import browser_of, cast
from tests.challenges.test_amend_views import fields_of
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, fixtures, play
from tests.ledger import rule
from tests.verbs import Tale

POLICIES = [
    (treat_as, double)
    for treat_as in ("forfeit", "void")
    for double in ("void", "both_lose")
]


def cup(dana: Person, name: str, treat_as: str, double: str) -> League:
    return founded(
        dana,
        name,
        no_show_policy={"treat_as": treat_as, "retire_after": 1},
        double_forfeit=double,
        rollback_policy="any_with_replay",
    )


def meeting(league: League, dana: Person) -> tuple[list[Tale], Fixture, Match]:
    """Two teams in the order of their match."""
    found = [entered(league, cast(f"{league.uid}{number}")) for number in range(2)]
    (fixture,) = fixtures(begun(league, dana))
    assert fixture.match is not None
    places = fixture.match.places.order_by("number").values_list("team", flat=True)
    order = list(places)
    tales = sorted(found, key=lambda tale: order.index(tale.team_id))
    return tales, fixture, fixture.match


def missed(*absent: int) -> MatchReport:
    return unplayed_report(2, dict.fromkeys(absent, Presence.NO_SHOW))


def by(match: Match, person: Person) -> Edit:
    return Edit(uid=match.uid, actor=person)


def settle(match: Match) -> None:
    for owed in Settlement.objects.filter(match=match).exclude(stage="replaced"):
        run_settlement(settlement_id=owed.pk)
        apply_defaults(settlement_id=owed.pk)


def seen(tales: list[Tale], fixture: Fixture) -> dict[str, Any]:
    """All that people see of it, whichever way it came about."""
    fixture = Fixture.objects.select_related("match").get(pk=fixture.pk)
    assert fixture.match is not None
    entries = [Entrant.objects.get(team=tale.team_id) for tale in tales]
    rows = {
        row.entry: row for row in get_season_results(fixture.competition.season).table()
    }
    return {
        "stage": fixture.match.stage,
        "table": [(rows[one.pk].points, rows[one.pk].played) for one in entries],
        "koban": [tale.state.koban for tale in tales],
        "games": [tale.state.games for tale in tales],
        "no-shows": [no_shows_of([one])[one.pk] for one in entries],
        "has outcome": fixture.outcome is not None,
    }


@rule("LEAGUE-12", "LEAGUE-13")
@pytest.mark.parametrize(("treat_as", "double"), POLICIES)
@pytest.mark.parametrize("absent", [(1,), (0, 1)])
def test_it_comes_out_as_if_it_had_been_declared_at_once(
    dana: Person, treat_as: str, double: str, absent: tuple[int, ...]
) -> None:
    found = []
    for name in ("Declared", "Amended"):
        tales, fixture, match = meeting(cup(dana, name, treat_as, double), dana)
        if name == "Declared":
            forfeit_match(
                by(match, dana),
                absent=absent,
                presence=Presence.NO_SHOW,
                reason="Nobody there.",
            )
            settle(match)
        else:
            play(match, 3, 1)
            edit = by(match, dana)
            foretold = preview_correction(edit, report=missed(*absent))
            done = correct_result(edit, report=missed(*absent), reason="Made up.")
            assert list(foretold.teams) == done.consequences["teams"]
            told = [s for one in foretold.matches for s in one["sentences"]]
            is_void = treat_as == "void"
            assert any("so the match does not count" in one for one in told) is is_void
            settle(match)
        found.append(seen(tales, fixture))
    assert found[0] == found[1]
    assert list(reconcile_teams()) == []


@rule("LEAGUE-12", "LEAGUE-18")
def test_it_can_be_undone_and_done_again(dana: Person) -> None:
    tales, fixture, match = meeting(cup(dana, "Void", "void", "void"), dana)
    play(match, 3, 1)
    before = seen(tales, fixture)
    edit = by(match, dana)
    first = correct_result(edit, report=missed(1), reason="Made up.")
    again = correct_result(edit, report=missed(1), reason="Made up.")
    assert first.pk == again.pk  # sent twice, it is done once
    void = seen(tales, fixture)
    assert (void["stage"], void["no-shows"]) == (MatchStage.VOID, [0, 1])
    undone = undo_correction(edit, number=1, reason="They were there.")
    assert seen(tales, fixture) == before
    page = browser_of(dana).get(f"/matches/{match.uid}/").content.decode()
    assert "Counts again" in page
    undo_correction(edit, number=undone.number, reason="They were not.")
    assert seen(tales, fixture) == void
    assert list(reconcile_teams()) == []


@rule("LEAGUE-12")
def test_a_reported_no_show_makes_it_void_as_well(dana: Person) -> None:
    """Both sides say so, and nobody had to declare it."""
    tales, fixture, match = meeting(cup(dana, "Void", "void", "void"), dana)
    one, other = (place.person for place in match.places.order_by("number"))
    edit = by(match, one)
    choose_challenge(edit, challenge="brawl", together=True)
    start_match(edit)
    submit_report(edit, report=missed(1))
    confirm_report(by(match, other))
    now = seen(tales, fixture)
    assert (now["stage"], now["no-shows"]) == (MatchStage.VOID, [0, 1])
    assert [tale.state.open_game for tale in tales] == ["", ""]
    assert list(reconcile_teams()) == []


def test_the_page_offers_it_and_says_what_follows(dana: Person) -> None:
    tales, fixture, match = meeting(cup(dana, "Void", "void", "void"), dana)
    play(match, 3, 1)
    client = browser_of(dana)
    address = f"/matches/{match.uid}/correct/"
    sent = fields_of(client.get(address).content.decode())
    sent |= {"absent": "1", "reason": "Made up."}
    page = client.post(address, sent).content.decode()
    assert (
        f"{tales[1].team} did not turn up, so the match does not count."
        in page.replace("&#x27;", "'")
    )
    client.post(address, fields_of(page))
    assert seen(tales, fixture)["no-shows"] == [0, 1]
    assert Match.objects.get().stage == MatchStage.VOID
