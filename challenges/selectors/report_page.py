"""The page for reporting a match: every field, laid out for phones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import PermissionDenied

from challenges.rules.reports.draft import Values, apply_taps
from challenges.rules.reports.match_report import Deed
from challenges.rules.reports.sheet import (
    Sheet,
    SheetColumn,
    SheetNinja,
    SheetTeam,
    SheetVictim,
)
from challenges.rules.stages import MatchStage
from challenges.selectors.access import VisibleMatch, get_visible_match
from challenges.selectors.report_drafts import find_draft, read_taps, sheet_for
from challenges.selectors.sheet_fields import SheetField, build_sheet_field
from kernel.ids import ChallengeSlug, NinjaId
from rulebook.catalogue import catalogue
from rulebook.rules.entries import Challenge
from rulebook.rules.league_book import book_under
from teams.rules.phrases import ninja_labels
from teams.rules.reports.team_report import Feat, Outcome, TeamReport
from teams.rules.roster.statline import profile_of
from teams.rules.settlement.all_stars import all_star_xp
from teams.rules.settlement.experience import can_earn, feat_xp
from teams.rules.state import NinjaState, TeamState
from teams.selectors.access import Viewer
from teams.selectors.journal_store import get_state
from teams.selectors.ninja_rows import initials_of

FIELDED, HEALING = "fielded", "healing"


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetCell:
    """A field of one ninja under its column header.

    `whose` names the opposing team if the field counts against that team only. Such
    fields appear in the `line` of that team, below those that count against all teams.
    """

    column: str
    head: str
    field: SheetField
    whose: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class VictimRow:
    """An enemy whom a ninja may have injured.

    `healing` is the name of the victim's Healing House field. With `is_column`, the
    field already appears as a column and is not shown twice.
    """

    field: SheetField
    column: str
    healing: str
    is_column: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetNinjaRow:
    id: int
    name: str
    type: str
    initials: str
    starts_healing: bool
    cells: tuple[SheetCell, ...]
    victims: tuple[VictimRow, ...]

    @property
    def lines(self) -> list[tuple[int, str]]:
        """Return the teams against which some fields are counted separately."""
        return sorted({(cell.line, cell.whose) for cell in self.cells if cell.line})

    @property
    def learns(self) -> bool:
        return any(cell.field.xp for cell in self.cells)

    @property
    def xp(self) -> int:
        """Return the XP of everything counted so far."""
        counted = [one.field for one in self.victims if not one.is_column]
        counted += [cell.field for cell in self.cells]
        return sum(field.xp * int(field.value) for field in counted if field.xp)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetColumnHeader:
    key: str
    label: str
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AllStarCandidate:
    """A ninja who can be named All-Star.

    `is_for_record` marks one who gets no XP for it. `xp` is what the ninja earned in
    the match without the award.
    """

    id: int
    name: str
    is_for_record: bool
    xp: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetTeamCard:
    number: int
    name: str
    clan: str
    is_own: bool
    stayed_away: SheetField | None
    score: SheetField
    conceded: SheetField
    won_tie: SheetField | None
    stars: tuple[SheetField, ...]
    candidates: tuple[AllStarCandidate, ...]
    columns: tuple[SheetColumnHeader, ...]
    ninja: tuple[SheetNinjaRow, ...]
    absent: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPage:
    """The page. `version` is that of the draft and grows with every tap."""

    uid: UUID
    match_version: int
    version: int
    stage: MatchStage
    league: str
    heading: str
    challenge: Challenge | None
    rounds: SheetField
    rounds_unknown: SheetField
    abandoned: SheetField
    called_off: SheetField | None
    notes: SheetField
    tie_words: str
    healing_words: str
    is_ruling: bool  # the viewer does not play in it, and says why they report it
    uncounted: tuple[str, ...]  # what scores and has no field
    all_star_xp: int
    teams: tuple[SheetTeamCard, ...]
    blank: Sheet  # the fields without what was tapped


def get_report_page(uid: UUID, viewer: Viewer) -> ReportPage:
    """Return the page for the match's players and masters.

    Queries: 3, and those of the league.
    """
    seen = get_visible_match(uid, viewer)
    if not seen.may_act:
        raise PermissionDenied("Only people involved in this match can do this.")
    sheet = sheet_for(seen)
    taps = read_taps(find_draft(seen))
    values = apply_taps(taps, sheet)
    own = {place.number for place in seen.own}
    states = [_state(team, seen) for team in sheet.teams]
    # The viewer's team comes first because they mostly watch that one.
    order = sorted(sheet.teams, key=lambda team: team.number not in own)
    return ReportPage(
        uid=uid,
        match_version=seen.match.version,
        version=len(taps),
        stage=MatchStage(seen.match.stage),
        league=seen.terms.name,
        heading=seen.terms.heading,
        challenge=catalogue().challenges.get(ChallengeSlug(seen.match.challenge)),
        rounds=build_sheet_field(sheet.rounds, "Rounds played", values),
        rounds_unknown=build_sheet_field(
            sheet.rounds_unknown, "Rounds not counted", values
        ),
        abandoned=build_sheet_field(sheet.abandoned, "Stopped early", values),
        called_off=find_called_off_field(sheet, values),
        notes=build_sheet_field(sheet.notes, "Notes", values),
        tie_words=sheet.tie_words,
        healing_words=sheet.healing_words,
        is_ruling=seen.is_master and not seen.is_party,
        uncounted=sheet.uncounted,
        all_star_xp=all_star_xp(book_under(catalogue(), seen.terms.rules)),
        teams=tuple(
            build_team_card(team, states, seen, values, is_own=team.number in own)
            for team in order
        ),
        blank=sheet,
    )


def find_called_off_field(sheet: Sheet, values: Values) -> SheetField | None:
    if sheet.called_off is None:
        return None
    return build_sheet_field(
        sheet.called_off, "The other teams called the match off", values
    )


def _state(team: SheetTeam, seen: VisibleMatch) -> TeamState:
    stored = seen.places[team.number].team
    if stored is None:
        raise AssertionError("A match that has begun has all its teams.")
    return get_state(stored)


def build_team_card(
    team: SheetTeam,
    states: Sequence[TeamState],
    seen: VisibleMatch,
    values: Values,
    *,
    is_own: bool,
) -> SheetTeamCard:
    """Build one team's part of the page, with all ninja as they are in `states`."""
    state, tie, away = states[team.number], team.won_tie, team.stayed_away
    known = [ninja_labels(one, catalogue()) for one in states]
    names = known[team.number]
    ninja = tuple(
        _ninja(one, state, names[one.ninja], seen, values, known) for one in team.ninja
    )
    return SheetTeamCard(
        number=team.number,
        name=team.name,
        clan=state.clan,
        is_own=is_own,
        stayed_away=build_sheet_field(away, f"{team.name} did not turn up", values)
        if away
        else None,
        score=build_sheet_field(team.score, f"Score of {team.name}", values),
        conceded=build_sheet_field(team.conceded, f"{team.name} conceded", values),
        won_tie=build_sheet_field(tie, f"{team.name} won the tie-breaker", values)
        if tie
        else None,
        stars=tuple(
            build_sheet_field(field, f"All-Star {number} of {team.name}", values)
            for number, field in enumerate(team.stars, start=1)
        ),
        candidates=tuple(_candidates(team, state, ninja, values)),
        columns=tuple(_columns(ninja)),
        ninja=ninja,
        absent=tuple(names[one] for one in team.absent),
    )


