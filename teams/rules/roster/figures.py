"""Convert a team's ninja to figures for a game."""

from __future__ import annotations

from rulebook.rules.book import Catalogue
from skirmish.rules.setup import FigureSetup, SeatSetup
from teams.rules.phrases import ninja_labels
from teams.rules.reports.team_report import Standing
from teams.rules.roster.statline import profile_of, statline
from teams.rules.roster.underdog import Help
from teams.rules.state import NinjaState, TeamState


def fit_to_play(state: TeamState, standing: Standing) -> tuple[NinjaState, ...]:
    """Return the ninja that may take the field, in the order of the scroll.

    In a friendly, absent ninja may play too.
    """
    return state.ninja if standing is Standing.FRIENDLY else state.available


def figure_of(
    ninja: NinjaState,
    book: Catalogue,
    *,
    standing: Standing = Standing.LEAGUE,
    name: str = "",
) -> FigureSetup:
    """Return a ninja with its advancements as a figure.

    The figure's reference is the ninja's id. `name` distinguishes unnamed ninja.
    """
    profile = profile_of(book, ninja.profile)
    line = statline(ninja, profile)
    is_hurt = ninja.starts_in_healing_house and standing is not Standing.FRIENDLY
    return FigureSetup(
        name=name or ninja.name or profile.name,
        profile=profile.slug,
        type=profile.type,
        mv=line.mv,
        at=line.at,
        df=line.df,
        affinities=line.affinities,
        base=profile.base,
        keywords=line.keywords,
        abilities=line.abilities,
        ranged=line.ranged,
        reference=str(ninja.id),
        starts_in_healing_house=is_hurt,
        learns=not ninja.is_loan,
    )


def seat_for(
    state: TeamState,
    book: Catalogue,
    *,
    standing: Standing = Standing.LEAGUE,
    help_given: Help | None = None,
    side: int | None = None,
) -> SeatSetup:
    """Return a team as one seat of a game, with its underdog help."""
    helped = help_given or Help()
    labels = ninja_labels(state, book)
    return SeatSetup(
        name=state.name,
        figures=tuple(
            figure_of(ninja, book, standing=standing, name=labels[ninja.id])
            for ninja in fit_to_play(state, standing)
        ),
        side=side,
        rerolls=helped.reroll_tokens,
        moon_powers=helped.moon_power_tokens,
        all_stars=1 + helped.extra_all_stars,
    )
