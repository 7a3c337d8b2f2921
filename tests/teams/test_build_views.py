"""The builder's page: what it shows, what its buttons do, and who may come in."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from kernel.elements import Element
from people.models import Person
from teams.rules.journal.entries import RulesAdopted
from teams.rules.state import Stage
from teams.selectors.builder import (
    BuilderState,
    OfferRow,
    RoninFilter,
    get_builder_page,
    get_builder_state,
)
from teams.services.journal import Edit, Role, write_journal
from teams.services.new_teams import create_shrine_team, create_team
from teams.services.roster import undo_change

HTMX = {"HX-Request": "true"}


class Builder:
    """Somebody at the builder of one team, with scripts or without."""

    def __init__(self, client: Client, person: Person, team_id: int) -> None:
        self.client, self.person, self.team_id = client, person, team_id
        self.address = f"/teams/{team_id}/build/"

    @property
    def team(self) -> BuilderState:
        return get_builder_state(self.team_id, self.person)

    def look(self, query: str = "", *, htmx: bool = False) -> HttpResponse:
        return self.client.get(self.address + query, headers=HTMX if htmx else {})

    def act(
        self, name: str, /, *, query: str = "", htmx: bool = True, **sent: Any
    ) -> HttpResponse:
        data = {"version": self.team.head.version, **sent}
        headers = HTMX if htmx else {}
        return self.client.post(f"{self.address}{name}/{query}", data, headers=headers)

    def recruit(self, *profiles: str) -> None:
        for profile in profiles:
            assert self.act("recruit", profile=profile).status_code == 200

    def offer(self, slug: str) -> OfferRow:
        page = get_builder_page(self.team_id, self.person)
        lines = (*page.clan_lines, *page.hero_lines, *page.ronin_lines)
        return next(line for line in lines if line.card.slug == slug)


@pytest.fixture
def tidewatch(alice: Person, alice_client: Client) -> Builder:
    written = create_team(owner=alice, clan="ika", name="Tidewatch")
    return Builder(alice_client, alice, written.team_id)


@pytest.fixture
def legal(tidewatch: Builder) -> Builder:
    tidewatch.recruit("ika-chunin", "ika-kaiken", "ika-kaiken")
    tidewatch.act("abilities", ninja=1, abilities=["net"])
    assert tidewatch.team.is_legal
    return tidewatch


# ---- looking


def test_the_page_and_the_fragment_show_the_same_team(tidewatch: Builder) -> None:
    whole, part = tidewatch.look(), tidewatch.look(htmx=True)
    assert "<html" in whole.content.decode()
    assert "<html" not in part.content.decode()
    for answer in (whole, part):
        assert 'id="offer-ika-chunin"' in answer.content.decode()
        assert "HX-Request" in answer.headers["Vary"]


def test_a_page_from_the_history_is_whole(tidewatch: Builder) -> None:
    headers = {**HTMX, "HX-History-Restore-Request": "true"}
    answer = tidewatch.client.get(tidewatch.address, headers=headers)
    assert "<html" in answer.content.decode()


@pytest.mark.parametrize(
    ("view", "shown"),
    [
        ("recruit", 'id="offer-ika-oni"'),
        ("roster", 'id="ninja-1"'),
        ("story", 'id="team-lore"'),
        ("nonsense", 'id="offer-ika-oni"'),
    ],
)
def test_each_view_shows_its_part(legal: Builder, view: str, shown: str) -> None:
    assert shown in legal.look(f"?view={view}").content.decode()


def test_strangers_log_in_first(tidewatch: Builder, visitor: Client) -> None:
    answer = visitor.get(tidewatch.address)
    assert answer.status_code == 302
    assert answer.url == f"/people/log-in/?next={tidewatch.address}"


def test_htmx_leaves_the_page_of_somebody_logged_out(
    tidewatch: Builder, visitor: Client
) -> None:
    answer = visitor.post(f"{tidewatch.address}recruit/", headers=HTMX)
    assert answer.headers["HX-Redirect"] == "/people/log-in/?next=/teams/"


def test_nobody_else_gets_in(tidewatch: Builder, charlie_client: Client) -> None:
    assert charlie_client.get(tidewatch.address).status_code == 404
    data = {"version": 1, "profile": "ika-chunin"}
    answer = charlie_client.post(f"{tidewatch.address}recruit/", data)
    assert answer.status_code == 404
    assert not tidewatch.team.rows


def test_the_builder_asks_the_database_as_often_for_6_ninja_as_for_26(
    tidewatch: Builder,
) -> None:
    def queries() -> list[int]:
        counts = []
        for view in ("recruit", "roster", "story"):
            with CaptureQueriesContext(
                connection,
            ) as asked:
                assert tidewatch.look(f"?view={view}", htmx=True).status_code == 200
            counts.append(len(asked))
        with CaptureQueriesContext(connection) as asked:
            assert tidewatch.act("undo").status_code == 200
        counts.append(len(asked))
        tidewatch.act("redo")
        return counts

    tidewatch.recruit(*["ika-kaiken"] * 6)
    few = queries()
    tidewatch.recruit(*["ika-yajiri"] * 20)
    assert len(tidewatch.team.rows) == 26
    assert queries() == few
    assert max(few) <= 16


# ---- what the market says


def test_boxes_draw_how_many_may_and_must_come(tidewatch: Builder) -> None:
    assert tidewatch.offer("ika-kaiken").boxes == ("must", "must", "", "")
    tidewatch.recruit("ika-kaiken")
    assert tidewatch.offer("ika-kaiken").boxes == ("on", "must", "", "")
    tidewatch.recruit(*["ika-kaiken"] * 4)
    assert tidewatch.offer("ika-kaiken").boxes == ("on", "on", "on", "on", "over")


def test_a_sentence_says_why_nobody_more_may_come(tidewatch: Builder) -> None:
    assert not tidewatch.offer("mizuchi").reasons
    tidewatch.recruit("mizuchi")
    (reason,) = tidewatch.offer("mizuchi").reasons
    assert "Mizuchi only once" in reason
    assert reason in tidewatch.look().content.decode()


def test_money_is_a_reason_only_where_there_is_no_other(tidewatch: Builder) -> None:
    tidewatch.recruit("ika-oni", "ika-oni", "akkorokamui", "mizuchi")
    assert tidewatch.team.koban == 14
    (reason,) = tidewatch.offer("ika-chunin").reasons
    assert "21 koban" in reason
    (reason,) = tidewatch.offer("ika-oni").reasons
    assert "at most" in reason


def test_a_ronin_shows_its_upkeep_and_where_its_numbers_come_from(
    tidewatch: Builder,
) -> None:
    page = tidewatch.look("?find=tengu").content.decode()
    assert "a game</small>" in page
    assert '<i class="source">external</i>' in page
    assert "The only ronin" not in page


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        (RoninFilter(text="komu"), {"Komuso"}),
        (RoninFilter(text="backSTAB"), {"Kappa"}),
        (RoninFilter(text="nobody like that"), set()),
        (
            RoninFilter(affinities=(Element.SPIRIT,), text="healing"),
            {"Komuso"},
        ),
    ],
)
def test_ronin_are_found(
    tidewatch: Builder, wanted: RoninFilter, names: set[str]
) -> None:
    page = get_builder_page(tidewatch.team_id, tidewatch.person, wanted=wanted)
    assert {line.card.name for line in page.ronin_lines} == names
    assert page.ronin_total == 18


def test_whoever_is_on_the_team_is_shown_whatever_is_looked_for(
    tidewatch: Builder,
) -> None:
    tidewatch.recruit("benkei")
    answer = tidewatch.look("?find=komuso&affinity=fire&affinity=mud")
    assert 'id="offer-benkei"' in answer.content.decode()


def test_only_the_payable_are_shown_to_who_asks(tidewatch: Builder) -> None:
    tidewatch.recruit("ika-oni", "ika-oni", "mizuchi", "akkorokamui")
    wanted = RoninFilter(payable=True)
    page = get_builder_page(tidewatch.team_id, tidewatch.person, wanted=wanted)
    assert page.ronin_lines
    assert all(line.card.koban <= 14 for line in page.ronin_lines)


def test_ronin_from_outside_the_book_are_shown_only_where_they_are_allowed(
    tidewatch: Builder,
) -> None:
    assert 'id="offer-goemon"' not in tidewatch.look().content.decode()
    edit = Edit(team_id=tidewatch.team_id, actor=None, role=Role.SITE)
    rules = RulesAdopted(changes={"ronin_allowed": "all_with_extra"})
    write_journal(edit, entries=[rules])
    assert 'id="offer-goemon"' in tidewatch.look().content.decode()


# ---- acts


def test_an_act_answers_with_the_changed_builder(tidewatch: Builder) -> None:
    answer = tidewatch.act("recruit", profile="ika-chunin", query="?find=kappa")
    page = answer.content.decode()
    assert "(Ika Chunin) joined for 21 koban. 79 koban left" in page
    assert "<html" not in page
    assert 'value="kappa"' in page


def test_without_scripts_an_act_leads_back_to_its_place(tidewatch: Builder) -> None:
    answer = tidewatch.act(
        "recruit", htmx=False, query="?view=recruit", profile="ika-oni"
    )
    assert answer.status_code == 302
    assert answer.url == f"{tidewatch.address}?view=recruit#offer-ika-oni"
    after = tidewatch.client.get(answer.url)
    assert "(Ika Oni) joined for 20 koban." in after.content.decode()


def test_an_ability_chosen_beforehand_recruits_with_it(tidewatch: Builder) -> None:
    assert 'id="ability-ika-chunin-1-net"' in tidewatch.look().content.decode()
    tidewatch.act("recruit", profile="ika-chunin", abilities=["net"])
    (one,) = tidewatch.team.rows
    assert [ability.slug for ability in one.row.abilities] == ["net"]


def test_a_missing_ability_is_pointed_at_where_it_is_chosen(
    tidewatch: Builder,
) -> None:
    tidewatch.recruit("ika-madoushi", "ika-oni", "ika-madoushi")
    tidewatch.act("abilities", ninja=1, abilities=["undertow"])
    page = get_builder_page(tidewatch.team_id, tidewatch.person)
    (verdict,) = (one for one in page.verdicts if one.place.startswith("pick"))
    assert (verdict.view, verdict.place) == ("recruit", "pick-ika-madoushi-2")
    assert f'id="{verdict.place}"' in tidewatch.look().content.decode()


@pytest.mark.parametrize(
    ("view", "place"), [("recruit", "offer-ika-chunin"), ("roster", "ninja-1")]
)
def test_without_scripts_a_choice_leads_back_to_its_place(
    legal: Builder, view: str, place: str
) -> None:
    answer = legal.act(
        "abilities",
        htmx=False,
        query=f"?view={view}",
        ninja=1,
        abilities=["fishermans-spear"],
    )
    assert answer.url == f"{legal.address}?view={view}#{place}"
    assert f'id="{place}"' in legal.client.get(answer.url).content.decode()


def test_minus_lets_the_last_of_a_kind_go(tidewatch: Builder) -> None:
    tidewatch.recruit("ika-kaiken", "ika-kaiken", "ika-oni")
    tidewatch.act("dismiss", profile="ika-kaiken")
    assert [one.row.ninja for one in tidewatch.team.rows] == [1, 3]
    assert tidewatch.team.koban == 71


def test_minus_without_anybody_is_refused(tidewatch: Builder) -> None:
    answer = tidewatch.act("dismiss", profile="ika-kaiken")
    assert answer.status_code == 422
    assert answer.headers["HX-Retarget"] == "#messages"


def test_ninja_are_named_noted_and_let_go(legal: Builder) -> None:
    legal.act("name-ninja", ninja=2, name="  Kaori   of the Reef ")
    legal.act("note-ninja", ninja=2, text="Owes Mizuchi a boat.")
    row = legal.team.rows[1].row
    assert (row.name, row.note) == ("Kaori of the Reef", "Owes Mizuchi a boat.")
    legal.act("let-go", ninja=2)
    assert len(legal.team.rows) == 2


def test_the_same_text_again_is_not_written_again(legal: Builder) -> None:
    for name, sent in (
        ("name", {"name": "Reefwatch"}),
        ("lore", {"text": "Born in a storm."}),
        ("name-ninja", {"ninja": 1, "name": "Kaori"}),
        ("note-ninja", {"ninja": 1, "text": "Tall."}),
        ("abilities", {"ninja": 1, "abilities": ["fishermans-spear"]}),
    ):
        before = legal.team.head.version
        legal.act(name, **sent)
        assert legal.team.head.version == before + 1, name
        legal.act(name, **sent)
        assert legal.team.head.version == before + 1, name


def test_names_are_drawn_for_one_and_for_all(legal: Builder) -> None:
    legal.recruit("benkei")
    given = [one.row.name for one in legal.team.rows]
    assert given[3] == "", "a ronin keeps the name everybody knows"
    assert len(set(given)) == 4, "every recruit has a name of its own"
    legal.act("draw-name", ninja=1)
    first = legal.team.rows[0].row.name
    assert first not in given
    legal.act("name-ninja", ninja=2, name="")
    legal.act("draw-names")
    names = [one.row.name for one in legal.team.rows]
    assert (names[0], names[2]) == (first, given[2])
    assert len(set(names)) == 4
    legal.act("undo")
    assert sum(bool(one.row.name) for one in legal.team.rows) == 2
    legal.act("draw-team-name")
    assert legal.team.head.name != "Tidewatch"


@pytest.mark.parametrize(
    ("move", "order"),
    [
        ("3:0", [3, 1, 2]),
        ("1:1", [2, 1, 3]),
        ("1:99", [2, 3, 1]),
        ("3:-1", [3, 1, 2]),
        ("2:1", [1, 2, 3]),
    ],
)
def test_ninja_are_moved(legal: Builder, move: str, order: list[int]) -> None:
    assert legal.act("move", move=move).status_code == 200
    assert [one.row.ninja for one in legal.team.rows] == order


def test_undo_and_redo_survive_a_reload(tidewatch: Builder) -> None:
    tidewatch.recruit("ika-chunin", "ika-oni")
    tidewatch.act("undo")
    page = tidewatch.look().content.decode()
    assert re.search(r'aria-label="Undo: .+ \(Ika Chunin\) joined for 21 koban."', page)
    assert re.search(r'aria-label="Redo: .+ \(Ika Oni\) joined for 20 koban."', page)
    tidewatch.act("redo")
    assert len(tidewatch.team.rows) == 2
    assert tidewatch.team.koban == 59


def test_the_clan_can_be_changed_and_the_strangers_are_pointed_at(
    legal: Builder,
) -> None:
    legal.act("clan", clan="tora")
    page = get_builder_page(legal.team_id, legal.person)
    assert {"ninja-1", "ninja-2", "ninja-3"} <= {one.place for one in page.verdicts}
    assert {"offer-tora-chunin", "offer-tora-kaiken"} <= {
        one.place for one in page.verdicts
    }


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("recruit", {}),
        ("recruit", {"profile": "no-such-ninja"}),
        ("recruit", {"profile": "ika-oni", "version": "old"}),
        ("move", {"move": "up"}),
        ("move", {"move": "77:0"}),
        ("abilities", {"ninja": 1, "abilities": ["tyrant"]}),
        ("name", {"name": "x" * 61}),
        ("name-ninja", {"ninja": 77, "name": "Kaori"}),
        ("lore", {"text": "x" * 9000}),
        ("clan", {"clan": "herons"}),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(
    legal: Builder, name: str, sent: dict[str, Any]
) -> None:
    before = legal.team
    answer = legal.act(name, **sent)
    assert answer.status_code == 422
    assert '<div class="toast refuse" role="alert">' in answer.content.decode()
    assert legal.team.head.version == before.head.version


def test_there_are_no_other_buttons(tidewatch: Builder) -> None:
    assert tidewatch.act("explode").status_code == 404
    assert tidewatch.client.get(f"{tidewatch.address}recruit/").status_code == 405


# ---- too late


def test_who_comes_too_late_sees_the_fresh_team_and_can_try_again(
    tidewatch: Builder,
) -> None:
    old = tidewatch.team.head.version
    tidewatch.recruit("ika-chunin")
    answer = tidewatch.act("name", version=old, name="Reefwatch")
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "has changed since you opened this page" in page
    assert 'id="offer-ika-chunin"' in page
    assert '<input type="hidden" name="name" value="Reefwatch">' in page
    assert tidewatch.team.head.name == "Tidewatch"
    assert len(tidewatch.team.rows) == 1


def test_without_scripts_a_conflict_is_a_page(tidewatch: Builder) -> None:
    old = tidewatch.team.head.version
    tidewatch.recruit("ika-chunin")
    answer = tidewatch.act("recruit", htmx=False, version=old, profile="ika-oni")
    assert answer.status_code == 409
    assert "<html" in answer.content.decode()


# ---- the end of a draft


def test_a_draft_is_registered_only_when_it_is_legal(tidewatch: Builder) -> None:
    tidewatch.recruit("ika-chunin")
    answer = tidewatch.act("register")
    assert answer.status_code == 422
    for violation in tidewatch.team.violations:
        assert escape(violation.sentence) in answer.content.decode()
    assert tidewatch.team.head.is_draft


@pytest.mark.parametrize("htmx", [True, False])
def test_a_registered_team_goes_to_its_scroll(legal: Builder, htmx: bool) -> None:
    answer = legal.act("register", htmx=htmx)
    scroll = f"/teams/{legal.team_id}/"
    assert (answer.headers["HX-Redirect"] if htmx else answer.url) == scroll
    assert legal.team.head.stage is Stage.REGISTERED
    assert legal.look().url == scroll


def test_a_deleted_draft_is_among_the_old_teams(legal: Builder) -> None:
    answer = legal.act("delete", htmx=False)
    assert answer.url == "/teams/"
    page = legal.client.get("/teams/").content.decode()
    assert "Old teams" in page
    assert "Draft deleted." in page


def test_the_purse_says_what_stays_in_the_treasury(
    legal: Builder, alice: Person
) -> None:
    assert "61 koban stay in its treasury." in legal.look().content.decode()
    shrine = create_shrine_team(owner=alice, shrine="water-shrine")
    builder = Builder(legal.client, alice, shrine.team_id)
    assert "Unspent koban are lost." in builder.look().content.decode()


def test_drafts_are_saved_however_illegal(tidewatch: Builder) -> None:
    tidewatch.recruit(*["ika-oni"] * 6)
    page = get_builder_page(tidewatch.team_id, tidewatch.person)
    assert page.team.koban == -20
    assert page.strip_length == 120
    assert [one.is_over for one in page.slices] == [False] * 5 + [True]
    codes = {one.code for one in page.team.violations}
    assert {"over-budget", "above-maximum", "below-minimum"} <= codes
    edit = Edit(team_id=tidewatch.team_id, actor=tidewatch.person)
    assert undo_change(edit).state.koban == 0
