"""Tables of the book that a league changes: matches, pages, programs and files."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.test import Client
from msgspec.structs import replace

from challenges.models import Match
from challenges.rules.reports.match_report import MatchReport
from challenges.services.challenge_choice import choose_challenge
from challenges.services.corrections import correct_result
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from challenges.services.reports import submit_report
from kernel.errors import Refusal
from kernel.ids import ChallengeSlug
from league.models.competitions import Fixture
from league.models.leagues import League
from league.rules.exchange import document
from league.selectors.house_rules import rules_in_force, rules_of
from league.selectors.league_file import league_file
from league.services import house_rules
from league.services.exchange.league_import import import_league
from people.models import Person
from rulebook.catalogue import catalogue
from teams.selectors.journal_store import fold_lines, get_state, list_lines
from teams.services.reconciliation import reconcile_teams
from tests.cast import browser_of
from tests.challenges.verbs import Meeting, told
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.ledger import rule
from tests.teams.rules.story import changed
from tests.verbs import Tale

pytestmark = pytest.mark.django_db

ELEMENTS = [row.element for row in catalogue().downtime.rows]
ANY = {
    "rollback_policy": "any_with_replay",
    "underdog_help": {"bonus-koban": {"amount": 0}},
}
GENEROUS = {
    **ANY,
    "experience_awards": {
        "injures_enemy": {"xp": 3},
        "brawl:injures_enemy": {"xp": 2},
        "all_star": {"xp": 7},
    },
    "downtime_table": {one: {"result": "xp", "xp": 5} for one in ELEMENTS},
    "revenue_table": changed("revenue_table", win=30, loss=20),
}
STRICT = {
    **ANY,
    "experience_awards": {"all_star": {"xp": 1}},
    "downtime_table": {one: {"result": "none"} for one in ELEMENTS},
    "revenue_table": changed("revenue_table", win=2, loss=1),
}
KAIKEN = {"prices": {"tora-kaiken": {"koban": 5}}}


def shown(client: Client, address: str) -> str:
    """A page with its white space folded."""
    return " ".join(client.get(address).content.decode().split())


def change(league: League, master: Person, **changes: object) -> None:
    house_rules.change_rules(
        uid=league.uid, actor=master, changes=changes, reason="We voted."
    )


def meeting_of(match: Match, tales: list[Tale]) -> Meeting:
    by_team = {tale.team_id: tale for tale in tales}
    ids = match.places.order_by("number").values_list("team_id", flat=True)
    return Meeting(match, [by_team[one] for one in ids if one])


def report_of(meeting: Meeting, *scores: int, **more: Any) -> MatchReport:
    """A Brawl in which an injury of an enemy earns twice: as always, and for Brawl."""
    return replace(told(meeting, *scores, **more), challenge=ChallengeSlug("brawl"))


def correct(match: Match, master: Person, report: MatchReport) -> None:
    edit = Edit(uid=match.uid, actor=master)
    correct_result(edit, report=report, reason="The slip said so.")


def assert_sound(*tales: Tale) -> None:
    assert list(reconcile_teams()) == []
    for tale in tales:
        assert fold_lines(list_lines(tale.team)) == get_state(tale.team)


class TestCorrections:
    @rule("NM-03", "LEAGUE-18", "EXP-02", "DOWN-03")
    def test_match_corrected_after_the_tables_changed_keeps_its_own(
        self, dana: Person
    ) -> None:
        league = founded(dana, **GENEROUS)
        tales = crowd(league, 2)
        first, second = (
            one.match for one in fixtures(begun(league, dana, is_double=True))
        )
        assert first is not None
        assert second is not None
        early = meeting_of(first, tales)
        home, away = early.tales
        start = [tale.state.koban for tale in early.tales]
        play(first, told=report_of(early, 3, 1, injuries={3: 2}, hurt=[4]))
        assert [home.state.find(number).xp for number in (2, 3, 4)] == [7, 10, 5]
        change(league, dana, **STRICT)
        late = meeting_of(second, tales)
        scores = (3, 1) if late.tales[0] is home else (1, 3)
        play(second, told=report_of(late, *scores))
        assert home.state.find(2).xp == 7 + 1
        assert home.state.koban == start[0] + 30 + 2
        # Now the first one was lost, with one injury more.
        report = report_of(early, 1, 3, injuries={3: 3}, hurt=[4])
        correct(first, dana, report)
        assert [home.state.find(number).xp for number in (2, 3, 4)] == [8, 15, 5]
        assert home.state.koban == start[0] + 20 + 2
        assert away.state.koban == start[1] + 30 + 1
        kept = Fixture.objects.get(match=first).rules
        assert kept is not None
        assert rules_of(kept).experience_awards == GENEROUS["experience_awards"]
        assert rules_in_force(league).experience_awards == STRICT["experience_awards"]
        assert_sound(*tales)

    @rule("NM-03", "EXP-02")
    def test_later_match_corrected_is_settled_under_the_new_tables(
        self, dana: Person
    ) -> None:
        league = founded(dana, **GENEROUS)
        tales = crowd(league, 2)
        first, second = (
            one.match for one in fixtures(begun(league, dana, is_double=True))
        )
        assert first is not None
        assert second is not None
        play(first, told=report_of(meeting_of(first, tales), 3, 1, injuries={3: 1}))
        change(league, dana, **STRICT)
        late = meeting_of(second, tales)
        home = late.tales[0]
        play(second, told=report_of(late, 3, 1))
        before = home.state.find(3).xp
        correct(second, dana, report_of(late, 3, 1, injuries={3: 2}))
        assert home.state.find(3).xp == before + 2 * (1 + 1)
        assert_sound(*tales)


def post(client: Client, league: League, what: str, **body: Any) -> Any:
    return client.post(
        f"/api/v1/leagues/{league.uid}/rules/{what}/",
        body,
        content_type="application/json",
    )


class TestPrograms:
    def test_table_is_read_previewed_and_changed(self, dana: Person) -> None:
        league, client = founded(dana), browser_of(dana)
        seen = post(client, league, "preview", changes=KAIKEN).json()
        assert seen["differences"] == [
            "Prices, Tora Kaiken, price: 5 instead of 10 (was the default)."
        ]
        after = post(client, league, "change", changes=KAIKEN).json()
        assert after["changes"] == KAIKEN
        read = client.get(f"/api/v1/leagues/{league.uid}/rules/").json()
        prices = next(one for one in read["values"] if one["key"] == "prices")
        assert prices["value"] == KAIKEN["prices"]
        assert prices["default"] == {}
        assert prices["is_changed"] is True
        assert prices["words"] == "Tora Kaiken, price: 5"
        assert prices["source"] == "book"

    @pytest.mark.parametrize(
        ("changes", "field", "sentence"),
        [
            (
                {"prices": {"tora-kaiken": {"koban": -3}}},
                "prices.tora-kaiken.koban",
                "Prices, Tora Kaiken: Price is at least 0, not -3.",
            ),
            (
                {"allowances": {"tora-kaiken": {"minimum": 9, "maximum": 2}}},
                "allowances.tora-kaiken.minimum",
                "At least 9 is more than at most 2.",
            ),
            (
                {"downtime_table": {"earth": {"result": "xp"}}},
                "downtime_table.earth.xp",
                "Earth: say how much experience it gives.",
            ),
            (
                {"prices": {"godzilla": {"koban": 3}}},
                "prices",
                "Prices has no row called 'godzilla'.",
            ),
            (
                {"prices": {"tora-chunin": {"koban": 99}}},
                "prices",
                "but teams start with 100 koban.",
            ),
        ],
    )
    @pytest.mark.parametrize("what", ["preview", "change"])
    def test_refusal_names_the_cell(
        self,
        dana: Person,
        what: str,
        changes: dict[str, object],
        field: str,
        sentence: str,
    ) -> None:
        league = founded(dana)
        answer = post(browser_of(dana), league, what, changes=changes)
        assert answer.status_code == 422, answer.content
        assert sentence in answer.content.decode()
        assert f'"{field}"' in answer.content.decode()
        assert league.rules_versions.count() == 1

    def test_comparison_has_one_row_for_each_cell(self, dana: Person) -> None:
        league = founded(dana)
        awards = {"all_star": {"xp": 2}}
        change(league, dana, experience_awards=awards, **KAIKEN)
        change(league, dana, experience_awards=awards | {"injures_enemy": {"xp": 3}})
        address = f"/api/v1/leagues/{league.uid}/rules/compare/?old=1&new=3"
        (found,) = browser_of(dana).get(address).json()["differences"]
        assert found["key"] == "experience_awards"
        cells = {one["row"]: one for one in found["cells"]}
        labels = {one.event: one.label for one in catalogue().experience.awards}
        injury = cells["injures_enemy"]
        assert injury["words"] == f"{labels['injures_enemy']}: 1 → 3 XP"
        assert (injury["column"], injury["default"]) == ("xp", "1")
        assert injury["since_number"] == 3
        assert cells["all_star"]["since_number"] == 2


class TestPages:
    def test_comparison_shows_changed_cells_alone(self, dana: Person) -> None:
        league = founded(dana, **KAIKEN)
        prices = {"tora-kaiken": {"koban": 5}, "benkei": {"upkeep": 2}}
        change(league, dana, prices=prices)
        address = f"/leagues/{league.uid}/rules/compare/?old=1&new=2"
        page = browser_of(dana).get(address).content.decode()
        assert "Benkei, upkeep: 5 → 2 koban" in page
        assert "Tora Kaiken" not in page

    def test_changed_table_lists_its_cells_and_is_found_by_its_rows(
        self, dana: Person, client: Client
    ) -> None:
        league = founded(dana, **KAIKEN)
        address = f"/leagues/{league.uid}/rules/"
        page = shown(client, f"{address}?changed=on")
        assert page.count("data-rule data-text") == 1
        assert page.count("Tora Kaiken, price: 10 → 5 koban") == 1
        found = shown(client, f"{address}?q=tora+yajiri")
        assert found.count("data-rule data-text") == 2, "prices and allowances"

    def test_wrong_cell_is_marked_where_it_was_typed(self, dana: Person) -> None:
        league, client = founded(dana), browser_of(dana)
        address = f"/leagues/{league.uid}/rules/change/"
        form = client.get(address).context["form"]
        sent = {
            name: "" if (value := form[name].initial) is None else value
            for name in form.fields
        }
        sent = {name: value for name, value in sent.items() if value is not False}
        sent["downtime_table.earth.result"] = "xp"
        answer = client.post(address, {**sent, "look": ""})
        errors = answer.context["form"].errors
        assert errors == {
            "downtime_table.earth.xp": ["Earth: say how much experience it gives."]
        }

    @rule("EXP-05")
    def test_report_and_its_summary_count_all_stars_as_the_league_does(
        self, dana: Person
    ) -> None:
        league = founded(dana, **GENEROUS)
        tales = crowd(league, 2)
        match = fixtures(begun(league, dana))[0].match
        assert match is not None
        meeting = meeting_of(match, tales)
        owner = meeting.tales[0].owner
        edit = meeting.by(owner)
        choose_challenge(edit, challenge="brawl", together=True)
        start_match(edit)
        client, address = browser_of(owner), f"/matches/{match.uid}/"
        sheet = client.get(f"{address}report/").content.decode()
        assert "7 XP for the best ninja of each team" in sheet
        assert "Rounds not counted" in sheet
        submit_report(edit, report=report_of(meeting, 3, 1, injuries={2: 1}))
        assert "5 for deeds + 7 as All-Star = 12." in (
            client.get(address).content.decode()
        )

    @rule("TEAM-02")
    def test_new_team_page_has_the_prices_of_the_league(
        self, dana: Person, alice: Person
    ) -> None:
        changes = {
            "prices": {"tora-kaiken": {"koban": 1}},
            "allowances": {"tora-kaiken": {"maximum": 17}},
        }
        league = founded(dana, **changes)
        client = browser_of(alice)
        client.post(f"/leagues/{league.uid}/join/")
        plain = client.get("/teams/new/tora/").context["start"]
        start = client.get(f"/teams/new/tora/?league={league.uid}").context["start"]
        for ready, printed in zip(start.samples, plain.samples, strict=True):
            kaiken = sum(
                one.count for one in ready.members if one.profile.slug == "tora-kaiken"
            )
            assert kaiken
            assert printed.koban - ready.koban == 9 * kaiken
        card = next(one for one in start.page.types if one.slug == "tora-kaiken")
        assert (card.koban, card.allowance[-2:]) == (1, "17")


class TestFiles:
    def test_tables_come_back_with_the_league_and_its_matches(
        self, dana: Person
    ) -> None:
        league = founded(dana, **GENEROUS, prices={"benkei": {"upkeep": 2}})
        tales = crowd(league, 2)
        first = fixtures(begun(league, dana, is_double=True))[0].match
        assert first is not None
        play(first, told=report_of(meeting_of(first, tales), 3, 1, injuries={3: 2}))
        change(league, dana, **STRICT, allowances={"tora-kaiken": {"maximum": 9}})
        content = league_file(league.uid, dana)
        League.objects.filter(pk=league.pk).update(name="The Old Cup")
        copy = import_league(content=content)
        for number in (1, 2):
            ours, theirs = (
                one.rules_versions.get(number=number) for one in (league, copy)
            )
            assert theirs.changes == ours.changes
            assert rules_of(theirs) == rules_of(ours)
        again = league_file(copy.uid, dana)
        assert document.decode(again).rules == document.decode(content).rules
        assert_sound()

    def test_file_with_a_cell_that_cannot_be_is_refused(self, dana: Person) -> None:
        league = founded(dana, **KAIKEN)
        content = league_file(league.uid, dana)
        League.objects.filter(pk=league.pk).update(name="The Old Cup")
        bad = msgspec.json.decode(content)
        bad["rules"][0]["changes"]["prices"]["tora-kaiken"]["koban"] = -1
        with pytest.raises(Refusal, match="Price is at least 0, not -1"):
            import_league(content=msgspec.json.encode(bad))
