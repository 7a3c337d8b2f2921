"""The journal: folding, voiding, amending in place, and being written as JSON."""

from __future__ import annotations

import msgspec
import pytest

from kernel.errors import Refusal, Unreadable
from kernel.ids import ClanSlug, NinjaId, ProfileSlug
from teams.rules.journal import entries as e
from teams.rules.journal.entries import AnyEntry
from teams.rules.journal.journal import (
    ImpossibleLine,
    Line,
    active_lines,
    append,
    decode,
    decode_entry,
    encode,
    encode_entry,
    fold,
    history_points,
    ledger,
    replay,
)
from teams.rules.reports.team_report import Feat, Outcome
from teams.rules.roster.builder import build_founding
from tests.ledger import rule
from tests.teams.rules.examples import EXAMPLES
from tests.teams.rules.story import Story, book, house_rules, registered

CHUNIN, KAIKEN, OTHER = NinjaId(1), NinjaId(2), NinjaId(3)


def test_team_founded_before_defaults_changed_keeps_its_rules() -> None:
    entry = e.Founded(name="Old", clan=ClanSlug("tora"), koban=100)
    old = [Line(number=1, batch="b", entry=entry)]
    state = fold(old, book().stored_house_rules, book())
    assert state.rules == book().stored_house_rules
    assert b"changes" not in encode_entry(entry)


def test_team_founded_now_lives_under_the_defaults_of_the_book() -> None:
    founded = build_founding(
        "New", ClanSlug("tora"), book().default_house_rules, book()
    )
    line = Line(number=1, batch="b", entry=founded)
    state = fold([line], book().stored_house_rules, book())
    assert state.rules == book().default_house_rules


def lived() -> Story:
    """A team with three games behind it; each game's lines share a batch's head."""
    story = registered()
    story.recruit("benkei")
    for number in range(3):
        story.game(
            feats={KAIKEN: [Feat(event="injures_enemy")]},
            all_stars=((CHUNIN, KAIKEN, OTHER)[number],),
        )
    return story


def batches_of(story: Story, match: str) -> tuple[str, ...]:
    """The batches that settled a match, its report included."""
    found = {}
    for line in story.lines:
        entry = line.entry
        named = getattr(entry, "match", None)
        if isinstance(entry, e.GameReported):
            named = entry.report.match
        if named == match:
            found[line.batch] = True
    return tuple(found)


def test_the_fold_is_what_the_entries_made_one_by_one() -> None:
    story = lived()
    assert story.refold() == story.state


def test_any_earlier_moment_can_be_folded() -> None:
    story = Story()
    states = [story.state]
    for act in (
        lambda: story.recruit("tora-chunin"),
        lambda: story.recruit("tora-kaiken"),
        lambda: story.recruit("tora-kaiken"),
        story.register,
        lambda: story.correct(koban=5),
    ):
        act()
        states.append(story.state)
    for number, state in enumerate(states, start=1):
        assert story.refold(until=number) == state


def test_the_moment_before_a_void_shows_what_was_voided_since() -> None:
    story = registered()
    extra = story.recruit("tora-oni")
    last = story.lines[-1]
    story.write(e.Voided(batches=(last.batch,)))
    assert not story.state.holds(extra)
    assert story.refold(until=last.number).holds(extra)


def test_voiding_a_batch_takes_back_all_of_its_lines() -> None:
    story = registered()
    before = story.state
    story.write(
        e.Adjusted(reason="x", koban=7),
        e.Adjusted(reason="y", ninja=KAIKEN, xp=2),
        batch="mistake",
    )
    story.write(e.Voided(batches=("mistake",), reason="It was another team."))
    assert story.state == before


def test_a_void_can_itself_be_voided() -> None:
    story = registered()
    story.write(e.Adjusted(reason="x", koban=7), batch="gift")
    after = story.state
    story.write(e.Voided(batches=("gift",)), batch="undo")
    story.write(e.Voided(batches=("undo",)), batch="redo")
    assert story.state == after
    assert [type(one.entry) for one in active_lines(story.lines)].count(e.Voided) == 1


