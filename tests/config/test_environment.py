from __future__ import annotations

import multiprocessing
import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment


@pytest.mark.parametrize(
    ("value", "meaning"),
    [("1", True), ("Yes", True), (" on ", True), ("0", False), ("", False)],
)
def test_a_flag_is_read_generously(
    monkeypatch: pytest.MonkeyPatch, value: str, *, meaning: bool
) -> None:
    monkeypatch.setenv("MOONLIGHT_FLAG", value)
    assert environment.flag("MOONLIGHT_FLAG", default=not meaning) is meaning


def test_a_flag_that_is_not_set_has_its_default() -> None:
    assert environment.flag("MOONLIGHT_FLAG", default=True) is True


def test_a_flag_that_is_neither_yes_nor_no_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MOONLIGHT_FLAG", "perhaps")
    with pytest.raises(ImproperlyConfigured, match="MOONLIGHT_FLAG is 'perhaps'"):
        environment.flag("MOONLIGHT_FLAG", default=True)


@pytest.mark.parametrize("value", ["-1", "eight", "8.5"])
def test_a_number_that_is_none_is_refused(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("MOONLIGHT_NUMBER", value)
    with pytest.raises(ImproperlyConfigured, match="MOONLIGHT_NUMBER"):
        environment.number("MOONLIGHT_NUMBER", default=8)


def test_a_choice_is_one_of_its_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOONLIGHT_CHOICE", "info")
    assert environment.choice("MOONLIGHT_CHOICE", "INFO", default="NONE") == "INFO"
    monkeypatch.setenv("MOONLIGHT_CHOICE", "loud")
    with pytest.raises(ImproperlyConfigured, match="set it to one of INFO, ERROR"):
        environment.choice("MOONLIGHT_CHOICE", "INFO", "ERROR", default="INFO")


def test_words_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOONLIGHT_WORDS", "one, two,,")
    assert environment.words("MOONLIGHT_WORDS") == ["one", "two"]


def test_a_data_folder_that_cannot_be_made_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("MOONLIGHT_DATA", str(tmp_path / "file" / "data"))
    with pytest.raises(ImproperlyConfigured, match="Set MOONLIGHT_DATA to a folder"):
        environment.data_folder()


def test_only_its_owner_may_enter_a_new_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MOONLIGHT_DATA", str(tmp_path / "data"))
    assert stat.S_IMODE(environment.data_folder().stat().st_mode) == 0o700


class TestSecretKey:
    @pytest.fixture(autouse=True)
    def no_key_is_given(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("MOONLIGHT_SECRET_KEY", raising=False)

    def test_it_is_made_once_and_kept(self, tmp_path: Path) -> None:
        key = environment.secret_key(tmp_path)
        assert len(key) >= 50
        assert environment.secret_key(tmp_path) == key

    def test_only_its_owner_may_read_it(self, tmp_path: Path) -> None:
        environment.secret_key(tmp_path)
        mode = (tmp_path / "secret.key").stat().st_mode
        assert stat.S_IMODE(mode) == 0o600

    def test_no_draft_stays_beside_it(self, tmp_path: Path) -> None:
        environment.secret_key(tmp_path)
        assert [path.name for path in tmp_path.iterdir()] == ["secret.key"]

    def test_those_who_start_together_get_the_same_one(self, tmp_path: Path) -> None:
        with multiprocessing.get_context("spawn").Pool(4) as starters:
            keys = starters.map(environment.secret_key, [tmp_path] * 16, chunksize=1)
        assert len(set(keys)) == 1

    def test_the_operators_key_wins(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("MOONLIGHT_SECRET_KEY", "given")
        assert environment.secret_key(tmp_path) == "given"
        assert not list(tmp_path.iterdir())


class TestSiteAddress:
    @pytest.mark.parametrize(
        ("origins", "hosts", "given", "address"),
        [
            ([], ["localhost", "127.0.0.1"], {}, "http://localhost:8116"),
            ([], ["club.example"], {}, "http://club.example:8116"),
            ([], ["*"], {}, "http://localhost:8116"),
            ([], [".moon.example", "moon.example"], {}, "http://moon.example:8116"),
            ([], ["moon.example"], {"is_https": True}, "https://moon.example"),
            ([], ["moon.example"], {"is_proxied": True}, "http://moon.example"),
            (["https://*.moon.example"], ["a.example"], {}, "http://a.example:8116"),
            (["https://moon.example"], ["a.example"], {}, "https://moon.example"),
        ],
    )
    def test_address_follows_from_origins_hosts_and_port(
        self, monkeypatch, origins, hosts, given, address
    ) -> None:
        monkeypatch.delenv("MOONLIGHT_ADDRESS", raising=False)
        monkeypatch.setenv("MOONLIGHT_PORT", "8116")
        given = {"is_https": False, "is_proxied": False, **given}
        assert environment.site_address(origins, hosts, **given) == address

    def test_operators_address_wins(self, monkeypatch) -> None:
        monkeypatch.setenv("MOONLIGHT_ADDRESS", "https://play.example/")
        found = environment.site_address(
            ["https://moon.example"], ["moon.example"], is_https=True, is_proxied=True
        )
        assert found == "https://play.example"


class TestDatabase:
    def test_without_an_address_it_is_a_file_of_our_own(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.delenv("DATABASE_URL", raising=False)
        found = environment.database(tmp_path / "a b.sqlite3")
        assert found["NAME"] == str(tmp_path / "a b.sqlite3")
        assert "journal_mode=WAL" in found["OPTIONS"]["init_command"]
        assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"

    def test_an_address_names_a_postgresql_server(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("DATABASE_URL", "postgresql://u:p@db.example.org:5433/moon")
        found = environment.database(tmp_path / "unused")
        assert found["ENGINE"] == "django.db.backends.postgresql"
        assert (found["HOST"], found["PORT"], found["NAME"]) == (
            "db.example.org",
            5433,
            "moon",
        )

    @pytest.mark.parametrize("url", ["moon", "mysql://u@h/n"])
    def test_any_other_server_is_refused(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str
    ) -> None:
        monkeypatch.setenv("DATABASE_URL", url)
        with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
            environment.database(tmp_path / "unused")


@pytest.mark.parametrize(
    ("url", "other"),
    [
        ("redis://:p@h:1/0", "redis://:p@h:1/1"),
        ("rediss://h", "rediss://h/1"),
        ("", ""),
    ],
)
def test_the_cache_is_another_database_of_the_same_server(url: str, other: str) -> None:
    assert environment.redis_database(url, 1) == other
