"""The points that a report suggests, from what is counted for each ninja."""

from __future__ import annotations

from collections.abc import Iterator

from challenges.rules.reports.match_report import Deed
from rulebook.rules.entries import Challenge, NinjaType, Profile
from teams.rules.reports.team_report import INJURES_ENEMY, Victim

# What a challenge calls it when a ninja who is not a chunin injures one.
BOLD_INJURY = "non_chunin_injures_chunin"


def uncounted_points(played: Challenge | None) -> Iterator[str]:
    """Return what a suggested score leaves out, as no ninja is credited with it."""
    for one in played.scoring if played else ():
        if one.counted_as is None:
            worth = "1 point" if one.points == 1 else f"{one.points} points"
            yield f"{one.text} ({worth} each time)"


class SheetPoints:
    """The points that one ninja scores in a challenge."""

    def __init__(self, played: Challenge | None, profile: Profile) -> None:
        self._is_chunin = profile.type is NinjaType.CHUNIN
        scoring = played.scoring if played else ()
        self._bold = sum(one.points for one in scoring if one.event == BOLD_INJURY)
        plain = [one for one in scoring if one.event != BOLD_INJURY]
        self._points = {one.counted_as: one.points for one in plain if one.counted_as}
        self._needs = {one.counted_as: one.by for one in plain if one.by}

    def worth(self, deed: Deed) -> int:
        """Return the points of a deed done once."""
        is_bold = deed.victim is Victim.CHUNIN and not self._is_chunin
        if deed.event == INJURES_ENEMY and is_bold and self._bold:
            return self._bold
        return self._points.get(deed.event, 0)

    def need(self, deed: Deed) -> str:
        """Return the column in which a ninja must be counted for the deed to score."""
        return self._needs.get(deed.event, "").replace("_", "-")

    def matter(self, event: str) -> bool:
        """Whether an event scores, or says who does."""
        return event in self._points or event in self._needs.values()
