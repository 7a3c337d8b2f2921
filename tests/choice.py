"""Which tests run, where not all of them are wanted.

`--quick` leaves browsers, servers, stories, properties, whole games at random and all
that is slow to the full run.

A story is a test that keeps teams or plays leagues or matches in the database. It is
one by where it is, so that nobody has to think of a mark: STORIES are those folders and
files, SLICE those that run in quick runs too, one for each kind of thing that breaks.

A property is a test for which Hypothesis draws examples, and games at random are in
files named for them. What they find is worth an example of its own, which is quick.

A quick run names its slowest tests, for whoever made them slow to mark them `slow`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

LEFT_OUT = ("browser", "service", "story", "slow")
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
        "--database-only",
        action="store_true",
        help="run only the tests that use the database, as on PostgreSQL",
    )
    parser.addoption(
        "--leave-out",
        type=Path,
        metavar="FILE",
        help="leave out the tests that this file names, one a line",
    )


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
    if config.getoption("--database-only"):
        keep(config, items, uses_database)
    if file := config.getoption("--leave-out"):
        names = set(file.read_text().splitlines())
        keep(config, items, lambda item: item.nodeid not in names)


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
