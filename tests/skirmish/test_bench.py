"""The options of script/bench."""

from __future__ import annotations

import pytest

from tests.skirmish.bench import parse_games


def test_bench_plays_twenty_games_unless_told_otherwise() -> None:
    assert parse_games([]) == 20
    assert parse_games(["3"]) == 3


def test_bench_prints_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse_games(["--help"])
    assert ended.value.code == 0
    assert "games to play" in capsys.readouterr().out


@pytest.mark.parametrize("games", ["0", "many"])
def test_bench_refuses_what_is_no_number_of_games(
    games: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse_games([games])
    assert ended.value.code == 2
    assert "usage: script/bench" in capsys.readouterr().err
