"""The template tags, by what they draw."""

from __future__ import annotations

import re

import pytest
from django.template import Context, Template

from config.settings import BASE_DIR
from kernel.elements import ELEMENTS
from rulebook.catalogue import catalogue
from rulebook.rules.entries import NinjaType

SPRITE = (BASE_DIR / "static" / "img" / "sprite.svg").read_text()
SYMBOLS = set(re.findall(r'<symbol id="([\w-]+)"', SPRITE))


def drawn(source: str, **context: object) -> str:
    return Template(source).render(Context(context))


def test_an_icon_with_a_label_is_read_out() -> None:
    assert drawn('{% icon "el-fire" "Fire" %}') == (
        '<svg class="i fire" role="img" aria-label="Fire">'
        '<use href="/static/img/sprite.svg#el-fire"></use></svg>'
    )


def test_an_icon_without_a_label_is_decoration() -> None:
    icon = drawn('{% icon "u-next" class="lg" %}')
    assert 'aria-hidden="true"' in icon
    assert 'class="i lg"' in icon
    assert "aria-label" not in icon


def test_a_label_is_escaped() -> None:
    icon = drawn('{% icon "u-x" label %}', label='"><script>')
    assert "<script>" not in icon


def test_names_take_their_article_and_their_apostrophe() -> None:
    assert drawn("{{ clan|with_article }} scroll", clan="Ika") == "an Ika scroll"
    owner = drawn("{{ team|possessive }}", team="<Owls")
    assert owner == "&lt;Owls&#x27;"


def test_a_crest_has_its_clans_colour_unless_it_is_plain() -> None:
    assert 'class="crest s c-ika"' in drawn('{% crest "ika" "Ika" size="s" %}')
    assert 'class="crest plain"' in drawn('{% crest "ika" plain=True %}')


def test_the_sprite_draws_everything_the_book_can_name() -> None:
    book = catalogue()
    wanted = {f"el-{element}" for element in ELEMENTS}
    wanted |= {f"crest-{clan}" for clan in book.clans}
    wanted |= {f"t-{kind}" for kind in NinjaType}
    wanted |= {f"st-{status}" for status in book.statuses}
    wanted |= {f"moon-{phase}" for phase in range(9)}
    assert wanted <= SYMBOLS


def test_the_sprite_needs_no_ids_from_inside_its_symbols() -> None:
    # Browsers do not resolve url(#...) in a symbol that is used from another file.
    assert "url(#" not in SPRITE


def test_an_experience_track_marks_old_new_and_next() -> None:
    track = drawn(
        '{% xp_track 17 since=8 until=22 level="Experienced" next_level="Veteran"'
        " new=2 %}"
    )
    assert track.count("<i") == 14
    assert track.count('class="on"') == 7
    assert track.count('class="new"') == 2
    assert track.count('class="next"') == 1
    assert 'aria-label="17 XP, 5 to Veteran"' in track


def test_more_new_points_than_the_level_began_with_stay_in_the_track() -> None:
    track = drawn('{% xp_track 9 since=8 until=22 level="Experienced" new=5 %}')
    assert (track.count('class="new"'), track.count('class="on"')) == (1, 0)


def test_moon_phases_wax_from_new_to_full() -> None:
    row = drawn('{% moon_phases 5 9 label="Settlement, step" %}')
    assert re.findall(r"#moon-(\d)", row) == list("012345678")
    assert row.count('class="done"') == 5
    assert row.count('aria-current="step"') == 1
    assert 'aria-label="Settlement, step 6 of 9"' in row


@pytest.mark.parametrize("total", [1, 2, 4, 9, 12])
def test_the_last_phase_of_any_work_is_the_fullest(total: int) -> None:
    moons = re.findall(r"#moon-(\d)", drawn("{% moon_phases 0 total %}", total=total))
    assert len(moons) == total
    assert moons == sorted(moons)
    assert moons[-1] == ("8" if total > 1 else "0")


def test_finished_work_has_no_step_under_way() -> None:
    row = drawn("{% moon_phases 4 4 %}")
    assert row.count('class="done"') == 4
    assert "aria-current" not in row


def test_a_section_is_marked_in_the_navigation() -> None:
    nav = drawn("{% navigation %} rules {% endnavigation %}")
    assert re.findall(r'href="([^"]+)" aria-current="page"', nav) == ["/rules/"]
