"""Undo and redo told by the journal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from teams.rules.journal.entries import Founded, Renamed, Voided
from teams.rules.journal.journal import Line, active_lines
from teams.rules.journal.undo import UndoState, find_undo


class Draft:
    """A journal with two buttons."""

    def __init__(self) -> None:
        founded = Founded(name="0", clan="tora", koban=100)
        self.lines = [Line(number=1, batch="founding", entry=founded)]

    @property
    def steps(self) -> UndoState:
        return find_undo(self.lines)

    @property
    def names(self) -> list[str]:
        """The acts that stand."""
        lines = active_lines(self.lines)
        return [one.entry.name for one in lines if isinstance(one.entry, Renamed)]

    def _add(self, entry: object, batch: str = "") -> None:
        number = len(self.lines) + 1
        self.lines.append(
            Line(number=number, batch=batch or f"b{number}", entry=entry)  # type: ignore[arg-type]
        )

    def act(self, name: str, *more: str) -> None:
        batch = f"b{len(self.lines) + 1}"
        for one in (name, *more):
            self._add(Renamed(name=one), batch)

    def undo(self) -> bool:
        return self._void(self.steps.undo)

    def redo(self) -> bool:
        return self._void(self.steps.redo)

    def _void(self, batch: str | None) -> bool:
        if batch is None:
            return False
        self._add(Voided(batches=(batch,)))
        return True


def test_a_new_team_has_nothing_to_undo() -> None:
    assert Draft().steps == UndoState()


def test_acts_are_taken_back_one_by_one_and_done_again() -> None:
    draft = Draft()
    draft.act("a")
    draft.act("b")
    assert (draft.undo(), draft.names) == (True, ["a"])
    assert draft.steps.redone == "b3"
    assert (draft.undo(), draft.names) == (True, [])
    assert draft.undo() is False
    assert (draft.redo(), draft.names) == (True, ["a"])
    assert (draft.redo(), draft.names) == (True, ["a", "b"])
    assert draft.redo() is False


def test_a_new_act_makes_what_was_undone_unreachable() -> None:
    draft = Draft()
    draft.act("a")
    draft.undo()
    draft.act("b")
    assert draft.redo() is False
    draft.undo()
    assert (draft.redo(), draft.names) == (True, ["b"])


def test_a_batch_is_undone_as_a_whole() -> None:
    draft = Draft()
    draft.act("a", "b", "c")
    draft.undo()
    assert draft.names == []
    draft.redo()
    assert draft.names == ["a", "b", "c"]


def test_what_somebody_else_took_back_is_no_longer_undone() -> None:
    draft = Draft()
    draft.act("a")
    draft.act("b")
    draft._void("b2")
    assert draft.names == ["b"]
    assert draft.steps.undo == "b3"
    draft.undo()
    assert (draft.names, draft.steps.undo) == ([], None)


@given(st.lists(st.sampled_from(["act", "undo", "redo"]), max_size=40))
def test_two_buttons_work_as_everywhere(presses: list[str]) -> None:
    draft, done, undone = Draft(), [], []
    for number, press in enumerate(presses):
        if press == "act":
            draft.act(str(number))
            done.append(str(number))
            undone = []
        elif press == "undo":
            assert draft.undo() is bool(done)
            if done:
                undone.append(done.pop())
        else:
            assert draft.redo() is bool(undone)
            if undone:
                done.append(undone.pop())
        assert draft.names == done
