"""Run a module as a child of the supervisor: `python -m config.supervisor.child_main`.

Connects to the parent first, then runs the module named by the first argument.
"""

from __future__ import annotations

import runpy
import sys

from config.supervisor import parent_link

if __name__ == "__main__":
    parent_link.exit_with_parent()
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
