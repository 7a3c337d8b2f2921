"""One port for everything: pages through WSGI, live streams through ASGI.

Plain Django under ASGI makes pages several times as expensive, so only `/live/` uses
it.
"""

from __future__ import annotations

import os
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp
from django.core.asgi import get_asgi_application
from django.core.handlers.wsgi import WSGIHandler

from config.request_body import (
    BodyRefused,
    ClientGone,
    Message,
    Receive,
    Send,
    answer_refused,
    measure_body,
)

# Threads that make pages. Each keeps a database connection of its own.
PAGE_THREADS = 8

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
streams: Any = get_asgi_application()  # loads the apps, once for both
pages: Any = WSGIMiddleware(cast("WSGIApp", WSGIHandler()), workers=PAGE_THREADS)


async def application(scope: Message, receive: Receive, send: Send) -> None:
    if scope["type"] == "http" and not scope["path"].startswith("/live/"):
        try:
            scope, receive = await measure_body(scope, receive)
        except BodyRefused as refused:
            await answer_refused(refused, send)
        except ClientGone:
            return
        else:
            await pages(scope, receive, send)
    else:
        await streams(scope, receive, send)
