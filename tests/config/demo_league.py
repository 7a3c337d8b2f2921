"""The demo's league, played: half a season on the board by bots, and settled.

    python -m tests.config.demo_league            play it and say whether it differs
    python -m tests.config.demo_league --write    play it and keep it as the demo

Playing takes too long for a first start, so what comes of it lies in fixtures/demo: the
file that any league can be exported to, and the games for their replays. The clock is
set for every act: the season began three weeks before the story ends, and the fourth
round has just opened. Dice after a match are entered as rolled at the table, so that
one version of the product always tells the same story. Write it anew when a rule
changes that the bots play by.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from uuid import UUID

if __name__ == "__main__":
    os.environ["MOONLIGHT_DATA"] = tempfile.mkdtemp(prefix="moonlight-demo-")
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()

import time_machine
from django.conf import settings
from django.db import transaction
from msgspec.structs import replace

from challenges.catalogue import shelf
from challenges.rules.match_setup import set_up_match
from challenges.rules.reports.match_report import MatchReport
from challenges.selectors.access import get_visible_match
from challenges.selectors.match_page import get_match_page
from challenges.services import locks
from challenges.services.challenge_choice import choose_challenge
from challenges.services.locks import match_key
from challenges.services.match_start import start_match
from challenges.services.reports import confirm_report, dispute_report, submit_report
from challenges.services.settlements import (
    confirm_dice,
    finish_open_settlements,
    list_due_settlements,
    run_settlement,
)
from config import startup
from config.demo.context import PASSWORD, Scene
from config.demo.games import FOLDER
from config.demo.league import ENDS, FILE, NAME
from config.demo.people import build as build_people
from config.demo.settlements import settle
from kernel.dice import SeededDice
from league.models.leagues import League
from league.selectors.competitions.fixtures import FixtureLine, season_fixtures
from league.selectors.league_file import league_file
from league.selectors.leagues import season_last
from league.services import entrants, leagues, members
from league.services.communication import comments, news
from league.services.competitions import competitions, match_dates, rounds
from people.models import Person
from people.services.accounts import sign_up_person
from rulebook.catalogue import catalogue
from skirmish.bots.novice import Novice
from skirmish.rules.text_format.game_file import StoredGame, write_game
from teams.selectors.journal_store import get_state
from teams.services.journal import Edit
from teams.services.new_teams import create_sample_team
from teams.services.roster import register_team

BLURB = (
    "Evenings in the back room of the Paper Crane. Beginners are welcome, latecomers"
    " bring the tea."
)
WEEK = timedelta(days=7)
# The fourth round opened yesterday morning.
STARTS = ENDS - 3 * WEEK - timedelta(days=1, hours=12)
EVENING = timedelta(hours=8)  # after the hour at which rounds open
ROUNDS = 3  # played to their end
NEWCOMERS = {
    "chiyo": ("Chiyo", "Asia/Tokyo"),
    "emil": ("Emil", "Europe/Stockholm"),
    "freya": ("Freya", "Atlantic/Reykjavik"),
    "goran": ("Goran", "Europe/Zagreb"),
    "hana": ("Hana", "Europe/Prague"),
}
# Owner, sample team, and the name it plays under. Their order makes the pairings of the
# fourth round: whoever can log in has something to do, and the master rules on others.
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
# The dice at whose end somebody is hurt, and a dispute decides who wins.
EVENINGS = "evenings of autumn 1"
GROUNDS = ("castle-town", "moon-garden")
DISPUTE = (
    "Your last point came after the final round was over. On our sheet you have one"
    " less."
)
TALK = (
    ("The bell fell silent at exactly the wrong moment.", 20),
    ("Good game! Next time I bring the biscuits.", 35),
)

# What no two games of the same story share.
ID = r"(?:[0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"


@transaction.atomic
def played() -> tuple[bytes, dict[UUID, str]]:
    """The whole story: the league as a file, and the game of each match. Nothing is
    heard of it before it is over, so that everybody answers in the same order wherever
    it is played."""
    scene = Scene()
    with time_machine.travel(STARTS - 2 * WEEK, tick=False) as clock:
        build_people(scene)
        story = Story(scene, clock)
        story.gather()
        for number in range(1, ROUNDS + 1):
            story.week(number)
        story.under_way()
        clock.move_to(ENDS)
        return league_file(story.league.uid, story.master), story.games


def plot(content: bytes) -> str:
    """A file without the ids and seeds that nobody must be able to guess. Each is told
    by where it comes up first, so that what belongs together still does."""
    text = content.decode()
    (uid,) = re.findall(r'"uid": "([a-z0-9]{10})"', text)
    met: dict[str, int] = {}
    return re.sub(
        rf"\b(?:{ID}|{uid})\b",
        lambda hit: f"id-{met.setdefault(hit[0], len(met))}",
        text,
    )


class Story:
    """The league as far as it has come."""

    def __init__(self, scene: Scene, clock: time_machine.Coordinates) -> None:
        self.clock, self.dice = clock, scene.dice(EVENINGS)
        self.people: dict[str, Person] = {**scene.people, **_newcomers()}
        self.master = self.people["master"]
        self.league = self._found(scene.dice("league"))
        # The file of each game, by its match.
        self.games: dict[UUID, str] = {}

    def _found(self, dice: SeededDice) -> League:
        return leagues.create_league(
            founder=self.master,
            name=NAME,
            blurb=BLURB,
            visibility="public",
            admission="open",
            template="round-robin",
            # Whoever tries the demo may correct any of its results, not the last alone.
            changes={"rollback_policy": "any_with_replay"},
            seed=_seed(dice),
        )

    def gather(self) -> None:
        """Over two weeks everybody joins; then the season begins."""
        for username, sample, name in TEAMS:
            self.clock.shift(timedelta(hours=29))
            self._enter(self.people[username], sample, name)
        self.clock.move_to(STARTS)
        competitions.start_season(uid=self.league.uid, actor=self.master)

    def _enter(self, person: Person, sample: str, name: str) -> None:
        written = create_sample_team(
            owner=person, sample=sample, name=name, dice=self.dice
        )
        register_team(Edit(team_id=written.team_id, actor=person))
        if person != self.master:
            members.join_league(uid=self.league.uid, person=person)
        entrants.enter_team(uid=self.league.uid, person=person, team_id=written.team_id)

    def week(self, number: int) -> None:
        """A round, evening by evening, and at its end an issue of the newsletter."""
        opens = STARTS + (number - 1) * WEEK
        for day, fixture in enumerate(self.fixtures(number), start=1):
            self.clock.move_to(opens + timedelta(days=day) + EVENING)
            self._play(fixture)
        self.clock.move_to(opens + WEEK + timedelta(minutes=1))
        rounds.close_due_rounds()
        rounds.open_due_rounds()
        if number > 1:
            self.clock.shift(timedelta(hours=2))
            self._publish()

    def under_way(self) -> None:
        """The round of this week: one settled but for an advance, one disputed, one
        being played, and one that looks for a date."""
        disputed, begun = self._of("aiko"), self._of("bruno")
        settled, waiting = (
            one for one in self.fixtures(ROUNDS + 1) if one not in (disputed, begun)
        )
        self._talk(self.fixtures(ROUNDS)[0])
        opened = STARTS + ROUNDS * WEEK
        self.clock.move_to(opened + EVENING)
        self._play(settled, leaves_advances=True)
        self._propose(waiting)
        self._dispute(disputed, self.people["aiko"])
        self.clock.move_to(opened + timedelta(days=1) + EVENING)
        self._open(begun, self.people["bruno"])

    def fixtures(self, number: int) -> list[FixtureLine]:
        found = season_fixtures(season_last(self.league))
        return [one for one in found if one.round_number == number and not one.is_bye]

    def _of(self, username: str) -> FixtureLine:
        (found,) = (
            one
            for one in self.fixtures(ROUNDS + 1)
            if self.people[username] in self._sides(one)
        )
        return found

    def _sides(self, fixture: FixtureLine) -> tuple[Person, Person]:
        by_id = {one.pk: one for one in self.people.values()}
        one, other = (by_id[side.person_id or 0] for side in fixture.sides)
        return one, other

    def _play(self, fixture: FixtureLine, *, leaves_advances: bool = False) -> None:
        """On the board, then reported, confirmed and settled by both."""
        one, other = self._sides(fixture)
        self._open(fixture, one)
        report = self._on_the_board(fixture)
        self.clock.shift(timedelta(minutes=90))
        submit_report(_edit(fixture, one), report=report)
        self.clock.shift(timedelta(minutes=25))
        confirm_report(_edit(fixture, other))
        self._settle(fixture, leaves_advances=leaves_advances)

    def _open(self, fixture: FixtureLine, person: Person) -> None:
        slugs = sorted(catalogue().challenges)
        slug = slugs[self.dice.below(len(slugs))]
        edit = _edit(fixture, person)
        choose_challenge(edit, challenge=slug, together=True)
        start_match(edit)

    def _on_the_board(self, fixture: FixtureLine) -> MatchReport:
        """The whole match, each team in the hands of a bot."""
        page = get_visible_match(_uid(fixture), None)
        teams = [get_state(place.team) for place in page.places if place.team]
        staging = set_up_match(
            teams,
            book=catalogue(),
            rules=teams[0].rules,
            challenge=page.match.challenge,
            ground=GROUNDS[self.dice.below(len(GROUNDS))],
            match=match_key(page.match),
        )
        bots = [Novice(self.dice.stream(f"bot {one}")) for one in range(len(teams))]
        seed = _seed(self.dice)
        game = staging.play(bots, SeededDice(seed))
        stored = StoredGame.of(game, seed)
        self.games[_uid(fixture)] = write_game(stored, shelf())
        return staging.match_report(game.report)

    def _settle(self, fixture: FixtureLine, *, leaves_advances: bool) -> None:
        for owed in list_due_settlements():
            run_settlement(settlement_id=owed)
        for person, side in zip(self._sides(fixture), fixture.sides, strict=True):
            self.clock.shift(timedelta(minutes=4))
            settle(
                person, side.team_id or 0, self.dice, leaves_advances=leaves_advances
            )
        finish_open_settlements()
        self._witness(fixture)

    def _witness(self, fixture: FixtureLine) -> None:
        """Each says of the other's dice that they fell like that."""
        for person in self._sides(fixture):
            progress = get_match_page(_uid(fixture), person).progress
            for team in progress.teams if progress else ():
                if team.may_witness:
                    confirm_dice(_edit(fixture, person), number=team.number)

    def _dispute(self, fixture: FixtureLine, reporter: Person) -> None:
        """The other one counts a point less, and says so with a report."""
        (other,) = {*self._sides(fixture)} - {reporter}
        number = self._sides(fixture).index(reporter)
        self._open(fixture, reporter)
        report = self._on_the_board(fixture)
        told = list(report.teams)
        told[number] = replace(told[number], score=max(told[number].score - 1, 0))
        self.clock.shift(timedelta(minutes=80))
        submit_report(_edit(fixture, reporter), report=report)
        self.clock.shift(timedelta(minutes=40))
        counter = replace(report, teams=tuple(told))
        dispute_report(_edit(fixture, other), reason=DISPUTE, counter=counter)

    def _propose(self, fixture: FixtureLine) -> None:
        opened = STARTS + ROUNDS * WEEK
        days = [opened + EVENING + timedelta(days=day) for day in (4, 5, 6)]
        match_dates.propose_dates(
            uid=self.league.uid,
            actor=self._sides(fixture)[0],
            fixture_id=fixture.id,
            dates=days,
        )

    def _talk(self, fixture: FixtureLine) -> None:
        for person, (words, minutes) in zip(self._sides(fixture), TALK, strict=True):
            self.clock.shift(timedelta(minutes=minutes))
            comments.write_comment(match=_uid(fixture), author=person, text=words)

    def _publish(self) -> None:
        issue = news.draft_post(uid=self.league.uid, actor=self.master)
        self.clock.shift(timedelta(minutes=20))
        news.publish_post(uid=self.league.uid, actor=self.master, number=issue.number)


