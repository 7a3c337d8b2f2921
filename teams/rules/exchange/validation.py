"""Validation of imported team files.

Files are untrusted: anything that this site could not have written to a journal is
refused, with its place in the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from kernel.dice import DiceDraw, elements_of, verify
from kernel.errors import Refusal, Refusals
from kernel.ids import KeywordSlug, NinjaId
from kernel.text import is_legible
from rulebook.rules.book import Catalogue
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.league_book import book_under
from rulebook.rules.rule_setting_values import DiceSource
from teams.rules.exchange.document import (
    DiceRecord,
    Document,
    JournalPart,
    NinjaPart,
    TeamPart,
    team_part,
)
from teams.rules.journal import entries as e
from teams.rules.journal.entries import AnyEntry, Recruited
from teams.rules.journal.journal import ImpossibleLine, fold
from teams.rules.roster.builder import build_founding
from teams.rules.roster.names import NAME_LENGTH, rename_team, tidy_name
from teams.rules.state import Learn, NinjaState, TeamState
from teams.rules.text_input import odd_values

LINES_MAX = 5000
NINJA_MAX = 100
PROBLEMS_SHOWN = 20
LEAGUE_LENGTH = 120

# Amounts that must not be negative, even if the treasury would allow it.
_AMOUNTS: dict[type, str] = {
    e.Founded: "koban",
    e.Recruited: "price",
    e.Dismissed: "refund",
    e.UpkeepPaid: "koban",
    e.Adjusted: "games_to_miss",
}
_BATCH = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def journal_state(
    document: Document, house_rules: HouseRules, book: Catalogue
) -> TeamState:
    """Return the team that a document's journal folds to."""
    problems = list(_journal_problems(document.journal, book))
    if problems:
        raise Refusals(problems[:PROBLEMS_SHOWN])
    try:
        state = fold((part.line for part in document.journal), house_rules, book)
    except ImpossibleLine as impossible:
        raise Refusal(
            impossible.sentence,
            code=impossible.code,
            field=f"journal[{impossible.line.number - 1}]",
        ) from impossible
    _refuse_crowd(len(state.ninja), field="journal")
    if team_part(state) != document.team:
        raise Refusal(
            "The team in this file does not match its journal. Remove the journal from"
            " the file to import the list of ninja as a draft.",
            code="team-differs",
            field="team",
        )
    return state


def roster_entries(
    team: TeamPart, house_rules: HouseRules, book: Catalogue
) -> tuple[AnyEntry, ...]:
    """Return the first entries of a draft with these ninja."""
    _refuse_crowd(len(team.ninja), field="team.ninja")
    problems = [
        Refusal(sentence, code="odd-value", field=path)
        for path, sentence in odd_values(msgspec.to_builtins(team), "team")
    ]
    problems += _unknown(team, book)
    if problems:
        raise Refusals(problems[:PROBLEMS_SHOWN])
    book = book_under(book, house_rules)
    founded = build_founding(rename_team(team.name).name, team.clan, house_rules, book)
    recruits = (
        _recruited(number, part, book)
        for number, part in enumerate(team.ninja, start=1)
    )
    return (founded, *recruits)


def _recruited(number: int, part: NinjaPart, book: Catalogue) -> Recruited:
    profile = book.profiles[part.profile]
    return Recruited(
        ninja=NinjaId(number),
        profile=part.profile,
        price=profile.koban,
        name="" if profile.is_named else tidy_name(part.name),
        abilities=part.abilities,
    )


def _refuse_crowd(count: int, *, field: str) -> None:
    if count > NINJA_MAX:
        raise Refusal(
            f"A team can have at most {NINJA_MAX} ninja.",
            code="too-many-ninja",
            field=field,
        )


def _unknown(team: TeamPart, book: Catalogue) -> Iterator[Refusal]:
    """Yield what is unknown to the rulebook in a list of ninja, and invalid names."""
    if team.clan not in book.clans:
        yield Refusal(
            f"The rulebook has no clan called {team.clan}.",
            code="unknown-clan",
            field="team.clan",
        )
    for number, part in enumerate(team.ninja):
        at = f"team.ninja[{number}]"
        profile = book.profiles.get(part.profile)
        if profile is None:
            yield Refusal(
                f"The rulebook has no profile called {part.profile}.",
                code="unknown-profile",
                field=f"{at}.profile",
            )
            continue
        options = {ability.slug for ability in profile.ability_options}
        for ability in part.abilities:
            if ability not in options:
                yield Refusal(
                    f"{profile.name} cannot choose the ability {ability}.",
                    code="abilities",
                    field=f"{at}.abilities",
                )
        yield from _name_problem(part.name, f"{at}.name")


