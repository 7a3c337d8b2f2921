"""Every act of a league: its address, what it takes, and which service does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from league.api import read_views
from league.selectors.leagues import LeagueHead, league_head
from league.serializers import requests, responses
from league.services import (
    entrants,
    house_rules,
    leagues,
    mastership,
    members,
    season_end,
)
from league.services.competitions import (
    arrangements,
    competitions,
    match_dates,
    pairing_overrides,
    rounds,
)

MEMBER = "members/<int:person_id>/"
TEAM = "teams/<int:team_id>/"
COMPETITION = "competitions/<int:number>/"
FIXTURE = "fixtures/<int:fixture_id>/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What an act answers with."""

    shape: type
    of: Callable[..., object]


def _head(uid: str, viewer: Any, **_more: Any) -> LeagueHead:
    return league_head(uid, viewer)


HEAD = Shown(shape=LeagueHead, of=_head)
MEMBERS = Shown(shape=responses.MembersAnswer, of=read_views.members)
PLAN = Shown(shape=responses.PlanAnswer, of=read_views.plan)
RULES = Shown(shape=responses.RulesAnswer, of=read_views.rules)
DATES = Shown(shape=responses.FixtureAnswer, of=read_views.fixture)


@dataclass(frozen=True, slots=True)
class Act:
    """One change of a league: its address, what it takes, who does it, and the name
    by which the service calls whoever acts."""

    name: str
    address: str
    summary: str
    body: type[requests.LeagueBody]
    service: Callable[..., object]
    answer: Shown = HEAD
    who: str = "actor"


