"""State of the builder: a team with its offers, violations, undo and redo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from kernel.elements import Element
from kernel.ids import NinjaId, ProfileSlug
from rulebook.catalogue import catalogue
from rulebook.rules.entries import Ability, Clan, NinjaType, Profile
from rulebook.selectors.profiles import ProfileCard, profile_card
from rulebook.selectors.provenance_marks import Mark
from teams.models import Team
from teams.rules.journal.state_changes import NotEnoughKoban
from teams.rules.journal.undo import find_undo
from teams.rules.roster.builder import Offer, list_offers
from teams.rules.roster.legality import Violation, koban_kept
from teams.rules.roster.scroll import Scroll, ScrollRow, scroll
from teams.rules.state import Stage, TeamState
from teams.selectors.access import Viewer, get_league_links, get_own_team
from teams.selectors.journal_store import build_line, get_state, query_lines
from teams.selectors.team_header import TeamHeader, get_team_header


@dataclass(frozen=True, slots=True, kw_only=True)
class AbilityChoice:
    ability: Ability
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BuilderRow:
    """A ninja with its ability choices and its violations."""

    row: ScrollRow
    to_choose: int
    choices: tuple[AbilityChoice, ...]
    violations: tuple[Violation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BuilderState:
    """`undo` and `redo` describe what they would do; None if they cannot be used."""

    head: TeamHeader
    clan: Clan
    scroll: Scroll
    rows: tuple[BuilderRow, ...]
    offers: tuple[Offer, ...]
    budget: int
    koban_kept: int  # what stays of the budget when the draft is registered
    undo: str | None
    redo: str | None

    @property
    def koban(self) -> int:
        return self.scroll.koban

    @property
    def rating(self) -> int:
        return self.scroll.rating.rating

    @property
    def violations(self) -> tuple[Violation, ...]:
        return self.scroll.violations

    @property
    def is_legal(self) -> bool:
        return not self.scroll.violations


def get_builder_state(team_id: int, viewer: Viewer) -> BuilderState:
    """Return the builder's state, for the owner only.

    Queries: 2 for a draft, otherwise 1.
    """
    team = get_own_team(team_id, viewer)
    state = get_state(team)
    book = catalogue()
    shown = scroll(state, book, owner=team.owner.name)
    undo, redo = _undo_and_redo(team, state)
    return BuilderState(
        head=get_team_header(team, viewer),
        clan=book.clans[state.clan],
        scroll=shown,
        rows=tuple(_row(row, state, shown) for row in shown.rows),
        offers=list_offers(
            state, book, taken_elsewhere=get_league_links().taken_elsewhere(team)
        ),
        budget=state.budget,
        koban_kept=koban_kept(state),
        undo=undo,
        redo=redo,
    )


def _row(row: ScrollRow, state: TeamState, shown: Scroll) -> BuilderRow:
    profile = catalogue().profiles[row.profile]
    chosen = state.find(row.ninja).abilities
    return BuilderRow(
        row=row,
        to_choose=profile.abilities_to_choose,
        choices=tuple(
            AbilityChoice(ability=one, is_chosen=one.slug in chosen)
            for one in profile.ability_options
        ),
        violations=tuple(one for one in shown.violations if one.ninja == row.ninja),
    )


def _undo_and_redo(team: Team, state: TeamState) -> tuple[str | None, str | None]:
    if state.stage is not Stage.DRAFT:
        return None, None
    rows = list(query_lines(team))
    found = find_undo(map(build_line, rows))
    told: dict[str | None, str] = {}
    for row in rows:
        told.setdefault(str(row.batch), row.wording)
    return told.get(found.undo), told.get(found.redone)


NAMED = (NinjaType.HERO, NinjaType.RONIN)
# Values that the builder does not show need no provenance mark.
UNSEEN = ("base",)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoninFilter:
    """Filter of the ronin; by default all of them."""

    affinities: tuple[Element, ...] = ()
    text: str = ""
    payable: bool = False

    @property
    def is_anything(self) -> bool:
        return bool(self.affinities or self.text or self.payable)


@dataclass(frozen=True, slots=True, kw_only=True)
class BuilderRosterRow:
    """A ninja's row in the builder."""

    row: ScrollRow
    card: ProfileCard
    to_choose: int
    choices: tuple[AbilityChoice, ...]
    sentences: tuple[str, ...]  # its violations

    @property
    def is_settled(self) -> bool:
        """Whether all its abilities are chosen."""
        return sum(one.is_chosen for one in self.choices) == self.to_choose

    @property
    def initials(self) -> str:
        words = self.row.display_name.split()
        return "".join(word[0] for word in (words[0], *words[1:][-1:]))

    @property
    def is_nameless(self) -> bool:
        return not self.row.name and self.row.type not in NAMED


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferRow:
    """A profile for hire, with the ninja of it on the team.

    `boxes` draw the allowance: "on" for a ninja on the team, "over" for one too many,
    "must" for a missing one, "" for one more that may join.
    """

    card: ProfileCard
    held: int
    least: int
    most: int
    reasons: tuple[str, ...]
    ninja: tuple[BuilderRosterRow, ...]
    boxes: tuple[str, ...]

    @property
    def to_choose(self) -> tuple[BuilderRosterRow, ...]:
        """The ninja that choose abilities."""
        return tuple(one for one in self.ninja if one.choices)


