"""The rules reference answers every address, whole or in fragments."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from rulebook.catalogue import areas, catalogue, inventory
from rulebook.selectors.contents import sections
from rulebook.selectors.entries import KINDS

HTMX = {"HX-Request": "true"}


def entry_addresses() -> Iterator[str]:
    book = catalogue()
    folders = {kind.folder: kind.entries(book) for kind in KINDS.values()}
    folders |= {
        "clans": book.clans,
        "profiles": book.profiles,
        "challenges": book.challenges,
        "grounds": book.grounds,
    }
    for folder, entries in folders.items():
        for slug in entries:
            yield f"/rules/{folder}/{slug}/"
    for area in areas().values():
        yield f"/rules/rulings/{area.slug}/"


ENTRIES = list(entry_addresses())
PARTS = [f"/rules/{section.folder}/" for section in sections()]


class Outline(HTMLParser):
    """What a page holds: its ids, its links, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.words = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if found.get("id"):
            self.ids.append(found["id"] or "")
        if tag == "a" and found.get("href"):
            self.links.append(found["href"] or "")

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.fixture(scope="module")
def reader() -> Client:
    return Client()


def outline(reader: Client, address: str, **headers: str) -> Outline:
    response = reader.get(address, headers=headers or None)
    assert response.status_code == 200, address
    return Outline(response.content.decode())


@cache
def page_at(address: str) -> Outline:
    """A page that several tests look at; it says the same each time."""
    return outline(Client(), address)


@pytest.mark.parametrize("address", ["/rules/", *PARTS])
def test_every_part_of_the_reference_has_a_page(address: str) -> None:
    page = page_at(address)
    assert len(page.ids) == len(set(page.ids)), "an id is there twice"


@pytest.mark.parametrize("address", ENTRIES)
def test_every_entry_has_a_page(address: str) -> None:
    page = page_at(address)
    assert len(page.ids) == len(set(page.ids)), "an id is there twice"


def test_there_are_as_many_pages_as_entries() -> None:
    book = catalogue()
    counted = len(ENTRIES) - len(areas())
    kinds = sum(len(kind.entries(book)) for kind in KINDS.values())
    assert counted == kinds + len(book.clans) + 80 + 8 + len(book.grounds)


@pytest.mark.slow
def test_no_link_of_the_reference_leads_nowhere() -> None:
    """Follows every link below /rules/, once, with its anchor."""
    seen: dict[str, Outline] = {}
    waiting = ["/rules/", *PARTS]
    anchored: set[tuple[str, str]] = set()
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen[address] = page_at(address)
        for link in seen[address].links:
            path, _, anchor = link.partition("#")
            path = path.partition("?")[0]
            if path.startswith("/rules/"):
                waiting.append(path)
                if anchor:
                    anchored.add((path, anchor))
    assert set(ENTRIES) <= set(seen)
    lost = [f"{path}#{a}" for path, a in anchored if a not in seen[path].ids]
    assert lost == []


@pytest.mark.parametrize(
    "address",
    [
        "/rules/nonsense/",
        "/rules/keywords/nonsense/",
        "/rules/profiles/nonsense/",
        "/rules/clans/nonsense/",
        "/rules/challenges/nonsense/",
        "/rules/grounds/nonsense/",
        "/rules/rulings/nonsense/",
        "/rules/rulings/COMBAT-999/",
        "/rules/rulings/COMBAT/",
    ],
)
def test_what_is_not_in_the_book_is_not_found(reader: Client, address: str) -> None:
    assert reader.get(address).status_code == 404


def test_the_reference_is_only_read(reader: Client) -> None:
    assert reader.post("/rules/").status_code == 405


def test_an_entry_is_addressed_by_its_folder_and_slug() -> None:
    address = reverse("rulebook:entry", args=("keywords", "nimble"))
    assert address == "/rules/keywords/nimble/"


# ---- searching -----------------------------------------------------------------


