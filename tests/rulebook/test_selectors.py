"""What the pages of the reference are made of."""

from __future__ import annotations

import re

import pytest
from django.template import Context, Template

from rulebook.catalogue import Catalogue, catalogue, inventory
from rulebook.rules import labels
from rulebook.rules.entries import Use
from rulebook.selectors.challenges import challenge_page, random_table
from rulebook.selectors.contents import sections
from rulebook.selectors.entries import entry_list, entry_page
from rulebook.selectors.filters import addressed, filter_of, query_of
from rulebook.selectors.grounds import MARGIN, UNIT, drawn, ground_page
from rulebook.selectors.profiles import profile_card, profile_list, profile_page
from rulebook.selectors.rulings import area_page, rule_text, rules_for
from rulebook.selectors.search import search_page
from rulebook.selectors.tables import tables_page

SQUARE = re.compile(r"M(\d+) (\d+)h(\d+)v20h-\d+z")


def test_every_code_that_is_shown_has_words(book: Catalogue) -> None:
    assert set(labels.USE) == set(Use)
    shown = {field for p in book.profiles.values() for field in p.provenance}
    shown |= {field for card in book.cards.values() for field in card.provenance}
    assert shown <= set(labels.FIELD)


# ---- filters -------------------------------------------------------------------


def test_a_filter_admits_everything_until_something_is_chosen() -> None:
    values = [("a", "A"), ("b", "B")]
    assert filter_of("x", "X", values, "").admits(["b"])
    assert not filter_of("x", "X", values, "a").admits(["b"])
    assert filter_of("x", "X", values, "nonsense").admits(["b"])


def test_the_address_of_an_option_keeps_the_other_choices() -> None:
    first = filter_of("x", "X", [("a", "A"), ("b", "B")], "a")
    second = filter_of("y", "Y", [("c", "C")], "c")
    linked, other = addressed([first, second], sort="mv")
    assert [o.query for o in linked.options] == [
        "?y=c&sort=mv",
        "?x=a&y=c&sort=mv",
        "?x=b&y=c&sort=mv",
    ]
    assert other.options[0].query == "?x=a&sort=mv"
    assert query_of([filter_of("x", "X", [], "")]) == "?"


# ---- profiles ------------------------------------------------------------------


def test_a_card_says_how_often_and_at_what_price(book: Catalogue) -> None:
    kappa = profile_card(book.profiles["kappa"])
    assert (kappa.koban, kappa.upkeep, kappa.allowance) == (20, 5, "0 to 1")
    assert profile_card(book.profiles["tora-chunin"]).allowance == "1"
    assert kappa.marks["affinities"].confidence == "medium"


@pytest.mark.parametrize(
    ("slug", "text"),
    [
        ("tora-yajiri", "2 more AT."),
        ("arashikage", "2 less AT. Stealthy."),
        ("zenyo-ryu", ""),
        (
            "tanchyo-yajiri",
            "2 more AT. Air may be picked as well, besides Earth and Void.",
        ),
    ],
)
def test_a_ranged_attack_is_told_in_a_sentence(
    book: Catalogue, slug: str, text: str
) -> None:
    ranged = profile_card(book.profiles[slug]).ranged
    assert ranged is not None
    assert ranged.text == text


def test_profiles_stand_in_the_order_of_the_book() -> None:
    names = [card.slug for card in profile_list().profiles]
    assert names[0] == "tora-chunin"
    assert names.index("yamazaru-oni") < names.index("ijin-chunin")
    assert names[-1] == "yokozuna"


def test_a_profile_gathers_the_rules_of_its_abilities() -> None:
    page = profile_page("tora-chunin")
    assert page is not None
    ids = [rule.id for rule in page.rules]
    assert {"ABIL-POUNCE-02", "ABIL-TIGERSTRIKE-02", "OCR-09"} <= set(ids)
    assert len(ids) == len(set(ids))


# ---- entries -------------------------------------------------------------------


