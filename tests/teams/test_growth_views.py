"""Between games: dice, choices, newcomers, reports and corrections, without scripts."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from kernel.dice import commitment
from people.models import Person
from rulebook.rules.rule_setting_values import DiceSource
from teams.rules.journal.entries import LeagueEntered, RulesAdopted
from teams.rules.settlement.needs import DecisionKind
from teams.rules.state import NinjaState
from teams.selectors.settlement import get_settlement_page
from teams.services.adjustments import adjust_team
from teams.services.games import choose_option, roll_dice
from teams.services.journal import Edit, Role, write_journal
from tests.ledger import rule
from tests.teams.test_scroll_views import text_of
from tests.verbs import Tale, found_team, registered_team


@pytest.fixture
def team(alice: Person) -> Tale:
    return registered_team(alice)


def site(tale: Tale) -> Edit:
    return Edit(team_id=tale.team_id, actor=None, role=Role.SITE)


def send(client: Client, tale: Tale, act: str, **sent: object) -> object:
    """Press a button of the page, as a browser without scripts does."""
    address = f"/teams/{tale.team_id}/growth/{act}/"
    return client.post(address, {"version": tale.version, **sent})


def rich(tale: Tale, koban: int) -> None:
    adjust_team(tale.edit, koban=koban, reason="A rich uncle.")


def chunin_of(tale: Tale) -> NinjaState:
    return next(one for one in tale.state.members if one.profile.endswith("-chunin"))


def until(tale: Tale, kind: str) -> None:
    """Settle with defaults until this is asked or rolled for."""
    for _ in range(40):
        page = get_settlement_page(tale.team_id, tale.owner)
        need = page.roll or page.decision
        assert need is not None, f"{kind} never came"
        if need.kind == kind:
            return
        if page.roll:
            roll_dice(tale.edit)
        else:
            choose_option(tale.edit, choice=page.decision.default)


class TestDice:
    def test_the_hash_is_shown_before_and_the_seed_after_the_roll(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play(hurt=[2])
        until(team, "downtime")
        seed = team.team.next_seed
        page = f"/teams/{team.team_id}/growth/"
        before = alice_client.get(page).content.decode()
        assert commitment(seed) in before.split("<summary>Fair dice</summary>")[1]
        assert commitment(seed) not in before.split("<summary>Fair dice</summary>")[0]
        assert seed not in before
        assert send(alice_client, team, "roll", ninja=2).status_code == 302
        assert team.team.next_seed != seed
        line = next(one for one in team.history().lines if one.dice)
        assert (line.dice.seed, line.dice.promised) == (seed, commitment(seed))

    def test_the_fallen_dice_are_drawn_with_seed_and_hash(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play(hurt=[2, 3, 4])
        until(team, "downtime")
        send(alice_client, team, "roll", ninja=3)
        html = alice_client.get(f"/teams/{team.team_id}/growth/").content.decode()
        story = " ".join(html.split("Settlement so far")[1].split())
        face = next(one for one in team.history().lines if one.dice).faces[0]
        assert f'class="die {face} fresh"' in story
        assert "<summary>Fair dice</summary>" in story

    def test_dice_of_the_table_are_entered_and_marked(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play(hurt=[2])
        until(team, "downtime")
        send(alice_client, team, "enter", ninja=2, dice=["void"])
        assert team.state.find(2).games_to_miss == 2
        words = text_of(alice_client.get(f"/teams/{team.team_id}/history/"))
        assert "rolled Void by hand" in words
        assert "Rolled by hand" in words

    @pytest.mark.parametrize(
        ("dice", "words"),
        [
            ([], "dice"),
            (["luck"], "is not a face of the die"),
            (["fire", "fire"], "too many"),
        ],
    )
    def test_impossible_dice_are_refused(
        self, team: Tale, alice_client: Client, dice: list[str], words: str
    ) -> None:
        team.play(hurt=[2])
        until(team, "downtime")
        answer = send(alice_client, team, "enter", ninja=2, dice=dice)
        assert answer.status_code == 422
        assert words in answer.content.decode()
        assert not team.history().lines[-1].faces

    @pytest.mark.parametrize(
        ("source", "rolls", "enters"),
        [
            (DiceSource.SERVER, True, False),
            (DiceSource.TABLE, False, True),
            (DiceSource.EITHER, True, True),
        ],
    )
    @rule("POST-07")
    def test_the_house_rules_say_who_rolls(
        self,
        team: Tale,
        alice_client: Client,
        source: DiceSource,
        rolls: bool,
        enters: bool,
    ) -> None:
        adopted = RulesAdopted(changes={"dice_source": source.value})
        write_journal(site(team), entries=[adopted])
        team.play(hurt=[2])
        until(team, "downtime")
        html = alice_client.get(f"/teams/{team.team_id}/growth/").content.decode()
        assert ("growth/roll/" in html) is rolls
        assert ("growth/enter/" in html) is enters


class TestDecisions:
    def test_an_open_one_shows_its_default_and_what_would_follow(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play(feats={2: 3})
        html = alice_client.get(f"/teams/{team.team_id}/growth/").content.decode()
        words = " ".join(re.sub(r"<[^>]+>", " ", html).split())
        assert "Name the All-Star" in words
        assert "Default after the deadline" in words
        assert "has 6 XP instead of 3." in words
        assert html.count("checked") == 1

    def test_an_advance_is_chosen_with_the_ninja_as_it_would_be(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play(feats={2: 9})
        until(team, DecisionKind.ADVANCE)
        html = alice_client.get(f"/teams/{team.team_id}/growth/").content.decode()
        assert "Choose the advancement" in html
        html = " ".join(html.split())
        choices = re.findall(r'name="choice" value="(learn:[^"]+)"', html)
        assert len(choices) > 5
        assert html.count("Afterwards") >= len(choices)
        before = team.state.find(2).growth
        send(alice_client, team, "choose", choice=choices[3])
        assert len(team.state.find(2).growth) == len(before) + 1

    def test_what_is_not_offered_is_refused(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play()
        before = team.version
        answer = send(alice_client, team, "choose", choice="ninja:99")
        assert answer.status_code == 422
        assert send(alice_client, team, "choose", choice="").status_code == 422
        assert team.version == before

    def test_ronin_are_paid_or_released(self, team: Tale, alice_client: Client) -> None:
        team.play().settle()
        team.play().settle()
        assert send(alice_client, team, "recruit", profile="benkei").status_code == 302
        ronin = team.state.last_id
        team.play()
        until(team, DecisionKind.UPKEEP)
        koban = team.state.koban
        words = text_of(alice_client.get(f"/teams/{team.team_id}/growth/"))
        assert "Pay Benkei 5 koban." in words
        send(alice_client, team, "choose", choice="pay")
        assert team.state.koban == koban - 5
        team.settle()
        team.play()
        until(team, DecisionKind.UPKEEP)
        send(alice_client, team, "choose", choice="release")
        assert not team.state.holds(ronin)

    def test_everything_can_be_settled_at_once(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play(feats={2: 9}, hurt=[3, 4])
        send(alice_client, team, "settle")
        assert team.state.settling is None
        words = text_of(alice_client.get(f"/teams/{team.team_id}/growth/"))
        assert "Next game" in words
        assert "Settle everything now" not in words

    def test_an_unknown_button_is_not_found(
        self, team: Tale, alice_client: Client
    ) -> None:
        assert send(alice_client, team, "cheat").status_code == 404

    def test_who_looked_at_an_older_version_is_told_so(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play()
        stale = {"version": team.version - 1, "choice": "ninja:1"}
        address = f"/teams/{team.team_id}/growth/choose/"
        assert alice_client.post(address, stale).status_code == 409

    def test_strangers_press_no_buttons(
        self, team: Tale, charlie_client: Client, visitor: Client
    ) -> None:
        team.play()
        before = team.version
        assert send(charlie_client, team, "settle").status_code == 404
        assert send(visitor, team, "settle").status_code == 302
        assert team.version == before

    def test_with_htmx_only_the_changed_part_comes_back(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play()
        answer = alice_client.post(
            f"/teams/{team.team_id}/growth/settle/",
            {"version": team.version},
            headers={"HX-Request": "true"},
        )
        html = answer.content.decode()
        assert html.lstrip().startswith('<div id="growth"')
        assert "<html" not in html
        assert 'role="status">' in html


class TestComingAndGoing:
    def test_who_can_be_paid_joins(self, team: Tale, alice_client: Client) -> None:
        team.play().settle()
        koban = team.state.koban
        send(alice_client, team, "recruit", profile="tora-kunoichi", name="Needle")
        newest = team.state.find(team.state.last_id)
        assert newest.name == "Needle"
        assert team.state.koban == koban - newest.price

    def test_who_cannot_is_shown_with_the_reason(
        self, team: Tale, alice_client: Client
    ) -> None:
        words = text_of(alice_client.get(f"/teams/{team.team_id}/growth/"))
        assert "A team can have at most 1 Tora Chunin." in words
        before = team.version
        answer = send(alice_client, team, "recruit", profile="tora-chunin")
        assert answer.status_code == 422
        assert team.version == before

    def test_letting_somebody_go_is_previewed_and_then_done(
        self, team: Tale, alice_client: Client
    ) -> None:
        before = team.version
        page = alice_client.get(f"/teams/{team.team_id}/ninja/9/go/")
        assert "leaves the team." in text_of(page)
        assert team.version == before
        send(alice_client, team, "dismiss", ninja=9)
        assert not team.state.holds(9)

    def test_who_cannot_go_is_shown_with_the_reason(
        self, team: Tale, alice_client: Client
    ) -> None:
        page = f"/teams/{team.team_id}/growth/"
        html = alice_client.get(page).content.decode()
        assert "The team needs at least 1 Tora Chunin." in html
        offered = set(map(int, re.findall(r"/ninja/(\d+)/go/", html)))
        may_go = set()
        for ninja in team.state.members:
            answer = alice_client.get(f"/teams/{team.team_id}/ninja/{ninja.id}/go/")
            if answer.status_code == 200:
                may_go.add(ninja.id)
        assert offered == may_go != set()

    @rule("RECRUIT-06")
    def test_a_chunin_is_replaced_by_a_new_one_once_it_is_clear_what_that_means(
        self, team: Tale, alice_client: Client
    ) -> None:
        rich(team, 60)
        old = chunin_of(team)
        address = f"/teams/{team.team_id}/ninja/{old.id}/replace/"
        assert (
            address
            in alice_client.get(f"/teams/{team.team_id}/growth/").content.decode()
        )
        page = text_of(alice_client.get(address))
        assert "starts without experience" in page
        koban = team.state.koban
        send(
            alice_client,
            team,
            "replace",
            ninja=old.id,
            profile=old.profile,
            name="Blade",
            abilities=old.abilities,
        )
        new = chunin_of(team)
        assert (new.name, new.xp) == ("Blade", 0)
        assert not team.state.holds(old.id)
        assert team.state.koban == koban - new.price

    @rule("RECRUIT-06")
    def test_where_nobody_can_be_paid_the_chunin_is_not_offered_to_be_replaced(
        self, team: Tale, alice_client: Client
    ) -> None:
        old = chunin_of(team)
        address = f"/teams/{team.team_id}/ninja/{old.id}/replace/"
        page = alice_client.get(f"/teams/{team.team_id}/growth/").content.decode()
        assert address not in page
        assert "A replacement cannot join now:" in page
        assert alice_client.get(address).status_code == 422

    @rule("RECRUIT-06")
    def test_where_a_chunin_leads_for_good_nothing_else_is_offered(
        self, team: Tale, alice_client: Client
    ) -> None:
        rich(team, 60)
        adopted = RulesAdopted(changes={"chunin_swap": False})
        write_journal(site(team), entries=[adopted])
        address = f"/teams/{team.team_id}/ninja/{chunin_of(team).id}/replace/"
        page = alice_client.get(f"/teams/{team.team_id}/growth/").content.decode()
        assert address not in page
        assert "A replacement cannot join now:" not in page
        assert alice_client.get(address).status_code == 404
        other = team.state.members[-1].id
        away = f"/teams/{team.team_id}/ninja/{other}/replace/"
        assert alice_client.get(away).status_code == 404

    def test_nobody_comes_or_goes_before_their_step(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play()
        html = alice_client.get(f"/teams/{team.team_id}/growth/").content.decode()
        assert "Finish the earlier steps of the settlement" in html
        assert "growth/recruit/" not in html
        assert "/go/" not in html

    def test_a_draft_goes_to_the_builder(
        self, alice: Person, alice_client: Client
    ) -> None:
        tale = found_team(alice)
        for page in ("growth", "report"):
            answer = alice_client.get(f"/teams/{tale.team_id}/{page}/")
            assert answer["Location"] == f"/teams/{tale.team_id}/build/"


class TestReports:
    def report(self, client: Client, tale: Tale, **sent: object) -> object:
        address = f"/teams/{tale.team_id}/report/?challenge={sent.pop('challenge', '')}"
        game = {
            "version": tale.version,
            "standing": "free",
            "outcome": "win",
            "opponent": "Paper Cranes",
            "score": "5",
        }
        return client.post(address, {**game, **sent})

    def test_a_free_game_earns_heals_and_grows(
        self, team: Tale, alice_client: Client
    ) -> None:
        sent = {"2-fielded": "on", "2-injured": "2", "3-healing": "on"}
        answer = self.report(alice_client, team, **sent)
        assert answer["Location"] == f"/teams/{team.team_id}/growth/"
        assert team.state.find(2).xp == 2
        assert team.state.settling.to_roll == (3,)
        assert (
            "Won against Paper Cranes. The match was outside any league."
            in team.journal()
        )

    def test_a_friendly_is_only_remembered(
        self, team: Tale, alice_client: Client
    ) -> None:
        self.report(alice_client, team, **{"standing": "friendly", "2-injured": "2"})
        assert (team.state.find(2).xp, team.state.friendlies) == (0, 1)
        assert team.state.settling is None

    def test_the_challenge_decides_what_there_is_to_count(
        self, team: Tale, alice_client: Client
    ) -> None:
        address = f"/teams/{team.team_id}/report/"
        plain = alice_client.get(address).content.decode()
        medals = alice_client.get(f"{address}?challenge=capture-the-medal")
        assert "2-picks-up-medal" not in plain
        assert "2-picks-up-medal" in medals.content.decode()
        assert 'action="?challenge=capture-the-medal"' in medals.content.decode()
        sentries = alice_client.get(f"{address}?challenge=infiltration")
        assert "2-injured-sentry" in sentries.content.decode()
        nonsense = alice_client.get(f"{address}?challenge=nonsense")
        assert nonsense.content.decode().count("2-injured") == plain.count("2-injured")

    @rule("EXP-07")
    def test_feats_of_the_challenge_earn_their_own_experience(
        self, team: Tale, alice_client: Client
    ) -> None:
        sent = {"2-captures-enemy-medal": "1", "2-picks-up-medal": "2"}
        self.report(alice_client, team, challenge="capture-the-medal", **sent)
        assert team.state.find(2).xp == 3 + 2

    def test_the_underdog_is_told_by_the_other_rating(
        self, team: Tale, alice_client: Client
    ) -> None:
        sent = {"their_rating": team.team.rating + 3, "2-fielded": "on"}
        self.report(alice_client, team, **sent)
        assert team.state.settling.report.points_behind == 3

    def test_a_lower_rating_makes_nobody_an_underdog(
        self, team: Tale, alice_client: Client
    ) -> None:
        self.report(alice_client, team, **{"their_rating": 0, "2-fielded": "on"})
        assert team.state.settling.report.points_behind == 0

    def test_who_misses_the_game_is_not_asked_for(
        self, team: Tale, alice_client: Client
    ) -> None:
        adjust_team(team.edit, reason="Fell", ninja=2, games_to_miss=1)
        html = alice_client.get(f"/teams/{team.team_id}/report/").content.decode()
        assert "2-fielded" not in html
        assert "3-fielded" in html

    def test_heroes_and_ronin_have_nothing_to_count(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play().settle()
        team.play().settle()
        send(alice_client, team, "recruit", profile="benkei")
        ronin = team.state.last_id
        html = alice_client.get(f"/teams/{team.team_id}/report/").content.decode()
        assert f'name="{ronin}-fielded"' in html
        assert f'name="{ronin}-injured"' not in html

    @pytest.mark.parametrize(
        ("sent", "words"),
        [
            ({"outcome": ""}, "Choose one for “Result”."),
            ({"opponent": ""}, "Fill in “Opponent”."),
            ({"2-injured": "999"}, "is at most 30."),
            ({"score": "-1"}, "“Your score” is at least 0."),
        ],
    )
    def test_nonsense_comes_back_with_the_reason(
        self, team: Tale, alice_client: Client, sent: dict[str, str], words: str
    ) -> None:
        before = team.version
        answer = self.report(alice_client, team, **sent)
        assert answer.status_code == 422
        assert words in answer.content.decode()
        assert team.version == before

    def test_a_second_game_waits_for_the_first(
        self, team: Tale, alice_client: Client
    ) -> None:
        team.play()
        answer = self.report(alice_client, team)
        assert answer.status_code == 422
        assert "is not settled yet." in answer.content.decode()

    def test_in_a_league_only_friendlies_are_reported_here(
        self, team: Tale, alice_client: Client
    ) -> None:
        entered = LeagueEntered(league="The Moon League")
        write_journal(site(team), entries=[entered])
        assert self.report(alice_client, team).status_code == 422
        assert self.report(alice_client, team, standing="friendly").status_code == 302

    def test_a_game_is_begun_and_called_off(
        self, team: Tale, alice_client: Client
    ) -> None:
        send(alice_client, team, "open", opponent="Paper Cranes", standing="free")
        assert team.state.open_game
        words = text_of(alice_client.get(f"/teams/{team.team_id}/growth/"))
        assert "A game is open" in words
        send(alice_client, team, "call-off")
        assert not team.state.open_game


def test_end_of_recruiting_says_that_hiring_goes_on(
    team: Tale, alice_client: Client
) -> None:
    team.play()
    address = f"/teams/{team.team_id}/growth/settle/"
    answer = alice_client.post(address, {"version": team.version}, follow=True)
    text = answer.content.decode()
    assert "You can still recruit before the next game." in text
    assert "The recruiting step was closed." not in text
