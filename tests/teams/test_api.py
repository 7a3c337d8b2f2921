"""Teams through the API: the same verbs, the same refusals."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from PIL import Image

from people.models import Person
from people.services.tokens import create_token
from teams.services.share_links import share_team
from tests.teams.rules.rosters import TORA
from tests.verbs import Tale, found_sample, found_team, registered_team

TEAMS = "/api/v1/teams/"


class Program:
    """A program with somebody's token."""

    def __init__(self, person: Person | None) -> None:
        self.client = Client()
        self.headers: dict[str, str] = {}
        if person:
            token = create_token(person=person, name="program")
            self.headers["Authorization"] = f"Bearer {token.secret}"

    def get(self, address: str = "", **query: Any) -> HttpResponse:
        return self.client.get(TEAMS + address, query, headers=self.headers)

    def post(
        self, address: str = "", if_match: str | None = None, **body: Any
    ) -> HttpResponse:
        headers = {**self.headers, **({"If-Match": if_match} if if_match else {})}
        return self.client.post(
            TEAMS + address, body, content_type="application/json", headers=headers
        )

    def delete(self, address: str, **headers: str) -> HttpResponse:
        return self.client.delete(TEAMS + address, headers={**self.headers, **headers})

    def upload(self, address: str, content: bytes) -> HttpResponse:
        file = BytesIO(content)
        file.name = "file"
        return self.client.post(TEAMS + address, {"file": file}, headers=self.headers)


@pytest.fixture
def program(alice: Person) -> Program:
    return Program(alice)


@pytest.fixture
def team(alice: Person) -> Tale:
    return registered_team(alice)


@pytest.fixture
def draft(alice: Person) -> Tale:
    return found_team(alice)


