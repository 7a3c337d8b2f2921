"""The addresses of leagues, under /leagues/."""

from __future__ import annotations

from django.urls import path

from league.views import house_rules, leagues, notices, planning, running, season

app_name = "league"

urlpatterns = [
    path("", leagues.index, name="index"),
    path("new/", leagues.new, name="new"),
    path("new/<slug:template>/", leagues.found, name="found"),
    path("code/", leagues.by_code, name="code"),
    path("join/<str:code>/", leagues.door, name="door"),
    path("notices/", notices.notices, name="notices"),
    path("notices/count/", notices.count, name="notices-count"),
    path("notices/read/", notices.read_all, name="notices-read"),
    path("notices/switches/", notices.switches, name="notice-switches"),
    path("notices/stop/<str:token>/", notices.unsubscribe, name="unsubscribe"),
    path("notices/<int:notice_id>/", notices.read, name="notice"),
    path("<slug:uid>/", season.home, name="home"),
    path("<slug:uid>/fixtures/", season.fixtures, name="fixtures"),
    path("<slug:uid>/fixtures/<int:fixture_id>/", season.fixture, name="fixture"),
    path("<slug:uid>/fixtures/<int:fixture_id>/date/", season.date, name="date"),
    path("<slug:uid>/fixtures/<int:fixture_id>/rule/", planning.rule, name="rule"),
    path("<slug:uid>/rounds/<int:round_id>/", planning.override, name="override"),
    path("<slug:uid>/statistics/", season.statistics, name="statistics"),
    path("<slug:uid>/arrange/", season.arrange, name="arrange"),
    path("<slug:uid>/plan/", planning.plan, name="plan"),
    path("<slug:uid>/plan/groups/", planning.groups, name="groups"),
    path("<slug:uid>/plan/pairs/", planning.forbid, name="forbid"),
    path("<slug:uid>/plan/pairs/<int:pair_id>/", planning.allow, name="allow"),
    path("<slug:uid>/plan/next/", planning.next_season, name="next-season"),
    path("<slug:uid>/plan/<slug:name>/", planning.act, name="plan-act"),
    path("<slug:uid>/invite/", leagues.invite, name="invite"),
    path("<slug:uid>/invite/qr.svg", leagues.invite_qr, name="invite-qr"),
    path("<slug:uid>/join/", leagues.join, name="join"),
    path("<slug:uid>/leave/", running.leave, name="leave"),
    path("<slug:uid>/members/", running.people, name="members"),
    path("<slug:uid>/requests/<int:request_id>/", running.answer, name="answer"),
    path("<slug:uid>/members/<int:person_id>/role/", running.role, name="role"),
    path("<slug:uid>/members/<int:person_id>/remove/", running.remove, name="remove"),
    path(
        "<slug:uid>/members/<int:person_id>/master/",
        running.hand_over,
        name="hand-over",
    ),
    path("<slug:uid>/members/<int:person_id>/vote/", running.vote, name="vote"),
    path("<slug:uid>/rules/", house_rules.rules, name="rules"),
    path("<slug:uid>/rules/change/", house_rules.change, name="rules-change"),
    path("<slug:uid>/log/", running.log, name="log"),
    path("<slug:uid>/settings/", running.settings, name="settings"),
    path("<slug:uid>/settings/<slug:name>/", running.settle_in, name="settle-in"),
    path("<slug:uid>/enter/", running.enter, name="enter"),
    path("<slug:uid>/teams/<int:team_id>/out/", running.withdraw, name="withdraw"),
]
