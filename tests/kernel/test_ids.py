from __future__ import annotations

from pathlib import Path

import pytest
from mypy import api

from kernel import ids

ROOT = Path(ids.__file__).resolve().parent.parent
NAMES = sorted(
    name for name in vars(ids) if name.endswith(("Id", "Slug")) and name[0].isupper()
)


@pytest.mark.parametrize("name", NAMES)
def test_an_id_costs_nothing_at_run_time(name: str) -> None:
    kind = getattr(ids, name)
    assert kind.__name__ == name
    expected = str if name.endswith("Slug") or name == "RuleId" else int
    assert kind.__supertype__ is expected


def test_the_type_checker_refuses_one_id_for_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MYPYPATH", str(ROOT))
    planted = tmp_path / "planted.py"
    planted.write_text(
        "from kernel.ids import ClanSlug, NinjaId, ProfileSlug, TeamId\n"
        "def recruit(team: TeamId, profile: ProfileSlug) -> None: ...\n"
        "recruit(TeamId(1), ProfileSlug('kaiken'))\n"
        "recruit(NinjaId(1), ProfileSlug('kaiken'))\n"
        "recruit(TeamId(1), ClanSlug('ika'))\n"
        "recruit(1, 'kaiken')\n"
    )
    options = ["--no-incremental", "--config-file=", "--strict"]
    out, err, _ = api.run([*options, str(planted)])
    assert err == ""
    wrong = [line for line in out.splitlines() if ": error:" in line]
    assert [line.split(":")[1] for line in wrong] == ["4", "5", "6", "6"]
