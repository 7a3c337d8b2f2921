"""What a settlement needs next: an automatic step, a roll or a decision."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kernel.ids import NinjaId
from rulebook.rules.rule_setting_values import PostGameStep
from teams.rules.journal.entries import AnyEntry


class RollKind(StrEnum):
    DOWNTIME = "downtime"
    ADVANCEMENT = "advancement"
    RONIN_OFFER = "ronin-offer"


class DecisionKind(StrEnum):
    ALL_STAR = "all-star"
    UPKEEP = "upkeep"
    EXCUSAL = "excusal"
    ADVANCE = "advance"
    RECRUITING = "recruiting"


class Option(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    key: str
    sentence: str
    warning: str | None = None


class AutomaticStep(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The next entry follows from the rules alone."""

    step: PostGameStep
    entry: AnyEntry


class RollNeeded(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A roll is needed for one of these ninja, in the order their player picks."""

    step: PostGameStep
    kind: RollKind
    candidates: tuple[NinjaId, ...] = ()
    may_postpone: bool = False


class DecisionNeeded(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A person has to choose. After the deadline `default` is taken."""

    step: PostGameStep
    kind: DecisionKind
    options: tuple[Option, ...]
    default: str
    ninja: NinjaId | None = None


Need = AutomaticStep | RollNeeded | DecisionNeeded
