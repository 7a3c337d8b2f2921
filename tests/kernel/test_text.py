"""Text that can be stored, and names that can be seen."""

from __future__ import annotations

import pytest

from kernel.text import has_lone_surrogate, is_legible, is_storable


@pytest.mark.parametrize("text", ["", "Kage", "忍", "🌙", "a\nb", "\ufffd"])
def test_ordinary_text_is_storable(text: str) -> None:
    assert is_storable(text)


@pytest.mark.parametrize("text", ["\x00", "Ka\x00ge", "\ud83d", "\udc00x"])
def test_nul_and_half_a_surrogate_pair_are_not_storable(text: str) -> None:
    assert not is_storable(text)


def test_only_a_half_pair_is_a_lone_surrogate() -> None:
    assert has_lone_surrogate("\ud83c")
    assert not has_lone_surrogate("\U0001f319")


@pytest.mark.parametrize(
    "name", ["", "Kage", "五右衛門", "Zoë", "Zoe\u0308", "🌙", "❤\ufe0f"]
)
def test_name_in_any_script_is_legible(name: str) -> None:
    assert is_legible(name)


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",  # Hangul filler
        "\uffa0",  # its halfwidth form
        "\u115f\u1160",
        "\u2800\u2800",  # Braille without dots
        "Alice\u3164",  # looks like Alice
        "Ali\u034fce",
        "\u0301\u0308",  # marks with nothing below them
        "\ufe0f",
        "\u200b",
        "\u202eecila",
        "\U000e0041",  # a tag
        "\U0001d159",
    ],
)
def test_name_with_unseen_characters_is_not_legible(name: str) -> None:
    assert not is_legible(name)