def _candidates(
    team: SheetTeam, state: TeamState, ninja: Sequence[SheetNinjaRow], values: Values
) -> Iterator[AllStarCandidate]:
    """Yield the ninja who can be named All-Star, or already are; most XP first."""
    named = {values[field.name] for field in team.stars}
    for one in sorted(ninja, key=lambda one: -one.xp):
        if one.id in team.stars[0].ninja or one.id in named:
            yield AllStarCandidate(
                id=one.id,
                name=one.name,
                is_for_record=not _learns(state.find(NinjaId(one.id))),
                xp=one.xp,
            )


def _learns(ninja: NinjaState) -> bool:
    return can_earn(ninja, profile_of(catalogue(), ninja.profile))


def _columns(ninja: tuple[SheetNinjaRow, ...]) -> Iterator[SheetColumnHeader]:
    """Yield the column headers, in the order of the ninja with the most columns."""
    labels: dict[str, str] = {}
    totals: dict[str, int] = {}
    for one in sorted(ninja, key=lambda one: -len(one.cells)):
        heads = {cell.column: cell.head for cell in one.cells}
        for cell in one.cells:
            whose = f" of {cell.whose}"
            labels.setdefault(cell.head, cell.field.label.removesuffix(whose))
            totals[cell.head] = totals.get(cell.head, 0) + int(cell.field.value)
        for victim in one.victims:
            if not victim.is_column and victim.column in heads:
                totals[heads[victim.column]] += int(victim.field.value)
    last = (HEALING, FIELDED)
    for key in sorted(labels, key=lambda key: (key in last, key == FIELDED)):
        yield SheetColumnHeader(key=key, label=labels[key], total=totals[key])


