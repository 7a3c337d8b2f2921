"""The demo's league: half a season, played on the board by bots and settled.

One match waits to be reported, one report is disputed, somebody has an advance to
choose, and a newsletter is out. Dice after a match are entered as rolled at the table,
so that the same version of the product always tells the same story.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from challenges import services as matches
from challenges.rules.match_report import MatchReport
from challenges.rules.staging import stage
from challenges.selectors import match_page, match_seen
from config.demo.growing import settle
from config.demo.scene import PASSWORD, Scene
from kernel.dice import SeededDice
from league.selectors.fixtures import FixtureLine, season_fixtures
from league.selectors.leagues import season_last
from league.services import competitions, entrants, founding, members, news
from people import services as people
from people.models import Person
from rulebook.catalogue import catalogue
from skirmish.bots.novice import Novice
from teams import selectors, services
from teams.services import Edit
from teams.services.shortcuts import team_draw_names

NAME = "Lantern Street League"
BLURB = (
    "Thursdays in the back room of the Paper Crane. Beginners are welcome, latecomers"
    " bring the tea."
)
# Played to the end, and begun after that.
ROUNDS = 3
NEWCOMERS = {
    "chiyo": ("Chiyo", "Asia/Tokyo"),
    "emil": ("Emil", "Europe/Stockholm"),
    "freya": ("Freya", "Atlantic/Reykjavik"),
    "goran": ("Goran", "Europe/Zagreb"),
    "hana": ("Hana", "Europe/Prague"),
}
# Owner, sample team, and the name it plays under.
TEAMS = (
    ("master", "clear-sky", "Paper Cranes"),
    ("aiko", "borrowed-faces", "Nine Quiet Tails"),
    ("bruno", "rockfall", "The Patient Stones"),
    ("chiyo", "two-ogres", "Ember Row"),
    ("emil", "deep-water", "Low Tide Society"),
    ("freya", "hollow-hill", "Hollow Bell"),
    ("goran", "rising-tide", "Saltwater Debt"),
    ("hana", "long-patience", "Second Cup"),
)
GROUNDS = ("castle-town", "moon-garden")


def build(scene: Scene) -> None:
    dice = scene.dice("league")
    everybody = {**scene.people, **_newcomers()}
    master = everybody["master"]
    league = founding.league_found(
        founder=master,
        name=NAME,
        blurb=BLURB,
        visibility="public",
        admission="open",
        template="round-robin",
        seed=_seed(dice),
    )
    for username, sample, name in TEAMS:
        _enter(league.uid, everybody[username], sample, name, dice)
    competitions.season_start(uid=league.uid, actor=master)
    season = season_last(league)
    fixtures = [one for one in season_fixtures(season) if not one.is_bye]
    for fixture in _of_rounds(fixtures, 1, ROUNDS):
        _play(fixture, everybody, dice)
    issue = news.post_draft(uid=league.uid, actor=master)
    news.post_publish(uid=league.uid, actor=master, number=issue.number)
    this_week = list(_of_rounds(fixtures, ROUNDS + 1, ROUNDS + 1))
    _under_way(this_week, everybody, dice)


def _seed(dice: SeededDice) -> str:
    return "".join(f"{dice.below(16):x}" for _ in range(64))


def _newcomers() -> dict[str, Person]:
    return {
        username: people.person_sign_up(
            username=username,
            email=f"{username}@example.org",
            password=PASSWORD,
            display_name=shown,
            time_zone=time_zone,
        )
        for username, (shown, time_zone) in NEWCOMERS.items()
    }


def _enter(uid: str, person: Person, sample: str, name: str, dice: SeededDice) -> None:
    written = services.team_found_sample(owner=person, sample=sample, name=name)
    edit = Edit(team_id=written.team_id, actor=person)
    team_draw_names(edit, dice=dice)
    services.team_register(edit)
    if person.username != "master":
        members.league_join(uid=uid, person=person)
    entrants.team_enter(uid=uid, person=person, team_id=written.team_id)


def _of_rounds(
    fixtures: list[FixtureLine], first: int, last: int
) -> Iterator[FixtureLine]:
    return (one for one in fixtures if first <= one.round_number <= last)


def _play(fixture: FixtureLine, everybody: dict[str, Person], dice: SeededDice) -> None:
    """On the board, then reported, confirmed and settled by both."""
    one, other = _people(fixture, everybody)
    _open(fixture, one, dice)
    matches.report_submit(_edit(fixture, one), report=_on_the_board(fixture, dice))
    matches.report_confirm(_edit(fixture, other))
    _settle(fixture, everybody, dice)


def _under_way(
    fixtures: list[FixtureLine], everybody: dict[str, Person], dice: SeededDice
) -> None:
    """The round of this week: one settled but for an advance, one disputed, one being
    played, and one that has no date yet."""
    settled, disputed, played, _ = fixtures
    one, other = _people(settled, everybody)
    _open(settled, one, dice)
    matches.report_submit(_edit(settled, one), report=_on_the_board(settled, dice))
    matches.report_confirm(_edit(settled, other))
    _settle(settled, everybody, dice, leaves_advances=True)
    one, other = _people(disputed, everybody)
    _open(disputed, one, dice)
    matches.report_submit(_edit(disputed, one), report=_on_the_board(disputed, dice))
    reason = "The medal was dropped before the last round; that is a point less."
    matches.report_dispute(_edit(disputed, other), reason=reason)
    one, _other = _people(played, everybody)
    _open(played, one, dice)


def _open(fixture: FixtureLine, person: Person, dice: SeededDice) -> None:
    slugs = sorted(catalogue().challenges)
    edit = _edit(fixture, person)
    slug = slugs[dice.below(len(slugs))]
    matches.match_set_challenge(edit, challenge=slug, together=True)
    matches.match_open(edit)


def _on_the_board(fixture: FixtureLine, dice: SeededDice) -> MatchReport:
    """The whole match, each team in the hands of a bot."""
    page = match_seen(_uid(fixture), None)
    match = page.match
    teams = [selectors.state_of(place.team) for place in page.places if place.team]
    staging = stage(
        teams,
        book=catalogue(),
        rules=teams[0].rules,
        challenge=match.challenge,
        ground=GROUNDS[dice.below(len(GROUNDS))],
        match=matches.match_key(match),
    )
    bots = [Novice(dice.stream(f"bot {number}")) for number in range(len(teams))]
    return staging.match_report(staging.play(bots, dice).report)


def _settle(
    fixture: FixtureLine,
    everybody: dict[str, Person],
    dice: SeededDice,
    *,
    leaves_advances: bool = False,
) -> None:
    for owed in matches.settlements_due():
        matches.settlement_run(settlement_id=owed)
    for side in fixture.sides:
        person = next(one for one in everybody.values() if one.pk == side.person_id)
        settle(person, side.team_id or 0, dice, leaves_advances=leaves_advances)
    matches.settlements_finish_open()
    _witness(fixture, everybody)


def _witness(fixture: FixtureLine, everybody: dict[str, Person]) -> None:
    """Each says of the other's dice that they fell like that."""
    for person in _people(fixture, everybody):
        progress = match_page(_uid(fixture), person).progress
        for team in progress.teams if progress else ():
            if team.may_witness:
                matches.dice_witness(_edit(fixture, person), number=team.number)


def _people(
    fixture: FixtureLine, everybody: dict[str, Person]
) -> tuple[Person, Person]:
    by_id = {one.pk: one for one in everybody.values()}
    one, other = (by_id[side.person_id or 0] for side in fixture.sides)
    return one, other


def _edit(fixture: FixtureLine, person: Person) -> matches.Edit:
    return matches.Edit(uid=_uid(fixture), actor=person)


def _uid(fixture: FixtureLine) -> UUID:
    if fixture.match is None:
        raise AssertionError("Only matches are played.")
    return fixture.match
