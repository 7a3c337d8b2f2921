"""Pages of the challenges, and the dice that pick one."""

from __future__ import annotations

from dataclasses import dataclass

from kernel.elements import Element
from kernel.ids import ChallengeSlug
from rulebook.catalogue import catalogue
from rulebook.rules import labels
from rulebook.rules.entries import Challenge, ScoringEvent, XpAward
from rulebook.selectors.entry_shapes import Fact
from rulebook.selectors.provenance_marks import Link
from rulebook.selectors.rulings import RuleText, rules_for


@dataclass(frozen=True, slots=True)
class ChallengeCard:
    slug: str
    name: str
    summary: str
    ninjas: int
    rounds: int
    stealth: str
    uses_sentries: bool
    is_asymmetric: bool
    page: int | None


@dataclass(frozen=True, slots=True)
class ChallengePage:
    challenge: ChallengeCard
    facts: tuple[Fact, ...]
    setup: str
    scoring: tuple[ScoringEvent, ...]
    xp_awards: tuple[XpAward, ...]
    winner: str
    multiplayer: str
    ground_links: tuple[Link, ...]  # grounds on which its spaces can be shown
    rules: tuple[RuleText, ...]
    previous: Link | None
    following: Link | None


@dataclass(frozen=True, slots=True)
class RandomCell:
    """What one pair of faces picks: a challenge, or the player who may choose."""

    link: Link | None
    chooser: int | None


@dataclass(frozen=True, slots=True)
class RandomTable:
    """Two columns of six; `faces` are those of the first die for each column."""

    faces: tuple[tuple[Element, ...], ...]
    rows: tuple[tuple[Element, tuple[RandomCell, ...]], ...]


def challenge_card(challenge: Challenge) -> ChallengeCard:
    return ChallengeCard(
        slug=challenge.slug,
        name=challenge.name,
        summary=challenge.summary,
        ninjas=challenge.ninjas_allowed,
        rounds=challenge.rounds,
        stealth=labels.STEALTH_START[challenge.start_in_stealth],
        uses_sentries=challenge.uses_sentries,
        is_asymmetric=challenge.is_asymmetric,
        page=challenge.page,
    )


def challenge_list() -> tuple[ChallengeCard, ...]:
    return tuple(map(challenge_card, catalogue().challenges.values()))


def challenge_page(slug: str) -> ChallengePage | None:
    book = catalogue()
    challenge = book.challenges.get(ChallengeSlug(slug))
    if challenge is None:
        return None
    links = [Link("challenges", c.slug, c.name) for c in book.challenges.values()]
    place = [link.slug for link in links].index(slug)
    return ChallengePage(
        challenge=challenge_card(challenge),
        facts=_facts(challenge),
        setup=challenge.setup,
        scoring=challenge.scoring,
        xp_awards=challenge.xp_awards,
        winner=challenge.winner,
        multiplayer=challenge.multiplayer or "",
        ground_links=tuple(
            Link("grounds", ground.slug, ground.name)
            for ground in book.grounds.values()
            if has_spaces(challenge)
        ),
        rules=tuple(
            r for r in rules_for(challenge.name, "CHAL") if r.area in ("chal", "medal")
        ),
        previous=links[place - 1] if place else None,
        following=links[place + 1] if place + 1 < len(links) else None,
    )


def has_spaces(challenge: Challenge) -> bool:
    """Whether it has spaces of its own that can be shown on a ground."""
    return bool(challenge.spaces) or "core_spaces" in challenge.numbers


def _facts(challenge: Challenge) -> tuple[Fact, ...]:
    stealth = labels.STEALTH_START[challenge.start_in_stealth]
    return (
        Fact("Ninja on the board", f"{challenge.ninjas_allowed} a team"),
        Fact("Length", f"{challenge.rounds} rounds"),
        Fact("Starts in Stealth", stealth),
        Fact("Sentries", "Yes" if challenge.uses_sentries else "No"),
    )


def random_table() -> RandomTable:
    columns = catalogue().random_challenge.columns
    names = catalogue().challenges
    rows = []
    for place, first in enumerate(columns[0].rows):
        cells = tuple(
            RandomCell(
                link=Link("challenges", row.challenge, names[row.challenge].name)
                if row.challenge
                else None,
                chooser=row.chooser,
            )
            for row in (column.rows[place] for column in columns)
        )
        rows.append((first.element, cells))
    return RandomTable(
        faces=tuple(column.faces for column in columns), rows=tuple(rows)
    )
