"""A Refusal reaches whoever asked in the shape they can use."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.config.refusal_urls import REFUSALS

pytestmark = [pytest.mark.urls("tests.config.refusal_urls"), pytest.mark.django_db]

HTMX = {"HX-Request": "true"}
ORDERS = "/api/orders/"


def problem(answer: HttpResponse) -> dict[str, Any]:
    """The body of an answer, after checking that it is a problem as RFC 9457 says."""
    assert answer.headers["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert set(body) == {"type", "title", "status", "detail", "code", "errors"}
    assert body["status"] == answer.status_code
    assert body["type"].endswith(":" + body["code"])
    return body


def post_order(client: Client, order: object) -> dict[str, Any]:
    return problem(client.post(ORDERS, order, content_type="application/json"))


# ---------------------------------------------------------------- pages


def test_a_page_says_the_sentence_and_leads_back(client: Client) -> None:
    answer = client.post(
        "/refuse/one/", headers={"Referer": "http://testserver/form/?step=2"}
    )
    page = answer.content.decode()
    assert answer.status_code == 422
    assert REFUSALS["one"].sentence in page
    assert 'href="http://testserver/form/?step=2"' in page
    assert "<html" in page
    assert 'role="alert"' in page


def test_a_page_says_every_sentence_of_many(client: Client) -> None:
    page = client.post("/refuse/many/").content.decode()
    for part in REFUSALS["many"].parts:
        assert f"<li>{part.sentence}</li>" in page


@pytest.mark.parametrize("referer", ["https://evil.example/", "javascript:alert(1)"])
def test_the_way_back_never_leads_to_another_site(client: Client, referer: str) -> None:
    page = client.post("/refuse/one/", headers={"Referer": referer}).content.decode()
    assert referer not in page
    assert '<a class="btn seal" href="/"' in page


def test_a_conflict_offers_a_fresh_look_with_status_409(client: Client) -> None:
    answer = client.post("/refuse/conflict/")
    assert answer.status_code == 409
    assert "Look again" in answer.content.decode()


def test_a_sentence_cannot_bring_markup_along(client: Client) -> None:
    page = client.post("/refuse/markup/").content.decode()
    assert "&lt;b&gt;Bold&lt;/b&gt;" in page
    assert "<b>Bold</b>" not in page


def test_an_error_that_is_no_refusal_is_not_swallowed(client: Client) -> None:
    with pytest.raises(ZeroDivisionError):
        client.get("/broken/")


# ---------------------------------------------------------------- fragments


def test_htmx_gets_an_alert_for_the_messages(client: Client) -> None:
    answer = client.post("/refuse/many/", headers=HTMX)
    fragment = answer.content.decode()
    assert answer.status_code == 422
    assert answer.headers["HX-Retarget"] == "#messages"
    assert answer.headers["HX-Reswap"] == "innerHTML"
    assert "<html" not in fragment
    assert 'role="alert"' in fragment
    for part in REFUSALS["many"].parts:
        assert part.sentence in fragment


def test_htmx_gets_409_for_a_conflict(client: Client) -> None:
    answer = client.post("/refuse/conflict/", headers=HTMX)
    assert answer.status_code == 409
    assert REFUSALS["conflict"].sentence in answer.content.decode()


def test_a_boosted_link_gets_the_whole_page(client: Client) -> None:
    answer = client.get("/refuse/one/", headers={**HTMX, "HX-Boosted": "true"})
    assert "<html" in answer.content.decode()
    assert "HX-Retarget" not in answer.headers


# ---------------------------------------------------------------- the API


@pytest.mark.parametrize("address", ["/api/refuse", "/api/plain"])
def test_the_api_gets_a_problem_with_code_and_field(
    client: Client, address: str
) -> None:
    body = problem(client.get(f"{address}/one/"))
    assert body == {
        "type": "urn:moonlight:problem:not-enough-koban",
        "title": "Refused",
        "status": 422,
        "detail": REFUSALS["one"].sentence,
        "code": "not-enough-koban",
        "errors": [
            {
                "detail": REFUSALS["one"].sentence,
                "code": "not-enough-koban",
                "field": "profile",
            }
        ],
    }


def test_the_api_lists_every_part_of_many(client: Client) -> None:
    body = problem(client.get("/api/refuse/many/"))
    assert body["status"] == 422
    assert body["errors"] == [
        {
            "detail": "The team has no chunin. Recruit one.",
            "code": "no-chunin",
            "field": None,
        },
        {
            "detail": "The name is taken. Choose another.",
            "code": "taken",
            "field": "name",
        },
    ]


def test_the_api_answers_a_conflict_with_409(client: Client) -> None:
    body = problem(client.get("/api/refuse/conflict/"))
    assert (body["status"], body["title"]) == (409, "Out of date")


def test_the_api_says_which_line_it_could_not_read(client: Client) -> None:
    body = problem(client.get("/api/refuse/unreadable/"))
    assert body["detail"] == "Line 4: There is no space called K21."
    assert body["code"] == "unreadable"


def test_a_browser_at_the_api_gets_json_too(client: Client) -> None:
    problem(client.get("/api/refuse/one/", headers={"Accept": "text/html"}))


def test_invalid_data_names_each_field_by_its_path(client: Client) -> None:
    body = post_order(client, {"name": "too long", "lines": [{"count": 1}, {}]})
    assert body["status"] == 400
    assert body["code"] == "invalid"
    assert [(fault["field"], fault["code"]) for fault in body["errors"]] == [
        ("name", "max-length"),
        ("lines.1.count", "required"),
    ]


def test_an_error_about_the_whole_has_no_field(client: Client) -> None:
    body = post_order(client, {"name": "none", "lines": []})
    assert body["errors"] == [
        {"detail": "Say who it is for.", "code": "invalid", "field": None}
    ]
    assert body["detail"] == "Say who it is for."


def test_a_body_that_is_no_json_is_a_problem(client: Client) -> None:
    body = post_order(client, "{")
    assert (body["status"], body["code"]) == (400, "parse-error")


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/api/missing/", 404, "not-found"),
        ("/api/no/such/address/", 404, "not-found"),
        ("/api/denied/", 403, "permission-denied"),
        ("/api/refused/", 403, "permission-denied"),
        (ORDERS, 405, "method-not-allowed"),
    ],
)
def test_what_the_framework_refuses_is_a_problem(
    client: Client, address: str, status: int, code: str
) -> None:
    body = problem(client.get(address))
    assert (body["status"], body["code"]) == (status, code)
    assert body["detail"]


def test_whoever_is_not_let_in_reads_why(client: Client) -> None:
    body = problem(client.get("/api/denied/members/"))
    assert (body["status"], body["detail"]) == (403, "The log is for members.")


def test_a_stranger_is_asked_who_they_are(client: Client) -> None:
    answer = client.post("/api/members/")
    assert problem(answer)["code"] == "not-authenticated"
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_bad_token_keeps_its_challenge(client: Client) -> None:
    answer = client.post("/api/members/", headers={"Authorization": "Bearer nonsense"})
    assert problem(answer)["code"] == "authentication-failed"
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_throttle_says_how_long_to_wait(client: Client) -> None:
    answer = client.get("/api/throttled/")
    assert problem(answer)["code"] == "throttled"
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "42"


def test_our_own_mistake_is_a_problem_without_details(client: Client) -> None:
    client.raise_request_exception = False
    body = problem(client.get("/api/broken/"))
    assert (body["status"], body["code"]) == (500, "server-error")
    assert "ZeroDivision" not in body["detail"]
