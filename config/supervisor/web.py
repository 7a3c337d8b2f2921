"""The web child: uvicorn on a socket that the supervisor already listens on.

The socket outlives a web process, so a restart refuses no connection. Arguments: the
socket's number, uvicorn's log level, and whether to trust a proxy's forwarded address
(0 or 1).
"""

from __future__ import annotations

import socket
import sys

import uvicorn

# Open live streams end with their page; nobody should wait for them.
GRACE_SECONDS = 2


def serve(number: int, *, log_level: str, is_proxied: bool) -> None:
    server = uvicorn.Server(
        uvicorn.Config(
            "config.asgi:application",
            lifespan="off",
            log_level=log_level,
            access_log=log_level == "info",
            proxy_headers=is_proxied,
            server_header=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
    )
    server.run(sockets=[socket.socket(fileno=number)])


if __name__ == "__main__":
    serve(int(sys.argv[1]), log_level=sys.argv[2], is_proxied=sys.argv[3] == "1")