def _newcomers() -> dict[str, Person]:
    return {
        username: sign_up_person(
            username=username,
            email=f"{username}@example.org",
            password=PASSWORD,
            display_name=shown,
            time_zone=time_zone,
        )
        for username, (shown, time_zone) in NEWCOMERS.items()
    }


def _seed(dice: SeededDice) -> str:
    return "".join(f"{dice.below(16):x}" for _ in range(64))


def _edit(fixture: FixtureLine, person: Person) -> locks.Edit:
    return locks.Edit(uid=_uid(fixture), actor=person)


def _uid(fixture: FixtureLine) -> UUID:
    assert fixture.match is not None, "Only matches are played."
    return fixture.match


def write_games(folder: Path, games: Mapping[UUID, str]) -> None:
    """Replace the files of a folder by these games, each named after its match."""
    folder.mkdir(exist_ok=True)
    for file in folder.glob("*.txt"):
        file.unlink()
    for uid, text in games.items():
        (folder / f"{uid}.txt").write_text(text)


def main() -> int:
    try:
        startup.prepare_database(lambda _: None, wants_demo=False)
        content, games = played()
    finally:
        shutil.rmtree(settings.DATA_DIR)
    if "--write" in sys.argv:
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_bytes(content)
        write_games(FOLDER, games)
        return 0
    return int(plot(content) != plot(FILE.read_bytes()))


if __name__ == "__main__":
    sys.exit(main())
