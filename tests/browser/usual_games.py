"""Full games as bots play them, told on the report by a thumb.

In the games of the demo's league (`fixtures/demo/league.json`) some eighteen injuries
are dealt, by ten or eleven ninja, most of them one or two each; a chunin is stunned one
to four times. So these two have eighteen, in eleven boxes.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.browser.thumb import Thumb

# A row of the page, and what is counted there how often.
Boxes = tuple[tuple[int, str, int], ...]


@dataclass(frozen=True)
class Game:
    """What the own team did and what the other one, each in the order of its rows;
    those that were in the Healing House; a score that does not follow from it."""

    challenge: str
    deeds: tuple[Boxes, Boxes]
    healing: tuple[tuple[int, ...], tuple[int, ...]]
    score: tuple[int, int] | None = None

    @property
    def injuries(self) -> int:
        return sum(
            times
            for deeds in self.deeds
            for _, column, times in deeds
            if column.startswith("injured")
        )


BRAWL = Game(
    challenge="brawl",
    deeds=(
        (
            (0, "injured", 4),
            (1, "injured", 1),
            (1, "stunned-chunin", 1),
            (2, "injured", 1),
            (2, "revealed", 1),
            (3, "injured-chunin", 1),
            (3, "stunned-chunin", 1),
            (4, "injured", 2),
        ),
        (
            (0, "injured", 2),
            (1, "injured", 1),
            (2, "injured", 1),
            (3, "injured", 2),
            (4, "injured", 2),
            (4, "stunned-chunin", 1),
            (4, "injured-chunin", 1),
        ),
    ),
    healing=((3, 4), (2,)),
)
SEARCH = Game(
    challenge="search",
    deeds=(
        (
            (0, "injured", 2),
            (0, "injured-sentry", 2),
            (1, "checks-crate", 1),
            (1, "revealed", 1),
            (2, "injured", 3),
            (2, "stunned-chunin", 1),
            (3, "injured-sentry", 2),
            (3, "checks-crate", 1),
            (3, "finds-objective", 1),
            (4, "injured", 2),
            (4, "injured-chunin", 1),
            (4, "checks-crate", 1),
        ),
        (
            (1, "injured", 1),
            (1, "injured-sentry", 1),
            (1, "checks-crate", 1),
            (2, "injured", 1),
            (2, "checks-crate", 1),
            (3, "injured", 2),
            (3, "stunned-chunin", 1),
            (4, "injured-chunin", 1),
        ),
    ),
    healing=((2,), (1,)),
    score=(6, 2),
)
GAMES = {game.challenge: game for game in (BRAWL, SEARCH)}


def tell(thumb: Thumb, game: Game) -> None:
    """Everything but the last press, which sends it."""
    teams = thumb.page.locator("[data-team]").evaluate_all(
        "all => all.map(one => one.dataset.team)"
    )
    for number, team in enumerate(teams):
        rows = thumb.page.locator(f'[data-ninja^="{team}."]').evaluate_all(
            "all => all.map(one => one.dataset.ninja)"
        )
        for place, column, times in game.deeds[number]:
            thumb.count(f"{rows[place]}.{column}", times)
        for place in game.healing[number]:
            thumb.tick(f"{rows[place]}.healing")
        is_last = number == len(teams) - 1
        thumb.go_on("#finish" if is_last else f"#team-{teams[number + 1][1:]}")
    if game.score is None:
        thumb.take("score")
    else:
        for team, points in zip(teams, game.score, strict=True):
            thumb.count(f"{team}.score", points)
    thumb.take("stars")
