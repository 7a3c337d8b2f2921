"""A child for the tests of the supervisor: does what its arguments say, in order."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from config.supervisor import parent_link

for word in sys.argv[1:]:
    match word.partition("=")[::2]:
        case "announce", text:
            parent_link.announce(text)
        case "append", path:
            with Path(path).open("a") as file:
                file.write("x")
        case "deaf", _:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        case "child", _:
            subprocess.Popen(["sleep", "600"])
        case "wait", _:
            signal.pause()
        case "exit", code:
            sys.exit(int(code))
        case text, _:
            sys.stdout.write(text + "\n")
