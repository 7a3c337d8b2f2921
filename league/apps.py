from __future__ import annotations

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        # Teams and matches are lower layers: leagues register what they provide to
        # them.
        from challenges.selectors.match_host import register_host  # noqa: PLC0415
        from league import receivers, signals, tasks  # noqa: F401, PLC0415
        from league.selectors.members import own_leagues_data  # noqa: PLC0415
        from league.selectors.seasons.entrants import TeamLeagueLinks  # noqa: PLC0415
        from league.services.competitions.match_host import LeagueMatchHost  # noqa: PLC0415
        from league.services.members import detach_leagues  # noqa: PLC0415
        from people.services.personal_data import register_deletion, register_export  # noqa: PLC0415
        from teams.selectors.access import register_league_links  # noqa: PLC0415

        register_league_links(TeamLeagueLinks())
        register_host(LeagueMatchHost())
        register_deletion("leagues", detach_leagues)
        register_export("leagues", own_leagues_data)
        signals.notices_written.connect(tasks.hint_push)
        signals.letters_owed.connect(tasks.hint_letters)
        signals.deliveries_owed.connect(tasks.hint_deliveries)
