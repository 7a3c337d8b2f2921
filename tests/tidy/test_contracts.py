"""Each import contract catches what it is there for.

A copy of the tree gets one violation of each kind; the linter must name every one
under the contract that forbids it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.inventory import ROOT
from tests.tidy.tree import files_ending

# Each of them starts a program of its own.
pytestmark = pytest.mark.slow

PURE = "Rules import no framework, database, clock, files or randomness"
ORDER = "Apps import each other in one order"
LAYERS = "Inside an app, each layer imports only those below it"
MODELS = "Views, forms and the API ask selectors and services, never models"

LAYER_NAMES = (
    "catalogue",
    "models",
    "selectors",
    "services",
    "tasks",
    "receivers",
    "forms",
    "api",
    "urls",
)

# (contract, the module that does wrong, what it imports)
PLANTED = [
    *[
        (PURE, "teams.rules", forbidden)
        for forbidden in (
            "django",
            "rest_framework",
            "celery",
            "random",
            "secrets",
            "time",
            "datetime",
            "os",
            "pathlib",
            "json",
            "yaml",
            "logging",
            "sqlite3",
            "threading",
            "asyncio",
            "subprocess",
            "uuid",
        )
    ],
    (PURE, "kernel", "random"),
    *[
        (PURE, f"{app}.rules", "django")
        for app in ("people", "rulebook", "skirmish", "kumo", "challenges", "league")
    ],
    (ORDER, "kernel", "people.rules"),
    (ORDER, "people.rules", "rulebook.rules"),
    (ORDER, "rulebook.rules", "people.rules"),
    (ORDER, "rulebook.rules", "skirmish.rules"),
    (ORDER, "skirmish.rules", "teams.rules"),
    (ORDER, "teams.rules", "challenges.rules"),
    (ORDER, "challenges.rules", "league.rules"),
    (ORDER, "league.services", "config.settings"),
    (LAYERS, "teams.rules", "teams.catalogue"),
    (LAYERS, "teams.catalogue", "teams.models"),
    (LAYERS, "teams.models", "teams.selectors"),
    (LAYERS, "teams.selectors", "teams.services"),
    (LAYERS, "teams.services", "teams.tasks"),
    (LAYERS, "teams.tasks", "teams.receivers"),
    (LAYERS, "teams.receivers", "teams.forms"),
    (LAYERS, "teams.forms", "teams.serializers"),
    (LAYERS, "teams.serializers", "teams.api"),
    (LAYERS, "teams.views", "teams.urls"),
    (MODELS, "teams.views", "teams.models"),
    (MODELS, "teams.forms", "teams.models"),
    (MODELS, "teams.api", "teams.models"),
    (MODELS, "league.views", "teams.models"),
    (MODELS, "teams.serializers", "people.models"),
]


def linted(folder: Path) -> str:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command; lint_imports_command()",
            "--no-cache",
            "--no-logo",
        ],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def copied(folder: Path) -> Path:
    """Our packages and their contracts, in another place."""
    # A package of rules alone, such as kumo, is no Django app.
    marks = files_ending("/apps.py", "/rules/__init__.py")
    packages = {name.partition("/")[0] for name in marks} - {"tests"}
    for name in [*files_ending(".py"), "pyproject.toml"]:
        if name.partition("/")[0] in packages | {"kernel", "pyproject.toml"}:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text((ROOT / name).read_text(encoding="utf-8"))
    return folder


def plant(folder: Path, module: str, line: str) -> None:
    """Add a line to a module, or to a new one inside it if it is a package."""
    path = folder / module.replace(".", "/")
    file = path / "planted.py" if path.is_dir() else path.with_suffix(".py")
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    file.write_text(f"{before}\n{line}\n", encoding="utf-8")


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the linter says of the planted copy, contract by contract."""
    folder = copied(tmp_path_factory.mktemp("planted"))
    for app in ("teams", "league"):
        for layer in LAYER_NAMES:
            plant(folder, f"{app}.{layer}", "")
    for _, module, imported in PLANTED:
        plant(folder, module, f"import {imported}")
    plant(folder, "teams.attic", "")
    details = linted(folder).partition("Broken contracts")[2]
    parts = re.split(r"^(.+)\n-{5,}$", details, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_the_tree_as_it_stands_keeps_them_all(tmp_path: Path) -> None:
    said = linted(copied(tmp_path))
    assert re.search(r"Contracts: \d+ kept, 0 broken\.", said), said


@pytest.mark.parametrize(("contract", "module", "imported"), PLANTED)
def test_a_planted_import_is_caught(
    broken: dict[str, str], contract: str, module: str, imported: str
) -> None:
    named = rf"\b{re.escape(module)}(?:\.planted)? -> {re.escape(imported)}\b"
    assert re.search(named, broken.get(contract, "")), broken.get(contract)


def test_a_module_outside_all_layers_is_caught(broken: dict[str, str]) -> None:
    assert "attic" in broken[LAYERS]