ACTS = (
    Act(
        "describe",
        "describe",
        "Change the settings of a league",
        requests.DescribeLeagueBody,
        leagues.league_describe,
    ),
    Act(
        "renew-code",
        "renew-code",
        "Replace the invitation code",
        requests.LeagueBody,
        leagues.league_renew_code,
    ),
    Act(
        "archive",
        "archive",
        "Archive a league",
        requests.LeagueBody,
        leagues.league_archive,
    ),
    Act(
        "unarchive",
        "unarchive",
        "Reopen an archived league",
        requests.LeagueBody,
        leagues.league_unarchive,
    ),
    Act(
        "join",
        "join",
        "Join a league",
        requests.JoinLeagueBody,
        members.league_join,
        who="person",
    ),
    Act(
        "ask",
        "ask",
        "Ask to join a league",
        requests.AskToJoinBody,
        members.join_request,
        who="person",
    ),
    Act(
        "answer",
        "requests/<int:request_id>",
        "Answer a request to join",
        requests.AnswerRequestBody,
        members.join_request_answer,
        MEMBERS,
    ),
    Act(
        "role",
        f"{MEMBER}role",
        "Change the role of a member",
        requests.RoleBody,
        members.member_set_role,
        MEMBERS,
    ),
    Act(
        "member-remove",
        f"{MEMBER}remove",
        "Remove a member",
        requests.BecauseBody,
        members.member_remove,
        MEMBERS,
    ),
    Act(
        "member-let-come",
        f"{MEMBER}let-come",
        "Unban a member",
        requests.LeagueBody,
        members.member_let_come,
        MEMBERS,
    ),
    Act(
        "hand-over",
        f"{MEMBER}master",
        "Offer a handover of the league",
        requests.LeagueBody,
        mastership.mastership_hand_over,
        MEMBERS,
    ),
    Act(
        "mastership-answer",
        "mastership/answer",
        "Accept or decline a handover",
        requests.AnswerRequestBody,
        mastership.mastership_answer,
        MEMBERS,
        who="person",
    ),
    Act(
        "mastership-keep",
        "mastership/keep",
        "Cancel a handover",
        requests.LeagueBody,
        mastership.mastership_keep,
        MEMBERS,
    ),
    Act(
        "veteran",
        f"{MEMBER}veteran",
        "Allow a member to enter a team that has already played",
        requests.VeteranBody,
        members.veteran_allow,
        MEMBERS,
    ),
    Act(
        "vote",
        f"{MEMBER}vote",
        "Vote for another ninja master",
        requests.LeagueBody,
        mastership.succession_vote,
        MEMBERS,
        who="voter",
    ),
    Act(
        "rules-change",
        "rules/change",
        "Change the house rules",
        requests.ChangeRulesBody,
        house_rules.rules_change,
        RULES,
    ),
    Act(
        "rules-withdraw",
        "rules/<int:number>/withdraw",
        "Withdraw waiting house rules",
        requests.LeagueBody,
        house_rules.rules_withdraw,
        RULES,
    ),
    Act(
        "enter",
        "teams/enter",
        "Enter a team",
        requests.EnterTeamBody,
        entrants.team_enter,
        who="person",
    ),
    Act(
        "withdraw",
        f"{TEAM}withdraw",
        "Withdraw a team",
        requests.BecauseBody,
        entrants.team_withdraw,
    ),
    Act(
        "club",
        f"{TEAM}club",
        "Set the club of a team",
        requests.ClubBody,
        entrants.club_set,
    ),
    Act(
        "restart",
        f"{TEAM}restart",
        "Restart with a new team",
        requests.RestartTeamBody,
        entrants.team_restart,
    ),
    Act(
        "adjust",
        f"{TEAM}adjust",
        "Adjust league points",
        requests.AdjustTeamBody,
        entrants.entrant_adjust,
    ),
    Act(
        "season-start",
        "seasons/start",
        "Start the season",
        requests.StartSeasonBody,
        competitions.season_start,
        PLAN,
    ),
    Act(
        "season-entry",
        "seasons/entry",
        "Close or reopen entry",
        requests.CloseEntryBody,
        competitions.entry_close,
        PLAN,
    ),
    Act(
        "season-close",
        "seasons/close",
        "Close the season",
        requests.LeagueBody,
        season_end.season_close,
        PLAN,
    ),
    Act(
        "season-next",
        "seasons/next",
        "Open the next season",
        requests.NextSeasonBody,
        season_end.season_open,
        PLAN,
    ),
    Act(
        "groups",
        "groups",
        "Draw groups",
        requests.DrawGroupsBody,
        competitions.groups_draw,
        PLAN,
    ),
    Act(
        "regroup",
        f"{TEAM}group",
        "Move a team to a group",
        requests.RegroupBody,
        competitions.team_regroup,
        PLAN,
    ),
    Act(
        "competition-plan",
        "competitions",
        "Plan a competition",
        requests.PlanCompetitionBody,
        competitions.competition_add,
        PLAN,
    ),
    Act(
        "competition-draw",
        f"{COMPETITION}draw",
        "Draw the next round",
        requests.DrawBody,
        competitions.competition_draw,
        PLAN,
    ),
    Act(
        "catch-up",
        f"{COMPETITION}{TEAM}catch-up",
        "Let a late entry catch up",
        requests.LeagueBody,
        competitions.team_catch_up,
        PLAN,
    ),
    Act(
        "competition-remove",
        f"{COMPETITION}remove",
        "Remove a planned competition",
        requests.LeagueBody,
        competitions.competition_remove,
        PLAN,
    ),
    Act(
        "keep-apart",
        "pairs",
        "Keep two teams apart",
        requests.KeepApartBody,
        competitions.pair_forbid,
        PLAN,
    ),
    Act(
        "let-meet",
        "pairs/<int:pair_id>/remove",
        "Let two teams meet again",
        requests.LeagueBody,
        competitions.pair_allow,
        PLAN,
    ),
    Act(
        "arrange",
        "fixtures/arrange",
        "Arrange a match",
        requests.ArrangeFixtureBody,
        arrangements.fixture_arrange,
    ),
    Act(
        "dates-propose",
        f"{FIXTURE}propose",
        "Offer dates",
        requests.ProposeDatesBody,
        match_dates.dates_propose,
        DATES,
    ),
    Act(
        "date-accept",
        f"{FIXTURE}accept",
        "Accept a date",
        requests.AcceptDateBody,
        match_dates.date_accept,
        DATES,
    ),
    Act(
        "dates-decline",
        f"{FIXTURE}decline",
        "Decline all dates",
        requests.LeagueBody,
        match_dates.dates_decline,
        DATES,
    ),
    Act(
        "rule",
        f"{FIXTURE}rule",
        "Rule on an unplayed match",
        requests.LeagueBody,
        match_dates.fixture_rule,
        DATES,
    ),
    Act(
        "play-again",
        f"{FIXTURE}again",
        "Reopen a match that was called off",
        requests.PlayAgainBody,
        arrangements.fixture_play_again,
        DATES,
    ),
    Act(
        "round-move",
        "rounds/<int:round_id>/dates",
        "Move the end of a round",
        requests.MoveRoundBody,
        rounds.round_move,
        PLAN,
    ),
    Act(
        "swap",
        "rounds/<int:round_id>/swap",
        "Override the pairings of a round",
        requests.SwapBody,
        pairing_overrides.override,
        PLAN,
    ),
)