@dataclass(frozen=True, slots=True, kw_only=True)
class ViolationRow:
    """A violation, with the view and the place of the builder where it is fixed."""

    sentence: str
    view: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetSlice:
    """One ninja's share of the budget, as a stretch of a bar."""

    start: int
    price: int
    is_over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BuilderPage:
    team: BuilderState
    roster: tuple[BuilderRosterRow, ...]
    clan_lines: tuple[OfferRow, ...]
    hero_lines: tuple[OfferRow, ...]
    ronin_lines: tuple[OfferRow, ...]
    ronin_total: int
    verdicts: tuple[ViolationRow, ...]
    spent: int
    slices: tuple[BudgetSlice, ...]
    strip_length: int

    @property
    def has_nameless(self) -> bool:
        return any(one.is_nameless for one in self.roster)


def get_builder_page(
    team_id: int, viewer: Viewer, *, wanted: RoninFilter | None = None
) -> BuilderPage:
    """Return the builder page, for its owner. Queries: as `get_builder_state`."""
    team = get_builder_state(team_id, viewer)
    roster = tuple(_roster_line(one) for one in team.rows)
    lines = [_line(offer, roster) for offer in team.offers]
    ronin = [line for line in lines if line.card.type is NinjaType.RONIN]
    heroes = [line for line in lines if line.card.type is NinjaType.HERO]
    named = {line.card.slug for line in (*ronin, *heroes)}
    spent = sum(one.row.koban for one in team.rows)
    return BuilderPage(
        team=team,
        roster=roster,
        clan_lines=tuple(line for line in lines if line.card.slug not in named),
        hero_lines=tuple(heroes),
        ronin_lines=tuple(_fitting(ronin, wanted or RoninFilter(), team.koban)),
        ronin_total=len(ronin),
        verdicts=tuple(_verdict(one, team) for one in team.violations),
        spent=spent,
        slices=tuple(_slices(team)),
        strip_length=max(team.budget, spent),
    )


@cache
def get_card(slug: ProfileSlug) -> ProfileCard:
    return profile_card(catalogue().profiles[slug])


def _offer_card(profile: Profile) -> ProfileCard:
    """Return the card of an offer, at the price that the league has set for it."""
    is_printed = profile is catalogue().profiles[profile.slug]
    return get_card(profile.slug) if is_printed else profile_card(profile)


def list_sources(card: ProfileCard) -> tuple[str, ...]:
    """Return the sources of a row's values that are not from the book."""
    return tuple(sorted({mark.source for mark in list_visible_marks(card)}))


def list_visible_marks(card: ProfileCard) -> tuple[Mark, ...]:
    return tuple(one for one in card.marks.values() if one.field not in UNSEEN)


def _roster_line(one: BuilderRow) -> BuilderRosterRow:
    return BuilderRosterRow(
        row=one.row,
        card=get_card(one.row.profile),
        to_choose=one.to_choose,
        choices=one.choices,
        sentences=tuple(
            violation.sentence
            for violation in one.violations
            # The ability picker right below shows this one.
            if not (one.choices and violation.code == "abilities")
        ),
    )


def _line(offer: Offer, roster: Iterable[BuilderRosterRow]) -> OfferRow:
    return OfferRow(
        card=_offer_card(offer.profile),
        held=offer.held,
        least=offer.least,
        most=offer.most,
        reasons=tuple(_reasons(offer)),
        ninja=tuple(one for one in roster if one.row.profile == offer.profile.slug),
        boxes=tuple(
            _box(number, offer) for number in range(max(offer.most, offer.held))
        ),
    )


def _reasons(offer: Offer) -> Iterator[str]:
    """Yield why no more of it may join; koban only if that is the only reason."""
    others = [one for one in offer.reasons if not isinstance(one, NotEnoughKoban)]
    for reason in others or offer.reasons:
        yield reason.sentence


def _box(number: int, offer: Offer) -> str:
    if number < offer.held:
        return "on" if number < offer.most else "over"
    return "must" if number < offer.least else ""


def _fitting(
    lines: Iterable[OfferRow], wanted: RoninFilter, koban: int
) -> Iterator[OfferRow]:
    """Yield the offers that match the filter, and always those on the team."""
    text = wanted.text.casefold()
    for line in lines:
        card = line.card
        words = (card.name, *(chip.link.name for chip in card.keywords))
        fits = (
            (not wanted.affinities or set(wanted.affinities) & set(card.affinities))
            and (not text or any(text in word.casefold() for word in words))
            and (not wanted.payable or card.koban <= koban)
        )
        if fits or line.held:
            yield line


def _verdict(violation: Violation, team: BuilderState) -> ViolationRow:
    """Return the violation with the place to fix it: a ninja, an offer or the name."""
    offered = {offer.profile.slug for offer in team.offers}
    view, place = "roster", "roster"
    if violation.ninja is not None:
        place = f"ninja-{violation.ninja}"
        profile = _profile_of(violation.ninja, team)
        if violation.code == "abilities" and profile in offered:
            alike = [one.row.ninja for one in team.rows if one.row.profile == profile]
            number = alike.index(violation.ninja) + 1
            view, place = "recruit", f"pick-{profile}-{number}"
    elif violation.profile in offered:
        view, place = "recruit", f"offer-{violation.profile}"
    elif violation.code == "no-name":
        view, place = "story", "team-name"
    return ViolationRow(sentence=violation.sentence, view=view, place=place)


def _profile_of(ninja: NinjaId, team: BuilderState) -> ProfileSlug:
    return next(one.row.profile for one in team.rows if one.row.ninja == ninja)


def _slices(team: BuilderState) -> Iterator[BudgetSlice]:
    start = 0
    for one in team.rows:
        end = start + one.row.koban
        yield BudgetSlice(start=start, price=one.row.koban, is_over=end > team.budget)
        start = end
