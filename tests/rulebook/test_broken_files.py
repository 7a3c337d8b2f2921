"""A broken file is refused with its name, the place in it and the reason."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kernel.errors import CatalogueError
from rulebook.catalogue import (
    read_catalogue,
    read_fixture,
    read_inventory,
)
from rulebook.rules.entries import Keyword
from tests.inventory import ROOT
from tests.rulebook.conftest import Pages


def refused(pages: Pages) -> CatalogueError:
    with pytest.raises(CatalogueError) as raised:
        read_catalogue(pages.folder)
    return raised.value


# file, what stands there, what is put there, the key and a piece of the reason
TORN = [
    pytest.param(
        "clans/tora.yaml",
        "    mv: 5",
        "    mv: five",
        "profiles[tora-chunin].mv",
        "Expected `int`, got `str`",
        id="a word where a number belongs",
    ),
    pytest.param(
        "clans/tora.yaml",
        "  - slug: tora-chunin\n    name: Tora Chunin",
        "  - name: Tora Chunin",
        "profiles[0]",
        "missing required field `slug`",
        id="an entry without a slug",
    ),
    pytest.param(
        "clans/tora.yaml",
        "    df: 3\n",
        "    df: 3\n    luck: 7\n",
        "profiles[tora-chunin]",
        "unknown field `luck`",
        id="a field nobody knows",
    ),
    pytest.param(
        "keywords.yaml",
        "  category: general",
        "  category: brave",
        "[close-combat-master].category",
        "Invalid enum value 'brave'",
        id="a category nobody knows",
    ),
    pytest.param(
        "clans/ika.yaml",
        "[close-combat-master, water-mastery]",
        "[close-combat-master, water-mystery]",
        "ika-chunin.keywords",
        'there is no keyword "water-mystery"',
        id="a keyword that is not written down",
    ),
    pytest.param(
        "keywords.yaml",
        "- slug: expert-climber",
        "- slug: close-combat-master",
        "close-combat-master",
        "a second entry has the slug",
        id="two entries with one slug",
    ),
    pytest.param(
        "clans/yamazaru.yaml",
        "      - slug: healing-herbs",
        "      - slug: pounce",
        "pounce",
        "a second entry has the slug",
        id="two abilities with one slug",
    ),
    pytest.param(
        "clans/tora.yaml",
        "slug: tora\n",
        "slug: lion\n",
        "slug",
        "in a file of another name",
        id="a clan in the file of another",
    ),
    pytest.param(
        "statuses.yaml",
        "  removal:",
        "  effect: Twice.\n  removal:",
        "line 9",
        '"effect" is there twice',
        id="a key given twice",
    ),
    pytest.param(
        "moon-cards.yaml",
        "  copies: 3",
        "  copies: 4",
        "copies",
        "add up to 53, the deck has 52",
        id="a card too many",
    ),
    pytest.param(
        "moon.yaml",
        "[spirit, water, earth, void, fire, air]",
        "[spirit, void, earth, water, fire, air]",
        "track.order",
        "does not lie opposite",
        id="a moon track that does not oppose",
    ),
    pytest.param(
        "experience.yaml",
        "min_xp: 22",
        "min_xp: 23",
        "levels[veteran].min_xp",
        "does not follow on experienced, which ends at 21",
        id="a gap between two levels",
    ),
    pytest.param(
        "advancement.yaml",
        "is_default: false",
        "is_default: true",
        "readings",
        "exactly one must be the default",
        id="two default readings",
    ),
    pytest.param(
        "advancement.yaml",
        "- {element: void, advance: df, amount: 1}",
        "- {element: spirit, advance: df, amount: 1}",
        "readings[book-order].rows",
        "each element must be there once",
        id="an element twice in the doubles table",
    ),
    pytest.param(
        "downtime.yaml",
        "    games: 2\n",
        "",
        "rows[void].games",
        "does not fit miss_games",
        id="an absence of no games",
    ),
    pytest.param(
        "revenue.yaml",
        "koban: 2",
        "koban: 3",
        "ability_bonuses[shrewd-negotiator].koban",
        "is not what the ability says",
        id="two amounts for one bonus",
    ),
    pytest.param(
        "challenges.yaml",
        "replaces: injures_enemy",
        "replaces: insults_enemy",
        "brawl.scoring[non_chunin_injures_chunin].replaces",
        'no event "insults_enemy"',
        id="a score in place of nothing",
    ),
    pytest.param(
        "random-challenge.yaml",
        "challenge: brawl",
        "challenge: bowl",
        "columns[2].rows[earth]",
        'there is no challenge "bowl"',
        id="a challenge that is not written down",
    ),
    pytest.param(
        "shrine-teams.yaml",
        "ability: pounce",
        "ability: vault",
        "fire-shrine.members[tora-chunin].ability",
        'cannot be "vault"',
        id="an ability that was not on offer",
    ),
    pytest.param(
        "shrine-teams.yaml",
        "{profile: tora-kaiken, count: 3}",
        "{profile: tora-kaiken, count: 4}",
        "fire-shrine.members",
        "is not composed as",
        id="a tenth shrine ninja",
    ),
    pytest.param(
        "ronin.yaml",
        "  upkeep: 5\n",
        "",
        "benkei.upkeep",
        "a ronin has one",
        id="a ronin that serves for nothing",
    ),
    pytest.param(
        "clans/ijin.yaml",
        "allowance: {minimum: 1, maximum: 3}",
        "allowance: {minimum: 4, maximum: 3}",
        "ijin-kaiken.allowance",
        "4 to 3 allows nobody",
        id="an allowance upside down",
    ),
    pytest.param(
        "clans/tora.yaml",
        "      base: &human-base",
        "      bass: &human-base",
        "tora.tora-chunin.provenance.bass",
        "there is no such field",
        id="a provenance of nothing",
    ),
    pytest.param(
        "elements.yaml",
        "  opposes: void",
        "  opposes: fire",
        "spirit.opposes",
        "must be void",
        id="an element with the wrong opponent",
    ),
    pytest.param(
        "grounds/moon-garden.txt",
        "....oRRR.,,.#.......",
        "....oRRR.,,.#......",
        "line 24",
        "19 letters here, not 20",
        id="a short line of a map",
    ),
    pytest.param(
        "grounds/moon-garden.txt",
        "....oRRR.,,.#.......",
        "....oRRRz,,.#.......",
        "line 24",
        'letter 9, "z", is not in [legend]',
        id="a letter without a legend",
    ),
    pytest.param(
        "grounds/castle-town.txt",
        "~ rough rubble",
        "~ boggy rubble",
        "line 10",
        'there is no terrain "boggy"',
        id="a terrain nobody knows",
    ),
    pytest.param(
        "grounds/castle-town.txt",
        "...HHH.##,,...HHH...",
        "...HHH.#.,,...HHH...",
        "line 44",
        "is open and has no element",
        id="an element of nothing",
    ),
    pytest.param(
        "grounds/castle-town.txt",
        "HH.......,,.%%....HH",
        "HH.......,,.%.....HH",
        "terrain",
        "(3, 14) is obscuring but (14, 18), a quarter turn on, is open",
        id="a ground that favours an edge",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "key", "reason"), TORN)
def test_a_torn_page_is_named_with_its_place_and_reason(
    pages: Pages, file: str, old: str, new: str, key: str, reason: str
) -> None:
    pages.replace(file, old, new)

    error = refused(pages)

    assert (error.file, error.key) == (file, key)
    assert reason in error.reason
    assert error.reason.endswith(".")


def test_a_missing_file_is_named(pages: Pages) -> None:
    pages.remove("moon.yaml")
    error = refused(pages)
    assert error.file == "moon.yaml"
    assert "cannot be read" in error.reason


def test_a_folder_without_clans_is_named(pages: Pages) -> None:
    for clan in (pages.folder / "clans").iterdir():
        clan.unlink()
    assert refused(pages).file == "clans"


def test_text_that_is_no_yaml_is_named_with_its_line(pages: Pages) -> None:
    pages.add("rating.yaml", "- a list begins\n")
    error = refused(pages)
    assert error.file == "rating.yaml"
    assert error.key.startswith("line ")


def test_a_file_with_the_wrong_shape_as_a_whole_is_refused(pages: Pages) -> None:
    pages.replace("keywords.yaml", "- slug: close-combat-master", "nothing: here\n#")
    with pytest.raises(CatalogueError, match=r"keywords\.yaml"):
        read_fixture("keywords.yaml", tuple[Keyword, ...], folder=pages.folder)


def test_a_house_rule_must_agree_with_the_books_table(pages: Pages) -> None:
    pages.replace("revenue.yaml", "draw: 8", "draw: 7")
    with pytest.raises(CatalogueError, match="draw_revenue: the default is 8"):
        read_catalogue(pages.folder)


def test_a_rule_of_the_inventory_cannot_be_written_down_twice(pages: Pages) -> None:
    pages.add("ledger/league.yaml", "- {id: SETUP-01, page: 9, text: Again.}\n")
    with pytest.raises(CatalogueError, match="SETUP-01: a second rule"):
        read_inventory(pages.folder)


# ---- the start of the real product ---------------------------------------------


def start(settings: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(settings.parent), str(ROOT)]),
        "DJANGO_SETTINGS_MODULE": settings.stem,
    }
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "command",
    [("manage.py", "check"), ("-c", "import config.asgi")],
    ids=["manage.py check", "a server"],
)
def test_a_broken_file_stops_the_start_with_one_sentence(
    pages: Pages, command: tuple[str, ...], tmp_path: Path
) -> None:
    pages.replace("clans/tora.yaml", "    mv: 5", "    mv: five")
    settings = tmp_path / "torn_settings.py"
    settings.write_text(
        "from pathlib import Path\n"
        "from tests.settings import *\n"
        f"FIXTURES_DIR = Path({str(pages.folder)!r})\n"
    )

    stopped = start(settings, *command)

    assert stopped.returncode == 1
    assert stopped.stderr == (
        "The rulebook is broken. fixtures/clans/tora.yaml,"
        " profiles[tora-chunin].mv: Expected `int`, got `str`.\n"
    )
