"""What a report asks of every ninja: the feats that earn experience in a challenge."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulebook.rules.book import Catalogue
from rulebook.rules.entries import Challenge, XpAward
from rulebook.rules.house_rules import HouseRules
from teams.rules import report as events
from teams.rules.report import Feat, Victim


class FeatColumn(msgspec.Struct, frozen=True, kw_only=True):
    """Something to count; `feat` is what each time of it was."""

    key: str
    label: str
    feat: Feat


def feat_columns(
    challenge: Challenge | None, rules: HouseRules, book: Catalogue
) -> tuple[FeatColumn, ...]:
    """Those of every game, then those of this challenge alone."""
    return (*_standard(challenge, rules), *_of_challenge(challenge, book))


def _standard(played: Challenge | None, rules: HouseRules) -> Iterator[FeatColumn]:
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


def _of_challenge(played: Challenge | None, book: Catalogue) -> Iterator[FeatColumn]:
    standard = {award.event for award in book.experience.awards}
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
