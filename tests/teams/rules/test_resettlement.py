"""One game settled once more: what is kept, what is new, what waits."""

from __future__ import annotations

from msgspec.structs import replace

from kernel.ids import NinjaId
from teams.rules import entries as e
from teams.rules.advancement import waiting
from teams.rules.report import Feat, NinjaReport
from tests.ledger import rule
from tests.teams.rules.test_refolding import folded, lost, played, refold

KAIKEN, OTHER = NinjaId(2), NinjaId(3)


@rule("POST-02")
def test_choices_are_repeated_and_only_what_differs_is_told() -> None:
    story, reports = played()
    done = refold(story, "m0", lost(reports[0]))
    named = [one for one in done.lines if isinstance(one.line.entry, e.AllStarNamed)]
    assert [one.line.entry.ninja for one in named] == [KAIKEN]  # type: ignore[union-attr]
    (game,) = done.games
    assert any("6 koban" in sentence for sentence in game.new)
    assert not any("All-Star" in sentence for sentence in (*game.gone, *game.new))


def test_a_new_advancement_waits_for_its_player() -> None:
    story, reports = played()
    feats = (Feat(event="injures_enemy", times=9),)
    row = NinjaReport(ninja=OTHER, was_fielded=True, feats=feats)
    rows = tuple(one for one in reports[0].ninja if one.ninja != OTHER)
    done = refold(story, "m0", replace(reports[0], ninja=(*rows, row)))
    assert OTHER in waiting(done.state)
    assert done.state.settling is None
    assert folded(story, done) == done.state