def _name_problem(name: str, field: str) -> Iterator[Refusal]:
    if len(name) > NAME_LENGTH or not is_legible(name):
        yield Refusal(
            f"A name can have at most {NAME_LENGTH} visible characters, on one line.",
            code="odd-name",
            field=field,
        )


def _journal_problems(
    journal: tuple[JournalPart, ...], book: Catalogue
) -> Iterator[Refusal]:
    if len(journal) > LINES_MAX:
        yield Refusal(
            f"The journal has more than {LINES_MAX} lines. That is too many to import.",
            code="journal-too-long",
            field="journal",
        )
        return
    for index, part in enumerate(journal):
        at = f"journal[{index}]"
        is_placed = 0 <= part.place <= part.number
        if part.number != index + 1 or not is_placed:
            yield Refusal(
                "Lines must be numbered from 1 without gaps, and the place of a line"
                " cannot be later than its number.",
                code="line-number",
                field=f"{at}.number",
            )
            return
        if not _BATCH.fullmatch(part.batch):
            yield Refusal(
                "A batch must be a UUID.", code="no-batch", field=f"{at}.batch"
            )
        plain = msgspec.to_builtins(part)
        for path, sentence in odd_values(plain, at):
            yield Refusal(sentence, code="odd-value", field=path)
        yield from _entry_problems(part.entry, f"{at}.entry", book)
        yield from _dice_problems(part, f"{at}.dice")


def _entry_problems(entry: AnyEntry, at: str, book: Catalogue) -> Iterator[Refusal]:
    """Yield problems that the reducer does not check, because services do."""
    yield from _name_problem(getattr(entry, "name", ""), f"{at}.name")
    amount = _AMOUNTS.get(type(entry))
    if amount is not None and (getattr(entry, amount) or 0) < 0:
        yield _negative(f"{at}.{amount}")
    match entry:
        case e.LeagueEntered() if len(entry.league) > LEAGUE_LENGTH:
            yield Refusal(
                f"The name of a league can have at most {LEAGUE_LENGTH} characters.",
                code="odd-name",
                field=f"{at}.league",
            )
        case e.LogoSet() if entry.logo:
            yield Refusal(
                "A team file cannot contain a logo. Leave this value empty.",
                code="foreign-picture",
                field=f"{at}.logo",
            )
        case e.Adjusted():
            keywords = entry.keywords_granted + entry.keywords_taken
            yield from _keyword_problems(keywords, at, book)
        case e.Traded():
            for newcomer in entry.received:
                yield from _newcomer_problems(newcomer, f"{at}.received", book)


def _newcomer_problems(
    newcomer: NinjaState, at: str, book: Catalogue
) -> Iterator[Refusal]:
    yield from _name_problem(newcomer.name, at)
    if min(newcomer.price, newcomer.xp, newcomer.games_to_miss) < 0:
        yield _negative(at)
    learnt = tuple(one.keyword for one in newcomer.growth if isinstance(one, Learn))
    keywords = learnt + newcomer.keywords_granted + newcomer.keywords_taken
    yield from _keyword_problems(keywords, at, book)


def _keyword_problems(
    keywords: tuple[KeywordSlug, ...], at: str, book: Catalogue
) -> Iterator[Refusal]:
    for keyword in keywords:
        if keyword not in book.keywords:
            yield Refusal(
                f"The rulebook has no keyword called {keyword}.",
                code="unknown-keyword",
                field=at,
            )


def _negative(field: str) -> Refusal:
    return Refusal("This cannot be negative.", code="negative", field=field)


def _dice_problems(part: JournalPart, at: str) -> Iterator[Refusal]:
    """Yield problems with dice that do not match their seed or their entry."""
    if part.dice is None:
        return
    record = _drawn(part.dice)
    try:
        verify(
            seed=part.dice.seed,
            promised=part.dice.promised,
            stream_name=part.dice.stream,
            record=record,
        )
    except Refusal as refusal:
        yield Refusal(refusal.sentence, code=refusal.code, field=at)
        return
    entry = part.entry
    if isinstance(entry, e.DowntimeRolled | e.AdvancementRolled):
        faces = [face for drawn in record for face in drawn.results]
        is_served = entry.source is DiceSource.SERVER
        if not is_served or elements_of(faces) != entry.dice:
            yield Refusal(
                "The dice of this entry are not the dice that were rolled for it.",
                code="other-dice",
                field=at,
            )


def _drawn(dice: DiceRecord) -> list[DiceDraw]:
    return [DiceDraw(results, limit) for results, limit in dice.record]
