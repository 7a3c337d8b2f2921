"""Is the site well? Asked by the supervisor, by load balancers and by people."""

from __future__ import annotations

import functools
import logging
import os
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse

PATH = "/healthz/"
GOOD = "ok"
BAD = "failed"

log = logging.getLogger(__name__)


class HealthMiddleware:
    """Answers `/healthz/` before any other middleware has an opinion.

    The answer names what was checked and never why it failed: that is for the
    log, since anybody may ask.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info != PATH:
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponse(status=HTTPStatus.METHOD_NOT_ALLOWED)
        found = findings()
        is_well = all(finding == GOOD for finding in found.values())
        return JsonResponse(
            {"status": GOOD if is_well else BAD, **found},
            status=HTTPStatus.OK if is_well else HTTPStatus.SERVICE_UNAVAILABLE,
            headers={"Cache-Control": "no-store"},
        )


def findings() -> dict[str, str]:
    return {
        name: GOOD if check() else BAD
        for name, check in (
            ("database", database_answers),
            ("migrations", migrations_are_applied),
            ("broker", broker_answers),
        )
    }


def database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except DatabaseError:
        log.exception("The database does not answer.")
        return False


def migrations_are_applied() -> bool:
    """Remembered once true: a running process does not grow new migrations."""
    if not _memory["migrated"]:
        try:
            executor = MigrationExecutor(connection)
            plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        except DatabaseError:
            return False
        _memory["migrated"] = not plan
        if plan:
            log.error("%d migrations are missing; run manage.py migrate.", len(plan))
    return _memory["migrated"]


_memory = {"migrated": False}


def broker_answers() -> bool:
    """True also where there is none: a lone developer's server needs no broker."""
    if settings.REDIS_URL:
        try:
            return bool(_redis(settings.REDIS_URL).ping())
        except redis.RedisError:
            log.exception("The broker does not answer.")
            return False
    if settings.BROKER_FOLDER:
        return os.access(Path(settings.BROKER_FOLDER), os.W_OK)
    return True


@functools.cache
def _redis(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1)
