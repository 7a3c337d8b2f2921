"""Create, edit, archive and reopen leagues."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from kernel.errors import Refusal
from kernel.phrases import count_noun
from league.models.leagues import (
    BLURB_LENGTH,
    CODE_LENGTH,
    DAYS_MAX,
    DAYS_MIN,
    NAME_LENGTH,
    PLACE_LENGTH,
    UID_LENGTH,
    Admission,
    League,
    LeagueStage,
    Membership,
    Role,
    RulesVersion,
    Visibility,
)
from league.models.seasons import Season
from league.rules.league_dates import LeagueDates, check_dates
from league.rules.league_templates import templates
from league.services.competitions.competitions import plan_competitions
from league.services.house_rules import build_rules
from league.services.locks import (
    lock_league,
    log_action,
    refuse_outdated,
    refuse_unless_ninja_master,
)
from people.models import Person
from rulebook.catalogue import catalogue
from teams.rules.text_input import tidy_line, tidy_text

# Without letters and digits that are easy to confuse.
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
UID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
LEAGUES_MAX = 50
DESCRIBED = [
    "name",
    "blurb",
    "place",
    "starts_on",
    "ends_on",
    "visibility",
    "admission",
    "confirmation_days",
    "decision_days",
    "version",
]
_WAITS = {
    "confirmation_days": "the time to confirm a report",
    "decision_days": "the time for choices after a match",
}


@transaction.atomic
def create_league(
    *,
    founder: Person,
    name: str,
    blurb: str = "",
    place: str = "",
    dates: LeagueDates | None = None,
    visibility: str = Visibility.UNLISTED,
    admission: str = Admission.INVITED,
    changes: Mapping[str, object] | None = None,
    template: str = "",
    season: str = "Season 1",
    seed: str = "",
) -> League:
    """Create a league with its ninja master (NM-01) and a first season (LEAGUE-02).
    With a seed, its draws are reproducible."""
    _refuse_too_many(founder)
    house_rules = build_rules(changes or {}, catalogue().default_house_rules)
    clean = _tidy_name(name)
    if visibility == Visibility.PUBLIC:
        _refuse_namesake(clean)
    league = League(
        uid=random_string(UID_LETTERS, UID_LENGTH),
        name=clean,
        blurb=tidy_text(blurb, length=BLURB_LENGTH, field="blurb"),
        visibility=Visibility(visibility),
        admission=Admission(admission),
        code=generate_code(),
        template=template,
    )
    _set_place(league, place)
    _set_dates(league, dates)
    league.save()
    Membership.objects.create(league=league, person=founder, role=Role.MASTER)
    book = catalogue().house_rules
    RulesVersion.objects.create(
        league=league,
        number=1,
        changes=book.changes_to_store(house_rules),
        told=[one.sentence for one in book.differences(book.defaults, house_rules)],
        author=founder,
        in_force=timezone.now(),
    )
    first = _first_season(league, season, seed)
    if template:
        plan_competitions(first, templates()[template].competitions, seed=seed)
    log_action(league, founder, "founded", f"{founder} created {league.name}.")
    return league


def _refuse_too_many(founder: Person) -> None:
    """Refuse one league more than a person may run."""
    # Lock the person, so that two requests cannot exceed the limit together.
    Person.objects.select_for_update().get(pk=founder.pk)
    mine = Membership.objects.filter(person=founder, role=Role.MASTER)
    if mine.filter(league__stage=LeagueStage.RUNNING).count() >= LEAGUES_MAX:
        raise Refusal(
            f"You can run at most {LEAGUES_MAX} leagues. Archive one first.",
            code="too-many-leagues",
        )


def _first_season(league: League, name: str, seed: str) -> Season:
    return Season.objects.create(
        league=league,
        number=1,
        name=tidy_line(name, length=NAME_LENGTH, field="season") or "Season 1",
        seed=seed or secrets.token_hex(32),
    )


def edit_league(
    *,
    uid: str,
    actor: Person,
    name: str,
    blurb: str,
    visibility: str,
    admission: str,
    place: str | None = None,
    dates: LeagueDates | None = None,
    confirmation_days: int | None = None,
    decision_days: int | None = None,
    version: int | None = None,
) -> League:
    """Change the settings of a league. `version` is the version the editor saw.

    New waiting times apply to later reports. Values that are left out stay as they are.
    """
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        refuse_outdated(version, league.version, "the settings")
        told = []
        if (new := _tidy_name(name)) != league.name:
            _refuse_renaming(league)
            told.append(f"renamed the league to {new}")
            league.name = new
        if visibility == Visibility.PUBLIC:
            _refuse_namesake(new, but=league)
        league.blurb = tidy_text(blurb, length=BLURB_LENGTH, field="blurb")
        if visibility != league.visibility:
            told.append(f"made it {Visibility(visibility).value}")
        if admission != league.admission:
            told.append(f"changed who can join to “{Admission(admission).label}”")
        league.visibility = Visibility(visibility)
        league.admission = Admission(admission)
        told += _set_place(league, place)
        told += _set_dates(league, dates)
        told += _wait(league, "confirmation_days", confirmation_days)
        told += _wait(league, "decision_days", decision_days)
        league.version += 1
        league.save(update_fields=DESCRIBED)
        if told:
            log_action(league, actor, "described", f"{actor} {' and '.join(told)}.")
    return league


def _set_place(league: League, place: str | None) -> list[str]:
    """Set where the league plays, and return what is new."""
    if place is None:
        return []
    clean = tidy_line(place, length=PLACE_LENGTH, field="place")
    if clean == league.place:
        return []
    league.place = clean
    return [f"set its place to {clean}" if clean else "removed its place"]


def _set_dates(league: League, dates: LeagueDates | None) -> list[str]:
    """Set when the league begins and ends, and return what is new."""
    if dates is None or dates == league.dates:
        return []
    check_dates(dates)
    league.starts_on, league.ends_on = dates.starts_on, dates.ends_on
    return [f"set its dates: {dates.text}" if dates.text else "removed its dates"]


def _wait(league: League, field: str, days: int | None) -> list[str]:
    """Set a waiting time and return what changed."""
    if days is None or days == getattr(league, field):
        return []
    if not DAYS_MIN <= days <= DAYS_MAX:
        raise Refusal(
            f"Choose {DAYS_MIN} to {DAYS_MAX} days.",
            code="wrong-days",
            field=field,
        )
    setattr(league, field, days)
    return [f"set {_WAITS[field]} to {count_noun(days, 'day')}"]


def renew_league_code(*, uid: str, actor: Person) -> League:
    """Replace the code and link of the league."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        league.code = generate_code()
        league.save(update_fields=["code"])
        log_action(league, actor, "code-renewed", f"{actor} changed the league's code.")
    return league


