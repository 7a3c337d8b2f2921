"""Dice that were entered as rolled at a table need somebody else's word (POST-07).

A league's match is not settled before an opponent, or the ninja master, has said that
the dice fell like that. Silence until the deadline counts as a yes.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied

from challenges.models import Match, MatchTeam, Settlement, SettlementStep
from challenges.rules.stages import Act, SettlementStage
from challenges.services.opening import Edit, match_opened
from challenges.services.settling import DONE, WITNESSED, settlement_finish
from kernel.errors import Refusal


def dice_witness(edit: Edit, *, number: int) -> Match:
    """Say that the dice of another team fell as they were entered."""
    with match_opened(edit, Act.WITNESS) as opened:
        place = next((one for one in opened.places if one.number == number), None)
        if place is None:
            raise Refusal("There is no such team in the match.", code="no-such-team")
        others = [one for one in opened.own if one.person_id != place.person_id]
        if not others and not (opened.is_master and not opened.is_party):
            raise PermissionDenied("Dice are confirmed by those who play against them.")
        settlement = opened.match.settlements.filter(stage=SettlementStage.OPEN).first()
        if settlement is None:
            raise Refusal("Nothing is waiting to be confirmed.", code="nothing-open")
        witness(settlement, place)
        opened.go_on(None, None)
    settlement_finish(settlement_id=settlement.pk)
    return opened.match


def witness(settlement: Settlement, place: MatchTeam) -> None:
    done = settlement.steps.filter(place=place, step=DONE).first()
    if done is None:
        raise Refusal(
            f"{place.name} is not done; its dice are confirmed when it is.",
            code="not-done",
        )
    SettlementStep.objects.get_or_create(
        settlement=settlement,
        place=place,
        step=WITNESSED,
        defaults={"first_line": done.first_line, "last_line": done.last_line},
    )
