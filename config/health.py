"""Health check for the supervisor, load balancers and operators."""

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
    """Answer `/healthz/` before any other middleware runs.

    The response names what was checked and never why it failed. Reasons go to the log,
    because the page is public.
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
        log.exception("The database does not respond.")
        return False


def migrations_are_applied() -> bool:
    """Return whether all migrations are applied. Cached once true, since a running
    process gets no new ones.
    """
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
    """Return whether the broker responds; also true without a broker, as in
    development.
    """
    if settings.REDIS_URL:
        try:
            return bool(_redis(settings.REDIS_URL).ping())
        except redis.RedisError:
            log.exception("The broker does not respond.")
            return False
    if settings.BROKER_FOLDER:
        return os.access(Path(settings.BROKER_FOLDER), os.W_OK)
    return True


@functools.cache
def _redis(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1)
