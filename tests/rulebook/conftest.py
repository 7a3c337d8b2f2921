"""The product's rulebook, and a copy of its files to break."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulebook.catalogue import Catalogue, read_catalogue
from tests.inventory import ROOT

FIXTURES = ROOT / "fixtures"


@pytest.fixture(scope="session")
def book() -> Catalogue:
    return read_catalogue(FIXTURES)


class Pages:
    """A copy of fixtures/ in which a test tears a page."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def replace(self, file: str, old: str, new: str) -> None:
        path = self.folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {file}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def add(self, file: str, text: str) -> None:
        with (self.folder / file).open("a", encoding="utf-8") as page:
            page.write(text)

    def remove(self, file: str) -> None:
        (self.folder / file).unlink()


@pytest.fixture
def pages(tmp_path: Path) -> Pages:
    folder = tmp_path / "fixtures"
    shutil.copytree(FIXTURES, folder)
    return Pages(folder)
