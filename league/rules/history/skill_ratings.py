"""How strong persons play, apart from the rating of their teams.

A team's rating says what its ninja are worth; this says what people make of them.
It is a guess with a spread that narrows from game to game (the Plackett-Luce model
of openskill), for two to four at a table, alone or as sides. The same games in the
same order always give the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from openskill.models import PlackettLuce, PlackettLuceRating

from kernel.ids import PersonId
from league.rules.competitions.results import Fact

START_MEAN = 25.0
START_SPREAD = START_MEAN / 3
# What is stored is rounded, so that it is the same wherever it was worked out.
DIGITS = 6
# A newcomer is shown as this, and one step of the guess as so many points.
SHOWN_START = 1000
SHOWN_STEP = 40
# A guess counts as settled from so many games on.
SETTLED_AFTER = 5


class Strength(Fact, frozen=True, kw_only=True):
    mean: float = START_MEAN
    spread: float = START_SPREAD
    games: int = 0

    @property
    def shown(self) -> int:
        """A number for people: what the person almost certainly plays like."""
        surely = self.mean - 3 * self.spread
        return max(0, round(SHOWN_START + SHOWN_STEP * surely))

    @property
    def is_settled(self) -> bool:
        return self.games >= SETTLED_AFTER


class Seating(Fact, frozen=True, kw_only=True):
    """Who sat at a table: the persons of each side, and how the sides came out."""

    sides: tuple[tuple[PersonId, ...], ...]
    places: tuple[int, ...]  # one for each side; who is level shares a place
    is_walkover: bool = False  # nobody played, so nothing was learned


class Step(Fact, frozen=True, kw_only=True):
    """What one game changed for one person."""

    person: PersonId
    game: int  # its place among the games that were given
    before: int
    after: int


class Strengths(Fact, frozen=True, kw_only=True):
    by_person: Mapping[PersonId, Strength]
    steps: tuple[Step, ...]


def strengths(
    games: Iterable[Seating],
    *,
    start: Mapping[PersonId, Strength] | None = None,
) -> Strengths:
    """Everybody's strength after these games, oldest first.

    Somebody who sits on two sides practises alone, which tells nothing.
    """
    model = _model()
    known = dict(start or {})
    steps: list[Step] = []
    for number, game in enumerate(games):
        if not _tells_something(game):
            continue
        ratings = [
            [_rating(model, known.get(person, Strength())) for person in side]
            for side in game.sides
        ]
        rated = model.rate(ratings, ranks=[float(place) for place in game.places])
        for side, found in zip(game.sides, rated, strict=True):
            for person, rating in zip(side, found, strict=True):
                before = known.get(person, Strength())
                after = Strength(
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
    return Strengths(by_person=known, steps=tuple(steps))


def _tells_something(game: Seating) -> bool:
    persons = [person for side in game.sides for person in side]
    return (
        len(game.sides) > 1
        and not game.is_walkover
        and len(set(persons)) == len(persons)
    )


def chances(
    sides: Sequence[Sequence[PersonId]], known: Mapping[PersonId, Strength]
) -> tuple[float, ...]:
    """How likely each side is to win, as shares of one."""
    model = _model()
    ratings = [
        [_rating(model, known.get(person, Strength())) for person in side]
        for side in sides
    ]
    return tuple(round(share, DIGITS) for share in model.predict_win(ratings))


class Rival(Fact, frozen=True, kw_only=True):
    """A side of a game to come: what it is called, and who plays it."""

    name: str
    persons: tuple[PersonId, ...]


def outlook(sides: Sequence[Rival], known: Mapping[PersonId, Strength]) -> str:
    """How a game may go, in a sentence that says whose guess it is.

    It is silent as long as the guess about one of them is not settled, and about
    games that somebody plays against themselves.
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
    """Whole numbers that make a hundred: what is left over goes to who lost most."""
    whole = [int(share * 100) for share in shares]
    by_loss = sorted(range(len(shares)), key=lambda one: whole[one] - shares[one] * 100)
    for one in by_loss[: 100 - sum(whole)]:
        whole[one] += 1
    return whole


def _model() -> PlackettLuce:
    return PlackettLuce(mu=START_MEAN, sigma=START_SPREAD)


def _rating(model: PlackettLuce, strength: Strength) -> PlackettLuceRating:
    return model.rating(mu=strength.mean, sigma=strength.spread)