def test_keywords_are_grouped_general_first_and_unique_last() -> None:
    page = entry_list("keywords", {})
    assert page is not None
    assert [group.name for group in page.groups] == [
        *("General", "Spirit", "Void", "Earth", "Air", "Water", "Fire", "Unique")
    ]
    assert page.shown == page.total == 50


def test_neighbours_end_at_both_ends() -> None:
    first, last = entry_page("elements", "spirit"), entry_page("elements", "fire")
    assert first is not None
    assert last is not None
    assert first.previous is None
    assert first.following is not None
    assert first.following.slug == "void"
    assert last.following is None


def test_an_extra_ronins_ability_is_marked_like_the_ronin() -> None:
    page = entry_page("abilities", "redistribution")
    assert page is not None
    assert [mark.source for mark in page.marks] == ["external"]
    assert page.ruling.startswith("Booked in the revenue step")


def test_a_card_tells_both_versions_and_when_each_is_played() -> None:
    page = entry_page("cards", "sidestep")
    assert page is not None
    assert [p.label for p in page.paragraphs] == [
        "Any moon",
        "Under a Water moon, instead, if you like",
    ]
    assert [fact.label for fact in page.facts] == [
        "Played",
        "Moon version played",
        "In the deck",
    ]


def test_an_unknown_kind_or_slug_gives_nothing() -> None:
    assert entry_list("dreams", {}) is None
    assert entry_page("dreams", "x") is None
    assert entry_page("keywords", "x") is None


# ---- rules ---------------------------------------------------------------------


def test_a_family_of_rules_follows_the_one_that_opens_with_the_name() -> None:
    found = {rule.id for rule in rules_for("Close Combat Master", "KEY")}
    assert "KEY-CCM-01" in found
    blink = {rule.id for rule in rules_for("Blink", "KEY")}
    assert {"KEY-BLINK-05", "KEY-BLINK-06"} <= blink


@pytest.mark.parametrize("slug", sorted(catalogue().keywords))
def test_every_keyword_has_its_cases(slug: str) -> None:
    page = entry_page("keywords", slug)
    assert page is not None
    assert page.rules, "no rule of the inventory speaks of it"


def test_a_ruling_that_only_confirms_is_not_repeated() -> None:
    confirmed = rule_text(inventory()["MOON-06"])
    assert confirmed.is_ruled
    assert confirmed.ruling == ""
    assert rule_text(inventory()["CARD-26"]).ruling == ""
    more = rule_text(inventory()["STATUS-14"]).ruling
    assert more == "An unused extra is lost."


def test_an_area_can_be_cut_down_to_its_rulings() -> None:
    whole, cut = area_page("status"), area_page("status", only_rulings=True)
    assert whole is not None
    assert cut is not None
    assert len(whole.rules) == whole.area.rules == 50
    assert len(cut.rules) == whole.area.rulings < 50


def test_ids_in_a_text_become_links_and_nothing_else_does() -> None:
    html = Template("{% load rulebook %}{{ text|rule_links }}").render(
        Context({"text": "See FACE-10 <b> and NOPE-99 (TEST-08)."})
    )
    assert html == (
        'See <a href="/rules/rulings/face/#FACE-10">FACE-10</a> &lt;b&gt; and NOPE-99'
        ' (<a href="/rules/rulings/test/#TEST-08">TEST-08</a>).'
    )


# ---- grounds -------------------------------------------------------------------


def test_a_drawing_paints_every_space_once(book: Catalogue) -> None:
    for ground in book.grounds.values():
        painted: list[tuple[int, int]] = []
        for layer in drawn(ground).painted:
            for left, top, width in SQUARE.findall(layer.path):
                spaces = int(width) // UNIT
                column = (int(left) - MARGIN) // UNIT
                row = (int(top) - MARGIN) // UNIT
                painted += [(column + step, row) for step in range(spaces)]
        assert len(painted) == len(set(painted)) == 400


def test_every_space_has_one_mark(book: Catalogue) -> None:
    drawing = drawn(book.grounds["castle-town"])
    counts = {layer.name: layer.path.count("M") for layer in drawing.marks}
    assert sum(counts.values()) == 400
    assert counts["m-deployment"] == 4 * 24
    assert counts["m-structure"] == 88


