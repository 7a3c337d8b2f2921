"""A whole league as one file: out, in, and the same again."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import transaction
from django.http import Http404
from django.test import Client
from django.utils import timezone

from challenges.models import Match
from challenges.rules.reports.match_report import MatchReport, TeamPart
from challenges.rules.stages import CorrectionStage
from challenges.services.challenge_choice import choose_challenge
from challenges.services.corrections import correct_result
from challenges.services.locks import Edit
from kernel.errors import Refusal
from league.models.leagues import League, Membership, Visibility
from league.models.seasons import Entrant, Season
from league.rules.exchange import document as rules
from league.rules.history.statistics import leaders, records
from league.rules.league_templates import Kind
from league.selectors.competitions.results import get_season_results
from league.selectors.league_file import league_document, league_file
from league.selectors.statistics import league_matches
from league.services import entrants, house_rules
from league.services.communication import comments, news
from league.services.competitions import competitions, match_dates
from league.services.competitions.rounds import close_round
from league.services.exchange.league_import import import_league
from league.services.members import join_league
from league.services.season_end import close_season, open_season
from people.models import Person
from teams.models import Team
from teams.selectors.team_file import build_team_document
from tests.cast import cast
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.teams.rules.story import changed

pytestmark = pytest.mark.django_db


def storied(master: Person) -> League:
    """Two seasons with a bye, level teams, a bracket, and matches still to play."""
    league = founded(master, deputies=True)
    uid = league.uid
    tales = crowd(league, 3)
    season = begun(league, master, kind=Kind.SWISS, rounds=2)
    for one in fixtures(season):
        if one.match:
            play(one.match, 2, 2)
    for drawn in season.competitions.get().rounds.all():
        close_round(drawn)
    entrants.adjust_points(
        uid=uid, actor=master, team_id=tales[0].team_id, points=1, reason="Tea."
    )
    # What was played before is worth what it was, here and elsewhere.
    points = changed("standings_points", win=9)
    changes = {"deputies": True, "teams_per_player": 2, "standings_points": points}
    change = {"uid": uid, "actor": master, "reason": "More teams."}
    house_rules.change_rules(**change, changes=changes)
    later = {
        "moment": house_rules.EffectiveFrom.NEXT_SEASON,
        "changes": {"max_ronin": 1},
    }
    waiting = house_rules.change_rules(**change, **later)
    house_rules.withdraw_rules(uid=uid, actor=master, number=waiting.number)
    competitions.draw_competition(uid=uid, actor=master, number=1)
    for one in fixtures(season):
        if one.match and one.outcome is None:
            play(one.match, 5, 1)
            _amend(one.match, master)
    close_season(uid=uid, actor=master)
    second = open_season(uid=uid, actor=master, name="Spring")
    competitions.forbid_pair(
        uid=uid,
        actor=master,
        team_ids=(tales[0].team_id, tales[1].team_id),
        reason="Siblings.",
    )
    competitions.start_season(uid=uid, actor=master)
    _talk(uid, second)
    _write(league, master)
    return league


def _amend(match: Match, master: Person) -> None:
    report = MatchReport(teams=(TeamPart(score=4), TeamPart(score=1)))
    edit = Edit(uid=match.uid, actor=master)
    done = correct_result(edit, report=report, reason="One too many.")
    assert done.stage == CorrectionStage.DONE


def _talk(uid: str, season: Season) -> None:
    made = next(one for one in fixtures(season) if one.match)
    assert made.match is not None
    person = made.match.places.order_by("number")[0].person
    date = timezone.now().replace(microsecond=0) + timedelta(days=3)
    match_dates.propose_dates(uid=uid, actor=person, fixture_id=made.pk, dates=[date])


def _write(league: League, master: Person) -> None:
    """An issue that is out, a draft, and comments, one of them removed. Somebody
    wants to play Search next."""
    first = news.draft_post(uid=league.uid, actor=master)
    news.publish_post(uid=league.uid, actor=master, number=first.number)
    news.draft_post(uid=league.uid, actor=master)
    match = Match.objects.filter(stage="arranged").earliest("pk")
    person = match.places.earliest("number").person
    comments.write_comment(match=match.uid, author=person, text="See you\nthere.")
    rude = comments.write_comment(match=match.uid, author=person, text="Boo.")
    comments.remove_comment(comment_id=rude.pk, actor=master, reason="Rude.")
    choose_challenge(Edit(uid=match.uid, actor=person), challenge="search")


def bare(rows: Any) -> list[Any]:
    """Rows without the numbers of the site."""
    return [
        {key: value for key, value in json.loads(_text(row)).items() if key not in SITE}
        for row in rows
    ]


SITE = ("entry", "match", "team", "number")


def _text(row: Any) -> bytes:
    return msgspec.json.encode(row)


def told(league: League) -> dict[str, Any]:
    """Everything that people see of a league's games."""
    matches = league_matches(league)
    return {
        "tables": [
            [name, bare(rows)]
            for season in league.seasons.order_by("number")
            for name, rows in get_season_results(season).tables().items()
        ],
        "records": bare(records(matches)),
        "leaders": {lead: bare(lines) for lead, lines in leaders(matches).items()},
        "scrolls": [
            build_team_document(team)
            for team in Team.objects.filter(entrants__season__league=league)
            .distinct()
            .order_by("pk")
        ],
    }


