"""Single entries and the states they lead to."""

from __future__ import annotations

from contextlib import suppress

import pytest

from kernel.errors import Refusal
from kernel.ids import ClanSlug, NinjaId, ProfileSlug
from teams.rules.journal import entries as e
from teams.rules.journal import game_reducer, reducer, settlement_reducer
from teams.rules.journal.reducer import apply_entry
from teams.rules.roster.league_entry import adopt_rules
from tests.ledger import rule
from tests.teams.rules.examples import EXAMPLES, KINDS
from tests.teams.rules.story import Story, book, registered

CHUNIN, KAIKEN, OTHER = NinjaId(1), NinjaId(2), NinjaId(3)


def test_every_kind_of_entry_has_its_rule() -> None:
    handled = {
        *reducer._apply.registry,
        *game_reducer._apply.registry,
        *settlement_reducer.STEP_OF,
        e.Founded,
        e.Voided,
    }
    assert set(KINDS) <= handled


@pytest.mark.parametrize("entry", EXAMPLES, ids=lambda one: type(one).__name__)
def test_no_entry_breaks_anything_however_little_it_fits(entry: e.AnyEntry) -> None:
    """Applied to a draft, a team and a team in its settlement: a state or a no."""
    settling = registered()
    settling.play()
    for state in (None, Story().state, registered().state, settling.state):
        with suppress(Refusal):
            apply_entry(state, entry, book())


@rule("SCROLL-05")
def test_new_members_join_the_scroll_at_its_end_and_can_be_put_elsewhere() -> None:
    story = registered()
    late = story.recruit("tora-oni")
    assert [one.id for one in story.state.ninja] == [CHUNIN, KAIKEN, OTHER, late]
    story.write(e.Reordered(order=(late, OTHER, KAIKEN, CHUNIN)))
    assert [one.id for one in story.state.ninja] == [late, OTHER, KAIKEN, CHUNIN]


def test_an_order_that_forgets_or_invents_somebody_still_holds() -> None:
    story = registered()
    story.write(e.Reordered(order=(OTHER, NinjaId(99))))
    assert [one.id for one in story.state.ninja] == [OTHER, CHUNIN, KAIKEN]


def test_notes_lore_and_crest_are_kept() -> None:
    story = registered()
    story.write(
        e.Noted(text="Founded in the rain."),
        e.Noted(text="Snores.", ninja=CHUNIN),
        e.LogoSet(logo="crest.png"),
        e.Renamed(name="Rainy Tigers"),
    )
    assert story.state.lore == "Founded in the rain."
    assert story.ninja(CHUNIN).note == "Snores."
    assert (story.state.logo, story.state.name) == ("crest.png", "Rainy Tigers")


def test_a_draft_that_takes_on_other_rules_gets_their_budget() -> None:
    story = Story()
    story.recruit_minimum()
    story.write(adopt_rules(story.state, {"starting_koban": 80}, book=story.book))
    assert story.koban == 80 - 40
    assert story.refold() == story.state
    with pytest.raises(Refusal, match="change the budget by"):
        story.write(e.RulesAdopted(changes={}, budget_change=1))


def test_a_registered_team_keeps_its_treasury_under_other_rules() -> None:
    story = registered()
    story.write(adopt_rules(story.state, {"starting_koban": 80}, book=story.book))
    assert story.koban == 60


def test_a_team_plays_in_one_league_at_a_time() -> None:
    story = registered()
    story.write(e.LeagueEntered(league="One"))
    with pytest.raises(Refusal, match="already plays in One"):
        story.write(e.LeagueEntered(league="Two"))
    story.write(e.LeagueLeft(), e.LeagueEntered(league="Two"))
    assert story.state.league == "Two"


def test_a_draft_does_not_play() -> None:
    with pytest.raises(Refusal, match="still a draft"):
        Story().write(e.GameOpened(match="m", rating=0))


def test_an_unknown_clan_or_profile_is_refused() -> None:
    story = Story()
    with pytest.raises(Refusal, match="no clan called neko"):
        story.write(e.ClanChanged(clan=ClanSlug("neko")))
    with pytest.raises(Refusal, match="no profile called"):
        story.write(e.Recruited(ninja=CHUNIN, profile=ProfileSlug("x"), price=1))