def problem(answer: HttpResponse, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    told: dict[str, Any] = answer.json()
    return told


class TestFounding:
    @pytest.mark.parametrize(
        ("address", "body", "count"),
        [
            ("", {"clan": "ika", "name": "Inks"}, 0),
            ("from-shrine/", {"shrine": "fire-shrine", "name": "Inks"}, 9),
            ("from-sample/", {"sample": "open-furnace", "name": "Inks"}, 9),
            ("random/", {"clan": "kitsune", "name": "Inks"}, None),
        ],
    )
    def test_a_team_begins_in_any_way(
        self, program: Program, address: str, body: dict[str, str], count: int | None
    ) -> None:
        answer = program.post(address, **body)
        assert answer.status_code == 201
        told = answer.json()
        assert told["scroll"]["team"] == "Inks"
        assert answer["ETag"] == f'"{told["version"]}"'
        listed = program.get().json()["results"]
        assert [one["id"] for one in listed] == [told["team"]]
        if count is not None:
            assert len(told["scroll"]["rows"]) == count

    def test_a_copy_and_a_document_make_teams_too(
        self, program: Program, team: Tale
    ) -> None:
        assert program.post(f"{team.team_id}/copy/").status_code == 201
        document = program.get(f"{team.team_id}/export/")
        assert document.content == team.document()
        copy = program.client.post(
            f"{TEAMS}import/",
            document.content,
            content_type="application/json",
            headers=program.headers,
        )
        assert copy.status_code == 201
        assert copy.json()["version"] == team.version

    def test_a_refused_document_names_the_place(
        self, program: Program, team: Tale
    ) -> None:
        document = json.loads(team.document())
        document["journal"][3]["entry"]["price"] = "ten"
        answer = program.client.post(
            f"{TEAMS}import/",
            document,
            content_type="application/json",
            headers=program.headers,
        )
        told = problem(answer, 422)
        assert told["errors"][0]["field"] == "journal[3].entry.price"

    def test_a_roster_is_uploaded(self, program: Program) -> None:
        answer = program.upload("import-roster/", TORA)
        assert answer.status_code == 201
        assert answer.json()["notes"] == [
            "“Miyamoto” was imported as Miyamoto Musashi."
        ]
        told = problem(program.upload("import-roster/", b"<!DOCTYPE x>"), 422)
        assert told["code"] == "hostile-xml"
        empty = program.client.post(
            f"{TEAMS}import-roster/", {}, headers=program.headers
        )
        assert problem(empty, 400)["errors"][0]["field"] == "file"

    def test_what_there_is_to_begin_from_is_public(self) -> None:
        starts = Program(None).get("starts/").json()
        assert len(starts) == 6
        assert all(one["samples"] and one["shrines"] for one in starts)

    def test_the_schema_of_documents_is_public(self) -> None:
        schema = Program(None).get("exchange-schema/").json()
        assert schema["$ref"] == "#/$defs/Document"

    def test_a_wrong_body_is_told_with_its_field(self, program: Program) -> None:
        told = problem(program.post(clan=7), 400)
        assert told["errors"][0]["field"] == "clan"
        told = problem(program.post(clan="ika", colour="blue"), 400)
        assert "colour" in told["detail"]
        assert problem(program.post(clan="wolves"), 422)["code"] == "unknown-clan"


class TestLists:
    def test_teams_are_filtered_ordered_and_paged(
        self, program: Program, alice: Person, bob: Person
    ) -> None:
        found_team(alice, "tora", "Alpha")
        found_team(alice, "ika", "Beta")
        found_sample(alice, "two-ogres", "Gamma")
        found_team(bob, "ika", "Delta")

        def names(**query: Any) -> list[str]:
            return [one["name"] for one in program.get(**query).json()["results"]]

        assert names() == ["Gamma", "Beta", "Alpha"]
        assert names(clan="ika") == ["Beta"]
        assert names(name="alp") == ["Alpha"]
        assert names(is_legal="true") == ["Gamma"]
        assert names(is_legal="false", order="name") == ["Alpha", "Beta"]
        assert names(order="-name") == ["Gamma", "Beta", "Alpha"]
        assert names(stage="registered") == []
        assert names(page_size="1", page="2", order="name") == ["Beta"]

    @pytest.mark.parametrize(
        "query",
        [
            {"colour": "blue"},
            {"clan": "wolves"},
            {"page": "0"},
            {"page_size": "999"},
            {"page_size": "many"},
            {"order": "owner"},
        ],
    )
    def test_a_question_nobody_understands_is_refused(
        self, program: Program, query: dict[str, str]
    ) -> None:
        problem(program.get(**query), 400)


class TestReading:
    def test_a_team_is_read_now_and_then(self, program: Program, team: Tale) -> None:
        answer = program.get(f"{team.team_id}/")
        assert answer["ETag"] == f'"{team.version}"'
        told = answer.json()
        assert (told["scroll"]["koban"], told["at"]) == (2, None)
        assert told["head"]["dice_promise"]
        then = program.get(f"{team.team_id}/", at=1).json()
        assert (then["scroll"]["koban"], then["at"]) == (100, 1)
        problem(program.get(f"{team.team_id}/", at=99), 404)
        problem(program.get(f"{team.team_id}/", at="now"), 400)

    def test_every_page_is_there(self, program: Program, team: Tale) -> None:
        team.play(feats={2: 1})
        builder = program.get(f"{team.team_id}/builder/").json()
        closed = next(one for one in builder["offers"] if not one["is_open"])
        assert closed["reasons"][0]["sentence"].endswith(".")
        history = program.get(f"{team.team_id}/history/", page_size=5).json()
        assert (history["count"], len(history["results"])) == (team.version, 5)
        growth = program.get(f"{team.team_id}/growth/").json()
        assert growth["xp"][0]["points"][-1][1] == 1
        career = program.get(f"{team.team_id}/ninja/2/").json()
        assert career["games_played"] == 1
        settlement = program.get(f"{team.team_id}/settlement/").json()
        assert settlement["decision"]["kind"] == "all-star"
        assert settlement["answers"][0]["differences"]

    def test_a_share_link_is_read_by_anybody(
        self, program: Program, team: Tale
    ) -> None:
        token = program.post(f"{team.team_id}/share/").json()["token"]
        told = Program(None).get(f"shared/{token}/").json()
        assert (told["scroll"]["team"], told["head"]["share_token"]) == (
            "Open Furnace",
            None,
        )
        assert program.delete(f"{team.team_id}/share/").status_code == 204
        for lost in (token, "x", "a" * 43):
            problem(Program(None).get(f"shared/{lost}/"), 404)


class TestActs:
    def test_a_team_is_built_by_a_program(self, program: Program, draft: Tale) -> None:
        here = f"{draft.team_id}/"
        program.post(here + "recruit/", profile="tora-chunin", abilities=["pounce"])
        program.post(here + "recruit/", profile="tora-kaiken", name="Bo")
        program.post(here + "ninja/2/rename/", name="Ren")
        program.post(here + "ninja/2/note/", text="Limps.")
        program.post(here + "ninja/1/abilities/", abilities=["tiger-strike"])
        program.post(here + "ninja/2/replace/", profile="tora-kaiken")
        program.post(here + "order/", order=[3, 1])
        program.post(here + "lore/", text="Once.")
        program.post(here + "rename/", name="New Fangs")
        program.post(here + "recruit/", profile="ryu")
        program.post(here + "undo/")
        program.post(here + "redo/")
        program.post(here + "ninja/4/dismiss/")
        program.post(here + "recruit/", profile="tora-kaiken")
        answer = program.post(here + "register/")
        assert answer.status_code == 200, answer.content
        state = draft.state
        assert (state.name, state.lore, state.stage) == (
            "New Fangs",
            "Once.",
            "registered",
        )
        assert [one.id for one in state.ninja] == [3, 1, 5]
        assert answer.json()["lines"][0]["entry"] == {"kind": "registered"}

    def test_refusals_are_those_of_the_pages(
        self, program: Program, draft: Tale, team: Tale
    ) -> None:
        told = problem(program.post(f"{draft.team_id}/register/"), 422)
        codes = {fault["code"] for fault in told["errors"]}
        assert codes == {"below-minimum"}
        told = problem(
            program.post(f"{team.team_id}/recruit/", profile="tora-chunin"), 422
        )
        assert {fault["code"] for fault in told["errors"]} == {
            "above-maximum",
            "not-enough-koban",
            "abilities",
        }

    @pytest.mark.parametrize("manner", ["body", "header", "weak"])
    def test_an_older_version_is_a_conflict(
        self, program: Program, draft: Tale, manner: str
    ) -> None:
        old = draft.version
        draft.recruit("tora-kaiken")
        address = f"{draft.team_id}/rename/"
        how: dict[str, Any] = {
            "body": {"version": old},
            "header": {"if_match": f'"{old}"'},
            "weak": {"if_match": f'W/"{old}"'},
        }[manner]
        told = problem(program.post(address, name="New", **how), 409)
        assert told["code"] == "conflict"
        fresh: dict[str, Any] = {"if_match": f'"{draft.version}"'}
        assert program.post(address, name="New", **fresh).status_code == 200
        problem(program.post(address, name="New", if_match="yesterday"), 400)
        assert program.post(address, name="Newer", if_match="*").status_code == 200

    def test_a_preview_writes_nothing(self, program: Program, draft: Tale) -> None:
        answer = program.post(
            f"{draft.team_id}/recruit/", profile="tora-kaiken", is_preview=True
        )
        assert answer.json()["is_preview"]
        assert "ETag" not in answer
        assert draft.version == 1

    def test_a_game_is_played_and_settled_by_a_program(
        self, program: Program, team: Tale
    ) -> None:
        here = f"{team.team_id}/"
        program.post(here + "game/open/", opponents=["Bob's"])
        answer = program.post(
            here + "game/report/",
            outcome="win",
            opponents=["Bob's"],
            ninja=[
                {
                    "ninja": 2,
                    "was_fielded": True,
                    "in_healing_house": True,
                    "feats": [{"event": "injures_enemy", "times": 8}],
                }
            ],
        )
        assert answer.status_code == 200, answer.content
        program.post(here + "settlement/choose/", choice="ninja:2")
        told = program.post(here + "settlement/enter/", dice=["earth"], ninja=2).json()
        assert "by hand" in told["lines"][0]["sentence"]
        rolled = program.post(here + "settlement/roll/").json()
        assert rolled["lines"][0]["entry"]["kind"] == "advancement-rolled"
        decision = program.get(here + "settlement/").json()["decision"]
        chosen = program.post(
            here + "settlement/choose/", choice=decision["options"][0]["key"]
        )
        assert chosen.status_code == 200
        assert program.get(here + "settlement/").json()["decision"] is None

    def test_what_is_written_is_taken_back_with_a_preview(
        self, program: Program, team: Tale
    ) -> None:
        here = f"{team.team_id}/"
        batch = program.post(here + "correct/", reason="a gift", koban=9).json()[
            "batch"
        ]
        program.post(here + "recruit/", profile="tora-kunoichi")
        preview = program.post(here + "void/preview/", batch=batch).json()
        (fallen,) = preview["fallen"]
        assert fallen.endswith("(Tora Kunoichi) joined for 9 koban.")
        refused = program.post(here + "void/", batch=batch, reason="r")
        assert problem(refused, 422)["errors"][0]["code"] == "would-fall"
        done = program.post(
            here + "void/", batch=batch, reason="r", with_consequences=True
        )
        assert done.status_code == 200
        assert team.state.koban == 2

    def test_a_picture_is_hung_up_and_taken_down(
        self, program: Program, team: Tale, settings: Any, tmp_path: Any
    ) -> None:
        settings.MEDIA_ROOT = tmp_path
        file = BytesIO()
        Image.new("RGB", (64, 64), "red").save(file, "PNG")
        answer = program.upload(f"{team.team_id}/logo/", file.getvalue())
        assert answer.status_code == 200, answer.content
        assert team.team.logo
        assert problem(program.upload(f"{team.team_id}/logo/", b"GIF89a"), 422)["code"]
        assert program.delete(f"{team.team_id}/logo/").status_code == 200
        assert team.team.logo == ""

    def test_a_team_is_retired(self, program: Program, team: Tale) -> None:
        program.post(f"{team.team_id}/retire/", reason="old age")
        assert program.get(stage="retired").json()["count"] == 1


class TestWho:
    def test_nobody_unknown_reads_or_writes(self, team: Tale) -> None:
        stranger = Program(None)
        problem(stranger.get(), 401)
        problem(stranger.get(f"{team.team_id}/"), 401)
        problem(stranger.post(f"{team.team_id}/rename/", name="Mine"), 401)

    def test_to_charlie_there_is_no_team(self, team: Tale, charlie: Person) -> None:
        share_team(team_id=team.team_id, actor=team.owner)
        program = Program(charlie)
        assert program.get().json()["count"] == 0
        for address in (
            "",
            "builder/",
            "history/",
            "growth/",
            "settlement/",
            "export/",
            "ninja/1/",
        ):
            problem(program.get(f"{team.team_id}/{address}"), 404)
        problem(program.post(f"{team.team_id}/rename/", name="Mine"), 404)
        problem(program.post(f"{team.team_id}/copy/"), 404)
        problem(program.post(f"{team.team_id}/share/"), 404)
        problem(program.delete(f"{team.team_id}/share/"), 404)
        problem(program.post(f"{team.team_id}/void/preview/", batch="x"), 404)
        assert team.team.name == "Open Furnace"


class TestFiles:
    """The scroll to print and to show, at addresses of its own."""

    @pytest.mark.parametrize(
        ("name", "media_type", "begins"),
        [
            ("scroll.pdf", "application/pdf", b"%PDF"),
            ("scroll.png", "image/png", b"\x89PNG"),
        ],
    )
    def test_owners_fetch_them_whatever_they_accept(
        self,
        alice: Person,
        alice_client: Client,
        bob_client: Client,
        name: str,
        media_type: str,
        begins: bytes,
    ) -> None:
        tale = registered_team(alice)
        address = f"/api/v1/teams/{tale.team_id}/{name}"
        answer = alice_client.get(address, headers={"accept": media_type})
        assert answer["Content-Type"] == media_type
        assert answer.content.startswith(begins)
        refused = bob_client.get(address, headers={"accept": media_type})
        assert refused.status_code == 404
        assert refused["Content-Type"] == "application/problem+json"
