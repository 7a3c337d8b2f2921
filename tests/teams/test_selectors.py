"""Pages of teams: what they hold, who may see them, and how often they ask."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext

from people.models import Person
from rulebook.catalogue import catalogue
from teams.models import Team
from teams.rules.journal.entries import Registered, RulesAdopted
from teams.rules.reports.team_report import Outcome
from teams.rules.roster.readiness import Verdict
from teams.rules.state import Stage
from teams.selectors import access
from teams.selectors.builder import get_builder_state
from teams.selectors.history import get_history_page, get_ninja_career
from teams.selectors.scroll_front import get_scroll_front, get_shared_scroll_front
from teams.selectors.settlement import get_settlement_page
from teams.selectors.team_file import get_team_file
from teams.selectors.team_list import list_teams
from teams.services.games import choose_option, enter_dice
from teams.services.journal import Edit, Role, write_journal
from teams.services.roster import (
    dismiss_ninja,
    recruit_ninja,
    rename_ninja,
    set_ninja_note,
    undo_change,
)
from teams.services.share_links import share_team
from tests.ledger import rule
from tests.verbs import Tale, found_sample, found_team, registered_team


@pytest.fixture
def team(alice: Person) -> Tale:
    """A team with a game behind it: ninja 2 learnt something, 3 is away."""
    tale = registered_team(alice)
    rename_ninja(tale.edit, ninja=2, name="Bo")
    tale.play(feats={2: 8}, hurt=[3, 4])
    choose_option(tale.edit, choice="ninja:2")
    enter_dice(tale.edit, dice=["void"], ninja=3)
    enter_dice(tale.edit, dice=["air"], ninja=4)
    enter_dice(tale.edit, dice=["fire", "fire"])
    choose_option(tale.edit, choice="raise:at")
    return tale


def crowd(owner: Person, count: int, *, stage: Stage = Stage.DRAFT) -> Tale:
    """A team of so many kaiken, whatever the rules say to that."""
    tale = found_team(owner, name=f"Crowd {count}")
    site = Edit(team_id=tale.team_id, actor=owner, role=Role.SITE)
    changes = {"starting_koban": 1000}
    adopted = RulesAdopted(changes=changes, budget_change=900)
    write_journal(site, entries=[adopted])
    for _ in range(count):
        tale.recruit("tora-kaiken")
    if stage is Stage.REGISTERED:
        write_journal(site, entries=[Registered()])
        tale.play(feats={1: 30}, hurt=[1, 2])
        choose_option(tale.edit, choice="ninja:1")
    return tale


class TestQueries:
    """The same number for six ninja and for twenty-six."""

    @pytest.mark.parametrize(
        ("page", "queries", "stage"),
        [
            (lambda t: get_builder_state(t.team_id, t.owner), 3, Stage.DRAFT),
            (lambda t: get_builder_state(t.team_id, t.owner), 2, Stage.REGISTERED),
            (lambda t: get_scroll_front(t.team_id, t.owner), 1, Stage.REGISTERED),
            (
                lambda t: get_scroll_front(t.team_id, t.owner, at=3),
                2,
                Stage.REGISTERED,
            ),
            (lambda t: get_history_page(t.team_id, t.owner), 2, Stage.REGISTERED),
            (
                lambda t: get_ninja_career(t.team_id, 1, t.owner),
                2,
                Stage.REGISTERED,
            ),
            (
                lambda t: get_settlement_page(t.team_id, t.owner),
                1,
                Stage.REGISTERED,
            ),
            (lambda t: list_teams(t.owner), 1, Stage.DRAFT),
            (lambda t: get_team_file(t.team_id, t.owner), 2, Stage.REGISTERED),
        ],
        ids=[
            "builder-draft",
            "builder",
            "scroll",
            "scroll-then",
            "history",
            "career",
            "settlement",
            "list",
            "export",
        ],
    )
    def test_a_page_asks_as_often_for_many_as_for_few(
        self,
        alice: Person,
        page: Callable[[Tale], object],
        queries: int,
        stage: Stage,
    ) -> None:
        for count in (6, 26):
            tale = crowd(alice, count, stage=stage)
            with CaptureQueriesContext(connection) as asked:
                page(tale)
            assert len(asked) == queries

    def test_a_share_link_asks_once(self, alice: Person) -> None:
        for count in (6, 26):
            tale = crowd(alice, count)
            token = share_team(team_id=tale.team_id, actor=alice)
            with CaptureQueriesContext(connection) as asked:
                get_shared_scroll_front(token)
            assert len(asked) == 1

    def test_a_write_asks_as_often_for_many_as_for_few(self, alice: Person) -> None:
        asked = []
        for count in (6, 26):
            edit = crowd(alice, count).edit
            with CaptureQueriesContext(connection) as queries:
                recruit_ninja(edit, profile="tora-kaiken")
            asked.append(len(queries))
        assert asked[0] == asked[1] <= 6


class TestLists:
    def test_a_person_sees_their_own_teams_last_changed_first(
        self, alice: Person, bob: Person
    ) -> None:
        first, second = found_team(alice, name="A"), found_team(alice, name="B")
        found_team(bob, name="C")
        assert [one.name for one in list_teams(alice)] == ["B", "A"]
        first.recruit("tora-kaiken")
        lines = list_teams(alice)
        assert [one.name for one in lines] == ["A", "B"]
        assert (lines[0].ninja_count, lines[0].koban, lines[0].is_legal) == (
            1,
            90,
            False,
        )
        assert lines[1].id == second.team_id

    def test_a_list_does_not_load_states(self, alice: Person) -> None:
        found_sample(alice)
        with CaptureQueriesContext(connection) as asked:
            (line,) = list_teams(alice)
        assert '"state"' not in asked[0]["sql"]
        assert (line.clan_name, line.element, line.is_shared) == ("Tora", "fire", False)


class TestTheBuilder:
    def test_it_shows_who_can_join_and_why_others_cannot(self, alice: Person) -> None:
        tale = found_team(alice).recruit("tora-chunin")
        page = get_builder_state(tale.team_id, alice)
        offers = {one.profile.slug: one for one in page.offers}
        assert list(offers)[:6] == [
            one.slug for one in catalogue().clans["tora"].profiles
        ]
        assert offers["tora-kaiken"].is_open
        assert (offers["tora-chunin"].held, offers["tora-chunin"].most) == (1, 1)
        assert [one.code for one in offers["tora-chunin"].reasons] == ["above-maximum"]
        assert "kappa" in offers
        assert "ika-kaiken" not in offers
        assert (page.koban, page.budget, page.rating) == (80, 100, 2)

    def test_it_shows_abilities_with_their_meaning(self, alice: Person) -> None:
        tale = found_team(alice).recruit("tora-chunin", abilities="pounce")
        (row,) = get_builder_state(tale.team_id, alice).rows
        assert row.to_choose == 1
        assert [(one.ability.slug, one.is_chosen) for one in row.choices] == [
            ("pounce", True),
            ("tiger-strike", False),
        ]
        assert all(one.ability.effect for one in row.choices)
        assert row.violations == ()

    def test_it_says_what_is_wrong_with_whom(self, alice: Person) -> None:
        tale = found_team(alice).recruit("tora-chunin")
        page = get_builder_state(tale.team_id, alice)
        assert [one.code for one in page.rows[0].violations] == ["abilities"]
        assert not page.is_legal

    def test_a_league_says_who_serves_another_team(
        self, alice: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Ties(access.NoLeagueLinks):
            def taken_elsewhere(self, team: Team) -> frozenset[str]:  # noqa: ARG002
                return frozenset({"ryu"})

        monkeypatch.setattr(access, "_ties", Ties())
        tale = found_team(alice)
        site = Edit(team_id=tale.team_id, actor=alice, role=Role.SITE)
        changes = {"unique_named_across_league": True}
        write_journal(site, entries=[RulesAdopted(changes=changes)])
        page = get_builder_state(tale.team_id, alice)
        reasons = {
            one.profile.slug: [why.code for why in one.reasons] for one in page.offers
        }
        assert (reasons["ryu"], reasons["byakko"]) == (["taken-elsewhere"], [])


class TestTheScroll:
    @rule("SCROLL-01")
    def test_its_head_holds_what_the_paper_holds(self, team: Tale) -> None:
        page = get_scroll_front(team.team_id, team.owner)
        shown = page.scroll
        assert (shown.team, shown.owner, shown.clan_name) == (
            "Open Furnace",
            "Alice",
            "Tora",
        )
        assert shown.rating.rating == team.team.rating
        assert (shown.koban, shown.league) == (12, "")
        assert (page.head.is_own, page.head.version) == (True, team.version)

    @rule("SCROLL-02", "SCROLL-08")
    def test_its_rows_hold_what_the_paper_holds(self, team: Tale) -> None:
        row = get_scroll_front(team.team_id, team.owner).scroll.rows[1]
        assert (row.display_name, row.profile_name, row.type) == (
            "Bo",
            "Tora Kaiken",
            "kaiken",
        )
        assert (row.mv, row.at, row.df) == (5, 4, 2)
        assert row.raised["at"] == 1
        assert row.affinities == ("fire",)
        assert (row.xp, row.next_level_at, row.koban) == (11, 22, 10)

    def test_keywords_and_abilities_come_with_their_meaning(self, team: Tale) -> None:
        rows = get_scroll_front(team.team_id, team.owner).scroll.rows
        words = [word for row in rows for word in (*row.keywords, *row.abilities)]
        assert words
        assert all(word.effect for word in words)

    def test_ribbons_and_tracks_stand_beside_the_rows(self, team: Tale) -> None:
        page = get_scroll_front(team.team_id, team.owner)
        marks = dict(
            zip([row.ninja for row in page.scroll.rows], page.marks, strict=True)
        )
        assert marks[3].ribbons == ("Misses 2 games",)
        assert marks[4].ribbons == ("Starts in the Healing House",)
        assert marks[2].ribbons == ()
        assert (marks[2].track.xp, marks[2].track.marks[:2]) == (11, (8, 22))

    def test_heroes_have_no_track(self, alice: Person) -> None:
        tale = found_team(alice).recruit("ryu")
        assert get_scroll_front(tale.team_id, alice).marks[0].track is None

    def test_its_owner_sees_whether_the_team_can_play(
        self, team: Tale, alice: Person
    ) -> None:
        page = get_scroll_front(team.team_id, team.owner)
        assert page.readiness.verdict is Verdict.READY
        draft = found_team(alice)
        page = get_scroll_front(draft.team_id, alice)
        assert page.readiness.verdict is Verdict.NOT_READY

    def test_any_earlier_moment_can_be_shown(self, team: Tale) -> None:
        for number, koban in ((1, 100), (3, 70), (11, 2)):
            then = get_scroll_front(team.team_id, team.owner, at=number)
            assert (then.at, then.scroll.koban) == (number, koban)
        assert len(then.scroll.rows) == 9
        assert then.scroll.rows[1].xp == 0
        for number in (0, team.version + 1):
            with pytest.raises(Http404):
                get_scroll_front(team.team_id, team.owner, at=number)

    def test_an_earlier_moment_knows_nothing_of_later_undoing(
        self, alice: Person
    ) -> None:
        draft = found_team(alice).recruit("tora-kaiken")
        undo_change(draft.edit)
        then = get_scroll_front(draft.team_id, alice, at=2)
        now = get_scroll_front(draft.team_id, alice, at=3)
        assert (len(then.scroll.rows), len(now.scroll.rows)) == (1, 0)

    def test_a_share_link_shows_the_scroll_and_no_secrets(self, team: Tale) -> None:
        set_ninja_note(team.edit, ninja=2, text="Afraid of cats.")
        token = share_team(team_id=team.team_id, actor=team.owner)
        page = get_shared_scroll_front(token)
        assert page.scroll.rows[1].display_name == "Bo"
        assert (page.head.is_own, page.head.share_token) == (False, None)
        assert page.readiness is None
        for secret in ("Afraid of cats", token, team.team.next_seed, "alice@"):
            assert secret not in repr(page)
        own = get_scroll_front(team.team_id, team.owner)
        assert "Afraid of cats" in repr(own)
        assert own.head.share_token == token


class TestHistory:
    def test_it_tells_everything_in_order(self, team: Tale) -> None:
        page = get_history_page(team.team_id, team.owner)
        assert [one.number for one in page.lines] == list(range(1, team.version + 1))
        assert page.lines[0].actor_name == "Alice"
        assert sum(one.koban_moved for one in page.lines) == team.team.koban

    def test_treasury_and_rating_are_told_after_every_line(self, team: Tale) -> None:
        points = get_history_page(team.team_id, team.owner).points
        assert (points[0].koban, points[0].rating) == (100, 0)
        assert (points[-1].koban, points[-1].rating) == (
            team.team.koban,
            team.team.rating,
        )
        assert points[-1].games == 1

    def test_experience_is_told_of_everybody_who_has_some(self, team: Tale) -> None:
        (series,) = get_history_page(team.team_id, team.owner).xp
        assert (series.name, series.ninja) == ("Bo", 2)
        assert [xp for _, xp in series.points] == [0, 8, 11]

    def test_what_was_taken_back_is_shown_and_counts_for_nothing(
        self, alice: Person
    ) -> None:
        draft = found_team(alice).recruit("tora-kaiken")
        undo_change(draft.edit)
        page = get_history_page(draft.team_id, alice)
        assert [one.is_standing for one in page.lines] == [True, False, True]
        assert page.lines[1].koban_moved == 0
        assert page.points[-1].koban == 100

    def test_a_ninja_has_a_whole_career(self, team: Tale) -> None:
        page = get_ninja_career(team.team_id, 2, team.owner)
        assert (page.row.display_name, page.is_gone) == ("Bo", False)
        assert (page.games_played, page.all_stars) == (1, 1)
        assert [xp for _, xp in page.xp] == [0, 8, 11]
        told = [line.sentence for line in page.lines]
        assert told[0].endswith("(Tora Kaiken) joined for 10 koban.")
        assert told[-1] == "Bo gained +1 AT."
        assert not any("Tora Chunin" in line for line in told)

    def test_who_left_is_not_forgotten(self, team: Tale) -> None:
        madoushi = team.state.find(9).name
        dismiss_ninja(team.edit, ninja=9)
        page = get_ninja_career(team.team_id, 9, team.owner)
        assert page.is_gone
        assert page.row.profile == "tora-madoushi"
        assert page.lines[-1].sentence == f"{madoushi} was dismissed."

    def test_who_never_was_has_no_career(self, team: Tale) -> None:
        with pytest.raises(Http404):
            get_ninja_career(team.team_id, 99, team.owner)


class TestWho:
    PAGES = [
        get_builder_state,
        get_scroll_front,
        get_history_page,
        lambda team_id, who: get_ninja_career(team_id, 1, who),
        get_settlement_page,
        get_team_file,
    ]

    @pytest.mark.parametrize("page", PAGES)
    def test_to_others_there_is_no_team(
        self, team: Tale, charlie: Person, page: Callable[..., object]
    ) -> None:
        share_team(team_id=team.team_id, actor=team.owner)
        page(team.team_id, team.owner)
        for who in (charlie, AnonymousUser(), None):
            with pytest.raises(Http404):
                page(team.team_id, who)
        with pytest.raises(Http404):
            page(team.team_id + 1000, team.owner)

    def test_a_league_may_show_a_team_to_others_but_not_its_builder(
        self, team: Tale, bob: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Ties(access.NoLeagueLinks):
            def may_see(self, viewer: object, team: Team) -> bool:  # noqa: ARG002
                return viewer == bob

        monkeypatch.setattr(access, "_ties", Ties())
        set_ninja_note(team.edit, ninja=2, text="Afraid of cats.")
        page = get_scroll_front(team.team_id, bob)
        assert not page.head.is_own
        shown = (
            page,
            get_history_page(team.team_id, bob),
            get_ninja_career(team.team_id, 2, bob),
            get_settlement_page(team.team_id, bob),
        )
        assert "Afraid of cats" not in repr(shown)
        for own in (get_builder_state, get_team_file):
            with pytest.raises(Http404):
                own(team.team_id, bob)


def test_a_list_counts_the_games(team: Tale) -> None:
    team.play(Outcome.LOSS).settle()
    (line,) = list_teams(team.owner)
    assert line.games == 2
