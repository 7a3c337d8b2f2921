"""Check a league file and name the place of each problem.

The schema has been checked already; this checks references and uniqueness.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator

import msgspec

from challenges.rules.sides import TEAMS_MAX, TEAMS_MIN
from kernel.errors import Refusal
from kernel.ids import ChallengeSlug
from league.rules.exchange.document import (
    CompetitionPart,
    FixturePart,
    LeagueDocument,
    SeasonPart,
)
from league.rules.exchange.match_parts import MatchPart
from league.rules.history.newsletter import TEXT_LENGTH
from league.rules.league_templates import refuse_pause
from rulebook.rules.book import Catalogue
from teams.rules.text_input import odd_values, text_problems

PROBLEMS_SHOWN = 20
_TEAM_COUNT = f"A match has {TEAMS_MIN} to {TEAMS_MAX} teams."

_USERNAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{1,29}")
# Fields that hold the username of a person in the list of people.
_NAMING = (
    *("person", "owner", "author", "actor", "arranged_by"),
    *("choice_by", "removed_by"),
)


def find_problems(document: LeagueDocument, book: Catalogue) -> Iterator[Refusal]:
    """Yield everything that does not fit together."""
    plain = msgspec.to_builtins(document)
    teams = plain.pop("teams", ())
    owners = [{"owner": one["owner"]} for one in teams]
    authors = [{"author": one.author} for one in document.news]
    plain.pop("news", None)
    for path, sentence in odd_values(plain, ""):
        yield _problem(sentence, path.lstrip("."), "odd-value")
    yield from _people(document)
    known = {one.username for one in document.people}
    named = {**plain, "teams": owners, "news": authors}
    yield from _strangers(named, "", known)
    yield from _members(document)
    yield from _rules(document, book)
    yield from _news(document)
    yield from _seasons(document)
    uids = (
        one.match.uid for each in document.seasons for one in each.fixtures if one.match
    )
    yield from _twice(uids, "seasons", "match")
    for number, season in enumerate(document.seasons):
        yield from _season(season, f"seasons[{number}]", document, book)


def _problem(sentence: str, field: str, code: str = "does-not-fit") -> Refusal:
    where = f"{sentence} See {field}." if field else sentence
    return Refusal(where, code=code, field=field or None)


def _people(document: LeagueDocument) -> Iterator[Refusal]:
    for number, one in enumerate(document.people):
        if not _USERNAME.fullmatch(one.username):
            yield _problem(
                "A username has 2 to 30 characters: letters, digits, _ and -.",
                f"people[{number}].username",
            )
    names = (one.username.casefold() for one in document.people)
    yield from _twice(names, "people", "username")


def _strangers(plain: object, path: str, known: set[str]) -> Iterator[Refusal]:
    """Yield names missing from the list of people."""
    if isinstance(plain, dict):
        for key, value in plain.items():
            at = f"{path}.{key}" if path else key
            if key in _NAMING and isinstance(value, str):
                if value not in known:
                    yield _problem(
                        f"No person in the file has the username {value}.", at
                    )
            elif key not in ("facts", "changes", "content", "challenge_roll"):
                yield from _strangers(value, at, known)
    elif isinstance(plain, list | tuple):
        for number, value in enumerate(plain):
            yield from _strangers(value, f"{path}[{number}]", known)


def _members(document: LeagueDocument) -> Iterator[Refusal]:
    yield from _twice((one.person for one in document.members), "members", "person")
    masters = [one for one in document.members if one.role == "master"]
    if len(masters) != 1 or masters[0].left is not None:
        yield _problem("A league has exactly one ninja master.", "members")
    for number, one in enumerate(document.members):
        if one.is_kept_out and one.left is None:
            told = "Only people who have left the league can be banned from it."
            yield _problem(told, f"members[{number}].is_kept_out")


def _rules(document: LeagueDocument, book: Catalogue) -> Iterator[Refusal]:
    if [one.number for one in document.rules] != list(
        range(1, len(document.rules) + 1)
    ):
        yield _problem("Number the versions 1, 2, 3 and so on.", "rules")
    if not document.rules or document.rules[0].in_force is None:
        yield _problem(
            "The first version of the house rules must be in force.", "rules"
        )
    for number, version in enumerate(document.rules):
        try:
            book.house_rules.read(version.changes)
        except Refusal as refusal:
            for one in refusal.parts:
                yield _problem(one.sentence, f"rules[{number}].changes", one.code)


def _news(document: LeagueDocument) -> Iterator[Refusal]:
    yield from _twice((one.number for one in document.news), "news", "number")
    if sum(one.published is None for one in document.news) > 1:
        yield _problem("A league can only have one draft at a time.", "news")
    for number, one in enumerate(document.news):
        for name, text in (("title", one.title), ("text", one.text)):
            for sentence in text_problems(text, TEXT_LENGTH):
                yield _problem(sentence, f"news[{number}].{name}", "odd-value")


def _seasons(document: LeagueDocument) -> Iterator[Refusal]:
    found = [one.number for one in document.seasons]
    if not found or found != list(range(1, len(found) + 1)):
        yield _problem("Number the seasons 1, 2, 3 and so on.", "seasons")
    if any(one.stage != "closed" for one in document.seasons[:-1]):
        yield _problem("Every season except the last must be closed.", "seasons")


def _season(
    season: SeasonPart, at: str, document: LeagueDocument, book: Catalogue
) -> Iterator[Refusal]:
    entrants = len(season.entrants)
    for number, one in enumerate(season.entrants, start=1):
        here = f"{at}.entrants[{number - 1}]"
        yield from _within([one.team], len(document.teams), f"{here}.team")
        yield from _within([one.rules], len(document.rules), f"{here}.rules")
        if one.replaces is not None:
            yield from _within([one.replaces], number - 1, f"{here}.replaces")
    yield from _twice((one.team for one in season.entrants), f"{at}.entrants", "team")
    for number, pair in enumerate(season.apart):
        here = f"{at}.apart[{number}]"
        yield from _within([pair.one, pair.other], entrants, here)
        if pair.one >= pair.other:
            yield _problem("In a pair, the lower number comes first.", here)
    final = [one.entry for one in season.final_table or ()]
    yield from _within(final, entrants, f"{at}.final_table")
    numbers = (one.number for one in season.competitions)
    yield from _twice(numbers, f"{at}.competitions", "number")
    for number, competition in enumerate(season.competitions):
        here = f"{at}.competitions[{number}]"
        yield from _competition(competition, here, entrants, len(document.teams))
        for challenge in competition.plan.challenges:
            yield from _challenge(challenge, f"{here}.plan.challenges", book)
    keys = ((one.competition, one.number, one.leg) for one in season.fixtures)
    yield from _twice(keys, f"{at}.fixtures", "number and leg")
    for number, fixture in enumerate(season.fixtures):
        here = f"{at}.fixtures[{number}]"
        yield from _fixture(fixture, here, season, document)
        if fixture.match is not None:
            yield from _match(fixture.match, f"{here}.match", document, book)


def _competition(
    one: CompetitionPart, at: str, entrants: int, teams: int
) -> Iterator[Refusal]:
    yield from _twice((each.number for each in one.rounds), f"{at}.rounds", "number")
    for number, pause in enumerate(one.plan.pauses):
        try:
            refuse_pause(pause)
        except Refusal as refusal:
            yield _problem(refusal.sentence, f"{at}.plan.pauses[{number}]")
    yield from _within(one.seeding or (), entrants, f"{at}.seeding")
    for name, group in (one.groups or {}).items():
        yield from _within(group, entrants, f"{at}.groups.{name}")
    for number, each in enumerate(one.rounds):
        yield from _within(each.ratings, teams, f"{at}.rounds[{number}].ratings")
        if each.opens and each.closes and each.opens >= each.closes:
            yield _problem(
                "A round must open before it closes.", f"{at}.rounds[{number}]"
            )


def _fixture(
    one: FixturePart, at: str, season: SeasonPart, document: LeagueDocument
) -> Iterator[Refusal]:
    competition = next(
        (each for each in season.competitions if each.number == one.competition), None
    )
    if competition is None:
        yield _problem("This competition does not exist.", f"{at}.competition")
    elif one.round not in (None, *(each.number for each in competition.rounds)):
        yield _problem("This round does not exist.", f"{at}.round")
    if one.rules is not None:
        yield from _within([one.rules], len(document.rules), f"{at}.rules")
    if one.is_bye and one.match is not None:
        yield _problem("A fixture with a bye cannot have a match.", f"{at}.match")
    if len(one.sides) > TEAMS_MAX:
        yield _problem(_TEAM_COUNT, f"{at}.sides")
    there = [side.entrant for side in one.sides if side.entrant is not None]
    yield from _within(there, len(season.entrants), f"{at}.sides")
    yield from _twice(there, f"{at}.sides", "entrant")
    parts = [part.entry for part in one.outcome or ()]
    yield from _within(parts, len(season.entrants), f"{at}.outcome")
    if one.outcome is not None and set(parts) != set(there):
        yield _problem(
            "An outcome must name the same entrants as the sides of its fixture.",
            f"{at}.outcome",
        )
    if one.owed is not None and (one.outcome is None or one.match is not None):
        yield _problem(
            "Only a win without a match can still be owed to a team.", f"{at}.owed"
        )
    yield from _within(one.missed, len(season.entrants), f"{at}.missed")
    for line in one.facts.teams if one.facts else ():
        here = f"{at}.facts"
        teams = [line.team, *(team for n in line.ninja for team, _ in n.injured)]
        yield from _within(teams, len(document.teams), here)
        if line.person is not None:
            yield from _within([line.person], len(document.people), here)


def _match(
    match: MatchPart, at: str, document: LeagueDocument, book: Catalogue
) -> Iterator[Refusal]:
    places = len(match.places)
    if not TEAMS_MIN <= places <= TEAMS_MAX:
        yield _problem(_TEAM_COUNT, f"{at}.places")
    teams = [one.team for one in match.places if one.team is not None]
    yield from _within(teams, len(document.teams), f"{at}.places")
    yield from _twice(teams, f"{at}.places", "team")
    yield from _challenge(match.challenge, f"{at}.challenge", book)
    for number, report in enumerate(match.reports):
        if len(report.content.teams) != places:
            yield _problem(
                "A report must cover every team of its match.",
                f"{at}.reports[{number}]",
            )
    for number, amendment in enumerate(match.amendments):
        here = f"{at}.amendments[{number}]"
        known = {one.username for one in document.people}
        for name in sorted(set(amendment.agreed) - known):
            yield _problem(
                f"No person in the file has the username {name}.", f"{here}.agreed"
            )
        told = [one.team for one in amendment.teams if one.team is not None]
        yield from _within(told, len(document.teams), f"{here}.teams")
        if amendment.content and len(amendment.content.teams) != places:
            yield _problem("A report must cover every team of its match.", here)
    revisions = (one.revision for one in match.settlements)
    yield from _twice(revisions, f"{at}.settlements", "revision")
    for number, one in enumerate(match.settlements):
        here = f"{at}.settlements[{number}]"
        yield from _within([one.report], len(match.reports), f"{here}.report")
        if len(one.reports) != places:
            yield _problem("A settlement must cover every team of its match.", here)
        yield from _within([step.place + 1 for step in one.steps], places, here)
        yield from _twice(((s.place, s.step) for s in one.steps), here, "step")


def _challenge(slug: str, at: str, book: Catalogue) -> Iterator[Refusal]:
    if slug and ChallengeSlug(slug) not in book.challenges:
        yield _problem(f"The rulebook has no challenge with the slug {slug}.", at)


def _within(numbers: Iterable[int], most: int, at: str) -> Iterator[Refusal]:
    for number in numbers:
        if not 1 <= number <= most:
            yield _problem(f"There is no number {number}; the highest is {most}.", at)


def _twice(found: Iterable[Hashable], at: str, what: str) -> Iterator[Refusal]:
    seen: set[Hashable] = set()
    for one in found:
        if one in seen:
            yield _problem(f"The {what} {one} appears twice.", at)
        seen.add(one)
