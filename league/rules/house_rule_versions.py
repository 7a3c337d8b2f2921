"""Versions of the house rules: changes, start, and effect on rosters (NM-03)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from kernel.errors import Refusal
from league.rules.competitions.results import LeagueValue
from rulebook.rules.house_rules import HouseRuleBook, HouseRules
from rulebook.rules.rule_setting_values import IllegalRoster
from rulebook.rules.rule_settings import (
    RuleSettingField,
    RuleSettingKind,
    cells_of,
    in_words,
)
from teams.rules.roster.legality import BELOW_MINIMUM, Violation


class RuleChange(LeagueValue, frozen=True, kw_only=True):
    """A changed setting, with the value of the book."""

    key: str
    title: str
    group: str
    old: str
    new: str
    default: str

    @property
    def is_back_to_default(self) -> bool:
        return self.new == self.default

    @property
    def sentence(self) -> str:
        told = f"{self.title}: {self.new} instead of {self.old}"
        if self.is_back_to_default:
            return f"{told} (back to the default)."
        if self.old == self.default:
            return f"{told} (was the default)."
        return f"{told} (default: {self.default})."


def changes_between(
    old: HouseRules, new: HouseRules, book: HouseRuleBook
) -> tuple[RuleChange, ...]:
    """Return every setting that differs, in the order of the house rules."""
    groups = {knob.key: knob.group for knob in book.knobs}
    return tuple(
        RuleChange(
            key=one.key,
            title=one.title,
            group=groups[one.key],
            old=one.old,
            new=one.new,
            default=one.default,
        )
        for one in book.differences(old, new)
    )


class Rebased(LeagueValue, frozen=True, kw_only=True):
    """A waiting version on top of other rules, or why it cannot wait any longer."""

    rules: HouseRules | None = None
    why_not: str = ""


def rebased(
    waiting: HouseRules, old: HouseRules, new: HouseRules, book: HouseRuleBook
) -> Rebased:
    """Rebase waiting rules when the rules they follow have changed.

    Settings they change stay changed; all others take the new values.
    """
    before, after = old.as_values(), new.as_values()
    turned = {
        key: value for key, value in waiting.as_values().items() if value != before[key]
    }
    try:
        rules = book.build({**after, **turned})
    except Refusal as refusal:
        return Rebased(why_not=f"They no longer fit. {refusal}")
    if rules == new:
        return Rebased(why_not="They would change nothing.")
    return Rebased(rules=rules)


class EffectiveFrom(StrEnum):
    """When a new version takes effect."""

    NOW = "now"  # for every game that is not played yet
    NEXT_ROUND = "next-round"
    NEXT_SEASON = "next-season"


EFFECTIVE_FROM_LABELS = {
    EffectiveFrom.NOW: "for every match that has not been played yet",
    EffectiveFrom.NEXT_ROUND: "from the next round",
    EffectiveFrom.NEXT_SEASON: "from the next season",
}


WAITING_LABELS = {
    EffectiveFrom.NEXT_ROUND: "the next round",
    EffectiveFrom.NEXT_SEASON: "the next season",
}


def objections_to_change(
    old: HouseRules,
    new: HouseRules,
    *,
    has_begun: bool,
    reason: str,
    moment: EffectiveFrom = EffectiveFrom.NOW,
) -> tuple[Refusal, ...]:
    """Return all reasons against this change.

    Before the first game a league can change anything. Later a change needs a
    reason; a league that locks its rules must wait for the next season. Lifting the
    lock is such a change too.
    """
    return tuple(_objections(old, new, has_begun, reason, moment))


def _objections(
    old: HouseRules,
    new: HouseRules,
    has_begun: bool,
    reason: str,
    moment: EffectiveFrom,
) -> Iterator[Refusal]:
    if old == new:
        yield Refusal(
            "You have not changed anything. Change a setting first.", code="no-change"
        )
    if not has_begun:
        return
    if old.lock_rules_after_start and moment is not EffectiveFrom.NEXT_SEASON:
        yield Refusal(
            "This league locks its house rules once it has started. Let the"
            " change wait for the next season.",
            code="rules-locked",
            field="moment",
        )
    if not reason.strip():
        yield Refusal(
            "The league has started. Give a reason for the change, which"
            " everyone can read.",
            code="no-reason",
            field="reason",
        )


class Health(StrEnum):
    """Whether a roster is legal."""

    GREEN = "green"  # legal, now and under what is coming
    AMBER = "amber"  # may play, and has something to mend
    RED = "red"  # breaks the rules of the league


HEALTH_LABELS = {
    Health.GREEN: "fit to play",
    Health.AMBER: "needs attention",
    Health.RED: "not legal",
}


class RosterHealth(LeagueValue, frozen=True, kw_only=True):
    health: Health
    sentences: tuple[str, ...]

    @property
    def words(self) -> str:
        """Return the label of the badge."""
        return HEALTH_LABELS[self.health]


def roster_health(
    found: Sequence[Violation],
    rules: HouseRules,
    *,
    coming: Sequence[Violation] = (),
    is_registered: bool = True,
) -> RosterHealth:
    """Return the health of a roster under present and coming rules.

    A legal team can fall below a minimum after a game; whether it may still play is
    up to the league (RECRUIT-09).
    """
    now = tuple(one.sentence for one in found)
    later = tuple(
        f"Under the coming house rules: {one.sentence}"
        for one in coming
        if one.sentence not in now
    )
    drafted = () if is_registered else (_DRAFT,)
    if not now and not later:
        health = Health.GREEN if is_registered else Health.AMBER
        return RosterHealth(
            health=health, sentences=drafted or ("The roster is legal.",)
        )
    is_short = all(one.code == BELOW_MINIMUM for one in found)
    blocks = rules.illegal_roster_policy is IllegalRoster.BLOCK
    is_red = bool(now) and (blocks or not is_short)
    mends = [_MENDED[rules.illegal_roster_policy]] if now and not is_red else []
    return RosterHealth(
        health=Health.RED if is_red else Health.AMBER,
        sentences=(*now, *mends, *later, *drafted),
    )


_DRAFT = "This team is still a draft. Its player must register it before it can play."
_MENDED = {
    IllegalRoster.FLAG: "The team can play anyway.",
    IllegalRoster.AUTO_RECRUIT: (
        "The league will recruit ninja for it after the next match."
    ),
    IllegalRoster.BLOCK: "",
}


ARROW = " → "


class CellDifference(LeagueValue, frozen=True, kw_only=True):
    """One cell of a table that differs, with what the book prints there."""

    row: str
    column: str
    title: str
    old: str
    new: str
    default: str
    measure: str

    @property
    def sentence(self) -> str:
        """Return the cell with both values, such as "All-Star: 2 → 3 XP"."""
        measure = f" {self.measure}" if self.measure and self.new.isdecimal() else ""
        if self.new == "1":
            measure = measure.removesuffix("s")
        return f"{self.title}: {self.old}{ARROW}{self.new}{measure}"


def list_cell_differences(
    table: RuleSettingField, old: object, new: object
) -> tuple[CellDifference, ...]:
    """Return the cells that two versions of a table do not agree on."""
    before, after = cells_of(table, old), cells_of(table, new)
    return tuple(
        CellDifference(
            row=row,
            column=column,
            title=cell.title,
            old=before[row, column].value,
            new=cell.value,
            default=cell.book,
            measure=cell.measure,
        )
        for (row, column), cell in after.items()
        if cell.value != before[row, column].value
    )


def list_differences(
    field: RuleSettingField, old: object, new: object
) -> tuple[str, ...]:
    """Return one line for each part that differs, such as "Win: 3 → 2 points".

    Tables of the book are compared cell by cell, objects by their keys, whatever
    their depth.
    """
    if field.type is RuleSettingKind.TABLE:
        return tuple(one.sentence for one in list_cell_differences(field, old, new))
    measure = " points" if field.key.endswith("points") else ""
    return tuple(line + measure for line in _differences(field, old, new, ()))


def _differences(
    field: RuleSettingField, old: object, new: object, path: tuple[str, ...]
) -> Iterator[str]:
    if old == new:
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        known = {part.key: part for part in field.fields}
        for key in dict.fromkeys([*old, *new]):
            part = known.get(key)
            title = _short(part.title) if part else _title(str(key))
            yield from _differences(
                part or field, old.get(key), new.get(key), (*path, title)
            )
    elif _is_list_of_objects(old) and _is_list_of_objects(new):
        yield from _rows(field, old, new, path)
    else:
        change = f"{_value(field, old)}{ARROW}{_value(field, new)}"
        yield f"{', '.join(path)}: {change}" if path else change


def _rows(
    field: RuleSettingField, old: object, new: object, path: tuple[str, ...]
) -> Iterator[str]:
    before = dict(enumerate(old if isinstance(old, Sequence) else ()))
    after = dict(enumerate(new if isinstance(new, Sequence) else ()))
    for number in dict.fromkeys([*before, *after]):
        row = (*path, f"row {number + 1}")
        yield from _differences(field, before.get(number), after.get(number), row)


def _is_list_of_objects(value: object) -> bool:
    if not isinstance(value, Sequence) or isinstance(value, str):
        return False
    return any(isinstance(one, Mapping) for one in value)


def _value(field: RuleSettingField, value: object) -> str:
    return "none" if value is None else in_words(field, value)


def _short(title: str) -> str:
    """Return "Win" for "For a win"."""
    short = title.removeprefix("For a ")
    return short[:1].upper() + short[1:]


def _title(key: str) -> str:
    """Return a key of a table as people read it: "injures_enemy" → "Injures enemy"."""
    return key.replace("_", " ").replace("-", " ").capitalize()
