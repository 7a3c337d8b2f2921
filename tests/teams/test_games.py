"""Games and what follows from them, with dice from the site or the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kernel.errors import Refusal
from people.models import Person
from rulebook.rules.rule_setting_values import PostGameStep
from teams.rules.journal.entries import Adjusted, RulesAdopted
from teams.rules.reports.team_report import MatchType, Outcome
from teams.rules.settlement.needs import DecisionKind, RollKind
from teams.selectors.scroll_front import get_scroll_front
from teams.selectors.settlement import SettlementPage, get_settlement_page
from teams.services.adjustments import adjust_team
from teams.services.games import (
    call_off_game,
    choose_option,
    enter_dice,
    postpone_advancements,
    report_game,
    roll_dice,
    start_game,
)
from teams.services.journal import Edit, Role, write_journal
from tests.ledger import rule
from tests.verbs import Tale, found_team, game, registered_team


@pytest.fixture
def team(alice: Person) -> Tale:
    return registered_team(alice)


def page(tale: Tale) -> SettlementPage:
    return get_settlement_page(tale.team_id, tale.owner)


def decide(tale: Tale, choice: str | None = None) -> None:
    decision = page(tale).decision
    assert decision is not None
    choose_option(tale.edit, choice=choice or decision.default)


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refused:
        act()
    return refused.value.parts[0].code


def site(tale: Tale) -> Edit:
    return Edit(team_id=tale.team_id, actor=None, role=Role.SITE)


class TestStandings:
    def test_a_friendly_leaves_a_line_and_nothing_else(self, team: Tale) -> None:
        before = team.state
        team.play(standing=MatchType.FRIENDLY, feats={2: 9}, hurt=[1, 2, 3])
        after = team.state
        assert team.journal()[-1] == "Won against The Others. The match was a friendly."
        assert (after.koban, after.games, after.friendlies) == (before.koban, 0, 1)
        assert after.ninja == before.ninja
        assert after.settling is None

    def test_a_free_game_lets_a_team_grow_and_is_marked(self, team: Tale) -> None:
        team.play(feats={2: 9})
        assert (
            "Won against The Others. The match was outside any league."
            in team.journal()
        )
        assert (team.state.games, team.state.free_games) == (1, 1)
        assert team.state.find(2).xp == 9

    def test_a_league_game_is_the_leagues_to_report(self, team: Tale) -> None:
        assert code_of(lambda: team.play(standing=MatchType.LEAGUE)) == (
            "not-a-league-game"
        )
        report = game(team.state, standing=MatchType.LEAGUE)
        report_game(site(team), report=report)
        assert team.state.free_games == 0

    def test_nobody_grows_beside_a_league(self, team: Tale) -> None:
        entry = {"league": "The Moon League"}
        from teams.rules.journal.entries import LeagueEntered

        write_journal(site(team), entries=[LeagueEntered(**entry)])
        assert code_of(team.play) == "in-a-league"
        team.play(standing=MatchType.FRIENDLY)
        assert team.state.friendlies == 1

    def test_a_draft_does_not_play(self, alice: Person) -> None:
        draft = found_team(alice).recruit("tora-kaiken")
        assert code_of(draft.play) == "not-registered"


class TestOpenGames:
    @rule("UND-09", "RATE-08")
    def test_an_open_game_locks_the_roster_and_freezes_the_rating(
        self, team: Tale
    ) -> None:
        start_game(team.edit, opponents=["Bob's"])
        assert team.state.rating_frozen == team.team.rating
        assert code_of(lambda: team.recruit("tora-yajiri")) == "roster-locked"
        call_off_game(team.edit)
        assert (team.state.open_game, team.state.rating_frozen) == ("", None)

    def test_a_report_closes_the_open_game(self, team: Tale) -> None:
        start_game(team.edit)
        team.play()
        assert team.state.open_game == ""
        assert team.state.settling is not None

    def test_one_game_at_a_time(self, team: Tale) -> None:
        start_game(team.edit)
        assert code_of(lambda: start_game(team.edit)) == "game-open"

    def test_there_must_be_a_game_to_call_off(self, team: Tale) -> None:
        assert code_of(lambda: call_off_game(team.edit)) == "game-not-open"

    def test_no_game_before_the_last_one_is_settled(self, team: Tale) -> None:
        team.play()
        assert code_of(lambda: start_game(team.edit)) == "settlement-open"
        assert code_of(team.play) == "settlement-open"

    @rule("RECRUIT-11")
    def test_lent_kaiken_come_and_go_with_the_game(self, team: Tale) -> None:
        rules = RulesAdopted(changes={"loan_models": {"enabled": True, "up_to": 11}})
        write_journal(site(team), entries=[rules])
        start_game(team.edit)
        assert sum(one.is_loan for one in team.state.ninja) == 2
        team.play(standing=MatchType.FREE)
        assert not any(one.is_loan for one in team.state.ninja)

    def test_a_report_that_cannot_be_true_says_everything(self, team: Tale) -> None:
        report = game(team.state)
        rows = (*report.ninja, report.ninja[0])
        from msgspec.structs import replace

        odd = replace(report, ninja=rows, points_behind=-1, place=7)
        with pytest.raises(Refusal) as refused:
            report_game(team.edit, report=odd)
        codes = {part.code for part in refused.value.parts}
        assert codes == {"wrong-place", "negative", "ninja-twice"}


class TestSteps:
    @rule("SCROLL-03")
    def test_what_follows_by_itself_is_written_at_once(self, team: Tale) -> None:
        team.play(feats={2: 1})
        shown = page(team)
        assert shown.decision.kind is DecisionKind.ALL_STAR
        assert shown.steps[0] is PostGameStep.ALL_STAR
        assert team.journal()[-1] == f"Experience: 1 XP for {team.state.find(2).name}."
        decide(team)
        assert team.state.settling is None
        assert team.journal()[-1].startswith("The rating is ")

    def test_choices_tell_what_they_would_do(self, team: Tale) -> None:
        team.play(feats={2: 1})
        answers = page(team).answers
        assert answers[0].is_default
        assert answers[0].choice.key == "ninja:2"
        kaiken = team.state.find(2).name
        assert answers[0].differences == (f"{kaiken} has 4 XP instead of 1.",)
        assert team.state.find(2).xp == 1, "a preview writes nothing"

    @rule("RONIN-02", "RONIN-04")
    def test_a_ronin_is_paid_or_let_go(self, alice: Person) -> None:
        for choice, koban, count in (("pay", 10, 4), ("release", 13, 3)):
            draft = found_team(alice)
            draft.recruit("tora-chunin", abilities="pounce")
            draft.recruit("tora-kaiken").recruit("tora-kaiken")
            draft.recruit("inu-clan-kaiken")
            tale = draft.register()
            adjust_team(tale.edit, reason="to be poor", koban=-44)
            tale.play()
            decide(tale)
            shown = page(tale)
            assert shown.decision.kind is DecisionKind.UPKEEP
            assert shown.about.profile == "inu-clan-kaiken"
            assert [one.choice.key for one in shown.answers] == ["pay", "release"]
            decide(tale, choice)
            assert (tale.state.koban, len(tale.state.members)) == (koban, count)

    @rule("DOWN-01")
    def test_downtime_is_rolled_in_the_order_its_owner_wants(self, team: Tale) -> None:
        team.play(hurt=[1, 2, 3])
        decide(team)
        shown = page(team)
        assert shown.roll.kind is RollKind.DOWNTIME
        assert [row.ninja for row in shown.candidates] == [1, 2, 3]
        enter_dice(team.edit, dice=["earth"], ninja=3)
        assert [row.ninja for row in page(team).candidates] == [1, 2]
        assert "rolled Earth by hand" in team.journal()[-1]
        assert team.history().lines[-1].dice is None

    def test_the_site_rolls_and_keeps_a_record(self, team: Tale) -> None:
        team.play(hurt=[2])
        decide(team)
        roll_dice(team.edit, ninja=2)
        line = next(one for one in team.history().lines if one.dice)
        assert line.kind == "downtime-rolled"
        assert "by hand" not in line.sentence

    @rule("DOWN-02")
    def test_spirit_asks_whom_to_excuse(self, team: Tale) -> None:
        team.play(hurt=[1, 2])
        decide(team)
        enter_dice(team.edit, dice=["spirit"], ninja=1)
        shown = page(team)
        assert shown.decision.kind is DecisionKind.EXCUSAL
        decide(team, "ninja:2")
        assert team.state.settling is None

    def test_an_advance_is_rolled_previewed_and_chosen(self, team: Tale) -> None:
        team.play(feats={2: 8})
        decide(team)
        assert page(team).roll.kind is RollKind.ADVANCEMENT
        enter_dice(team.edit, dice=["fire", "fire"])
        shown = page(team)
        at = next(one for one in shown.answers if one.choice.key == "raise:at")
        assert (shown.about.at, at.row.at) == (3, 4)
        decide(team, "raise:at")
        assert get_scroll_front(team.team_id, team.owner).scroll.rows[1].at == 4

    @rule("SCROLL-04")
    def test_an_advance_stands_in_the_history(self, team: Tale) -> None:
        team.play(feats={2: 8})
        decide(team)
        enter_dice(team.edit, dice=["fire", "air"])
        decide(team)
        told = team.journal()
        kaiken = team.state.find(2).name
        assert f"{kaiken} rolled Fire and Air by hand for an advancement." in told
        assert any(line.startswith(f"{kaiken} gained the keyword") for line in told)

    def test_where_chance_picks_nothing_is_foretold(self, team: Tale) -> None:
        changes = RulesAdopted(changes={"random_keywords": True})
        write_journal(site(team), entries=[changes])
        team.play(feats={2: 8})
        decide(team)
        enter_dice(team.edit, dice=["fire", "air"])
        shown = page(team)
        assert all(one.is_open and one.row is None for one in shown.answers)
        preview = Edit(team_id=team.team_id, actor=team.owner, is_preview=True)
        key = shown.answers[0].choice.key
        assert (
            code_of(lambda: choose_option(preview, choice=key)) == "no-preview-of-dice"
        )
        decide(team)
        drawn = next(one for one in team.history().lines if one.dice)
        assert "drew the keyword" in drawn.sentence

    def test_advances_are_put_off_where_that_is_allowed(self, team: Tale) -> None:
        team.play(feats={2: 8})
        decide(team)
        assert code_of(lambda: postpone_advancements(team.edit)) == ("must-resolve")
        changes = RulesAdopted(changes={"advancement_must_resolve": False})
        write_journal(site(team), entries=[changes])
        postpone_advancements(team.edit)
        assert team.state.settling is None
        assert page(team).roll.kind is RollKind.ADVANCEMENT
        enter_dice(team.edit, dice=["fire", "air"])
        decide(team)
        assert page(team).roll is None

    def test_a_pool_of_ronin_is_drawn_by_the_site(self, team: Tale) -> None:
        changes = {"ronin_allowed": "pool", "ronin_pool": 3}
        write_journal(site(team), entries=[RulesAdopted(changes=changes)])
        team.play()
        decide(team)
        assert page(team).roll.kind is RollKind.RONIN_OFFER
        assert (
            code_of(lambda: enter_dice(team.edit, dice=["fire"])) == "nothing-to-roll"
        )
        roll_dice(team.edit)
        assert len(team.state.offered) == 3

    @pytest.mark.parametrize(
        ("dice", "code"),
        [
            ([], "too-few-dice"),
            (["fire", "fire"], "too-many-dice"),
            (["six"], "no-face"),
        ],
    )
    def test_dice_are_entered_as_many_as_were_rolled(
        self, team: Tale, dice: list[str], code: str
    ) -> None:
        team.play(hurt=[1])
        decide(team)
        assert code_of(lambda: enter_dice(team.edit, dice=dice)) == code

    def test_where_dice_come_from_may_be_a_house_rule(self, team: Tale) -> None:
        changes = RulesAdopted(changes={"dice_source": "server"})
        write_journal(site(team), entries=[changes])
        team.play(hurt=[1])
        decide(team)
        assert code_of(lambda: enter_dice(team.edit, dice=["air"])) == ("dice-source")

    def test_a_deadline_rolls_and_answers_for_everybody(self, team: Tale) -> None:
        team.play(feats={2: 20, 3: 9}, hurt=[1, 4]).settle()
        assert team.state.settling is None
        assert page(team).roll is None
        assert page(team).decision is None

    def test_there_must_be_something_to_roll_or_decide(self, team: Tale) -> None:
        for act, code in (
            (lambda: roll_dice(team.edit), "nothing-to-roll"),
            (
                lambda: enter_dice(team.edit, dice=["air"]),
                "nothing-to-roll",
            ),
            (
                lambda: choose_option(team.edit, choice="pay"),
                "nothing-to-decide",
            ),
        ):
            assert code_of(act) == code
        team.play()
        assert code_of(lambda: decide(team, "flee")) == "not-offered"
        assert code_of(lambda: roll_dice(team.edit)) == "nothing-to-roll"

    def test_a_loss_earns_less_than_a_win(self, alice: Person) -> None:
        earned = {}
        for outcome in Outcome:
            tale = registered_team(alice).play(outcome).settle()
            earned[outcome] = tale.state.koban - 2
        assert earned[Outcome.WIN] > earned[Outcome.DRAW] > earned[Outcome.LOSS] > 0

    def test_experience_corrected_in_is_advanced_between_games(
        self, team: Tale
    ) -> None:
        entry = Adjusted(reason="a gift", ninja=2, xp=8)
        write_journal(site(team), entries=[entry])
        roll_dice(team.edit)
        decide(team)
        assert len(team.state.find(2).growth) == 1
