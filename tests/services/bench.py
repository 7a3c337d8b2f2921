"""How long a settlement takes beside a job that does nothing, in the same run:

    python -m tests.services.bench 20

The product runs as an operator would start it, with its embedded broker and one worker.
A match counts from the yes of the second player until it is settled, with the message
to the worker, the dice of the site and both teams' journals.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from statistics import median

from tests.services.product import environment, matches_settled, running


def main(count: int) -> None:
    with tempfile.TemporaryDirectory(prefix="moonlight-bench-") as folder:
        given = environment(Path(folder))
        with running(environment=given) as product:
            product.wait_until_ready()
            given["REDIS_URL"] = product.broker_url()
            told = matches_settled(given, "--count", str(count))
    noop, settled = (
        sorted(one[kind] for one in told) for kind in ("ping_ms", "settled_ms")
    )
    load = os.getloadavg()[0]
    lines = [
        f"{count} matches, load {load:.1f} on {os.cpu_count()} cores",
        "| | median ms | fastest | slowest | no-ops |",
        "|---|---|---|---|---|",
        *(
            f"| {name} | {median(times):.0f} | {times[0]:.0f} | {times[-1]:.0f} |"
            f" {median(times) / median(noop):.1f} |"
            for name, times in (("a job that does nothing", noop), ("a match", settled))
        ),
    ]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