def _ninja(
    one: SheetNinja,
    state: TeamState,
    name: str,
    seen: VisibleMatch,
    values: Values,
    known: Sequence[Mapping[NinjaId, str]],
) -> SheetNinjaRow:
    book = catalogue()
    ninja = state.find(one.ninja)
    apart = sorted({column.deed.against or 0 for column in one.columns if column.whose})
    cells = [
        SheetCell(
            column=column.key,
            head=column.kind,
            whose=column.whose,
            line=apart.index(column.deed.against or 0) + 1 if column.whose else 0,
            field=build_sheet_field(
                column.field,
                column.title,
                values,
                xp=_worth(column.deed, ninja, seen),
                points=column.points,
                points_need=column.points_need,
            ),
        )
        for column in one.columns
    ]
    for key, field, label in (
        (HEALING, one.healing, "Healing House"),
        (FIELDED, one.fielded, "On the board"),
    ):
        shown = build_sheet_field(field, label, values)
        cells.append(SheetCell(column=key, head=key, field=shown))
    return SheetNinjaRow(
        id=one.ninja,
        name=name,
        type=profile_of(book, ninja.profile).type.value,
        initials=initials_of(name),
        starts_healing=ninja.starts_in_healing_house,
        cells=tuple(cells),
        victims=tuple(_victims(one, ninja, seen, values, known)),
    )


def _victims(
    one: SheetNinja,
    ninja: NinjaState,
    seen: VisibleMatch,
    values: Values,
    known: Sequence[Mapping[NinjaId, str]],
) -> Iterator[VictimRow]:
    own = {column.field.name for column in one.columns}
    for victim in one.victims:
        column = next(column for column in one.columns if _counts(column, victim))
        yield VictimRow(
            field=build_sheet_field(
                victim.field,
                known[victim.team][victim.ninja],
                values,
                xp=_worth(victim.deed, ninja, seen),
                points=victim.points,
                points_need=victim.points_need,
            ),
            column=column.key,
            healing=f"t{victim.team}.n{victim.ninja}.{HEALING}",
            is_column=victim.field.name in own,
        )


def _counts(column: SheetColumn, victim: SheetVictim) -> bool:
    """Return whether the column counts injuries of this victim."""
    meant, deed = column.deed, victim.deed
    is_kind = (meant.event, meant.victim) == (deed.event, deed.victim)
    return is_kind and meant.against in (None, deed.against)


def _worth(deed: Deed, ninja: NinjaState, seen: VisibleMatch) -> int:
    book = catalogue()
    if not _learns(ninja):
        return 0
    challenge = seen.match.challenge
    frame = TeamReport(
        match="",
        outcome=Outcome.WIN,
        challenge=ChallengeSlug(challenge) if challenge else None,
    )
    feat = Feat(event=deed.event, victim=deed.victim)
    profile = profile_of(book, ninja.profile)
    return feat_xp(feat, profile, frame, seen.terms.rules, book)