def other_site(content: bytes) -> bytes:
    """The same league, of people who are not here."""
    names = Person.objects.values_list("username", flat=True)
    for name in names:
        content = content.replace(f'"{name}"'.encode(), f'"far-{name}"'.encode())
    return content


@pytest.fixture
def league(dana: Person) -> League:
    return storied(dana)


def test_a_league_comes_back_as_it_left(league: League, dana: Person) -> None:
    content = league_file(league.uid, dana)
    before = told(league)
    league.name = "The Old Cup"
    league.save()
    copy = import_league(content=content)
    # Matches are named anew beside the old ones, and in journals with them.
    ours, theirs = (
        set(Match.objects.filter(fixture__competition__season__league=one).values_list(
            "uid", flat=True
        ))
        for one in (league, copy)
    )  # fmt: skip
    assert len(ours) == len(theirs) == 3
    assert not ours & theirs
    after = told(copy)
    assert after["tables"] == before["tables"]
    assert after["records"] == before["records"] != []
    assert after["leaders"] == before["leaders"]
    assert [one.team for one in after["scrolls"]] == [
        one.team for one in before["scrolls"]
    ]
    assert Membership.objects.get(league=copy, role="master").person == dana
    again = rules.decode(league_file(copy.uid, dana))
    first = rules.decode(content)
    assert again.seasons[0].final_table == first.seasons[0].final_table
    assert again.log == first.log
    assert again.rules == first.rules
    assert first.rules[2].withdrawn is not None
    assert {one.rules for one in first.seasons[0].fixtures} == {1, 2}
    (amended,) = (
        one
        for season in again.seasons
        for fixture in season.fixtures
        for one in (fixture.match.amendments if fixture.match else ())
    )
    assert amended.reason == "One too many."
    assert {one.team for one in amended.teams} <= {1, 2, 3}
    assert all(one.uid in {uid.hex for uid in theirs} for one in amended.matches)


def test_on_another_site_everything_is_the_same_to_the_letter(
    league: League, dana: Person
) -> None:
    content = other_site(league_file(league.uid, dana))
    before = told(league)
    uids = list(Match.objects.filter(is_hosted=True).values_list("uid", flat=True))
    _vanish(league)
    copy = import_league(content=content, actor=dana)
    assert copy.uid == league.uid
    assert told(copy) == before
    hosted = Match.objects.filter(fixture__competition__season__league=copy)
    assert set(hosted.values_list("uid", flat=True)) == set(uids)
    assert rules.encode(league_document(copy)) == content
    stranger = Person.objects.get(username="far-crowd0")
    assert (stranger.is_active, stranger.has_usable_password()) == (False, False)
    assert b"@" not in content


def _vanish(league: League) -> None:
    """Leave nothing of a league that its file could meet here."""
    for match in Match.objects.all():
        Match.objects.filter(pk=match.pk).update(uid=uuid4())
    League.objects.filter(pk=league.pk).update(name="Gone", uid="gonegonego")


