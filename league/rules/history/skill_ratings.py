"""Skill ratings: how strong people play, apart from the rating of their teams.

A team's rating says what its ninja are worth, and a skill rating what people make of
them. It is an estimate with a spread that narrows with every game (the Plackett-Luce
model of openskill), for two to four at a table, alone or as sides. The same games in
the same order always give the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from openskill.models import PlackettLuce, PlackettLuceRating

from kernel.ids import PersonId
from league.rules.competitions.results import LeagueValue

START_MEAN = 25.0
START_SPREAD = START_MEAN / 3
# Stored values are rounded, so that they are the same on every machine.
DIGITS = 6
# The number shown for a newcomer, and how many points a unit of the estimate is worth.
SHOWN_START = 1000
SHOWN_STEP = 40
# After this many games the estimate counts as settled.
SETTLED_AFTER = 5


class SkillRating(LeagueValue, frozen=True, kw_only=True):
    mean: float = START_MEAN
    spread: float = START_SPREAD
    games: int = 0

    @property
    def shown(self) -> int:
        """Return the rating for display: a value the person almost certainly
        reaches."""
        surely = self.mean - 3 * self.spread
        return max(0, round(SHOWN_START + SHOWN_STEP * surely))

    @property
    def is_settled(self) -> bool:
        return self.games >= SETTLED_AFTER


class RatedGame(LeagueValue, frozen=True, kw_only=True):
    """A played game: the people on each side, and how the sides finished."""

    sides: tuple[tuple[PersonId, ...], ...]
    places: tuple[int, ...]  # one for each side; who is level shares a place
    is_walkover: bool = False  # nobody played, so nothing was learned


class Step(LeagueValue, frozen=True, kw_only=True):
    """How one game changed one person's rating."""

    person: PersonId
    game: int  # its place among the games that were given
    before: int
    after: int


class SkillRatings(LeagueValue, frozen=True, kw_only=True):
    by_person: Mapping[PersonId, SkillRating]
    steps: tuple[Step, ...]


def compute_skill_ratings(
    games: Iterable[RatedGame],
    *,
    start: Mapping[PersonId, SkillRating] | None = None,
) -> SkillRatings:
    """Return everyone's skill rating after these games, oldest first.

    Games in which a person plays on two sides are ignored.
    """
    model = _model()
    known = dict(start or {})
    steps: list[Step] = []
    for number, game in enumerate(games):
        if not _tells_something(game):
            continue
        ratings = [
            [_rating(model, known.get(person, SkillRating())) for person in side]
            for side in game.sides
        ]
        rated = model.rate(ratings, ranks=[float(place) for place in game.places])
        for side, found in zip(game.sides, rated, strict=True):
            for person, rating in zip(side, found, strict=True):
                before = known.get(person, SkillRating())
                after = SkillRating(
                    mean=round(rating.mu, DIGITS),
                    spread=round(rating.sigma, DIGITS),
                    games=before.games + 1,
                )
                known[person] = after
                steps.append(
                    Step(
                        person=person,
                        game=number,
                        before=before.shown,
                        after=after.shown,
                    )
                )
    return SkillRatings(by_person=known, steps=tuple(steps))


def _tells_something(game: RatedGame) -> bool:
    persons = [person for side in game.sides for person in side]
    return (
        len(game.sides) > 1
        and not game.is_walkover
        and len(set(persons)) == len(persons)
    )


def chances(
    sides: Sequence[Sequence[PersonId]], known: Mapping[PersonId, SkillRating]
) -> tuple[float, ...]:
    """Return each side's win chance as a share of one."""
    model = _model()
    ratings = [
        [_rating(model, known.get(person, SkillRating())) for person in side]
        for side in sides
    ]
    return tuple(round(share, DIGITS) for share in model.predict_win(ratings))


class RatedSide(LeagueValue, frozen=True, kw_only=True):
    """A side of an upcoming game: its name and its people."""

    name: str
    persons: tuple[PersonId, ...]


def win_chance_sentence(
    sides: Sequence[RatedSide], known: Mapping[PersonId, SkillRating]
) -> str:
    """Return the win chances of a game as a sentence.

    Empty while a rating is still uncertain, or if a person plays against themselves.
    """
    persons = [person for side in sides for person in side.persons]
    if len(sides) < 2 or len(set(persons)) != len(persons):
        return ""
    if not all(person in known and known[person].is_settled for person in persons):
        return ""
    shares = _in_hundred(chances([side.persons for side in sides], known))
    named = (f"{side.name} {share}%" for side, share in zip(sides, shares, strict=True))
    return f"Moonlight's estimate from past results: {', '.join(named)}."


def _in_hundred(shares: Sequence[float]) -> list[int]:
    """Round shares to percentages that add up to 100."""
    whole = [int(share * 100) for share in shares]
    by_loss = sorted(range(len(shares)), key=lambda one: whole[one] - shares[one] * 100)
    for one in by_loss[: 100 - sum(whole)]:
        whole[one] += 1
    return whole


def _model() -> PlackettLuce:
    return PlackettLuce(mu=START_MEAN, sigma=START_SPREAD)


def _rating(model: PlackettLuce, strength: SkillRating) -> PlackettLuceRating:
    return model.rating(mu=strength.mean, sigma=strength.spread)
