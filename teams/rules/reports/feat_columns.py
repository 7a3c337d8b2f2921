"""The columns of a report sheet: feats that earn experience in a challenge."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulebook.rules.book import Catalogue
from rulebook.rules.entries import Challenge
from rulebook.rules.house_rules import HouseRules
from teams.rules.reports import team_report as events
from teams.rules.reports.team_report import Feat, Victim


class FeatColumn(msgspec.Struct, frozen=True, kw_only=True):
    """A feat to count. `deed` follows a name: "Yuki injured a ninja"."""

    key: str
    label: str
    deed: str
    feat: Feat


def feat_columns(
    challenge: Challenge | None, rules: HouseRules, book: Catalogue
) -> tuple[FeatColumn, ...]:
    """Return the columns of every game, then those of this challenge."""
    return (*_standard(challenge, rules), *_of_challenge(challenge, book))


class ChallengeColumns(msgspec.Struct, frozen=True, kw_only=True):
    """A challenge with the feats that earn experience only there."""

    name: str
    columns: tuple[FeatColumn, ...]


def challenge_columns(book: Catalogue) -> tuple[ChallengeColumns, ...]:
    """Return the columns that each challenge adds, for a sheet without challenge."""
    found = (
        ChallengeColumns(name=one.name, columns=tuple(_of_challenge(one, book)))
        for one in book.challenges.values()
    )
    return tuple(one for one in found if one.columns)


def _standard(played: Challenge | None, rules: HouseRules) -> Iterator[FeatColumn]:
    yield _injured("injured", "Injured ninja", "injured a ninja", Victim.NINJA)
    yield _injured(
        "injured-chunin", "Injured chunin", "injured a chunin", Victim.CHUNIN
    )
    if played and played.uses_sentries:
        yield _injured(
            "injured-sentry", "Injured sentries", "injured a sentry", Victim.SENTRY
        )
    yield FeatColumn(
        key="stunned-chunin",
        label="Stunned chunin",
        deed="stunned a chunin",
        feat=Feat(event=events.STUNS_CHUNIN, victim=Victim.CHUNIN),
    )
    yield FeatColumn(
        key="revealed",
        label="Revealed enemies" if rules.reveal_xp_per_model else "Revealing searches",
        deed="revealed an enemy" if rules.reveal_xp_per_model else "revealed enemies",
        feat=Feat(event=events.SEARCH_REVEALS),
    )


def _injured(key: str, label: str, deed: str, victim: Victim) -> FeatColumn:
    feat = Feat(event=events.INJURES_ENEMY, victim=victim)
    return FeatColumn(key=key, label=label, deed=deed, feat=feat)


def _of_challenge(played: Challenge | None, book: Catalogue) -> Iterator[FeatColumn]:
    standard = {award.event for award in book.experience.awards}
    for award in played.xp_awards if played else ():
        if award.event not in standard:
            yield FeatColumn(
                key=award.event.replace("_", "-"),
                label=award.label,
                deed=award.label[:1].lower() + award.label[1:],
                feat=Feat(event=award.event),
            )
