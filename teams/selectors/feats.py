"""What a report asks of every ninja: the feats that earn experience in a challenge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kernel.ids import ChallengeSlug
from rulebook.catalogue import catalogue
from rulebook.rules.entries import XpAward
from rulebook.rules.house_rules import HouseRules
from teams.rules import report as events
from teams.rules.report import Feat, Victim
from teams.selectors.access import Viewer, team_owned
from teams.selectors.stored import state_of


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatColumn:
    """Something to count; `feat` is what each time of it was."""

    key: str
    label: str
    feat: Feat


def report_columns(
    team_id: int, viewer: Viewer, challenge: str
) -> tuple[FeatColumn, ...]:
    """What the owner of a team counts after a game of it. One query."""
    return feat_columns(challenge, state_of(team_owned(team_id, viewer)).rules)


def feat_columns(challenge: str, rules: HouseRules) -> tuple[FeatColumn, ...]:
    """Those of every game, then those of this challenge; an unknown one has none."""
    return (*_standard(challenge, rules), *_of_challenge(challenge))


def _standard(challenge: str, rules: HouseRules) -> Iterator[FeatColumn]:
    played = catalogue().challenges.get(ChallengeSlug(challenge))
    yield _injured("injured", "Injured ninja", Victim.NINJA)
    yield _injured("injured-chunin", "Injured chunin", Victim.CHUNIN)
    if played and played.uses_sentries:
        yield _injured("injured-sentry", "Injured sentries", Victim.SENTRY)
    yield FeatColumn(
        key="stunned-chunin",
        label="Stunned chunin",
        feat=Feat(event=events.STUNS_CHUNIN, victim=Victim.CHUNIN),
    )
    yield FeatColumn(
        key="revealed",
        label="Revealed enemies" if rules.reveal_xp_per_model else "Telling searches",
        feat=Feat(event=events.SEARCH_REVEALS),
    )


def _injured(key: str, label: str, victim: Victim) -> FeatColumn:
    feat = Feat(event=events.INJURES_ENEMY, victim=victim)
    return FeatColumn(key=key, label=label, feat=feat)


def _of_challenge(challenge: str) -> Iterator[FeatColumn]:
    played = catalogue().challenges.get(ChallengeSlug(challenge))
    standard = {award.event for award in catalogue().experience.awards}
    for award in played.xp_awards if played else ():
        if award.event not in standard:
            yield FeatColumn(
                key=award.event.replace("_", "-"),
                label=_label(award),
                feat=Feat(event=award.event),
            )


def _label(award: XpAward) -> str:
    """The award's sentence as the head of a column."""
    words = award.text.removeprefix("It ").rstrip(".")
    return words[:1].upper() + words[1:]
