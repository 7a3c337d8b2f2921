"""The API's description of itself, as schemathesis makes questions of it."""

from __future__ import annotations

import schemathesis

from config.wsgi import application

# Read without a database, so that every address can become a test of its own; once for
# all files that ask, and as JSON, since YAML takes many times as long to read.
schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)

# Whatever is asked of a team that does not exist, the answer is that it does not. So
# these are asked about one that does, in tests/teams/fuzz.py.
_TEAM = r"teams/\{team_id\}"
of_a_team = schema.include(path_regex=_TEAM)
of_all_else = schema.exclude(path_regex=_TEAM)
