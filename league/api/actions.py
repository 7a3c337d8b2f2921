"""All actions on leagues: address, body, service and response."""

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
class ActionResponse:
    """What an action returns."""

    shape: type
    of: Callable[..., object]


def _head(uid: str, viewer: Any, **_more: Any) -> LeagueHead:
    return league_head(uid, viewer)


HEAD = ActionResponse(shape=LeagueHead, of=_head)
MEMBERS = ActionResponse(shape=responses.MembersAnswer, of=read_views.members)
PLAN = ActionResponse(shape=responses.PlanAnswer, of=read_views.plan)
RULES = ActionResponse(shape=responses.RulesAnswer, of=read_views.rules)
DATES = ActionResponse(shape=responses.FixtureAnswer, of=read_views.fixture)


@dataclass(frozen=True, slots=True)
class ApiAction:
    """One action on a league: its address, its body, its service, and the name of the
    service's argument for the person who acts."""

    name: str
    address: str
    summary: str
    body: type[requests.LeagueBody]
    service: Callable[..., object]
    answer: ActionResponse = HEAD
    who: str = "actor"


ACTS = (
    ApiAction(
        "describe",
        "describe",
        "Change the settings of a league",
        requests.DescribeLeagueBody,
        leagues.edit_league,
    ),
    ApiAction(
        "renew-code",
        "renew-code",
        "Replace the invitation code",
        requests.LeagueBody,
        leagues.renew_league_code,
    ),
    ApiAction(
        "archive",
        "archive",
        "Archive a league",
        requests.LeagueBody,
        leagues.archive_league,
    ),
    ApiAction(
        "unarchive",
        "unarchive",
        "Reopen an archived league",
        requests.LeagueBody,
        leagues.unarchive_league,
    ),
    ApiAction(
        "join",
        "join",
        "Join a league",
        requests.JoinLeagueBody,
        members.join_league,
        who="person",
    ),
    ApiAction(
        "ask",
        "ask",
        "Ask to join a league",
        requests.AskToJoinBody,
        members.request_to_join,
        who="person",
    ),
    ApiAction(
        "answer",
        "requests/<int:request_id>",
        "Answer a request to join",
        requests.AnswerRequestBody,
        members.answer_join_request,
        MEMBERS,
    ),
    ApiAction(
        "role",
        f"{MEMBER}role",
        "Change the role of a member",
        requests.RoleBody,
        members.set_member_role,
        MEMBERS,
    ),
    ApiAction(
        "member-remove",
        f"{MEMBER}remove",
        "Remove a member",
        requests.BecauseBody,
        members.remove_member,
        MEMBERS,
    ),
    ApiAction(
        "member-let-come",
        f"{MEMBER}let-come",
        "Unban a member",
        requests.LeagueBody,
        members.unban_member,
        MEMBERS,
    ),
    ApiAction(
        "hand-over",
        f"{MEMBER}master",
        "Offer a handover of the league",
        requests.LeagueBody,
        mastership.offer_handover,
        MEMBERS,
    ),
    ApiAction(
        "mastership-answer",
        "mastership/answer",
        "Accept or decline a handover",
        requests.AnswerRequestBody,
        mastership.answer_handover,
        MEMBERS,
        who="person",
    ),
    ApiAction(
        "mastership-keep",
        "mastership/keep",
        "Cancel a handover",
        requests.LeagueBody,
        mastership.cancel_handover,
        MEMBERS,
    ),
    ApiAction(
        "veteran",
        f"{MEMBER}veteran",
        "Allow a member to enter a team that has already played",
        requests.VeteranBody,
        members.allow_veteran_team,
        MEMBERS,
    ),
    ApiAction(
        "vote",
        f"{MEMBER}vote",
        "Vote for another ninja master",
        requests.LeagueBody,
        mastership.vote_for_master,
        MEMBERS,
        who="voter",
    ),
    ApiAction(
        "rules-change",
        "rules/change",
        "Change the house rules",
        requests.ChangeRulesBody,
        house_rules.change_rules,
        RULES,
    ),
    ApiAction(
        "rules-withdraw",
        "rules/<int:number>/withdraw",
        "Withdraw waiting house rules",
        requests.LeagueBody,
        house_rules.withdraw_rules,
        RULES,
    ),
    ApiAction(
        "enter",
        "teams/enter",
        "Enter a team",
        requests.EnterTeamBody,
        entrants.enter_team,
        who="person",
    ),
    ApiAction(
        "withdraw",
        f"{TEAM}withdraw",
        "Withdraw a team",
        requests.BecauseBody,
        entrants.withdraw_team,
    ),
    ApiAction(
        "club",
        f"{TEAM}club",
        "Set the club of a team",
        requests.ClubBody,
        entrants.set_club,
    ),
    ApiAction(
        "restart",
        f"{TEAM}restart",
        "Restart with a new team",
        requests.RestartTeamBody,
        entrants.restart_team,
    ),
    ApiAction(
        "adjust",
        f"{TEAM}adjust",
        "Adjust league points",
        requests.AdjustTeamBody,
        entrants.adjust_points,
    ),
    ApiAction(
        "season-start",
        "seasons/start",
        "Start the season",
        requests.StartSeasonBody,
        competitions.start_season,
        PLAN,
    ),
    ApiAction(
        "season-entry",
        "seasons/entry",
        "Close or reopen entry",
        requests.CloseEntryBody,
        competitions.close_entry,
        PLAN,
    ),
    ApiAction(
        "season-close",
        "seasons/close",
        "Close the season",
        requests.LeagueBody,
        season_end.close_season,
        PLAN,
    ),
    ApiAction(
        "season-next",
        "seasons/next",
        "Open the next season",
        requests.NextSeasonBody,
        season_end.open_season,
        PLAN,
    ),
    ApiAction(
        "groups",
        "groups",
        "Draw groups",
        requests.DrawGroupsBody,
        competitions.draw_groups,
        PLAN,
    ),
    ApiAction(
        "regroup",
        f"{TEAM}group",
        "Move a team to a group",
        requests.RegroupBody,
        competitions.move_team_to_group,
        PLAN,
    ),
    ApiAction(
        "competition-plan",
        "competitions",
        "Plan a competition",
        requests.PlanCompetitionBody,
        competitions.add_competition,
        PLAN,
    ),
    ApiAction(
        "competition-draw",
        f"{COMPETITION}draw",
        "Draw the next round",
        requests.DrawBody,
        competitions.draw_competition,
        PLAN,
    ),
    ApiAction(
        "catch-up",
        f"{COMPETITION}{TEAM}catch-up",
        "Let a late entry catch up",
        requests.LeagueBody,
        competitions.catch_team_up,
        PLAN,
    ),
    ApiAction(
        "competition-remove",
        f"{COMPETITION}remove",
        "Remove a planned competition",
        requests.LeagueBody,
        competitions.remove_competition,
        PLAN,
    ),
    ApiAction(
        "keep-apart",
        "pairs",
        "Keep two teams apart",
        requests.KeepApartBody,
        competitions.forbid_pair,
        PLAN,
    ),
    ApiAction(
        "let-meet",
        "pairs/<int:pair_id>/remove",
        "Let two teams meet again",
        requests.LeagueBody,
        competitions.allow_pair,
        PLAN,
    ),
    ApiAction(
        "arrange",
        "fixtures/arrange",
        "Arrange a match",
        requests.ArrangeFixtureBody,
        arrangements.arrange_fixture,
    ),
    ApiAction(
        "dates-propose",
        f"{FIXTURE}propose",
        "Offer dates",
        requests.ProposeDatesBody,
        match_dates.propose_dates,
        DATES,
    ),
    ApiAction(
        "date-accept",
        f"{FIXTURE}accept",
        "Accept a date",
        requests.AcceptDateBody,
        match_dates.accept_date,
        DATES,
    ),
    ApiAction(
        "dates-decline",
        f"{FIXTURE}decline",
        "Decline all dates",
        requests.LeagueBody,
        match_dates.decline_dates,
        DATES,
    ),
    ApiAction(
        "rule",
        f"{FIXTURE}rule",
        "Rule on an unplayed match",
        requests.LeagueBody,
        match_dates.rule_on_fixture,
        DATES,
    ),
    ApiAction(
        "play-again",
        f"{FIXTURE}again",
        "Reopen a match that was called off",
        requests.PlayAgainBody,
        arrangements.reopen_fixture,
        DATES,
    ),
    ApiAction(
        "round-move",
        "rounds/<int:round_id>/dates",
        "Move the end of a round",
        requests.MoveRoundBody,
        rounds.move_round,
        PLAN,
    ),
    ApiAction(
        "swap",
        "rounds/<int:round_id>/swap",
        "Override the pairings of a round",
        requests.SwapBody,
        pairing_overrides.override_pairings,
        PLAN,
    ),
)
