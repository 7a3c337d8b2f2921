"""One figure of a team as one line.

    a1 tora-kaiken "Kenji" at=4 affinities=fire,air with=nimble injured

The label and the profile come first. Everything else is as in the profile, unless it is
given; `with` adds keywords or abilities, `keywords` and `abilities` list all of them.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from kernel.elements import Element
from kernel.errors import Refusal
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import Ability, Base, NinjaType, Profile, RangedAttack
from skirmish.rules.setup import FigureSetup, figure_from
from skirmish.rules.text_format.document import (
    Line,
    decode_part,
    quote,
    unquote,
    words_of,
)

NONE = "none"
INJURED = "injured"
LENT = "lent"  # only for the game: it earns no experience
_NUMBERS = ("mv", "at", "df")
_KEYS = (
    *_NUMBERS,
    "name",
    "reference",
    "type",
    "base",
    "affinities",
    "keywords",
    "abilities",
    "with",
    "ranged",
)
_MOST = 30


# --- reading ---------------------------------------------------------------------
def read_figure(line: Line, label: str, catalogue: Catalogue) -> FigureSetup:
    """Read the figure of a line, which must have the expected label."""
    words = words_of(line)
    if words[0] != label:
        raise line.fault(f"The next figure is {label}, not “{words[0]}”.")
    if len(words) < 2:
        raise line.fault(f"{label} needs a profile.")
    profiles: dict[str, Profile] = {str(s): p for s, p in catalogue.profiles.items()}
    figure = figure_from(line.one_of("profile", profiles, words[1]))
    said: set[str] = set()
    for word in words[2:]:
        key, equals, value = word.partition("=")
        if word.startswith('"'):
            key, equals, value = "name", "=", word
        if key in said:
            raise line.fault(f"“{key}” appears twice.")
        said.add(key)
        if word == INJURED:
            figure = replace(figure, starts_in_healing_house=True)
        elif word == LENT:
            figure = replace(figure, learns=False)
        elif not equals or key not in _KEYS:
            raise line.fault(f"“{word}” does not describe a figure.")
        else:
            figure = _changed(line, figure, key, value, catalogue)
    return figure


def _changed(
    line: Line, figure: FigureSetup, key: str, text: str, catalogue: Catalogue
) -> FigureSetup:
    match key:
        case "name":
            return replace(figure, name=unquote(line, text))
        case "reference":
            return replace(figure, reference=unquote(line, text))
        case "mv":
            return replace(figure, mv=line.number_from(text, most=_MOST))
        case "at":
            return replace(figure, at=line.number_from(text, most=_MOST))
        case "df":
            return replace(figure, df=line.number_from(text, most=_MOST))
        case "type":
            types = {t.value: t for t in NinjaType if t is not NinjaType.SENTRY}
            return replace(figure, type=line.one_of("type", types, text))
        case "base":
            bases = {base.value: base for base in Base}
            return replace(figure, base=line.one_of("base", bases, text))
        case "ranged":
            return replace(figure, ranged=_shot_from(line, text))
        case _:
            return _listed(line, figure, key, text, catalogue)


def _listed(
    line: Line, figure: FigureSetup, key: str, text: str, catalogue: Catalogue
) -> FigureSetup:
    abilities: dict[str, Ability] = {str(s): a for s, a in catalogue.abilities.items()}
    keywords = {str(slug): str(slug) for slug in catalogue.keywords}
    words = [word for word in text.split(",") if word and word != NONE]
    if key == "affinities":
        elements = {element.value: element for element in Element}
        found = tuple(line.one_of("element", elements, word) for word in words)
        if not found:
            raise line.fault("A figure needs at least one affinity.")
        return replace(figure, affinities=found)
    if key == "keywords":
        slugs = tuple(line.one_of("keyword", keywords, word) for word in words)
        return replace(figure, keywords=slugs)
    if key == "abilities":
        entries = tuple(line.one_of("ability", abilities, word) for word in words)
        return replace(figure, abilities=entries)
    more = tuple(abilities[word] for word in words if word in abilities)
    rest = tuple(
        line.one_of("keyword or ability", keywords, word)
        for word in words
        if word not in abilities
    )
    return replace(
        figure,
        abilities=(*figure.abilities, *more),
        keywords=(*figure.keywords, *rest),
    )


def _shot_from(line: Line, text: str) -> RangedAttack | None:
    if text == NONE:
        return None
    if text.startswith("{"):
        decoder = msgspec.json.Decoder(RangedAttack)
        return decode_part(line, lambda: decoder.decode(text), "ranged attack")
    distance, _, bonus = text.partition("+")
    return RangedAttack(
        range=line.number_from(distance, most=_MOST),
        at_bonus=line.number_from(bonus or "0", most=_MOST),
    )


# --- writing ---------------------------------------------------------------------
def write_figure(figure: FigureSetup, label: str, catalogue: Catalogue) -> str:
    """Write the line of a figure: its name and its differences from the profile."""
    profiles: dict[str, Profile] = {str(s): p for s, p in catalogue.profiles.items()}
    if figure.profile not in profiles:
        raise Refusal(
            f"{figure.name} has a profile that is not in the rulebook,"
            " so the game cannot be written as text.",
            code="not-writable",
        )
    fresh = figure_from(profiles[figure.profile])
    words = [label, figure.profile, quote(figure.name)]
    words += [
        f"{key}={getattr(figure, key)}"
        for key in (*_NUMBERS, "type", "base")
        if getattr(figure, key) != getattr(fresh, key)
    ]
    lists = {
        "affinities": (figure.affinities, fresh.affinities),
        "keywords": (figure.keywords, fresh.keywords),
        "abilities": (_slugs(figure, catalogue), _slugs(fresh, catalogue)),
    }
    for key, (mine, usual) in lists.items():
        if mine != usual:
            words.append(f"{key}={','.join(mine) or NONE}")
    if figure.ranged != fresh.ranged:
        words.append(f"ranged={_shot(figure.ranged)}")
    if figure.reference:
        words.append(f"reference={quote(figure.reference)}")
    if figure.starts_in_healing_house:
        words.append(INJURED)
    if not figure.learns:
        words.append(LENT)
    return " ".join(words)


def _slugs(figure: FigureSetup, catalogue: Catalogue) -> tuple[str, ...]:
    for ability in figure.abilities:
        if catalogue.abilities.get(ability.slug) != ability:
            raise Refusal(
                f"{figure.name} has an ability that is not in the rulebook,"
                " so the game cannot be written as text.",
                code="not-writable",
            )
    return tuple(ability.slug for ability in figure.abilities)


def _shot(shot: RangedAttack | None) -> str:
    if shot is None:
        return NONE
    if shot == RangedAttack(range=shot.range, at_bonus=shot.at_bonus):
        return f"{shot.range}+{shot.at_bonus}"
    return msgspec.json.encode(shot).decode()