def archive_league(*, uid: str, actor: Person) -> League:
    """Make the league read-only and unlist it, until its ninja master reopens it."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        refuse_unless_ninja_master(standpoint, "archive the league")
        return _put(standpoint.league, actor, LeagueStage.ARCHIVED, "archived")


def unarchive_league(*, uid: str, actor: Person) -> League:
    with lock_league(uid, actor, by_master=True, even_archived=True) as standpoint:
        refuse_unless_ninja_master(standpoint, "reopen the league")
        return _put(standpoint.league, actor, LeagueStage.RUNNING, "reopened")


def _put(league: League, actor: Person, stage: LeagueStage, verb: str) -> League:
    if league.stage != stage:
        league.stage = stage
        league.save(update_fields=["stage"])
        log_action(league, actor, verb, f"{actor} {verb} the league.")
    return league


def generate_code() -> str:
    return random_string(CODE_LETTERS, CODE_LENGTH)


def random_string(letters: str, length: int) -> str:
    return "".join(secrets.choice(letters) for _ in range(length))


def _tidy_name(name: str) -> str:
    clean = tidy_line(name, length=NAME_LENGTH)
    if not clean:
        raise Refusal("Enter a name for the league.", code="no-name", field="name")
    return clean


def _refuse_namesake(name: str, *, but: League | None = None) -> None:
    """Refuse a second public league with the same name. Other leagues are not
    mentioned, since that would reveal them."""
    found = League.objects.filter(name__iexact=name, visibility=Visibility.PUBLIC)
    if but is not None:
        found = found.exclude(pk=but.pk)
    if not found.exists():
        return
    if but is not None and _has_teams(but):
        raise Refusal(
            f"There is already a public league called {name}, and this league"
            " can no longer change its name. Leave it unlisted and share its"
            " link.",
            code="name-taken",
            field="visibility",
        )
    raise Refusal(
        f"There is already a league called {name}. Add your town or your club"
        " to the name.",
        code="name-taken",
        field="name",
    )


def _has_teams(league: League) -> bool:
    return league.seasons.filter(entrants__isnull=False).exists()


def _refuse_renaming(league: League) -> None:
    """Refuse to rename: the journals of its teams contain the name."""
    if _has_teams(league):
        raise Refusal(
            "Teams have already entered this league, so its name can no longer change.",
            code="name-is-used",
            field="name",
        )
