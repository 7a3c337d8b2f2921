"""The demo's people: a ninja master, who runs things, and two players."""

from __future__ import annotations

from config.demo.context import PASSWORD, Scene
from people import selectors
from people.services.accounts import sign_up_person

PEOPLE = {
    "master": ("Ninja Master", "UTC"),
    "aiko": ("Aiko", "Asia/Tokyo"),
    "bruno": ("Bruno", "Europe/Berlin"),
}


def address(username: str) -> str:
    return f"{username}@example.org"


def build(scene: Scene) -> None:
    for username, (display_name, time_zone) in PEOPLE.items():
        scene.people[username] = sign_up_person(
            username=username,
            email=address(username),
            password=PASSWORD,
            display_name=display_name,
            time_zone=time_zone,
        )


def names() -> list[str]:
    """Return the names of the demo's people that this site has."""
    return [
        username
        for username in PEOPLE
        if (person := selectors.person_by_username(username))
        and person.is_active
        and person.email == address(username)
    ]
