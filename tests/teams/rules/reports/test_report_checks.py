"""Reports that cannot be true are refused, with everything that is wrong."""

from __future__ import annotations

import pytest

from kernel.errors import Refusals
from kernel.ids import NinjaId
from teams.rules.reports.report_checks import no_show_kind, report_game
from teams.rules.reports.team_report import (
    Feat,
    GameKind,
    MatchType,
    NinjaReport,
    Outcome,
)
from teams.rules.roster.readiness import open_game
from tests.ledger import rule
from tests.teams.rules.story import Story, changed, registered

CHUNIN, KAIKEN = NinjaId(1), NinjaId(2)


def refused(story: Story, **what: object) -> set[str]:
    report = story.report(**what)  # type: ignore[arg-type]
    with pytest.raises(Refusals) as caught:
        report_game(story.state, report, story.book)
    return {part.code for part in caught.value.parts}


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ({"kind": GameKind.BYE, "outcome": Outcome.LOSS, "ninja": ()}, "wrong-outcome"),
        ({"is_conceder": True, "is_conceded": True}, "wrong-outcome"),
        ({"is_conceder": True, "outcome": Outcome.LOSS}, "not-conceded"),
        ({"place": 3}, "wrong-place"),
        ({"place": 2, "place_shared_by": 2}, "wrong-place"),
        ({"place": 0}, "wrong-place"),
        ({"points_behind": -1}, "negative"),
        ({"koban_taken": -1}, "negative"),
        ({"kind": GameKind.BYE}, "not-played"),
        ({"ninja": (NinjaReport(ninja=NinjaId(9)),)}, "unknown-ninja"),
        (
            {"ninja": (NinjaReport(ninja=KAIKEN), NinjaReport(ninja=KAIKEN))},
            "ninja-twice",
        ),
        ({"feats": {KAIKEN: [Feat(event="sings")]}}, "unknown-feat"),
        ({"fielded": [], "all_stars": (KAIKEN,)}, "not-an-all-star"),
    ],
)
def test_each_thing_that_cannot_be(what: dict[str, object], code: str) -> None:
    assert refused(registered(), **what) == {code}


@rule("CHAL-05", "DOWN-03", "DOWN-07")
@pytest.mark.parametrize("part", [{"was_fielded": True}, {"in_healing_house": True}])
def test_who_misses_a_game_has_no_part_in_it(part: dict[str, bool]) -> None:
    story = registered()
    story.correct(ninja=KAIKEN, games_to_miss=1)
    row = NinjaReport(ninja=KAIKEN, **part)
    assert refused(story, ninja=(row,)) == {"absent"}
    friendly = story.report(ninja=(row,), standing=MatchType.FRIENDLY)
    report_game(story.state, friendly, story.book)


def test_everything_is_said_at_once() -> None:
    story = registered()
    codes = refused(
        story,
        place=7,
        feats={KAIKEN: [Feat(event="sings")]},
        all_stars=(CHUNIN, KAIKEN),
    )
    assert codes == {"wrong-place", "unknown-feat", "too-many-all-stars"}


def test_a_draft_and_a_team_that_is_still_settling_report_nothing() -> None:
    assert "not-registered" in refused(Story(), ninja=())
    story = registered()
    story.play()
    assert refused(story) == {"settlement-open"}


def test_only_the_game_that_is_open_is_reported() -> None:
    story = registered()
    story.write(open_game(story.state, story.book, match="this"))
    assert refused(story, match="that") == {"game-open"}
    report_game(story.state, story.report(match="this"), story.book)


@rule("LEAGUE-12")
def test_who_does_not_turn_up_forfeits_unless_the_league_lets_it_go() -> None:
    assert no_show_kind(registered().state) is GameKind.FORFEIT_LOST
    lenient = registered(no_show_policy=changed("no_show_policy", treat_as="void"))
    assert no_show_kind(lenient.state) is GameKind.DOUBLE_FORFEIT
