"""What programs receive about a member, an invitation and one's own feeds."""

from __future__ import annotations

from league.selectors.choices import Admission, Role
from league.selectors.players import PlayedMatch, PlayedTeam, PlayerPage
from league.serializers.answers import StrengthAnswer
from teams.serializers.answers import Answer


class PlayerAnswer(Answer, frozen=True, kw_only=True):
    """A member of a league: teams, the latest matches, and how they went. Who has
    left has no role."""

    person_id: int
    name: str
    role: Role | None
    teams: tuple[PlayedTeam, ...]
    matches: tuple[PlayedMatch, ...]
    won: int
    drawn: int
    lost: int
    strength: StrengthAnswer | None

    @classmethod
    def of(cls, page: PlayerPage, person_id: int) -> PlayerAnswer:
        taken = ("name", "role", "teams", "matches", "won", "drawn", "lost")
        strong = page.strength
        return cls(
            person_id=person_id,
            strength=(
                None
                if strong is None
                else StrengthAnswer.of(person_id, page.name, strong)
            ),
            **{name: getattr(page, name) for name in taken},
        )


class InvitationAnswer(Answer, frozen=True, kw_only=True):
    """What a league shows to whoever has its code. Send `uid` and the code to join."""

    uid: str
    name: str
    blurb: str
    admission: Admission


class LeagueFeeds(Answer, frozen=True, kw_only=True):
    uid: str
    league: str
    calendar: str
    news: str


class FeedsAnswer(Answer, frozen=True, kw_only=True):
    """Addresses that hold your key: whoever has them sees what you see of your leagues,
    and can do nothing. There are none before a key was made."""

    key: str
    calendar: str
    leagues: tuple[LeagueFeeds, ...]
