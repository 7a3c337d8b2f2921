"""Every act of a league: its address, what it takes, and which service does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from league.api import reading
from league.selectors.leagues import LeagueHead, league_head
from league.serializers import answers, bodies
from league.services import (
    arranging,
    competitions,
    dates,
    entrants,
    founding,
    house_rules,
    members,
    overriding,
    replaying,
    rounds,
    season_end,
    succession,
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
MEMBERS = Shown(shape=answers.MembersAnswer, of=reading.members)
PLAN = Shown(shape=answers.PlanAnswer, of=reading.plan)
RULES = Shown(shape=answers.RulesAnswer, of=reading.rules)
DATES = Shown(shape=answers.FixtureAnswer, of=reading.fixture)


@dataclass(frozen=True, slots=True)
class Act:
    """One change of a league: its address, what it takes, who does it, and the name
    by which the service calls whoever acts."""

    name: str
    address: str
    summary: str
    body: type[bodies.LeagueBody]
    service: Callable[..., object]
    answer: Shown = HEAD
    who: str = "actor"


ACTS = (
    Act(
        "describe",
        "describe",
        "Describe a league",
        bodies.DescribeLeagueBody,
        founding.league_describe,
    ),
    Act(
        "renew-code",
        "renew-code",
        "Change a league's code",
        bodies.LeagueBody,
        founding.league_renew_code,
    ),
    Act(
        "archive",
        "archive",
        "Archive a league",
        bodies.LeagueBody,
        founding.league_archive,
    ),
    Act(
        "unarchive",
        "unarchive",
        "Take a league out of the archive",
        bodies.LeagueBody,
        founding.league_unarchive,
    ),
    Act(
        "join",
        "join",
        "Join a league",
        bodies.JoinLeagueBody,
        members.league_join,
        who="person",
    ),
    Act(
        "ask",
        "ask",
        "Ask to be let in",
        bodies.AskToJoinBody,
        members.join_request,
        who="person",
    ),
    Act(
        "answer",
        "requests/<int:request_id>",
        "Answer a request to join",
        bodies.AnswerRequestBody,
        members.join_request_answer,
        MEMBERS,
    ),
    Act(
        "role",
        f"{MEMBER}role",
        "Give a member another role",
        bodies.RoleBody,
        members.member_set_role,
        MEMBERS,
    ),
    Act(
        "member-remove",
        f"{MEMBER}remove",
        "Remove a member",
        bodies.BecauseBody,
        members.member_remove,
        MEMBERS,
    ),
    Act(
        "member-let-come",
        f"{MEMBER}let-come",
        "Let somebody who was removed join again",
        bodies.LeagueBody,
        members.member_let_come,
        MEMBERS,
    ),
    Act(
        "hand-over",
        f"{MEMBER}master",
        "Ask somebody to become the ninja master",
        bodies.LeagueBody,
        succession.mastership_hand_over,
        MEMBERS,
    ),
    Act(
        "mastership-answer",
        "mastership/answer",
        "Take the mastership, or decline it",
        bodies.AnswerRequestBody,
        succession.mastership_answer,
        MEMBERS,
        who="person",
    ),
    Act(
        "mastership-keep",
        "mastership/keep",
        "Stay the ninja master after all",
        bodies.LeagueBody,
        succession.mastership_keep,
        MEMBERS,
    ),
    Act(
        "veteran",
        f"{MEMBER}veteran",
        "Let a member enter a team as it is",
        bodies.VeteranBody,
        members.veteran_allow,
        MEMBERS,
    ),
    Act(
        "vote",
        f"{MEMBER}vote",
        "Vote for another master",
        bodies.LeagueBody,
        succession.succession_vote,
        MEMBERS,
        who="voter",
    ),
    Act(
        "rules-change",
        "rules/change",
        "Change the house rules",
        bodies.ChangeRulesBody,
        house_rules.rules_change,
        RULES,
    ),
    Act(
        "rules-withdraw",
        "rules/<int:number>/withdraw",
        "Withdraw house rules that wait",
        bodies.LeagueBody,
        house_rules.rules_withdraw,
        RULES,
    ),
    Act(
        "enter",
        "teams/enter",
        "Enter a team",
        bodies.EnterTeamBody,
        entrants.team_enter,
        who="person",
    ),
    Act(
        "withdraw",
        f"{TEAM}withdraw",
        "Withdraw a team",
        bodies.BecauseBody,
        entrants.team_withdraw,
    ),
    Act(
        "club",
        f"{TEAM}club",
        "Say where a team plays at home",
        bodies.ClubBody,
        entrants.club_set,
    ),
    Act(
        "restart",
        f"{TEAM}restart",
        "Let somebody begin again",
        bodies.RestartTeamBody,
        entrants.team_restart,
    ),
    Act(
        "adjust",
        f"{TEAM}adjust",
        "Give or take league points",
        bodies.AdjustTeamBody,
        entrants.entrant_adjust,
    ),
    Act(
        "season-start",
        "seasons/start",
        "Start the season",
        bodies.StartSeasonBody,
        competitions.season_start,
        PLAN,
    ),
    Act(
        "season-entry",
        "seasons/entry",
        "Close or reopen entry",
        bodies.CloseEntryBody,
        competitions.entry_close,
        PLAN,
    ),
    Act(
        "season-close",
        "seasons/close",
        "Close the season",
        bodies.LeagueBody,
        season_end.season_close,
        PLAN,
    ),
    Act(
        "season-next",
        "seasons/next",
        "Open the next season",
        bodies.NextSeasonBody,
        season_end.season_open,
        PLAN,
    ),
    Act(
        "groups",
        "groups",
        "Draw groups",
        bodies.DrawGroupsBody,
        competitions.groups_draw,
        PLAN,
    ),
    Act(
        "regroup",
        f"{TEAM}group",
        "Put a team into a group",
        bodies.RegroupBody,
        competitions.team_regroup,
        PLAN,
    ),
    Act(
        "competition-plan",
        "competitions",
        "Plan a competition",
        bodies.PlanCompetitionBody,
        competitions.competition_add,
        PLAN,
    ),
    Act(
        "competition-draw",
        f"{COMPETITION}draw",
        "Draw what comes next",
        bodies.DrawBody,
        competitions.competition_draw,
        PLAN,
    ),
    Act(
        "catch-up",
        f"{COMPETITION}{TEAM}catch-up",
        "Let a team play what it missed",
        bodies.LeagueBody,
        competitions.team_catch_up,
        PLAN,
    ),
    Act(
        "competition-remove",
        f"{COMPETITION}remove",
        "Drop a planned competition",
        bodies.LeagueBody,
        competitions.competition_remove,
        PLAN,
    ),
    Act(
        "keep-apart",
        "pairs",
        "Keep two teams apart",
        bodies.KeepApartBody,
        competitions.pair_forbid,
        PLAN,
    ),
    Act(
        "let-meet",
        "pairs/<int:pair_id>/remove",
        "Let them meet again",
        bodies.LeagueBody,
        competitions.pair_allow,
        PLAN,
    ),
    Act(
        "arrange",
        "fixtures/arrange",
        "Arrange a match",
        bodies.ArrangeFixtureBody,
        arranging.fixture_arrange,
    ),
    Act(
        "dates-propose",
        f"{FIXTURE}propose",
        "Propose dates",
        bodies.ProposeDatesBody,
        dates.dates_propose,
        DATES,
    ),
    Act(
        "date-accept",
        f"{FIXTURE}accept",
        "Accept a date",
        bodies.AcceptDateBody,
        dates.date_accept,
        DATES,
    ),
    Act(
        "dates-decline",
        f"{FIXTURE}decline",
        "Decline all dates",
        bodies.LeagueBody,
        dates.dates_decline,
        DATES,
    ),
    Act(
        "rule",
        f"{FIXTURE}rule",
        "Rule on a match that was not played",
        bodies.LeagueBody,
        dates.fixture_rule,
        DATES,
    ),
    Act(
        "play-again",
        f"{FIXTURE}again",
        "Play a match that was called off",
        bodies.PlayAgainBody,
        replaying.fixture_play_again,
        DATES,
    ),
    Act(
        "round-move",
        "rounds/<int:round_id>/dates",
        "Give a round another end",
        bodies.MoveRoundBody,
        rounds.round_move,
        PLAN,
    ),
    Act(
        "swap",
        "rounds/<int:round_id>/swap",
        "Pair otherwise",
        bodies.SwapBody,
        overriding.override,
        PLAN,
    ),
)
