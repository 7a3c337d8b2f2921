"""Typed ids, so that a team's id cannot be passed where a ninja's is expected."""

from __future__ import annotations

from typing import NewType

PersonId = NewType("PersonId", int)
LeagueId = NewType("LeagueId", int)
SeasonId = NewType("SeasonId", int)
TeamId = NewType("TeamId", int)
NinjaId = NewType("NinjaId", int)
MatchId = NewType("MatchId", int)

# Seats and figures of one game on a board; small ints, the engine's own.
SeatId = NewType("SeatId", int)
FigureId = NewType("FigureId", int)

# Catalogue entries are named by kebab-case slugs, the same in files, URLs,
# stored rows and tests.
ClanSlug = NewType("ClanSlug", str)
ProfileSlug = NewType("ProfileSlug", str)
KeywordSlug = NewType("KeywordSlug", str)
AbilitySlug = NewType("AbilitySlug", str)
CardSlug = NewType("CardSlug", str)
ChallengeSlug = NewType("ChallengeSlug", str)
GroundSlug = NewType("GroundSlug", str)
RuleId = NewType("RuleId", str)
