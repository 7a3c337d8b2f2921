"""The host and port that browsers connect to."""

from __future__ import annotations

import errno
import http.client
import socket
from dataclasses import dataclass

from config.supervisor.errors import CannotStart

HEALTH_PATH = "/healthz/"
PORT_MAX = 65535


@dataclass(frozen=True)
class Address:
    host: str
    port: int

    @property
    def url(self) -> str:
        host = f"[{self.local}]" if ":" in self.local else self.local
        return f"http://{host}:{self.port}/"

    @property
    def local(self) -> str:
        """Return the host under which this machine can reach it."""
        return {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(  # noqa: S104
            self.host, self.host
        )

    def is_well(self) -> bool:
        """Return whether the site responds here and is healthy."""
        connection = http.client.HTTPConnection(self.local, self.port, timeout=2)
        try:
            connection.request("GET", HEALTH_PATH)
            return connection.getresponse().status == http.HTTPStatus.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


def listen(host: str, port: int) -> socket.socket:
    """Bind the port before anything starts, so that a busy port is reported early."""
    if not 0 <= port <= PORT_MAX:
        raise CannotStart(f"{port} is not a port. Choose one up to {PORT_MAX}.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        raise CannotStart(_why(error, host, port)) from error


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is in use by another program. Stop it, or choose"
            f" another port: --port {port + 1}"
        )
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the system. Choose one above 1023."
    return f"This machine has no address {host}; choose another --host."