def test_a_void_reaches_back_only() -> None:
    story = registered()
    story.write(e.Voided(batches=("later",)), batch="early")
    story.write(e.Adjusted(reason="x", koban=7), batch="later")
    assert story.koban == 67


def test_a_number_once_given_is_never_given_again() -> None:
    story = registered()
    extra = story.recruit("tora-oni")
    story.write(e.Voided(batches=(story.lines[-1].batch,)))
    assert story.state.next_id == extra + 1
    assert story.refold().next_id == extra + 1
    gone = story.recruit("tora-oni")
    story.dismiss(gone)
    with pytest.raises(Refusal, match="Another ninja on this team already has number"):
        story.write(e.Recruited(ninja=gone, profile=ProfileSlug("tora-oni"), price=18))


def test_an_impossible_line_is_refused_by_its_number_and_its_words() -> None:
    story = registered()
    lines = [
        *story.lines,
        Line(
            number=99,
            batch="b",
            entry=e.Recruited(
                ninja=NinjaId(50), profile=ProfileSlug("tora-oni"), price=900
            ),
        ),
    ]
    with pytest.raises(ImpossibleLine) as caught:
        fold(lines, story.rules, story.book)
    assert caught.value.line.number == 99
    assert "Entry 99 (“Tora Oni joined for 900 koban.”)" in caught.value.sentence
    assert "840 koban short" in caught.value.sentence


def test_a_refused_line_is_not_written() -> None:
    story = registered()
    before = (list(story.lines), story.state)
    with pytest.raises(ImpossibleLine):
        story.write(e.Dismissed(ninja=NinjaId(77), refund=0))
    assert (story.lines, story.state) == before


def test_lines_are_written_one_after_the_other() -> None:
    story = registered()
    old = story.lines[1]
    with pytest.raises(Refusal, match="a higher number than the last one"):
        append(story.lines, story.state, old, story.rules, story.book)


def test_voiding_what_others_stand_on_is_refused_and_a_preview_says_what_falls() -> (
    None
):
    story = registered()
    story.write(e.Adjusted(reason="prize", koban=5), batch="prize")
    story.recruit("tora-oni")
    story.recruit("byakko")
    story.recruit("tora-yajiri")
    story.recruit("tora-madoushi")
    assert story.koban == 65 - 18 - 24 - 8 - 13
    void = Line(number=99, batch="undo", entry=e.Voided(batches=("prize",)))
    with pytest.raises(ImpossibleLine, match="joined for 13 koban"):
        fold([*story.lines, void], story.rules, story.book)
    preview = replay([*story.lines, void], story.rules, story.book)
    assert len(preview.fallen) == 1
    assert "Tora Madoushi joined for 13 koban" in preview.fallen[0].sentence
    assert preview.state.koban == 60 - 18 - 24 - 8
    assert not any(one.profile == "tora-madoushi" for one in preview.state.ninja)


def test_an_advance_no_longer_earned_falls() -> None:
    story = registered()
    many = Feat(event="injures_enemy", times=8)
    story.play(feats={KAIKEN: [many]}, all_stars=(CHUNIN,))
    story.settle("spirit", "fire")
    story.game(all_stars=(OTHER,))
    report = next(
        line for line in story.lines if isinstance(line.entry, e.ExperienceEarned)
    )
    assert len(story.ninja(KAIKEN).growth) == 1
    less = e.ExperienceEarned(match="match-1")
    amended = [
        *story.lines,
        Line(number=98, batch="undo", entry=e.Voided(batches=(report.batch,))),
        Line(number=99, batch="again", entry=less, place=report.number),
    ]
    preview = replay(amended, story.rules, story.book)
    assert preview.state.find(KAIKEN).growth == ()
    told = [one.sentence for one in preview.fallen]
    assert len(told) == 2  # the roll and the choice
    assert "not reached a new experience level" in told[0]


