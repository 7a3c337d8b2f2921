from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from people.rules import names


@pytest.mark.parametrize("username", ["al", "Alice", "a-b_c", "9lives", "a" * 30])
def test_plain_usernames_are_fine(username):
    assert names.username_refusal(username) is None


@pytest.mark.parametrize(
    "username",
    [
        "",
        "a",
        "a" * 31,
        "-alice",
        "_a",
        "al ice",
        "alíce",
        "\u04301",
        "a\n",
        "a.b",
        "a/b",
    ],
)
def test_usernames_that_are_hard_to_tell_apart_or_to_link_are_refused(username):
    refusal = names.username_refusal(username)
    assert refusal is not None
    assert (refusal.code, refusal.field) == ("username-malformed", "username")


@pytest.mark.parametrize(
    "username", ["admin", "Moonlight", "ROOT", "former-player", "Former-Player-7"]
)
def test_usernames_that_would_pass_for_the_site_are_refused(username):
    refusal = names.username_refusal(username)
    assert refusal is not None
    assert refusal.code == "username-reserved"


@pytest.mark.parametrize(
    "name", ["", "Alice", "Ætheling Ωμέγα", "五右衛門", "Zoë 🌙", "x" * 40]
)
def test_a_shown_name_may_use_any_script_or_be_left_out(name):
    assert names.display_name_refusal(name) is None


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("x" * 41, "display-name-too-long"),
        ("Ali\u200bce", "display-name-hidden"),
        ("\u202eecila", "display-name-hidden"),
        ("Al\x07ice", "display-name-hidden"),
        ("\u3164", "display-name-hidden"),
        ("Alice\u2800", "display-name-hidden"),
        ("a FORMER player", "display-name-reserved"),
    ],
)
def test_a_shown_name_hides_nothing_and_claims_nothing(name, code):
    refusal = names.display_name_refusal(name)
    assert refusal is not None
    assert (refusal.code, refusal.field) == (code, "display_name")


def test_tidying_makes_one_spelling_of_what_looks_the_same():
    assert names.normalise_display_name("  Zoe\u0308 \t\n Moon ") == "Zo\u00eb Moon"


@given(st.text(max_size=60))
def test_tidying_twice_changes_nothing_more(name):
    once = names.normalise_display_name(name)
    assert names.normalise_display_name(once) == once
