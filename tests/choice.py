"""Which tests run, where not all of them are wanted.

A plain run leaves out the sweeps: tests that repeat what others show for every page,
every request or another database. `--all` runs them too, and so does naming their file.
`--quick` also leaves out browsers, servers, stories, properties, whole games at random
and all that is slow.

A story is a test that keeps teams or plays leagues or matches in the database. It is
one by where it is, so that nobody has to think of a mark: STORIES are those folders and
files, SLICE those that run in quick runs too, one for each kind of thing that breaks.

A property is a test for which Hypothesis draws examples, and games at random are in
files named for them. What they find is worth an example of its own, which is quick.

A quick run names its slowest tests, for whoever made them slow to mark them `slow`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

LEFT_OUT = ("browser", "service", "story", "slow", "sweep")
STORIES = (
    "tests/league/test_",
    "tests/challenges/test_",
    "tests/teams/test_",
    "tests/teams/rendering/test_",
    "tests/config/test_demo",
)
SLICE = (
    "tests/challenges/test_arranging.py",
    "tests/challenges/test_reporting.py",
    "tests/challenges/test_settling.py",
    "tests/league/test_competitions.py",
    "tests/league/test_founding.py",
    "tests/league/test_members.py",
    "tests/league/test_personal_api.py",
    "tests/teams/test_building.py",
    "tests/teams/test_founding.py",
    "tests/teams/test_journal.py",
    "tests/teams/test_selectors.py",
)
# All that is in these has one of the marks that are left out.
FOLDERS = [Path(__file__).parent / one for one in ("browser", "services")]
GAMES = tuple(f"test_random_{what}" for what in ("play", "clans", "ronin", "keywords"))
NAMED = 3


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick",
        action="store_true",
        help=f"leave out the tests that are marked {', '.join(LEFT_OUT)}",
    )
    parser.addoption(
        "--all",
        action="store_true",
        help="run the sweeps too: every page in every window, whole-size fuzzing,"
        " PostgreSQL, random games until every effect was used",
    )
    parser.addoption(
        "--database-only",
        action="store_true",
        help="run only the tests that use the database, as on PostgreSQL",
    )


def pytest_configure(config: pytest.Config) -> None:
    # For modules that decide while they are imported, here and in other processes.
    if config.getoption("--all"):
        os.environ["MOONLIGHT_SWEEPS"] = "1"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    is_for_later = config.getoption("--quick") and collection_path in FOLDERS
    return True if is_for_later else None


def uses_database(item: pytest.Item) -> bool:
    fixtures = {"db", "transactional_db"} & set(getattr(item, "fixturenames", ()))
    return bool(fixtures) or item.get_closest_marker("django_db") is not None


def is_quick(item: pytest.Item) -> bool:
    is_property = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    is_random = item.path.stem in GAMES
    is_marked = any(map(item.get_closest_marker, LEFT_OUT))
    return not (is_property or is_random or is_marked)


def is_story(item: pytest.Item) -> bool:
    is_there = item.nodeid.startswith(STORIES) and not item.nodeid.startswith(SLICE)
    return is_there and uses_database(item)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    for item in filter(is_story, items):
        item.add_marker(pytest.mark.story)
    if config.getoption("--quick"):
        keep(config, items, is_quick)
    elif not wants_sweeps(config):
        keep(config, items, lambda item: item.get_closest_marker("sweep") is None)
    if config.getoption("--database-only"):
        keep(config, items, uses_database)


def wants_sweeps(config: pytest.Config) -> bool:
    """Return whether sweeps run: on request, or because somebody named their file."""
    is_named = config.args_source is pytest.Config.ArgsSource.ARGS
    return bool(config.getoption("--all")) or is_named


def keep(
    config: pytest.Config,
    items: list[pytest.Item],
    is_wanted: Callable[[pytest.Item], bool],
) -> None:
    config.hook.pytest_deselected(items=[i for i in items if not is_wanted(i)])
    items[:] = filter(is_wanted, items)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if not config.getoption("--quick"):
        return
    took = [(r.duration, r.nodeid) for r in terminalreporter.stats.get("passed", [])]
    terminalreporter.section("the slowest of a quick run; is one of them `slow`?")
    for seconds, test in sorted(took, reverse=True)[:NAMED]:
        terminalreporter.line(f"{seconds:.1f} s  {test}")
