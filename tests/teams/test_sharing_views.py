"""A scroll beyond its page: the link, the files, and the team's own picture."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from people.models import Person
from people.services.personal_data import delete_person
from teams.rendering.typst import Typescript
from teams.selectors.logos import logo_folder
from teams.services.journal import Edit, Role
from teams.services.league_entry import enter_league
from teams.services.roster import rename_team, set_logo, set_ninja_note
from teams.services.share_links import share_team
from tests.verbs import Tale, registered_team


@pytest.fixture
def team(alice: Person) -> Tale:
    return registered_team(alice)


@pytest.fixture
def token(team: Tale) -> str:
    return share_team(team_id=team.team_id, actor=team.owner)


def png(colour: str = "red", size: tuple[int, int] = (90, 60)) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", size, colour).save(made, format="PNG")
    return made.getvalue()


def upload(client: Client, tale: Tale, content: bytes, **more: object) -> object:
    file = SimpleUploadedFile("crest.png", content, content_type="image/png")
    sent = {"version": tale.version, "picture": file, **more}
    return client.post(f"/teams/{tale.team_id}/keep/crest/", sent)


def kept(tale: Tale) -> list[str]:
    folder = Path(settings.MEDIA_ROOT) / logo_folder(tale.team_id)
    return sorted(file.name for file in folder.glob("*")) if folder.exists() else []


class TestTheLink:
    def test_a_team_is_private_until_its_owner_makes_a_link(
        self, team: Tale, alice_client: Client, visitor: Client
    ) -> None:
        assert team.team.share_token is None
        alice_client.post(f"/teams/{team.team_id}/keep/share/")
        token = team.team.share_token
        assert token
        answer = visitor.get(f"/teams/shared/{token}/")
        assert answer.status_code == 200
        assert "Open Furnace" in answer.content.decode()
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert answer["Referrer-Policy"] == "same-origin"

    def test_a_revoked_link_shows_nothing_and_a_new_one_is_another(
        self, team: Tale, token: str, alice_client: Client, visitor: Client
    ) -> None:
        alice_client.post(f"/teams/{team.team_id}/keep/unshare/")
        for page in ("", "scroll.pdf", "scroll.png"):
            assert visitor.get(f"/teams/shared/{token}/{page}").status_code == 404
        alice_client.post(f"/teams/{team.team_id}/keep/share/")
        assert team.team.share_token not in (None, token)

    @pytest.mark.parametrize("act", ["share", "unshare"])
    def test_only_the_owner_makes_and_revokes_it(
        self, team: Tale, charlie_client: Client, act: str
    ) -> None:
        before = team.team.share_token
        address = f"/teams/{team.team_id}/keep/{act}/"
        assert charlie_client.post(address).status_code == 404
        assert team.team.share_token == before

    def test_notes_stay_with_the_owner(
        self, team: Tale, token: str, alice_client: Client, visitor: Client
    ) -> None:
        set_ninja_note(team.edit, ninja=1, text="Weak left knee")
        shared = visitor.get(f"/teams/shared/{token}/").content.decode()
        own = alice_client.get(f"/teams/{team.team_id}/").content.decode()
        assert "Weak left knee" in own
        assert "Weak left knee" not in shared

    def test_it_leads_to_nothing_that_changes_the_team(
        self, token: str, alice_client: Client
    ) -> None:
        """Not even for the owner, who looks at what others see."""
        html = alice_client.get(f"/teams/shared/{token}/").content.decode()
        main = html.split("<main", 1)[1].split("</main>")[0]
        assert set(re.findall(r'href="(/teams/[^"]*)"', main)) == {
            f"/teams/shared/{token}/scroll.pdf"
        }
        assert "<form" not in main

    def test_it_can_be_shown_elsewhere(self, token: str, visitor: Client) -> None:
        html = visitor.get(f"/teams/shared/{token}/").content.decode()
        html = " ".join(html.split())
        found = dict(re.findall(r'<meta property="(og:[^"]+)" content="([^"]*)"', html))
        base = f"http://testserver/teams/shared/{token}/"
        assert found["og:title"] == "Open Furnace"
        assert found["og:url"] == base
        assert found["og:image"].startswith(f"{base}scroll.png?v=")
        assert "led by Alice" in found["og:description"]
        assert html.count('property="og:image"') == 1

    def test_its_qr_code_is_for_the_owner(
        self, team: Tale, alice_client: Client, charlie_client: Client
    ) -> None:
        address = f"/teams/{team.team_id}/qr.svg"
        assert alice_client.get(address).status_code == 404
        share_team(team_id=team.team_id, actor=team.owner)
        answer = alice_client.get(address)
        assert answer["Content-Type"] == "image/svg+xml"
        assert charlie_client.get(address).status_code == 404


class TestFiles:
    def test_the_pdf_is_made_once_for_every_version(
        self, team: Tale, alice_client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made: list[str] = []

        def pdf(self: Typescript) -> bytes:
            made.append(self.key)
            return b"%PDF-"

        monkeypatch.setattr(Typescript, "pdf", pdf)
        cache.clear()
        address = f"/teams/{team.team_id}/scroll.pdf"
        first = alice_client.get(address)
        assert first["Content-Type"] == "application/pdf"
        assert first["Content-Disposition"] == 'inline; filename="open-furnace.pdf"'
        assert "private" in first["Cache-Control"]
        alice_client.get(address)
        assert len(made) == 1
        same = alice_client.get(address, headers={"If-None-Match": first["ETag"]})
        assert (same.status_code, same.content) == (304, b"")
        rename_team(team.edit, name="Another Name")
        other = alice_client.get(address, headers={"If-None-Match": first["ETag"]})
        assert other.status_code == 200
        assert len(made) == 2

    def test_a_pdf_and_a_picture_come_through_the_link(
        self, token: str, visitor: Client
    ) -> None:
        pdf = visitor.get(f"/teams/shared/{token}/scroll.pdf")
        assert pdf.content.startswith(b"%PDF-")
        picture = visitor.get(f"/teams/shared/{token}/scroll.png")
        assert Image.open(io.BytesIO(picture.content)).size == (1200, 630)

    @pytest.mark.parametrize("clan", ["tora", "kitsune", "ijin"])
    def test_every_clan_has_a_crest_for_the_tab(
        self, visitor: Client, clan: str
    ) -> None:
        answer = visitor.get(f"/teams/crests/{clan}.svg")
        assert answer["Content-Type"] == "image/svg+xml"
        assert answer.content.startswith(b"<svg ")

    def test_no_crest_is_made_up(self, visitor: Client) -> None:
        assert visitor.get("/teams/crests/nobody.svg").status_code == 404


@pytest.mark.django_db(transaction=True)
class TestThePicture:
    def test_a_picture_is_cleaned_kept_and_shown_to_who_may_see_the_team(
        self, team: Tale, alice_client: Client, charlie_client: Client, visitor: Client
    ) -> None:
        answer = upload(alice_client, team, png())
        assert answer.status_code == 302
        name = team.state.logo
        assert kept(team) == [name]
        address = f"/teams/{team.team_id}/crest/{name}"
        shown = alice_client.get(address)
        assert shown["Content-Type"] == "image/webp"
        assert shown["X-Content-Type-Options"] == "nosniff"
        assert "private" in shown["Cache-Control"]
        assert "immutable" in shown["Cache-Control"]
        assert Image.open(io.BytesIO(shown.content)).size == (90, 60)
        assert charlie_client.get(address).status_code == 404
        assert visitor.get(address).status_code == 302
        assert address in alice_client.get(f"/teams/{team.team_id}/").content.decode()

    def test_a_link_shows_it_too(
        self, team: Tale, token: str, alice_client: Client, visitor: Client
    ) -> None:
        upload(alice_client, team, png())
        address = f"/teams/shared/{token}/crest/{team.state.logo}"
        assert address in visitor.get(f"/teams/shared/{token}/").content.decode()
        assert visitor.get(address)["Content-Type"] == "image/webp"

    def test_a_new_one_takes_the_place_of_the_old(
        self, team: Tale, alice_client: Client
    ) -> None:
        upload(alice_client, team, png("red"))
        old = team.state.logo
        upload(alice_client, team, png("blue"))
        assert kept(team) == [team.state.logo]
        assert team.state.logo != old
        past = alice_client.get(f"/teams/{team.team_id}/?at={team.version - 1}")
        assert old not in past.content.decode()

    def test_the_same_one_again_stays(self, team: Tale, alice_client: Client) -> None:
        upload(alice_client, team, png())
        upload(alice_client, team, png())
        assert kept(team) == [team.state.logo]

    def test_taken_down_it_is_deleted(self, team: Tale, alice_client: Client) -> None:
        upload(alice_client, team, png())
        down = {"version": team.version}
        alice_client.post(f"/teams/{team.team_id}/keep/crest/down/", down)
        assert team.state.logo == ""
        assert kept(team) == []

    def test_whoever_leaves_the_site_leaves_no_picture_behind(
        self, team: Tale, alice: Person, alice_client: Client
    ) -> None:
        upload(alice_client, team, png())
        assert len(kept(team)) == 1
        delete_person(person=alice)
        assert kept(team) == []

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (b"not a picture", "We cannot open this picture."),
            (b"x" * 4_000_001, "larger than 4 MB"),
            (png(size=(10, 10)), "at least 32 pixels per side"),
        ],
        ids=["fake", "large", "small"],
    )
    def test_a_refused_one_says_why_and_leaves_everything_as_it_was(
        self, team: Tale, alice_client: Client, content: bytes, words: str
    ) -> None:
        before = team.version
        answer = upload(alice_client, team, content)
        assert answer.status_code == 422
        assert words in answer.content.decode()
        assert (team.version, kept(team)) == (before, [])

    def test_without_a_file_it_asks_for_one(
        self, team: Tale, alice_client: Client
    ) -> None:
        sent = {"version": team.version}
        answer = alice_client.post(f"/teams/{team.team_id}/keep/crest/", sent)
        assert answer.status_code == 422
        assert "Choose a picture" in answer.content.decode()

    def test_nobody_hangs_a_picture_on_the_team_of_another(
        self, team: Tale, charlie_client: Client
    ) -> None:
        assert upload(charlie_client, team, png()).status_code == 404
        assert kept(team) == []

    @pytest.mark.parametrize(
        "name", ["..%2F..%2Fsecret", "a.webp", f"{'0' * 64}.webp", "x.svg", ".."]
    )
    def test_only_pictures_of_the_team_are_served(
        self, team: Tale, alice_client: Client, name: str
    ) -> None:
        answer = alice_client.get(f"/teams/{team.team_id}/crest/{name}")
        assert answer.status_code == 404

    def test_a_name_out_of_a_file_leads_to_nobodys_picture(
        self, team: Tale, bob: Person, alice_client: Client, bob_client: Client
    ) -> None:
        upload(alice_client, team, png())
        theirs = registered_team(bob)
        set_logo(theirs.edit, logo=team.state.logo)
        html = bob_client.get(f"/teams/{theirs.team_id}/").content.decode()
        assert "/crest/" not in html
        address = f"/teams/{theirs.team_id}/crest/{team.state.logo}"
        assert bob_client.get(address).status_code == 404


class TestKeeping:
    def test_name_and_lore_are_written_together(
        self, team: Tale, alice_client: Client
    ) -> None:
        sent = {
            "version": team.version,
            "name": "Nine Tails",
            "lore": "Once.\r\nTwice.",
        }
        alice_client.post(f"/teams/{team.team_id}/keep/story/", sent)
        assert (team.state.name, team.state.lore) == ("Nine Tails", "Once.\nTwice.")

    def test_who_looked_at_an_older_version_is_told_so(
        self, team: Tale, alice_client: Client
    ) -> None:
        stale = {"version": team.version, "name": "Nine Tails", "lore": ""}
        rename_team(team.edit, name="Ten Tails")
        answer = alice_client.post(f"/teams/{team.team_id}/keep/story/", stale)
        assert answer.status_code == 409
        assert team.state.name == "Ten Tails"

    def test_a_team_retires_only_when_its_owner_is_sure(
        self, team: Tale, alice_client: Client
    ) -> None:
        address = f"/teams/{team.team_id}/keep/retire/"
        unsure = alice_client.post(address, {"version": team.version, "reason": ""})
        assert unsure.status_code == 422
        sure = {"version": team.version, "reason": "The end", "is_sure": "on"}
        assert alice_client.post(address, sure).status_code == 302
        assert team.state.stage == "retired"
        words = alice_client.get(f"/teams/{team.team_id}/keep/").content.decode()
        assert "This team has retired" in words

    def test_a_team_of_a_league_is_told_to_leave_it_first(
        self, team: Tale, alice_client: Client
    ) -> None:
        edit = Edit(team_id=team.team_id, actor=team.owner, role=Role.SITE)
        enter_league(edit, league="Moon Cup", changes={}, label="Rules 1")
        html = alice_client.get(f"/teams/{team.team_id}/keep/").content.decode()
        assert "/keep/retire/" not in html
        assert "plays in Moon Cup: it retires when it leaves the league" in html
