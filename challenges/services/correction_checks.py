"""Checks before a correction: journals and the league's policy."""

from __future__ import annotations

from challenges.rules.stages import SettlementStage
from challenges.selectors.correction_pages import too_late_sentence
from challenges.selectors.corrections import PastMatches
from challenges.services.locks import LockedMatch
from kernel.errors import Refusal
from rulebook.rules.rule_setting_values import Rollback
from teams.rules.journal.replay import JournalReplay
from teams.rules.state import TeamState


def refuse_if_settling(past: PastMatches) -> None:
    """Refuse while a settlement is about to write to a journal."""
    for key, settlement in past.settlements.items():
        if settlement.stage == SettlementStage.OWED:
            title = " against ".join(place.name for place in past.places[key])
            raise Refusal(
                f"{title} is being settled right now. Try again when that is done.",
                code="being-settled",
            )


def drop_unreported(
    past: PastMatches, arranged: set[str], runs: dict[int, JournalReplay]
) -> None:
    """Leave out matches that a team has undone in its own journal."""
    for match in past.matches:
        if all(runs[team.id].reported(match.key) for team in match.teams):
            continue
        if match is past.matches[0]:
            raise Refusal(
                "One of the teams has removed this match from its journal, so it can"
                " no longer be corrected.",
                code="not-in-journal",
            )
        arranged.discard(match.key)


def refuse_unless_policy_allows(
    locked: LockedMatch,
    past: PastMatches,
    runs: dict[int, JournalReplay],
    states: dict[int, TeamState],
) -> None:
    """Refuse corrections further back than the league allows (LEAGUE-18)."""
    if not locked.match.is_hosted:
        return
    policy = locked.terms.rules.rollback_policy
    if policy is Rollback.NEVER:
        raise Refusal(
            "This league does not allow corrections of settled matches. Adjust the"
            " scrolls instead.",
            code="never-rolled-back",
        )
    if policy is Rollback.ANY_WITH_REPLAY:
        return
    target = past.matches[0]
    for team in target.teams:
        later = states[team.id].open_game not in ("", target.key)
        if later or runs[team.id].last_match not in (target.key, ""):
            raise Refusal(too_late_sentence(team.name), code="not-the-latest")
