"""Stages of a match and the actions allowed in each."""

from __future__ import annotations

from enum import StrEnum

from kernel.errors import Refusal

# How long reports wait for confirmation and settlements for decisions, by default.
CONFIRMATION_DAYS = 3
DECISION_DAYS = 7


class MatchStage(StrEnum):
    ARRANGED = "arranged"
    OPEN = "open"  # rosters are locked, ratings frozen
    REPORTED = "reported"  # waits for the others' yes
    DISPUTED = "disputed"
    CONFIRMED = "confirmed"  # is being settled
    SETTLED = "settled"
    CALLED_OFF = "called-off"
    VOID = "void"


class Agreement(StrEnum):
    """Whether an invited person has accepted."""

    INVITED = "invited"
    AGREED = "agreed"
    DECLINED = "declined"


class ReportKind(StrEnum):
    FIRST = "first"
    COUNTER = "counter"  # how it went according to who disputes the first
    RULING = "ruling"
    AMENDED = "amended"


class ReportVerdict(StrEnum):
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"


class SettlementStage(StrEnum):
    OWED = "owed"  # not yet written into every journal
    OPEN = "open"  # written; dice or answers are awaited
    DONE = "done"
    REPLACED = "replaced"  # by a later revision


class CorrectionStage(StrEnum):
    PROPOSED = "proposed"  # waits for the others' yes
    OWED = "owed"  # large: a worker will see to it
    DONE = "done"
    DECLINED = "declined"
    FAILED = "failed"  # what it wanted cannot be done any more


class MatchAction(StrEnum):
    """Actions on a match; each is allowed only in some stages."""

    INVITE = "invite"
    CHOOSE = "choose"
    SIDES = "sides"
    OPEN = "open"
    CALL_OFF = "call-off"
    PART = "part"  # from the others, who play on
    FORFEIT = "forfeit"
    PLAY_ONLINE = "play-online"
    TAP = "tap"
    REPORT = "report"
    CONFIRM = "confirm"
    DISPUTE = "dispute"
    RULE = "rule"
    WITNESS = "witness"
    AMEND = "amend"
    UNDO = "undo"  # the last correction


_AT: dict[MatchAction, tuple[MatchStage, ...]] = {
    MatchAction.INVITE: (MatchStage.ARRANGED,),
    MatchAction.CHOOSE: (MatchStage.ARRANGED,),
    MatchAction.SIDES: (MatchStage.ARRANGED,),
    MatchAction.OPEN: (MatchStage.ARRANGED,),
    MatchAction.CALL_OFF: (MatchStage.ARRANGED, MatchStage.OPEN),
    MatchAction.PART: (MatchStage.ARRANGED,),
    MatchAction.FORFEIT: (MatchStage.ARRANGED, MatchStage.OPEN),
    MatchAction.PLAY_ONLINE: (MatchStage.ARRANGED, MatchStage.OPEN),
    MatchAction.TAP: (MatchStage.OPEN, MatchStage.REPORTED, MatchStage.DISPUTED),
    MatchAction.REPORT: (MatchStage.OPEN, MatchStage.DISPUTED),
    MatchAction.CONFIRM: (MatchStage.REPORTED, MatchStage.DISPUTED),
    MatchAction.DISPUTE: (MatchStage.REPORTED,),
    MatchAction.WITNESS: (MatchStage.CONFIRMED,),
    MatchAction.RULE: (MatchStage.OPEN, MatchStage.REPORTED, MatchStage.DISPUTED),
    MatchAction.AMEND: (MatchStage.CONFIRMED, MatchStage.SETTLED),
    MatchAction.UNDO: (MatchStage.CONFIRMED, MatchStage.SETTLED, MatchStage.VOID),
}
WRONG_STAGE = "wrong-stage"
_WHY = {
    MatchStage.ARRANGED: "This match has not started yet. Start it first.",
    MatchStage.OPEN: "This match is being played. Report it when it is over.",
    MatchStage.REPORTED: "This match has been reported and needs to be confirmed.",
    MatchStage.DISPUTED: "The result of this match is disputed.",
    MatchStage.CONFIRMED: "This match is confirmed and is being settled.",
    MatchStage.SETTLED: "This match is over and settled.",
    MatchStage.CALLED_OFF: "This match was called off. Set up a new one.",
    MatchStage.VOID: "This match was declared void.",
}


def is_allowed(act: MatchAction, stage: MatchStage) -> bool:
    return stage in _AT[act]


def stage_sentence(stage: MatchStage) -> str:
    return _WHY[stage]


def refuse_unless_allowed(act: MatchAction, stage: MatchStage) -> None:
    """Refuse an action that the stage does not allow."""
    if not is_allowed(act, stage):
        raise Refusal(_WHY[stage], code=WRONG_STAGE)