def test_what_was_imported_is_played_on(league: League, dana: Person) -> None:
    content = league_file(league.uid, dana)
    League.objects.filter(pk=league.pk).update(name="The Old Cup")
    copy = import_league(content=content, master=cast("alice").username)
    assert Membership.objects.get(league=copy, person=dana).role == "co-master"
    season = copy.seasons.get(number=2)
    waiting = [one for one in fixtures(season) if one.match and not one.outcome]
    play(waiting[0].match, 3, 1)  # type: ignore[arg-type]
    waiting[0].refresh_from_db()
    assert waiting[0].facts is not None
    for one in season.competitions.get().rounds.all():
        close_round(one)
    assert sum(row.points for row in get_season_results(season).table()) > 0


def test_how_long_it_waits_goes_along_and_older_files_say_nothing_of_it(
    dana: Person,
) -> None:
    league = founded(dana)
    crowd(league, 2)
    League.objects.update(confirmation_days=9, decision_days=11, name="The Old Cup")
    plain = json.loads(league_file(league.uid, dana))
    plain["league"]["name"] = "The New Cup"
    copy = import_league(content=json.dumps(plain).encode())
    assert (copy.confirmation_days, copy.decision_days) == (9, 11)
    del plain["league"]["confirmation_days"], plain["league"]["decision_days"]
    plain["league"]["name"] = "The Third Cup"
    plain["seasons"][0]["entrants"][0]["no_shows"] = 1
    older = import_league(content=json.dumps(plain).encode())
    assert (older.confirmation_days, older.decision_days) == (3, 7)


def test_only_masters_take_a_league_along(dana: Person, alice: Person) -> None:
    league = founded(dana)
    join_league(uid=league.uid, person=alice)
    with pytest.raises(PermissionDenied):
        league_file(league.uid, alice)
    League.objects.update(visibility=Visibility.PRIVATE)
    with pytest.raises(Http404):
        league_file(league.uid, cast("stranger"))


def _put(value: Any, *path: Any) -> Any:
    def change(plain: Any) -> None:
        for step in path[:-1]:
            plain = plain[step]
        plain[path[-1]] = value

    return change


def _again(*path: Any) -> Any:
    def change(plain: Any) -> None:
        for step in path:
            plain = plain[step]
        plain.append(plain[-1])

    return change


HOSTILE = {
    "another format": (_put("moonlight-team", "format"), "format"),
    "another version": (_put(2, "schema"), "schema"),
    "an unknown field": (_put(1, "league", "owner"), "league"),
    "person does not exist": (_put("x-y", "members", 0, "person"), "members[0].person"),
    "a name for two": (_again("people"), "people"),
    "a bad username": (_put("../x", "people", 0, "username"), "people[0].username"),
    "two masters": (_put("master", "members", 1, "role"), "members"),
    "a member kept out": (
        _put(True, "members", 1, "is_kept_out"),
        "members[1].is_kept_out",
    ),
    "no rules": (_put([], "rules"), "rules"),
    "odd rules": (_put({"no_knob": 1}, "rules", 0, "changes"), "rules[0].changes"),
    "a season twice": (_again("seasons"), "seasons"),
    "no such team": (
        _put(99, "seasons", 0, "entrants", 0, "team"),
        "seasons[0].entrants[0].team",
    ),
    "a team twice": (_again("seasons", 0, "entrants"), "seasons[0].entrants"),
    "round does not exist": (
        _put(77, "seasons", 0, "fixtures", 0, "round"),
        "seasons[0].fixtures[0].round",
    ),
    "who was absent": (
        _put([99], "seasons", 0, "fixtures", 0, "missed"),
        "seasons[0].fixtures[0].missed",
    ),
    "owed for a match": (
        _put("bye", "seasons", 0, "fixtures", 0, "owed"),
        "seasons[0].fixtures[0].owed",
    ),
    "a match twice": (_again("seasons", 0, "fixtures"), "seasons"),
    "control signs": (_put("a\u0000b", "league", "blurb"), "league.blurb"),
    "no day": (_put("2026-02-31T00:00:00+00:00", "league", "created"), None),
    "koban from nowhere": (
        _put(900, "teams", 0, "document", "team", "koban"),
        "teams[0].document.team",
    ),
}


