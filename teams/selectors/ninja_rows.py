"""Display data of a team's ninja, for pages and PDFs.

Everything is computed here, so that templates only arrange it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kernel.phrases import count_noun
from rulebook.catalogue import catalogue
from rulebook.rules import labels
from rulebook.rules.entries import WHOLE_ENTRY, Advance, Profile, RangedAttack, Source
from rulebook.selectors.provenance_marks import Mark, keyword_element, marks_of
from teams.rules.roster.scroll import ScrollRow
from teams.selectors.scroll_front import RowMarks, ScrollFront

_INITIALS = 2
# Other values of a profile that a scroll shows; the base size is not shown.
_OTHER_FIELDS = (WHOLE_ENTRY, "koban", "upkeep", "keywords", "ranged", "abilities")
NO_MARKS = RowMarks(ribbons=(), has_rolled=False, track=None)
BOXES_MAX = 42  # six rows of seven


@dataclass(frozen=True, slots=True, kw_only=True)
class Ribbon:
    """A status of a ninja that matters for the next game."""

    kind: str  # absent, healing, advance or loan: its colour and its symbol
    icon: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """A keyword or an ability. `meaning` is the id of its explanation."""

    name: str
    meaning: str
    element: str
    is_learned: bool
    is_ability: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """The explanation of a keyword or ability, shown once per page."""

    id: str
    name: str
    effect: str
    folder: str  # of its page in the rules reference; "" if it has none
    slug: str
    source: str  # "" if it is from the book
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class XpBoxes:
    """Experience between the reached level, `since`, and the next one, `until`.

    `until` is None at the highest level. `new` was earned in the last game.
    """

    total: int
    new: int
    since: int
    until: int | None
    level: str
    next_level: str

    @property
    def is_long(self) -> bool:
        """Whether there are too many boxes to draw."""
        return self.until is not None and self.until - self.since > BOXES_MAX


@dataclass(frozen=True, slots=True, kw_only=True)
class NinjaRow:
    row: ScrollRow
    initials: str
    type_name: str
    mv_up: int
    at_up: int
    df_up: int
    ribbons: tuple[Ribbon, ...]
    chips: tuple[Chip, ...]
    xp: XpBoxes | None
    number_marks: tuple[Mark, ...]
    affinity_marks: tuple[Mark, ...]
    other_marks: tuple[Mark, ...]

    @property
    def name(self) -> str:
        return self.row.display_name

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The provenance marks of values that are not from the book."""
        return self.number_marks + self.affinity_marks + self.other_marks


def build_ninja_rows(
    page: ScrollFront, xp_earned: Mapping[int, int]
) -> tuple[NinjaRow, ...]:
    """Return the display data of every ninja. Queries: 0."""
    return tuple(
        build_ninja_row(row, marks, new_xp=xp_earned.get(row.ninja, 0))
        for row, marks in zip(page.scroll.rows, page.marks, strict=True)
    )


def build_ninja_row(
    row: ScrollRow, marks: RowMarks = NO_MARKS, *, new_xp: int = 0
) -> NinjaRow:
    profile = catalogue().profiles[row.profile]
    return NinjaRow(
        row=row,
        initials=initials_of(row.display_name),
        type_name=_type_name(row),
        mv_up=row.raised.get(Advance.MV, 0),
        at_up=row.raised.get(Advance.AT, 0),
        df_up=row.raised.get(Advance.DF, 0),
        ribbons=tuple(_ribbons(row, marks)),
        chips=tuple(_chips(row)),
        xp=_boxes(row, marks, new_xp),
        number_marks=_marks(profile, row, ("mv", "at", "df")),
        affinity_marks=_marks(profile, row, ("affinities",)),
        other_marks=_marks(profile, row, _OTHER_FIELDS),
    )


def list_meanings(ninja: tuple[NinjaRow, ...]) -> tuple[Meaning, ...]:
    """Return the explanations of all chips of these ninja, sorted by name."""
    found = {one.id: one for each in ninja for one in _meanings(each.row)}
    return tuple(sorted(found.values(), key=lambda one: one.name))


