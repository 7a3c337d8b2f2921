"""One port for everything: pages go through WSGI, live streams stay async.

Plain Django under ASGI costs several times as much per page (design measurement in
docs/decisions/0007), so only `/live/` is served that way.
"""

from __future__ import annotations

import os

from a2wsgi import WSGIMiddleware
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
streams = get_asgi_application()

from config.wsgi import application as wsgi_application  # noqa: E402

pages = WSGIMiddleware(wsgi_application, workers=8)


async def application(scope, receive, send):  # type: ignore[no-untyped-def]
    if scope["type"] == "http" and not scope["path"].startswith("/live/"):
        await pages(scope, receive, send)
    else:
        await streams(scope, receive, send)