@pytest.fixture(scope="module")
def small(django_db_setup: None, django_db_blocker: Any) -> bytes:
    """A league's file, whose league is gone again."""
    with django_db_blocker.unblock(), transaction.atomic():
        master = cast("dana")
        league = founded(master)
        crowd(league, 2)
        season = begun(league, master)
        play(fixtures(season)[0].match, 2, 1)  # type: ignore[arg-type]
        content = league_file(league.uid, master)
        transaction.set_rollback(True)
    return content


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_with_the_place_and_leave_nothing(
    small: bytes, name: str
) -> None:
    change, field = HOSTILE[name]
    plain = json.loads(small)
    change(plain)
    with pytest.raises(Refusal) as caught:
        import_league(content=json.dumps(plain).encode())
    fields = [part.field for part in caught.value.parts]
    assert field in fields
    assert not League.objects.exists()
    assert not Team.objects.exists()
    assert not Entrant.objects.exists()


@pytest.mark.parametrize(
    "content", [b"", b"[" * 100_000, b"\xff", b"{}", b'{"format": "x", "schema": 1}']
)
def test_what_is_no_league_is_refused(content: bytes) -> None:
    with pytest.raises(Refusal):
        import_league(content=content)


def test_a_name_that_is_here_already_is_refused(small: bytes, dana: Person) -> None:
    import_league(content=small)
    with pytest.raises(Refusal, match="already"):
        import_league(content=small)
    assert League.objects.count() == 1


def test_the_pages_and_the_api_take_the_same_file(
    small: bytes, alice: Person, alice_client: Client, visitor: Client, tmp_path: Path
) -> None:
    sent = SimpleUploadedFile("league.json", small)
    assert alice_client.post("/leagues/import/", {"file": sent}).status_code == 403
    refused = alice_client.post("/api/v1/leagues/import/", {"file": sent})
    assert refused.status_code == 403
    alice.is_staff = True
    alice.save()
    assert alice_client.get("/leagues/import/").status_code == 200
    bad = SimpleUploadedFile("league.json", b"{}")
    # A file that is too large arrives as none.
    none = alice_client.post("/leagues/import/", {})
    assert "Choose a file of at most 8 megabytes." in none.content.decode()
    page = alice_client.post("/leagues/import/", {"file": bad})
    assert page.status_code == 422
    assert b"This is not a valid league file" in page.content
    sent = SimpleUploadedFile("league.json", small)
    posted = {"file": sent, "master": "alice"}
    there = alice_client.post("/leagues/import/", posted)
    uid = League.objects.get().uid
    assert there["Location"] == f"/leagues/{uid}/"
    saved = alice_client.get(f"/leagues/{uid}/export/")
    assert saved["Content-Disposition"].startswith("attachment")
    told = alice_client.get(f"/api/v1/leagues/{uid}/export/").json()
    assert told == json.loads(saved.content)
    assert visitor.get(f"/leagues/{uid}/export/").status_code == 302
    sent = SimpleUploadedFile("league.json", small)
    again = alice_client.post("/api/v1/leagues/import/", {"file": sent})
    assert again.json()["code"] == "name-taken"
    file = tmp_path / "league.json"
    call_command("league", "export", uid, str(file), stdout=StringIO())
    assert file.read_bytes() == saved.content


def test_the_command_brings_a_league_in_or_says_why_not(
    small: bytes, alice: Person, tmp_path: Path
) -> None:
    file, out = tmp_path / "league.json", StringIO()
    file.write_bytes(small)
    with pytest.raises(CommandError, match="username nobody-here"):
        call_command("league", "import", str(file), "--master", "nobody-here")
    call_command("league", "import", str(file), "--master", "alice", stdout=out)
    assert "Imported Moon Cup" in out.getvalue()
    assert Membership.objects.get(role="master").person == alice
    with pytest.raises(CommandError, match="already"):
        call_command("league", "import", str(file))
    with pytest.raises(CommandError, match="league does not exist"):
        call_command("league", "export", "nowhere", str(file))