def initials_of(name: str) -> str:
    """Return two letters, from the first two capitalised words or the only one."""
    words = name.split()
    proper = [word for word in words if word[:1].isupper()] or words
    if len(proper) > 1:
        return "".join(word[0] for word in proper[:_INITIALS])
    return name[:_INITIALS]


def ranged_label(ranged: RangedAttack) -> str:
    bonus = f", +{ranged.at_bonus} AT" if ranged.at_bonus else ""
    return f"Ranged {ranged.range}{bonus}"


def _marks(profile: Profile, row: ScrollRow, fields: Sequence[str]) -> tuple[Mark, ...]:
    found = marks_of(profile, f"{row.ninja}")
    return tuple(found[field] for field in fields if field in found)


def _type_name(row: ScrollRow) -> str:
    name = labels.TYPE[row.type]
    upkeep = f", upkeep {row.upkeep}" if row.upkeep else ""
    return f"{name}{upkeep}"


def _ribbons(row: ScrollRow, marks: RowMarks) -> Iterator[Ribbon]:
    if row.is_loan:
        yield Ribbon(kind="loan", icon="u-person", text="On loan for one game")
    if row.games_to_miss:
        missed = count_noun(row.games_to_miss, "game")
        yield Ribbon(kind="absent", icon="i-absent", text=f"Misses {missed}")
    if row.starts_in_healing_house:
        text = "Starts in the Healing House"
        yield Ribbon(kind="healing", icon="i-healing", text=text)
    if row.advancements_pending:
        text = "Advancement to choose" if marks.has_rolled else "Advancement to roll"
        yield Ribbon(kind="advance", icon="u-up", text=text)


def _chips(row: ScrollRow) -> Iterator[Chip]:
    printed = catalogue().profiles[row.profile].keywords
    if row.ranged:
        yield Chip(
            name=ranged_label(row.ranged),
            meaning=_ranged_id(row.ranged),
            element="",
            is_learned=False,
            is_ability=False,
        )
    for keyword in row.keywords:
        yield Chip(
            name=keyword.name,
            meaning=f"kw-{keyword.slug}",
            element=keyword_element(keyword),
            is_learned=keyword.slug not in printed,
            is_ability=False,
        )
    for ability in row.abilities:
        yield Chip(
            name=ability.name,
            meaning=f"ab-{ability.slug}",
            element="",
            is_learned=False,
            is_ability=True,
        )


def _meanings(row: ScrollRow) -> Iterator[Meaning]:
    if row.ranged:
        yield Meaning(
            id=_ranged_id(row.ranged),
            name=ranged_label(row.ranged),
            effect=_ranged_effect(row.ranged),
            folder="",
            slug="",
            source="",
            why="",
        )
    for kind, folder, entries in (
        ("kw", "keywords", row.keywords),
        ("ab", "abilities", row.abilities),
    ):
        for entry in entries:
            doubted = [
                one
                for one in entry.provenance.values()
                if one.source is not Source.BOOK
            ]
            yield Meaning(
                id=f"{kind}-{entry.slug}",
                name=entry.name,
                effect=entry.effect,
                folder=folder,
                slug=entry.slug,
                source=labels.SOURCE[doubted[0].source] if doubted else "",
                why=doubted[0].why if doubted else "",
            )


def _ranged_id(ranged: RangedAttack) -> str:
    return f"ranged-{ranged.range}-{ranged.at_bonus}"


def _ranged_effect(ranged: RangedAttack) -> str:
    plain = f"Attacks at a range of up to {ranged.range} spaces."
    if ranged.at_bonus:
        plain = (
            f"Attacks at a range of up to {ranged.range} spaces with"
            f" +{ranged.at_bonus} AT."
        )
    return f"{plain} {ranged.note}" if ranged.note else plain


def _boxes(row: ScrollRow, marks: RowMarks, new_xp: int) -> XpBoxes | None:
    track = marks.track
    if track is None:
        return None
    until = row.next_level_at
    names = [level.name for level in catalogue().experience.levels]
    reached = sum(mark <= row.xp for mark in track.marks)
    return XpBoxes(
        total=row.xp,
        new=min(new_xp, row.xp),
        since=max((mark for mark in (0, *track.marks) if mark <= row.xp), default=0),
        until=until,
        level=row.level,
        next_level=names[min(reached + 1, len(names) - 1)] if until else "",
    )
