"""The repository speaks of the product: of no machine, no person and no errand.

The one file that has to spell out what it forbids is left out of its own search.
"""

from __future__ import annotations

import re

import pytest

from tests.tidy.tree import expect_none, files, text

ITSELF = "tests/tidy/test_places.py"

FORBIDDEN = {
    "a path of one machine": re.compile(
        r"(?<![\w.])/(?:work|home|root|Users|mnt|srv)/|\b[A-Z]:\\(?:Users|Windows)|/tmp/"
    ),
    "a place to download from": re.compile(
        r"\b(?:pypi|pythonhosted|artifactory|nexus|trusted[-_]host)\b"
        r"|(?<!no-emit-)\bindex[-_]url\b",
        re.IGNORECASE,
    ),
    "somebody at work": re.compile(
        r"\bCEO\b|\bsub-?agents?\b|\bClaude\b|\bChatGPT\b|\bLLM\b"
        r"|shared/(?:seeds|design|rules)|\bissues show\b|\bissue #?\d"
    ),
    "a private key": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY"),
}
URL = re.compile(r"\b(?:https?|ftp|git\+\w+)://(?:[^\s/@\"']*@)?([\w.-]+)")
HOSTS = {
    "localhost",
    "127.0.0.1",
    "0.0.0.0",
    "testserver",
    "www.w3.org",  # names of XML vocabularies, never fetched
    "keepachangelog.com",
}
MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
# Reserved for examples by RFC 2606.
EXAMPLES = (".example", ".test", ".invalid", "example.org", "example.com")


def complaints(name: str, source: str) -> list[str]:
    found = [
        f"{name}:{number}: {what}: {hit[0]}"
        for what, pattern in FORBIDDEN.items()
        # Most files have nothing of it, which is seen soonest in all lines at once.
        if pattern.search(source)
        for number, line in enumerate(source.splitlines(), start=1)
        for hit in [pattern.search(line)]
        if hit
    ]
    found += [
        f"{name}: a foreign address: {host}"
        for host in URL.findall(source)
        if host not in HOSTS and not host.endswith(EXAMPLES)
    ]
    found += [
        f"{name}: somebody's mail: {mail}"
        for mail in MAIL.findall(source)
        if not mail.lower().endswith((*EXAMPLES, "@localhost", "127.0.0.1"))
    ]
    return found


@pytest.mark.slow
def test_the_repository_names_no_machine_host_or_person() -> None:
    names = [name for name in files() if name != ITSELF]
    expect_none(line for name in names for line in complaints(name, text(name)))


@pytest.mark.parametrize(
    "planted",
    [
        "open('/work/main/x')",
        "cd /root/project",
        "path = '/home/ann/league'",
        r"C:\Users\ann",
        "sqlite:////tmp/test.db",
        "pip install --index-url=x",
        "see https://pypi.org/simple",
        "from files.pythonhosted.org",
        "fetch('https://cdn.example.net/x.js')",
        "git+https://somewhere.net/x.git",
        "https://ann:secret@internal.net/",
        "mail ann@somewhere.net",
        "as the CEO asked",
        "the numbers of shared/rules",
        "settled in issue 12",
        "settled in issue #3",
        "-----BEGIN RSA PRIVATE KEY-----",
    ],
)
def test_what_is_planted_is_found(planted: str) -> None:
    assert complaints("a.md", f"first line\n{planted}\n")


@pytest.mark.parametrize(
    "harmless",
    [
        "http://127.0.0.1:8000/",
        'xmlns="http://www.w3.org/2000/svg"',
        "alice@example.org and bob@moonlight.test",
        "https://league.example/",
        "an open-source framework/library for homework",
        "this page issues tokens; 12 issues",
        "redis://127.0.0.1:6379/0",
        "compile --no-emit-index-url",
        "@rule('TEAM-01')",
        "/rules/ and /work-in-progress",
    ],
)
def test_what_is_harmless_is_left_alone(harmless: str) -> None:
    assert not complaints("a.md", harmless)
