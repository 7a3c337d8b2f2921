"""Socket pair between supervisor and child: the child reports that it is ready, and
exits with its parent.

The child writes to it ("ready"), and reads from it only to notice that the other end
has closed. A killed supervisor closes its end too, so no child outlives it. Without a
supervisor, this does nothing.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
import time

VARIABLE = "MOONLIGHT_CORD"
GRACE_SECONDS = 5


def announce(word: str = "ready") -> None:
    """Send one line to the supervisor, if there is one."""
    number = os.environ.get(VARIABLE)
    if number is not None:
        os.write(int(number), f"{word}\n".encode())


def exit_with_parent() -> None:
    """End this process group when the supervisor is gone."""
    end = socket.socket(fileno=int(os.environ[VARIABLE]))
    threading.Thread(target=_watch, args=(end,), name="cord", daemon=True).start()


def _watch(end: socket.socket) -> None:
    while end.recv(64):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE_SECONDS)
    os.killpg(os.getpgrp(), signal.SIGKILL)
