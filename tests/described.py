"""The API's description of itself, as schemathesis makes questions of it."""

from __future__ import annotations

import schemathesis
from hypothesis import HealthCheck, settings

from config.wsgi import application

# Read without a database, so that every address can become a test of its own; once for
# all files that ask, and as JSON, since YAML takes many times as long to read.
schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)
# One verb that an address does not know tells as much as seven.
schema.config.phases.coverage.unexpected_methods = {"delete"}

# Whatever is asked of a team or a league that does not exist, the answer is that it
# does not. So these are asked about some that do, in a file of their own each.
_TEAM = r"/v1/teams/\{team_id\}"
_LEAGUE = r"/v1/(leagues/\{uid\}|matches/\{(uid|match)\})/"
of_a_team = schema.include(path_regex=_TEAM)
of_a_league = schema.include(path_regex=_LEAGUE)
of_all_else = schema.exclude(path_regex=_TEAM).exclude(path_regex=_LEAGUE)

questions = settings(
    max_examples=3,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