def test_a_search_shows_what_fits_with_a_link_to_it(reader: Client) -> None:
    page = outline(reader, "/rules/?q=volcano")
    assert "/rules/abilities/volcano-pots/" in page.links
    assert "/rules/rulings/abil/#ABIL-VOLCANO-01" in page.links


def test_the_first_result_is_what_the_query_names(reader: Client) -> None:
    hits = outline(reader, "/rules/?q=stun", **HTMX).links
    assert hits[0] == "/rules/statuses/stun/"


def test_htmx_gets_the_results_and_nothing_around_them(reader: Client) -> None:
    response = reader.get("/rules/?q=nimble", headers=HTMX)
    html = response.content.decode()
    assert html.lstrip().startswith('<div class="results" id="results">')
    assert "<html" not in html
    assert "HX-Request" in response.headers["Vary"]


def test_filters_narrow_a_search(reader: Client) -> None:
    fire = outline(reader, "/rules/?q=mastery&kind=keyword&element=fire", **HTMX)
    assert fire.links == ["/rules/keywords/fire-mastery/"]


def test_a_filter_alone_lists_everything_that_fits(reader: Client) -> None:
    page = outline(reader, "/rules/?kind=card&element=void", **HTMX)
    assert page.links == [
        "/rules/cards/darkest-night/",
        "/rules/cards/inazamis-embrace/",
        "/rules/cards/smoke-bomb/",
    ]


def test_a_filter_nobody_knows_is_no_filter(reader: Client) -> None:
    page = outline(reader, "/rules/?q=nimble&kind=dream&element=cheese", **HTMX)
    assert "/rules/keywords/nimble/" in page.links


def test_without_a_query_the_contents_are_shown(reader: Client) -> None:
    page = outline(reader, "/rules/?q=++", **HTMX)
    assert "/rules/clans/tora/" in page.links
    assert "A fight in six faces" in page.words


def test_finding_nothing_says_so_and_offers_a_way_on(reader: Client) -> None:
    page = outline(reader, "/rules/?q=xyzzyplugh")
    assert "Nothing found" in page.words
    assert "/rules/" in page.links


def test_a_slip_of_the_finger_gets_a_guess(reader: Client) -> None:
    page = outline(reader, "/rules/?q=akorokamui")
    assert "Did you mean one of these?" in page.words
    assert "/rules/profiles/akkorokamui/" in page.links


def test_what_somebody_types_is_never_markup(reader: Client) -> None:
    html = reader.get("/rules/?q=<b>nimble</b>").content.decode()
    assert "<b>nimble" not in html
    assert "&lt;b&gt;nimble" in html


# ---- lists ---------------------------------------------------------------------


def test_a_list_keeps_its_filters_in_its_address(reader: Client) -> None:
    page = outline(reader, "/rules/abilities/?element=fire&use=action", **HTMX)
    entries = [link for link in page.links if link.startswith("/rules/abilities/")]
    assert entries == [
        "/rules/abilities/volcano-pots/",
        "/rules/abilities/dragons-breath/",
        "/rules/abilities/smooth-moves/",
    ]
    assert "?element=fire" in page.links
    assert "?use=action" in page.links


def test_filters_that_exclude_each_other_leave_an_empty_page(reader: Client) -> None:
    page = outline(reader, "/rules/keywords/?element=fire&category=unique")
    assert "Nothing found" in page.words
    assert "?" in page.links


def test_profiles_can_be_sorted(reader: Client) -> None:
    page = outline(reader, "/rules/profiles/?clan=ijin&sort=at", **HTMX)
    order = [link for link in page.links if link.startswith("/rules/profiles/")]
    assert order[:2] == ["/rules/profiles/ijin-oni/", "/rules/profiles/yobuko/"]
    assert order[-1] == "/rules/profiles/ijin-yajiri/"


def test_no_profile_at_all_says_so(reader: Client) -> None:
    page = outline(reader, "/rules/profiles/?type=ronin&clan=tora")
    assert "No profiles found" in page.words