@rule("LEAGUE-18", "NM-09")
def test_an_amended_game_counts_where_the_first_report_stood() -> None:
    """The first of three games was a loss after all: what came later stays."""
    story = lived()
    first = next(line for line in story.lines if isinstance(line.entry, e.GameReported))
    straight = registered()
    straight.recruit("benkei")
    straight.play(
        feats={KAIKEN: [Feat(event="injures_enemy")]},
        all_stars=(CHUNIN,),
        outcome=Outcome.LOSS,
    )
    entries = [straight.lines[-1].entry, *straight.settle()]
    void = e.Voided(batches=batches_of(story, "match-1"), reason="A loss.")
    story.lines.append(Line(number=1000, batch="void", entry=void))
    for number, entry in enumerate(entries, start=1001):
        story.lines.append(
            Line(number=number, batch="again", entry=entry, place=first.number)
        )
    after = story.refold()
    assert after.koban == story.state.koban - 4
    assert after.ninja == story.state.ninja
    order = [line.number for line in active_lines(story.lines)]
    assert order.index(1001) < order.index(first.number + 20)


def test_the_ledger_adds_up_to_the_treasury() -> None:
    story = lived()
    assert sum(koban for _, koban in ledger(story.lines)) == story.koban
    assert all(koban for _, koban in ledger(story.lines))


def test_every_line_can_be_shown_with_its_moment_and_its_sentence() -> None:
    story = lived()
    found = list(history_points(story.lines, story.rules, story.book))
    assert [one.line for one in found] == story.lines
    assert found[-1].state == story.state
    assert found[0].sentence == "Story was founded in Tora with 100 koban."
    assert all(one.sentence.endswith((".", "!")) for one in found)


def test_a_journal_begins_with_a_founding_and_has_only_one() -> None:
    founded = e.Founded(name="x", clan=ClanSlug("tora"), koban=100)
    rename = e.Renamed(name="y")
    for entries, words in (
        ([rename], "must start with the founding"),
        ([founded, founded], "already been founded"),
    ):
        lines = [
            Line(number=number, batch="b", entry=entry)
            for number, entry in enumerate(entries, start=1)
        ]
        with pytest.raises(Refusal, match=words):
            fold(lines, house_rules(), book())
    with pytest.raises(Refusal, match="has no team in it"):
        fold([], house_rules(), book())
    odd = e.Founded(name="x", clan=ClanSlug("neko"), koban=100)
    with pytest.raises(Refusal, match="no clan called"):
        fold([Line(number=1, batch="b", entry=odd)], house_rules(), book())


def test_a_retired_team_stays_as_it_is() -> None:
    story = registered()
    story.write(e.Retired(reason="moved away"))
    with pytest.raises(Refusal, match="is retired"):
        story.write(e.Renamed(name="Ghosts"))
    story.write(e.Voided(batches=(story.lines[-1].batch,)))
    story.write(e.Renamed(name="Ghosts"))
    assert story.state.name == "Ghosts"


@pytest.mark.parametrize("entry", EXAMPLES, ids=lambda one: type(one).__name__)
def test_every_kind_of_entry_survives_json(entry: AnyEntry) -> None:
    text = encode_entry(entry)
    assert decode_entry(text) == entry
    kind = msgspec.json.decode(text)["kind"]
    assert kind == kind.lower()
    line = Line(number=3, batch="b", entry=entry, place=2)
    assert decode(encode([line])) == (line,)


def test_a_whole_journal_survives_json_and_folds_to_the_same_team() -> None:
    story = lived()
    again = decode(encode(story.lines))
    assert list(again) == story.lines
    assert fold(again, story.rules, story.book) == story.state
    assert encode(again) == encode(story.lines)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"{}",
        b'{"schema": 1}',
        b'{"schema": 1, "lines": [{"number": 1}]}',
        b'{"schema": 1, "lines": [], "extra": 1}',
        b'{"schema": 1, "lines": [{"number":1,"batch":"b","entry":{"kind":"sung"}}]}',
        b"\xff",
    ],
)
def test_what_is_no_journal_is_refused_in_words(text: bytes) -> None:
    with pytest.raises(Unreadable, match="not a journal"):
        decode(text)


def test_a_journal_of_an_unknown_version_is_refused() -> None:
    with pytest.raises(Unreadable, match="version 2"):
        decode(b'{"schema": 2, "lines": []}')


def test_what_is_no_entry_is_refused_in_words() -> None:
    with pytest.raises(Unreadable, match="not a journal entry"):
        decode_entry(b'{"kind": "founded"}')
