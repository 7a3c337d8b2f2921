"""Check tables, challenges, moon and shrine teams against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from kernel.elements import ELEMENTS, Element
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import (
    CardTiming,
    Challenge,
    DoublesReading,
    DowntimeResult,
    NinjaType,
    RandomRow,
    ScoringEvent,
    ShrineTeam,
)
from rulebook.rules.flaws import Flaw, repeated


def table_flaws(book: Catalogue) -> Iterator[Flaw]:
    yield from _experience(book)
    yield from _advancement(book)
    yield from _downtime(book)
    yield from _money(book)
    yield from _moon(book)
    for challenge in book.challenges.values():
        yield from _challenge(book, challenge)
    yield from _random_challenge(book)
    yield from _shrine(book)


def _one_of_each(faces: Iterable[Element]) -> bool:
    return sorted(faces) == sorted(ELEMENTS)


def _experience(book: Catalogue) -> Iterator[Flaw]:
    file, levels = "experience.yaml", book.experience.levels
    if not levels or levels[0].min_xp != 0 or levels[-1].max_xp is not None:
        yield Flaw(file, "levels", "must begin at 0 and have no end.")
    for rank, level in enumerate(levels, start=1):
        if (level.rank, level.advancements) != (rank, rank - 1):
            reason = f"must have rank {rank} and {rank - 1} advancements."
            yield Flaw(file, f"levels[{level.slug}]", reason)
    for lower, upper in pairwise(levels):
        if lower.max_xp is None or lower.max_xp + 1 != upper.min_xp:
            reason = f"does not follow on {lower.slug}, which ends at {lower.max_xp}."
            yield Flaw(file, f"levels[{upper.slug}].min_xp", reason)
    for award in book.experience.awards:
        if award.xp < 1:
            yield Flaw(file, f"awards[{award.event}].xp", "must be at least 1.")


def _advancement(book: Catalogue) -> Iterator[Flaw]:
    file, table = "advancement.yaml", book.advancement
    if sum(reading.is_default for reading in table.readings) != 1:
        yield Flaw(file, "readings", "exactly one must be the default.")
    for advance in table.printed_order:
        if advance not in table.advances:
            yield Flaw(file, "advances", f'"{advance}" is not described.')
    for reading in table.readings:
        yield from _reading(book, reading)


def _reading(book: Catalogue, reading: DoublesReading) -> Iterator[Flaw]:
    file, key = "advancement.yaml", f"readings[{reading.slug}].rows"
    if not _one_of_each(row.element for row in reading.rows):
        yield Flaw(file, key, "each element must be there once.")
    if tuple(row.advance for row in reading.rows) != book.advancement.printed_order:
        yield Flaw(file, key, "the results are not in the printed order.")


def _downtime(book: Catalogue) -> Iterator[Flaw]:
    file, rows = "downtime.yaml", book.downtime.rows
    if not _one_of_each(row.element for row in rows):
        yield Flaw(file, "rows", "each element must be there once.")
    for row in rows:
        misses = row.result in (
            DowntimeResult.MISS_GAMES,
            DowntimeResult.START_IN_HEALING_HOUSE,
        )
        if misses != (row.games > 0):
            yield Flaw(
                file, f"rows[{row.element}].games", f"does not fit {row.result}."
            )
        if (row.result is DowntimeResult.XP) != (row.xp > 0):
            yield Flaw(file, f"rows[{row.element}].xp", f"does not fit {row.result}.")


def _money(book: Catalogue) -> Iterator[Flaw]:
    revenue = book.revenue
    if not 0 <= revenue.loss <= revenue.draw <= revenue.win:
        yield Flaw("revenue.yaml", "draw", "must lie between loss and win.")
    for bonus in revenue.ability_bonuses:
        key = f"ability_bonuses[{bonus.ability}]"
        ability = book.abilities.get(bonus.ability)
        if ability is None or book.ability_owners[bonus.ability] != bonus.profile:
            reason = f'"{bonus.profile}" has no such ability.'
            yield Flaw("revenue.yaml", key, reason)
        elif ability.numbers.get("koban") != bonus.koban:
            yield Flaw("revenue.yaml", f"{key}.koban", "is not what the ability says.")
    if book.rating.koban_divisor < 1:
        yield Flaw("rating.yaml", "koban_divisor", "must be at least 1.")
    for help_ in book.underdog.helps:
        if help_.per_points < 1 or help_.amount < 1:
            reason = "per_points and amount must be at least 1."
            yield Flaw("underdog.yaml", help_.slug, reason)


def _moon(book: Catalogue) -> Iterator[Flaw]:
    order, deck = book.moon.track.order, book.moon.deck
    if not _one_of_each(order):
        yield Flaw("moon.yaml", "track.order", "each element must be there once.")
    else:
        half = len(order) // 2
        for place, element in enumerate(order):
            if order[(place + half) % len(order)] is not element.opposite:
                reason = f"{element} does not lie opposite {element.opposite}."
                yield Flaw("moon.yaml", "track.order", reason)
    for timing in CardTiming:
        if timing not in book.moon.timings:
            yield Flaw("moon.yaml", "timings", f'"{timing}" is not described.')
    copies: Counter[Element] = Counter()
    for card in book.cards.values():
        copies[card.element] += card.copies
        if card.copies < 1:
            yield Flaw("moon-cards.yaml", f"{card.slug}.copies", "must be at least 1.")
    if copies.total() != deck.size:
        reason = f"the copies add up to {copies.total()}, the deck has {deck.size}."
        yield Flaw("moon-cards.yaml", "copies", reason)
    for element in ELEMENTS:
        if copies[element] != deck.per_element.get(element):
            reason = f"there are {copies[element]} cards of {element}."
            yield Flaw("moon.yaml", f"deck.per_element.{element}", reason)


def _counted(
    book: Catalogue, challenge: Challenge, scoring: ScoringEvent
) -> Iterator[Flaw]:
    """Check that points follow only from events that give experience."""
    awards = (*book.experience.awards, *challenge.xp_awards)
    known = {award.event for award in awards}
    for name in ("counted_as", "by"):
        event = getattr(scoring, name)
        if event is not None and event not in known:
            where = f"{challenge.slug}.scoring[{scoring.event}].{name}"
            yield Flaw("challenges.yaml", where, f'no report counts "{event}".')


def _challenge(book: Catalogue, challenge: Challenge) -> Iterator[Flaw]:
    file, slug = "challenges.yaml", challenge.slug
    if challenge.rounds < 1 or challenge.ninjas_allowed < 1:
        yield Flaw(file, slug, "rounds and ninjas_allowed must be at least 1.")
    events = [scoring.event for scoring in challenge.scoring]
    for twice in repeated(events):
        yield Flaw(file, f"{slug}.scoring", f'"{twice}" is there twice.')
    for scoring in challenge.scoring:
        if scoring.points < 1:
            yield Flaw(file, f"{slug}.scoring[{scoring.event}]", "scores nothing.")
        if scoring.replaces is not None and scoring.replaces not in events:
            reason = f'there is no event "{scoring.replaces}" to replace.'
            yield Flaw(file, f"{slug}.scoring[{scoring.event}].replaces", reason)
        yield from _counted(book, challenge, scoring)
    for name, (x, y) in challenge.spaces.items():
        if not (
            1 <= x <= book.basics.board_columns and 1 <= y <= book.basics.board_rows
        ):
            yield Flaw(file, f"{slug}.spaces.{name}", "does not lie on the board.")
    if challenge.uses_sentries and not book.sentries:
        yield Flaw(file, f"{slug}.uses_sentries", "there are no sentries.")


def _random_challenge(book: Catalogue) -> Iterator[Flaw]:
    file, columns = "random-challenge.yaml", book.random_challenge.columns
    if not _one_of_each(face for column in columns for face in column.faces):
        yield Flaw(file, "columns", "each face of the first die must be there once.")
    named: Counter[str] = Counter()
    for number, column in enumerate(columns, start=1):
        key = f"columns[{number}].rows"
        if not _one_of_each(row.element for row in column.rows):
            yield Flaw(file, key, "each element must be there once.")
        for row in column.rows:
            yield from _random_row(book, row, f"{key}[{row.element}]")
            named[row.challenge or ""] += 1
    for slug in book.challenges:
        if named[slug] != 1:
            yield Flaw(file, "columns", f'"{slug}" is there {named[slug]} times.')


def _random_row(book: Catalogue, row: RandomRow, key: str) -> Iterator[Flaw]:
    file = "random-challenge.yaml"
    if (row.challenge is None) == (row.chooser is None):
        yield Flaw(file, key, "must name a challenge or a chooser, not both.")
    if row.challenge is not None and row.challenge not in book.challenges:
        yield Flaw(file, key, f'there is no challenge "{row.challenge}".')
    if row.chooser not in (None, 1, 2):
        yield Flaw(file, key, "the chooser is player 1 or player 2.")


def _shrine(book: Catalogue) -> Iterator[Flaw]:
    file, shrine = "shrine-teams.yaml", book.shrine
    if not _one_of_each(team.element for team in shrine.teams):
        yield Flaw(file, "teams", "each element must have one team.")
    for slug in shrine.first_game:
        if slug not in book.shrine_teams:
            yield Flaw(file, "first_game", f'there is no team "{slug}".')
    for team in shrine.teams:
        yield from _shrine_team(book, team)


def _shrine_team(book: Catalogue, team: ShrineTeam) -> Iterator[Flaw]:
    file, slug = "shrine-teams.yaml", team.slug
    clan = book.clans.get(team.clan)
    if clan is None or clan.element is not team.element:
        reason = f'"{team.clan}" is no clan of {team.element}.'
        yield Flaw(file, f"{slug}.clan", reason)
        return
    types: Counter[NinjaType] = Counter()
    for member in team.members:
        key = f"{slug}.members[{member.profile}]"
        profile = book.profiles.get(member.profile)
        if profile is None or profile.clan != team.clan:
            yield Flaw(file, key, f'"{team.clan}" has no such profile.')
            continue
        types[profile.type] += member.count
        options = [ability.slug for ability in profile.ability_options]
        if (member.ability in options) != bool(profile.abilities_to_choose):
            yield Flaw(file, f"{key}.ability", f'cannot be "{member.ability}".')
    if types != Counter(book.shrine.composition):
        yield Flaw(file, f"{slug}.members", "is not composed as `composition` says.")
