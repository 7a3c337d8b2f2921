"""Issues of the newsletter with corrected results worked in."""

from __future__ import annotations

from league.rules.history.newsletter import HEADING, Corrected, revise_issue

ISSUE = """Hello.

## Results

- **Foxes** beat Bears, 3:1.
- **Foxes** beat Owls, 2:0.

## Coming up

- Foxes against Bears.
"""
VOID = Corrected(names=("Foxes", "Bears"), now=None, reason="Never played.")


def test_void_result_leaves_the_list_and_is_noted_below() -> None:
    revised = revise_issue(ISSUE, [VOID], {})
    assert "beat Bears" not in revised
    assert "beat Owls" in revised
    assert "- Foxes against Bears." in revised
    assert revised.index(HEADING) > revised.index("## Coming up")
    assert "Never played." in revised


def test_result_that_cannot_be_told_apart_is_only_noted() -> None:
    twice = ISSUE.replace("Owls", "Bears")
    revised = revise_issue(twice, [VOID], {})
    assert revised.count("beat Bears") == 2
    assert HEADING in revised


def test_text_without_results_is_kept_and_noted() -> None:
    assert revise_issue("My own words.", [VOID], {}).startswith("My own words.\n\n##")


def test_revision_stays_within_the_longest_issue() -> None:
    assert len(revise_issue(ISSUE, [VOID], {}, length=len(ISSUE))) <= len(ISSUE)
