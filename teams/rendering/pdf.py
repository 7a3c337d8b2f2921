"""The scroll as PDF: A4, the team on the front and its records on the back."""

from __future__ import annotations

import io
from datetime import datetime
from string import ascii_uppercase
from typing import Any

import segno
from django.utils import dateformat, timezone
from django.utils.text import Truncator

from rulebook.catalogue import catalogue
from teams.rendering.logo import as_svg
from teams.rendering.palette import day_colours
from teams.rendering.symbols import symbol
from teams.rendering.typst import Typescript
from teams.rules.reports.feat_columns import challenge_columns
from teams.selectors.ninja_rows import NinjaRow
from teams.selectors.scroll_page import ScrollPage

GAMES_MAX = 20
TREASURY_MAX = 26
NOTE_MAX = 240
_ICONS = ("i-koban", "i-absent", "i-healing", "i-star", "u-up", "u-person")


def scroll_typescript(
    reading: ScrollPage, *, address: str = "", logo: bytes | None = None
) -> Typescript:
    """Return the scroll to typeset. `address` is the URL for the QR code."""
    values = {
        "colours": dict(day_colours()),
        "team": _team(reading),
        "ninja": [_ninja(one) for one in reading.ninja],
        "meanings": [
            {"name": one.name, "effect": one.effect} for one in reading.meanings
        ],
        "records": _records(reading),
        "tally": _tally(),
        "address": address,
        "has_logo": logo is not None,
    }
    return Typescript(
        "scroll.typ", values, _files(reading, address, logo), reading.records.written
    )


def _team(reading: ScrollPage) -> dict[str, Any]:
    scroll, records = reading.page.scroll, reading.records
    return {
        "name": scroll.team or "Unnamed team",
        "owner": scroll.owner,
        "league": scroll.league,
        "clan": scroll.clan_name,
        "crest": str(scroll.clan),
        "element": str(reading.page.clan.element),
        "stage": str(scroll.stage),
        "rating": scroll.rating.rating,
        "worth": scroll.rating.worth,
        "rating_parts": [
            scroll.rating.from_worth,
            scroll.rating.from_advancements,
            scroll.rating.from_named,
        ],
        "koban": scroll.koban,
        "upkeep": scroll.upkeep_due,
        "won": records.won,
        "drawn": records.drawn,
        "lost": records.lost,
        "fit": reading.fit,
        "lore": scroll.lore,
        "version": reading.page.head.version,
        "written": _day(records.written, "j F Y"),
    }


def _ninja(one: NinjaRow) -> dict[str, Any]:
    row = one.row
    return {
        "name": one.name,
        "type": one.type_name,
        "initials": one.initials,
        "icon": f"t-{row.type}",
        "stats": [
            ["MV", row.mv, one.mv_up],
            ["AT", row.at, one.at_up],
            ["DF", row.df, one.df_up],
        ],
        "affinities": [str(element) for element in row.affinities],
        "chips": [
            {
                "name": chip.name,
                "element": chip.element,
                "learned": chip.is_learned,
                "ability": chip.is_ability,
            }
            for chip in one.chips
        ],
        "ribbons": [{"icon": one.icon, "text": one.text} for one in one.ribbons],
        "xp": _xp(one),
        "worth": row.koban,
        "note": row.note,
    }


def _xp(one: NinjaRow) -> dict[str, Any] | None:
    if one.xp is None:
        return None
    return {
        "total": one.xp.total,
        "level": one.xp.level,
        "since": one.xp.since,
        "until": one.xp.until,
    }


def _records(reading: ScrollPage) -> dict[str, Any]:
    records = reading.records
    games, treasury = records.games[:GAMES_MAX], records.treasury[:TREASURY_MAX]
    return {
        "games": [
            {
                "number": "" if game.number is None else str(game.number),
                "opponents": game.opponents,
                "challenge": game.challenge,
                "score": game.score,
                "result": game.result,
                "mark": game.mark,
                "koban": game.koban,
                "all_stars": game.all_stars,
                "notes": Truncator(game.notes).chars(NOTE_MAX),
            }
            for game in games
        ],
        "games_left_out": len(records.games) - len(games),
        "treasury": [
            {
                "written": _day(line.written, "j M"),
                "sentence": line.sentence,
                "signed": line.signed,
                "is_loss": line.koban < 0,
                "balance": line.balance,
            }
            for line in treasury
        ],
        "treasury_left_out": len(records.treasury) - len(treasury),
    }


def _tally() -> dict[str, Any]:
    """Return lettered columns for the challenges' awards, and their legend."""
    challenges = challenge_columns(catalogue())
    count = max((len(one.columns) for one in challenges), default=0)
    return {
        "letters": list(ascii_uppercase[:count]),
        "challenges": [
            {"name": one.name, "awards": [column.label for column in one.columns]}
            for one in challenges
        ],
    }


def _files(reading: ScrollPage, address: str, logo: bytes | None) -> dict[str, bytes]:
    colours = day_colours()
    files = {
        "crest.svg": symbol(
            f"crest-{reading.page.scroll.clan}", colour=colours["on-seal"]
        )
    }
    for one in reading.ninja:
        name = f"t-{one.row.type}"
        files[f"{name}.svg"] = symbol(name, colour=colours["ink-2"])
        for element in one.row.affinities:
            files[f"el-{element}.svg"] = symbol(
                f"el-{element}", colour=colours[element]
            )
    element = reading.page.clan.element
    files[f"el-{element}.svg"] = symbol(f"el-{element}", colour=colours[element])
    for name in _ICONS:
        colour = colours["koban-deep" if name in ("i-koban", "i-star") else "ink"]
        files[f"{name}.svg"] = symbol(name, colour=colour)
    if address:
        files["qr.svg"] = qr_svg(address)
    if logo is not None:
        files["logo.svg"] = as_svg(logo)
    return files


def _day(moment: datetime, pattern: str) -> str:
    return dateformat.format(timezone.localtime(moment), pattern)


def qr_svg(address: str) -> bytes:
    """Return a QR code as SVG: dark on light, with a quiet zone."""
    made = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        made, kind="svg", scale=4, dark="#000", light="#fff", xmldecl=False
    )
    return made.getvalue()
