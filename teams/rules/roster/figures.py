"""Convert a team's ninja to figures for a game."""

from __future__ import annotations

from rulebook.rules.book import Catalogue
from skirmish.rules.setup import FigureSetup, SeatSetup
from teams.rules.phrases import ninja_labels
from teams.rules.reports.team_report import MatchType
from teams.rules.roster.statline import profile_of, statline
from teams.rules.roster.underdog import UnderdogHelp
from teams.rules.state import NinjaState, TeamState


def list_available(state: TeamState, standing: MatchType) -> tuple[NinjaState, ...]:
    """Return the ninja that may take the field, in the order of the scroll.

    In a friendly, absent ninja may play too.
    """
    return state.ninja if standing is MatchType.FRIENDLY else state.available


def build_figure(
    ninja: NinjaState,
    book: Catalogue,
    *,
    standing: MatchType = MatchType.LEAGUE,
    name: str = "",
) -> FigureSetup:
    """Return a ninja with its advancements as a figure.

    The figure's reference is the ninja's id. `name` distinguishes unnamed ninja.
    """
    profile = profile_of(book, ninja.profile)
    line = statline(ninja, profile)
    is_hurt = ninja.starts_in_healing_house and standing is not MatchType.FRIENDLY
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


def build_seat(
    state: TeamState,
    book: Catalogue,
    *,
    standing: MatchType = MatchType.LEAGUE,
    help_given: UnderdogHelp | None = None,
    side: int | None = None,
) -> SeatSetup:
    """Return a team as one seat of a game, with its underdog help."""
    helped = help_given or UnderdogHelp()
    labels = ninja_labels(state, book)
    return SeatSetup(
        name=state.name,
        figures=tuple(
            build_figure(ninja, book, standing=standing, name=labels[ninja.id])
            for ninja in list_available(state, standing)
        ),
        side=side,
        rerolls=helped.reroll_tokens,
        moon_powers=helped.moon_power_tokens,
        all_stars=1 + helped.extra_all_stars,
    )