# ---- what pages say ------------------------------------------------------------


def test_a_profile_tells_its_numbers_and_where_they_come_from(reader: Client) -> None:
    page = outline(reader, "/rules/profiles/yagyu-jubei/")
    assert "why-yagyu-jubei-koban" in page.ids
    assert "The sample scroll on page 71 shows 30" in page.words
    assert "then 6 a game" in page.words
    assert "MV, AT, DF, Affinities are printed there" in page.words


def test_tables_mark_the_reading_of_revealing_searches_as_ours(reader: Client) -> None:
    page = outline(reader, "/rules/tables/")
    assert "why-search_reveals-note" in page.ids


def test_a_keyword_shows_who_has_it_and_its_cases(reader: Client) -> None:
    page = outline(reader, "/rules/keywords/entangle/")
    assert "/rules/profiles/ika-oni/" in page.links
    assert "/rules/rulings/key/#KEY-ENTANGLE-03" in page.links


def test_a_keyword_of_nobody_says_that_it_is_learned(reader: Client) -> None:
    page = outline(reader, "/rules/keywords/frenzy/")
    assert "None. It has to be learned." in page.words


def test_both_readings_of_the_doubles_are_shown(reader: Client) -> None:
    page = outline(reader, "/rules/tables/")
    assert "Book order, our default" in page.words
    assert "By theme" in page.words


def test_a_ground_shows_the_spaces_of_a_challenge(reader: Client) -> None:
    plain = outline(reader, "/rules/grounds/moon-garden/", **HTMX)
    medals = outline(
        reader, "/rules/grounds/moon-garden/?challenge=infiltration", **HTMX
    )
    assert "Infiltration, for players" in medals.words
    assert "Infiltration, for players" not in plain.words


# ---- rulings -------------------------------------------------------------------


def test_every_ruling_stands_on_the_page_of_its_area(reader: Client) -> None:
    for area in areas().values():
        page = outline(reader, f"/rules/rulings/{area.slug}/?only=rulings")
        expected = {
            rule.id
            for rule in inventory().values()
            if rule.area == area.code and rule.ruling
        }
        shown = {found for found in page.ids if found in inventory()}
        assert shown == expected, area.code


def test_a_rules_own_address_leads_to_its_place(reader: Client) -> None:
    for written in ("COMBAT-12", "combat-12"):
        response = reader.get(f"/rules/rulings/{written}/")
        assert response.status_code == 302
        assert response.headers["Location"] == "/rules/rulings/combat/#COMBAT-12"


def test_rulings_are_found_by_id_and_by_words(reader: Client) -> None:
    by_id = outline(reader, "/rules/rulings/?q=status-43", **HTMX)
    assert by_id.links[0] == "/rules/rulings/status/#STATUS-43"
    by_words = outline(reader, "/rules/rulings/?q=corner cutting", **HTMX)
    assert by_words.links == ["/rules/rulings/move/#MOVE-05"]


def test_no_rule_found_says_so(reader: Client) -> None:
    assert "No such rule" in outline(reader, "/rules/rulings/?q=xyzzy").words


def test_clan_page_explains_external_values_once(client: Client) -> None:
    text = client.get("/rules/clans/tora/").content.decode()
    assert text.count('id="footnote-external"') == 1
    profiles = text.split('class="profiles"', 1)[1].split("footnotes")[0]
    assert 'href="#footnote-external"' in profiles
    assert ">external</button>" not in profiles.split('class="ability"')[0]


def test_header_search_answers_with_a_few_results(client: Client) -> None:
    text = client.get("/rules/find/", {"q": "ha"}).content.decode()
    assert 0 < text.count("<li>") <= 8
    assert "All " in text
    assert client.get("/rules/find/", {"q": ""}).content.decode().strip() == ""
    nothing = client.get("/rules/find/", {"q": "xyzzyx"}).content.decode()
    assert "Nothing found" in nothing