def test_everything_painted_and_marked_has_its_looks(book: Catalogue) -> None:
    from tests.inventory import ROOT

    styles = (ROOT / "static/css/rulebook.css").read_text(encoding="utf-8")
    for ground in book.grounds.values():
        drawing = drawn(ground)
        for layer in drawing.painted + drawing.marks:
            if layer.name != "m-rough":  # drawn like any mark
                assert re.search(rf"\.{layer.name}[ ,]", styles), layer.name


def test_a_challenge_shows_its_spaces_from_both_edges() -> None:
    def labels(challenge: str) -> list[tuple[int, int, str]]:
        page = ground_page("moon-garden", challenge=challenge)
        assert page is not None
        return [
            (
                (label.x - MARGIN) // UNIT + 1,
                20 - (label.y - MARGIN) // UNIT,
                label.text,
            )
            for label in page.ground.drawing.highlight_labels
        ]

    assert labels("infiltration") == [(6, 8, "1"), (15, 13, "2")]
    assert labels("capture-the-medal") == [(10, 4, "S"), (11, 17, "N")]
    assert labels("king-of-the-hill") == []


def test_the_hill_is_sixteen_spaces_in_the_middle() -> None:
    page = ground_page("castle-town", challenge="king-of-the-hill")
    assert page is not None
    squares = SQUARE.findall(page.ground.drawing.highlight)
    columns = {(int(left) - MARGIN) // UNIT + 1 for left, _, _ in squares}
    assert len(squares) == 16
    assert columns == {9, 10, 11, 12}


def test_the_text_map_reads_like_the_file(book: Catalogue) -> None:
    page = ground_page("moon-garden")
    assert page is not None
    assert page.map_lines[3] == "....oRRR.,,.#......."
    assert sum(row.count for row in page.legend) == 400


# ---- the rest ------------------------------------------------------------------


def test_challenges_with_places_lead_to_the_grounds() -> None:
    placed = challenge_page("infiltration")
    free = challenge_page("brawl")
    assert placed is not None
    assert free is not None
    assert [link.slug for link in placed.ground_links] == ["castle-town", "moon-garden"]
    assert free.ground_links == ()


def test_the_random_table_has_two_columns_of_six() -> None:
    table = random_table()
    assert [len(faces) for faces in table.faces] == [3, 3]
    assert [len(cells) for _, cells in table.rows] == [2] * 6


def test_readings_of_the_doubles_agree_on_air_and_fire() -> None:
    agreed = [line.element for line in tables_page().doubles if line.agree]
    assert agreed == ["air", "fire"]


def test_shrine_teams_are_worth_91_to_104_koban() -> None:
    worth = {line.element: line.worth for line in tables_page().shrine_teams}
    assert worth == {
        "spirit": 100,
        "void": 103,
        "earth": 99,
        "air": 104,
        "water": 91,
        "fire": 97,
    }


def test_the_contents_count_what_is_there() -> None:
    counts = {section.folder: section.count for section in sections()}
    assert counts["rulings"] == sum(bool(r.ruling) for r in inventory().values())
    assert (counts["keywords"], counts["ronin"], counts["tables"]) == (50, 32, 10)


def test_searches_rank_entries_before_rules_about_them() -> None:
    for query, slug in [
        ("stun", "stun"),
        ("sprint", "sprint"),
        ("tora", "tora"),
        ("volcano", "volcano-pots"),
        ("random", "random-challenge"),
    ]:
        first = search_page(query).found[0]
        assert slug in (first.slug, first.anchor), query
        assert first.kind != "rule"


def test_kinds_are_counted_whatever_kind_is_chosen() -> None:
    everything = search_page("fire")
    keywords = search_page("fire", kind="keyword")
    assert [o.count for o in everything.kinds] == [o.count for o in keywords.kinds]
    assert keywords.total == next(o.count for o in keywords.kinds if o.is_chosen)
