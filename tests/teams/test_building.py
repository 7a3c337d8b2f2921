"""Building: recruit, choose, name, order, register, undo."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kernel.errors import Refusal
from people.models import Person
from teams.rules.state import Stage
from teams.selectors.builder import get_builder_state
from teams.services.journal import Edit, Written
from teams.services.reconciliation import reconcile_teams
from teams.services.roster import (
    change_clan,
    choose_abilities,
    dismiss_ninja,
    recruit_ninja,
    redo_change,
    rename_ninja,
    rename_team,
    reorder_ninja,
    replace_ninja,
    set_logo,
    set_lore,
    set_ninja_note,
    suggest_ninja_name,
    undo_change,
)
from tests.ledger import rule
from tests.verbs import Tale, found_sample, found_team, registered_team


@pytest.fixture
def draft(alice: Person) -> Tale:
    return found_team(alice)


@pytest.fixture
def team(alice: Person) -> Tale:
    return registered_team(alice)


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refused:
        act()
    assert refused.value.sentence.endswith(".")
    return refused.value.parts[0].code


class TestRecruiting:
    def test_one_tap_is_enough(self, draft: Tale) -> None:
        written = recruit_ninja(draft.edit, profile="tora-chunin")
        assert written.state.last_id == 1
        assert draft.state.find(1).abilities == ()
        assert draft.state.koban == 80

    @rule("TEAM-09")
    def test_abilities_and_a_name_can_be_given_at_once(self, draft: Tale) -> None:
        draft.recruit("tora-chunin", name=" Bo ", abilities="pounce")
        assert draft.state.find(1).name == "Bo"
        assert draft.state.find(1).abilities == ("pounce",)

    @rule("TEAM-17")
    def test_a_draft_may_be_as_illegal_as_it_likes(self, draft: Tale) -> None:
        for _ in range(7):
            draft.recruit("tora-oni")
        assert draft.state.koban < 0
        assert draft.team.violation_count >= 3

    @pytest.mark.parametrize(
        ("values", "code"),
        [
            ({"profile": "wolf"}, "unknown-profile"),
            ({"profile": "tora-chunin", "abilities": ["net"]}, "abilities"),
            ({"profile": "tora-kaiken", "abilities": ["pounce"]}, "abilities"),
            (
                {"profile": "tora-chunin", "abilities": ["pounce", "tiger-strike"]},
                "abilities",
            ),
            (
                {"profile": "tora-madoushi", "abilities": ["volcano-pots"] * 2},
                "abilities",
            ),
            ({"profile": "ryu", "name": "Bob"}, "printed-name"),
            ({"profile": "tora-kaiken", "name": "x" * 61}, "long-name"),
        ],
    )
    def test_what_nobody_is_cannot_be_recruited(
        self, draft: Tale, values: dict[str, object], code: str
    ) -> None:
        assert code_of(lambda: recruit_ninja(draft.edit, **values)) == code  # type: ignore[arg-type]
        assert draft.version == 1

    def test_a_registered_team_hears_every_reason_at_once(self, team: Tale) -> None:
        with pytest.raises(Refusal) as refused:
            team.recruit("tora-chunin")
        codes = {part.code for part in refused.value.parts}
        assert codes == {"above-maximum", "not-enough-koban", "abilities"}

    def test_somebody_is_let_go_and_paid_back_in_a_draft(self, draft: Tale) -> None:
        draft.recruit("tora-kaiken")
        dismiss_ninja(draft.edit, ninja=1)
        assert (draft.state.koban, draft.state.ninja) == (100, ())
        draft.recruit("tora-kaiken")
        assert draft.state.ninja[0].id == 2, "a number is never given again"

    def test_a_registered_team_keeps_its_minimum(self, team: Tale) -> None:
        assert code_of(lambda: dismiss_ninja(team.edit, ninja=1)) == ("below-minimum")

    def test_somebody_is_replaced_in_one_act(self, draft: Tale) -> None:
        draft.recruit("tora-kaiken", name="Bo")
        written = replace_ninja(
            draft.edit, ninja=1, profile="tora-madoushi", abilities=["volcano-pots"]
        )
        assert len(written.lines) == 2
        assert [one.profile for one in draft.state.ninja] == ["tora-madoushi"]
        undo_change(draft.edit)
        assert [one.name for one in draft.state.ninja] == ["Bo"]

    def test_a_replacement_chooses_only_its_own_abilities(self, draft: Tale) -> None:
        draft.recruit("tora-kaiken")
        assert (
            code_of(
                lambda: replace_ninja(
                    draft.edit, ninja=1, profile="tora-chunin", abilities=["net"]
                )
            )
            == "abilities"
        )


class TestTheScroll:
    @rule("TEAM-09")
    def test_abilities_are_chosen_until_a_team_is_registered(
        self, draft: Tale, team: Tale
    ) -> None:
        draft.recruit("tora-chunin")
        choose_abilities(draft.edit, ninja=1, abilities=["pounce"])
        choose_abilities(draft.edit, ninja=1, abilities=["tiger-strike"])
        assert draft.state.find(1).abilities == ("tiger-strike",)
        choose_abilities(draft.edit, ninja=1, abilities=[])
        assert draft.state.find(1).abilities == ()
        for abilities in (["net"], ["pounce", "tiger-strike"], ["pounce"] * 2):
            assert (
                code_of(
                    lambda abilities=abilities: choose_abilities(
                        draft.edit, ninja=1, abilities=abilities
                    )
                )
                == "abilities"
            )
        assert (
            code_of(lambda: choose_abilities(team.edit, ninja=1, abilities=["pounce"]))
            == "not-a-draft"
        )

    @rule("SCROLL-06")
    def test_names_are_free_at_any_time_and_no_two_alike(self, team: Tale) -> None:
        rename_ninja(team.edit, ninja=2, name="Bo")
        assert (
            code_of(lambda: rename_ninja(team.edit, ninja=3, name="BO")) == "same-name"
        )
        drawn = team.state.find(3).name
        rename_ninja(team.edit, ninja=2, name="")
        rename_ninja(team.edit, ninja=3, name="Bo")
        assert [team.state.find(n).name for n in (2, 3)] == ["", "Bo"]
        assert team.journal()[-1] == f"{drawn} was renamed Bo."

    def test_the_team_is_renamed_and_noted_upon(self, team: Tale) -> None:
        rename_team(team.edit, name="  New   Fangs ")
        set_lore(team.edit, text=" Once upon\r\na time. ")
        set_ninja_note(team.edit, ninja=1, text="Limps.")
        set_logo(team.edit, logo="logos/1.png")
        state = team.state
        assert (state.name, team.team.name) == ("New Fangs", "New Fangs")
        assert (state.lore, state.find(1).note) == ("Once upon\na time.", "Limps.")
        assert (state.logo, team.team.logo) == ("logos/1.png", "logos/1.png")

    @pytest.mark.parametrize(
        ("act", "code"),
        [
            (lambda e: rename_team(e, name=" "), "no-name"),
            (lambda e: rename_team(e, name="x" * 61), "long-name"),
            (lambda e: set_lore(e, text="x" * 8001), "odd-text"),
            (lambda e: set_lore(e, text="a\x00b"), "odd-text"),
            (lambda e: set_ninja_note(e, ninja=1, text="x" * 1001), "odd-text"),
            (lambda e: set_ninja_note(e, ninja=99, text="x"), "unknown-ninja"),
            (lambda e: rename_ninja(e, ninja=99, name="x"), "unknown-ninja"),
            (lambda e: dismiss_ninja(e, ninja=99), "unknown-ninja"),
            (
                lambda e: choose_abilities(e, ninja=99, abilities=[]),
                "unknown-ninja",
            ),
            (lambda e: reorder_ninja(e, order=[1, 99]), "unknown-ninja"),
            (lambda e: reorder_ninja(e, order=[1, 1]), "ninja-twice"),
            (lambda e: change_clan(e, clan="ika"), "not-a-draft"),
        ],
    )
    def test_what_cannot_be_written_is_refused(
        self, team: Tale, act: Callable[[Edit], Written], code: str
    ) -> None:
        before = team.version
        assert code_of(lambda: act(team.edit)) == code
        assert team.version == before

    def test_those_who_are_named_come_first(self, team: Tale) -> None:
        reorder_ninja(team.edit, order=[9, 3])
        assert [one.id for one in team.state.ninja] == [9, 3, 1, 2, 4, 5, 6, 7, 8]

    @rule("TEAM-03")
    def test_a_draft_may_go_over_to_another_clan(self, draft: Tale) -> None:
        draft.recruit("tora-kaiken")
        change_clan(draft.edit, clan="ika")
        codes = {
            one.code for one in get_builder_state(draft.team_id, draft.owner).violations
        }
        assert (draft.team.clan, "foreign-clan" in codes) == ("ika", True)

    def test_a_suggested_name_is_nobodys(self, draft: Tale) -> None:
        draft.recruit("tora-kaiken", name="Bo")
        assert suggest_ninja_name(draft.state) not in {"", "Bo"}
        assert draft.version == 2


class TestRegistering:
    @rule("TEAM-17", "TEAM-12")
    def test_a_legal_draft_becomes_a_team_and_keeps_its_koban(
        self, alice: Person
    ) -> None:
        tale = found_sample(alice)
        assert tale.register().team.stage == Stage.REGISTERED
        assert (tale.team.koban, tale.team.violation_count) == (2, 0)

    @rule("TEAM-17")
    def test_every_violation_is_told_at_once(self, draft: Tale) -> None:
        draft.recruit("tora-chunin").recruit("ryu").recruit("ryu")
        with pytest.raises(Refusal) as refused:
            draft.register()
        told = {part.code for part in refused.value.parts}
        page = get_builder_state(draft.team_id, draft.owner)
        assert told == {one.code for one in page.violations}
        assert told == {"below-minimum", "abilities", "duplicate-named"}
        assert draft.team.stage == Stage.DRAFT

    def test_nobody_registers_twice(self, team: Tale) -> None:
        assert code_of(team.register) == "not-a-draft"


class TestUndo:
    def test_undo_and_redo_survive_a_reload(self, draft: Tale) -> None:
        draft.recruit("tora-kaiken", name="Bo").recruit("tora-chunin", name="Ai")
        page = get_builder_state(draft.team_id, draft.owner)
        assert (page.undo, page.redo) == ("Ai (Tora Chunin) joined for 20 koban.", None)
        undo_change(draft.edit)
        undo_change(draft.edit)
        page = get_builder_state(draft.team_id, draft.owner)
        assert (page.undo, page.redo) == (None, "Bo (Tora Kaiken) joined for 10 koban.")
        assert draft.state.koban == 100
        redo_change(draft.edit)
        assert [one.name for one in draft.state.ninja] == ["Bo"]
        page = get_builder_state(draft.team_id, draft.owner)
        assert page.redo == "Ai (Tora Chunin) joined for 20 koban."

    def test_nothing_is_lost_from_the_journal(self, draft: Tale) -> None:
        draft.recruit("tora-kaiken", name="Bo")
        undo_change(draft.edit)
        redo_change(draft.edit)
        lines = draft.history().lines
        assert [one.is_standing for one in lines] == [True, True, False, True]
        assert [one.sentence for one in lines[2:]] == [
            "Undone: Bo (Tora Kaiken) joined for 10 koban.",
            "Undone: the undo of “Bo (Tora Kaiken) joined for 10 koban.”",
        ]

    def test_there_must_be_something_to_undo_and_redo(self, draft: Tale) -> None:
        assert code_of(lambda: undo_change(draft.edit)) == "nothing-to-undo"
        assert code_of(lambda: redo_change(draft.edit)) == "nothing-to-redo"

    @rule("SCROLL-09")
    def test_a_registered_team_is_not_undone(self, team: Tale) -> None:
        assert code_of(lambda: undo_change(team.edit)) == "not-a-draft"
        assert code_of(lambda: redo_change(team.edit)) == "not-a-draft"
        page = get_builder_state(team.team_id, team.owner)
        assert (page.undo, page.redo) == (None, None)

    def test_a_number_that_was_undone_is_not_given_again(self, draft: Tale) -> None:
        draft.recruit("tora-kaiken")
        undo_change(draft.edit)
        draft.recruit("tora-chunin")
        assert [one.id for one in draft.state.ninja] == [2]
        assert list(reconcile_teams()) == []
