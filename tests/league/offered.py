"""Every act that the pages of a league offer somebody, and what comes of it.

Pages are walked as a person would, link by link. Each form is sent as it stands, with a
word where one is required, and undone; what is refused for what was typed is no matter
here, only what is refused whatever one types.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.db import transaction
from django.test import Client

PAGES_MAX = 300


@dataclass(frozen=True)
class Refused:
    """An act, the page that offers it, and what the answer says."""

    address: str
    page: str
    status: int
    answer: str


@dataclass
class Form:
    action: str
    sent: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)


class _Page(HTMLParser):
    """Its links, and its forms that are posted."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._choice = ""
        self.feed(text)

    def handle_starttag(
        self, tag: str, attributes: list[tuple[str, str | None]]
    ) -> None:
        found = {name: value or "" for name, value in attributes}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag == "form" and found.get("method") == "post":
            self._form = Form(action=found.get("action", ""))
            self.forms.append(self._form)
        if self._form is not None:
            self._field(tag, found, self._form)

    def _field(self, tag: str, found: dict[str, str], form: Form) -> None:
        name, kind = found.get("name", ""), found.get("type", "")
        if tag == "button" and kind in ("", "submit") and "disabled" not in found:
            way = found.get("formaction", form.action)
            form.buttons.append((name, found.get("value", ""), way))
        elif tag == "select":
            self._choice = name
        elif tag == "option" and self._choice:
            chosen = form.sent.setdefault(self._choice, [found.get("value", "")])
            if "selected" in found or not chosen[0]:
                form.sent[self._choice] = [found.get("value", "")]
        elif tag in ("input", "textarea") and name and kind != "file":
            is_box = kind in ("checkbox", "radio")
            if not is_box or "checked" in found:
                usual = "x" if "required" in found else ""
                value = found.get("value") or ("on" if is_box else usual)
                form.sent.setdefault(name, []).append(value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        if tag == "select":
            self._choice = ""


def refusals(client: Client, start: str) -> Iterator[Refused]:
    """Of everything that is offered to whoever is logged in, under this address."""
    known, waiting = {start}, [start]
    tried: set[tuple[str, str, str]] = set()
    while waiting:
        page = waiting.pop(0)
        answer = client.get(page)
        if answer.status_code >= 400:
            yield Refused(page, page, answer.status_code, answer.content.decode())
        if answer.status_code != 200 or "html" not in answer["Content-Type"]:
            continue
        found = _Page(answer.content.decode())
        for link in found.links:
            where = urlsplit(urljoin(f"http://localhost{page}", link))
            is_near = where.netloc == "localhost" and where.path.startswith(start)
            if is_near and where.path not in known and len(known) < PAGES_MAX:
                known.add(where.path)
                waiting.append(where.path)
        for form in found.forms:
            for name, value, way in form.buttons:
                address = urlsplit(urljoin(f"http://localhost{page}", way)).path
                if address.startswith(start) and (address, name, value) not in tried:
                    tried.add((address, name, value))
                    sent = {**form.sent, **({name: [value]} if name else {})}
                    yield from _acted(client, address, sent, page)


def _acted(
    client: Client, address: str, sent: dict[str, list[str]], page: str
) -> Iterator[Refused]:
    with transaction.atomic():
        answer = client.post(address, sent)
        transaction.set_rollback(True)
    if answer.status_code >= 400:
        yield Refused(address, page, answer.status_code, answer.content.decode())
