"""The one writer: locks, versions, totals, dice; and rows that never change."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction
from django.http import Http404

from kernel.dice import DiceDraw, commitment, verify
from kernel.errors import Conflict, Refusal
from people.models import Person
from teams.models import JournalLine, Team
from teams.rules.exchange.validation import NINJA_MAX
from teams.rules.journal.entries import Renamed
from teams.selectors import access
from teams.selectors.builder import get_builder_state
from teams.selectors.journal_store import fold_lines, get_state, list_lines
from teams.selectors.scroll_front import get_scroll_front
from teams.selectors.settlement import get_settlement_page
from teams.services import journal as writer
from teams.services.games import choose_option, roll_dice
from teams.services.journal import Edit, Journal, Role, lock_journal, write_journal
from teams.services.reconciliation import reconcile_teams
from teams.services.roster import (
    dismiss_ninja,
    recruit_ninja,
    rename_ninja,
    rename_team,
)
from tests.at_once import at_once
from tests.ledger import rule
from tests.verbs import found_sample, found_team, registered_team


def test_a_team_begins_with_one_line_that_says_so(alice: Person) -> None:
    tale = found_team(alice, "tora", "Fangs")
    assert tale.journal() == ["Fangs was founded in Tora with 100 koban."]
    team = tale.team
    assert (team.owner, team.version, team.stage) == (alice, 1, "draft")
    assert (team.koban, team.worth, team.rating, team.ninja_count) == (100, 0, 0, 0)


@rule("TEAM-10", "SCROLL-05")
def test_everybody_who_joins_is_written_down_and_counted(alice: Person) -> None:
    tale = found_team(alice).recruit("tora-kaiken", name="Bo").recruit("ryu")
    team = tale.team
    assert tale.journal()[1:] == [
        "Bo (Tora Kaiken) joined for 10 koban.",
        "Ryu joined for 20 koban.",
    ]
    assert (team.koban, team.worth, team.ninja_count, team.version) == (70, 30, 2, 3)
    assert team.rating == 30 // 10 + 1
    assert team.violation_count == len(get_builder_state(team.pk, alice).violations)


def test_the_state_is_stored_and_read_without_the_journal(
    alice: Person, django_assert_num_queries: Callable[..., object]
) -> None:
    tale = found_sample(alice)
    team = tale.team
    with django_assert_num_queries(0):
        state = get_state(team)
    assert state == fold_lines(list_lines(team))


def test_a_state_of_another_shape_is_told_by_the_journal_instead(alice: Person) -> None:
    tale = found_sample(alice)
    whole = tale.state
    for odd in ({"rules": {}}, {}, {**tale.team.state, "purse": 3}):
        Team.objects.filter(pk=tale.team_id).update(state=odd)
        assert tale.state == whole


def test_who_looked_at_an_older_version_is_told_so(alice: Person) -> None:
    tale = found_team(alice)
    looked_at = tale.edit
    tale.recruit("tora-kaiken")
    with pytest.raises(Conflict) as refused:
        recruit_ninja(looked_at, profile="tora-chunin")
    assert refused.value.status == 409
    assert refused.value.sentence.startswith(
        "Fangs has changed since you opened this page"
    )
    assert tale.team.ninja_count == 1


def test_without_a_version_whatever_is_there_is_changed(alice: Person) -> None:
    tale = found_team(alice).recruit("tora-kaiken")
    anyhow = Edit(team_id=tale.team_id, actor=alice)
    recruit_ninja(anyhow, profile="tora-kaiken")
    assert tale.team.ninja_count == 2


def test_a_refusal_writes_nothing(alice: Person) -> None:
    tale = registered_team(alice)
    before = (tale.team.state, tale.journal(), tale.team.updated)
    with pytest.raises(Refusal):
        tale.recruit("tora-oni")
    assert (tale.team.state, tale.journal(), tale.team.updated) == before


def test_several_entries_are_one_batch_and_all_or_nothing(alice: Person) -> None:
    tale = found_team(alice)
    written = write_journal(tale.edit, entries=[Renamed(name="A"), Renamed(name="B")])
    rows = JournalLine.objects.filter(team_id=tale.team_id, number__gt=1)
    assert {str(row.batch) for row in rows} == {written.batch}
    assert tale.team.name == "B"
    with pytest.raises(Refusal):
        write_journal(tale.edit, entries=[Renamed(name="C"), Renamed(name="x" * 9000)])
    assert (tale.team.name, tale.version) == ("B", 3)


def test_a_preview_tells_everything_and_writes_nothing(alice: Person) -> None:
    tale = found_team(alice)
    preview = Edit(team_id=tale.team_id, actor=alice, is_preview=True)
    written = recruit_ninja(preview, profile="tora-kaiken")
    assert written.is_preview
    assert written.sentence.endswith("(Tora Kaiken) joined for 10 koban.")
    assert written.state.koban == 90
    assert (tale.version, tale.state.koban) == (1, 100)
    done = recruit_ninja(tale.edit, profile="tora-kaiken")
    assert done.sentence == written.sentence, "the same name is drawn"


class TestWho:
    def test_strangers_find_no_team_to_change(
        self, alice: Person, charlie: Person
    ) -> None:
        tale = found_team(alice)
        for actor in (charlie, None):
            with pytest.raises(Http404):
                rename_team(Edit(team_id=tale.team_id, actor=actor), name="Mine")
        with pytest.raises(Http404):
            rename_team(Edit(team_id=10**6, actor=alice), name="Mine")
        assert tale.team.name == "Fangs"

    def test_a_master_is_who_the_league_says(
        self, alice: Person, dana: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tale = found_team(alice)
        edit = Edit(team_id=tale.team_id, actor=dana, role=Role.MASTER)
        with pytest.raises(Http404):
            rename_team(edit, name="Renamed")

        class Ties(access.NoLeagueLinks):
            def is_master(self, person: Person, team: Team) -> bool:  # noqa: ARG002
                return person == dana

        monkeypatch.setattr(access, "_ties", Ties())
        rename_team(edit, name="Renamed")
        assert tale.history().lines[-1].actor_name == "Dana"

    def test_the_site_itself_needs_nobody(self, alice: Person) -> None:
        tale = found_team(alice)
        edit = Edit(team_id=tale.team_id, actor=None, role=Role.SITE)
        write_journal(edit, entries=[Renamed(name="Renamed")])
        assert tale.history().lines[-1].actor_name == ""


class TestWhatIsWritten:
    def test_a_line_is_never_changed_nor_removed(self, alice: Person) -> None:
        tale = found_team(alice)
        line = JournalLine.objects.get(team_id=tale.team_id)
        line.wording = "Something else."
        for deed in (
            line.save,
            line.delete,
            JournalLine.objects.all().delete,
            lambda: JournalLine.objects.update(wording="Something else."),
        ):
            with pytest.raises(AssertionError, match="never"):
                deed()

    def test_the_database_keeps_numbers_apart(self, alice: Person) -> None:
        tale = found_team(alice)
        twin = JournalLine.objects.get(team_id=tale.team_id)
        twin.pk, twin._state.adding = None, True
        with pytest.raises(IntegrityError), transaction.atomic():
            twin.save()

    @pytest.mark.parametrize(
        "values",
        [
            {"stage": "dissolved"},
            {"version": 0},
            {"share_token": ""},
            {"next_seed": ""},
        ],
    )
    def test_the_database_refuses_what_cannot_be(
        self, alice: Person, values: dict[str, object]
    ) -> None:
        tale = found_team(alice)
        with pytest.raises(IntegrityError), transaction.atomic():
            Team.objects.filter(pk=tale.team_id).update(**values)

    def test_a_wording_stays_when_the_name_it_tells_changes(
        self, alice: Person
    ) -> None:
        tale = found_team(alice).recruit("tora-kaiken", name="Bo")
        rename_ninja(tale.edit, ninja=1, name="Ren")
        dismiss_ninja(tale.edit, ninja=1)
        assert tale.journal()[1:] == [
            "Bo (Tora Kaiken) joined for 10 koban.",
            "Bo was renamed Ren.",
            "Ren was dismissed for a refund of 10 koban.",
        ]

    def test_nobody_keeps_an_army(self, alice: Person) -> None:
        tale = found_team(alice)
        edit = Edit(team_id=tale.team_id, actor=alice)
        with lock_journal(edit) as journal:
            for _ in range(NINJA_MAX):
                journal.write(_kaiken(journal))
        with pytest.raises(Refusal, match="A team can have at most"):
            tale.recruit("tora-kaiken")

    def test_nobody_fills_the_site_with_teams_or_lines(
        self, alice: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(writer, "TEAMS_MAX", 2)
        monkeypatch.setattr(writer, "LINES_MAX", 3)
        tale = found_team(alice)
        found_team(alice)
        with pytest.raises(Refusal) as refused:
            found_team(alice)
        assert refused.value.code == "too-many-teams"
        tale.recruit("tora-kaiken").recruit("tora-kaiken")
        with pytest.raises(Refusal) as refused:
            tale.recruit("tora-kaiken")
        assert refused.value.code == "journal-full"


def _kaiken(journal: Journal) -> object:
    from teams.rules.roster import recruitment

    return recruitment.recruit(journal.state, "tora-kaiken", book=journal.book)


class TestDice:
    def test_the_hash_shown_before_a_roll_is_that_of_its_seed(
        self, alice: Person
    ) -> None:
        tale = registered_team(alice).play(feats={2: 1}, hurt=[1, 2])
        page = get_settlement_page(tale.team_id, alice)
        choose_option(tale.edit, choice=page.decision.default)
        before = get_settlement_page(tale.team_id, alice).head
        roll_dice(tale.edit)
        line = next(one for one in tale.history().lines if one.dice)
        assert line.dice.promised == before.dice_promise
        verify(
            seed=line.dice.seed,
            promised=before.dice_promise,
            stream_name=line.dice.stream,
            record=[DiceDraw(results, limit) for results, limit in line.dice.record],
        )

    def test_a_seed_is_used_by_one_act_only(self, alice: Person) -> None:
        tale = registered_team(alice).play(feats={2: 20}, hurt=[1, 2, 3]).settle()
        rolled = [one.dice for one in tale.history().lines if one.dice]
        assert len(rolled) > 3
        assert len({one.seed for one in rolled}) == 1
        assert len({one.stream for one in rolled}) == len(rolled)
        promise = get_settlement_page(tale.team_id, alice).head.dice_promise
        assert promise not in {one.promised for one in rolled}

    def test_the_next_seed_is_nowhere_to_be_seen(self, alice: Person) -> None:
        tale = registered_team(alice).play(hurt=[1])
        page = repr(get_settlement_page(tale.team_id, alice)) + repr(
            get_scroll_front(tale.team_id, alice)
        )
        assert commitment(tale.team.next_seed) in page
        assert tale.team.next_seed not in page
        assert tale.team.next_seed.encode() not in tale.document()

    def test_a_preview_shows_no_dice(self, alice: Person) -> None:
        tale = registered_team(alice).play(hurt=[1])
        edit = Edit(team_id=tale.team_id, actor=alice, is_preview=True)
        page = get_settlement_page(tale.team_id, alice)
        choose_option(tale.edit, choice=page.decision.default)
        seed = tale.team.next_seed
        with pytest.raises(Refusal) as refused:
            roll_dice(edit)
        assert refused.value.code == "no-preview-of-dice"
        assert tale.team.next_seed == seed


@pytest.mark.usefixtures("transactional_db")
class TestAtOnce:
    """Edits of the same moment, on whatever database the tests run."""

    def test_one_of_them_wins_and_the_others_look_again(self, alice: Person) -> None:
        tale = found_team(alice)
        edit = tale.edit

        def recruit() -> object:
            return recruit_ninja(edit, profile="tora-kaiken")

        outcomes = at_once([recruit] * 4, expected=Conflict)
        assert outcomes.count(None) == 1
        assert sum(isinstance(one, Conflict) for one in outcomes) == 3
        assert (tale.team.ninja_count, tale.version) == (1, 2)
        assert list(reconcile_teams()) == []

    def test_edits_without_a_version_all_count(self, alice: Person) -> None:
        tale = found_team(alice)
        edit = Edit(team_id=tale.team_id, actor=alice)

        def recruit() -> object:
            return recruit_ninja(edit, profile="tora-kaiken")

        assert at_once([recruit] * 4, expected=Conflict) == [None] * 4
        assert (tale.team.ninja_count, tale.team.koban) == (4, 60)
        assert {one.id for one in tale.state.ninja} == {1, 2, 3, 4}
        assert list(reconcile_teams()) == []
