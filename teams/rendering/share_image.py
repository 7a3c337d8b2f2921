"""The preview image of a shared scroll, 1200 by 630 pixels.

Pillow paints the night sky; text and crest are typeset over it.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from functools import cache
from typing import Any

from PIL import Image, ImageColor, ImageDraw, ImageFilter

from teams.rendering.logo import as_svg
from teams.rendering.palette import day_colours
from teams.rendering.symbols import symbol
from teams.rendering.typst import Typescript
from teams.selectors.scroll_page import ScrollPage

WIDTH, HEIGHT = 1200, 630
POINTS_WIDE = 600  # width of the typeset layer
FACES_MAX = 12
_MOON = (960, -50, 1230, 220)
_GLOW = 60
# Centre, half width and half height of the dark plains.
_SEAS = (
    (1030, 50, 30, 22),
    (1060, 76, 22, 14),
    (1095, 128, 46, 26),
    (1135, 108, 26, 20),
    (1040, 140, 18, 14),
    (1150, 40, 26, 16),
)
# Colour, base height, and waves as (pixels, turns).
_RIDGES = (
    ("ridge-1", 500, ((46, 7.1), (22, 15.3), (7, 41.0))),
    ("ridge-2", 566, ((30, 4.3), (16, 19.7), (5, 33.0))),
)
# Drawn at twice the size and scaled down for soft edges.
_FINE = 2


def share_typescript(reading: ScrollPage, *, logo: bytes | None = None) -> Typescript:
    scroll, records = reading.page.scroll, reading.records
    colours = day_colours()
    values: dict[str, Any] = {
        "colours": dict(colours),
        "name": scroll.team or "Unnamed team",
        "owner": scroll.owner,
        "league": scroll.league,
        "clan": scroll.clan_name,
        "crest": str(scroll.clan),
        "rating": scroll.rating.rating,
        "koban": scroll.koban,
        "won": records.won,
        "drawn": records.drawn,
        "lost": records.lost,
        "count": len(reading.ninja),
        "has_logo": logo is not None,
        "faces": [
            {"initials": one.initials, "type": str(one.row.type)}
            for one in reading.ninja[:FACES_MAX]
        ],
    }
    files = {
        "crest.svg": symbol(f"crest-{scroll.clan}", colour=colours["on-seal"]),
        "i-koban.svg": symbol("i-koban", colour=colours["koban"]),
        "brand.svg": symbol("brand", colour=colours["moon"]),
    }
    if logo is not None:
        files["logo.svg"] = as_svg(logo)
    return Typescript("share.typ", values, files, records.written)


def share_png(typescript: Typescript) -> bytes:
    words = typescript.png(width=WIDTH, width_in_points=POINTS_WIDE)
    picture = _night().copy()
    with Image.open(io.BytesIO(words), formats=["PNG"]) as layer:
        picture.alpha_composite(layer.convert("RGBA").resize((WIDTH, HEIGHT)))
    made = io.BytesIO()
    picture.convert("RGB").save(made, format="PNG", optimize=True)
    return made.getvalue()


@cache
def _night() -> Image.Image:
    """Paint the sky, a moon with its glow, and two ridges."""
    colours = day_colours()
    picture = Image.linear_gradient("L").resize((WIDTH, HEIGHT))
    sky = Image.composite(
        Image.new("RGBA", (WIDTH, HEIGHT), colours["night-2"]),
        Image.new("RGBA", (WIDTH, HEIGHT), colours["night"]),
        picture,
    )
    sky.alpha_composite(_moon(colours["moon"], colours["moon-shade"]))
    for colour, height, waves in _RIDGES:
        land = [(x, height - _rise(x, waves)) for x in range(0, WIDTH + 1, 8)]
        shore = [*land, (WIDTH, HEIGHT), (0, HEIGHT)]
        sky.alpha_composite(_soft_polygon(shore, colours[colour]))
    return sky


def _rise(x: int, waves: tuple[tuple[float, float], ...]) -> float:
    return sum(high * math.sin(x / WIDTH * turns) for high, turns in waves)


def _moon(light: str, shade: str) -> Image.Image:
    glow = Image.new("RGBA", (WIDTH, HEIGHT), (*ImageColor.getrgb(light), 0))
    left, top, right, bottom = _MOON
    halo = (left - _GLOW, top - _GLOW, right + _GLOW, bottom + _GLOW)
    ImageDraw.Draw(glow).ellipse(halo, fill=(*ImageColor.getrgb(light), 40))
    glow = glow.filter(ImageFilter.GaussianBlur(_GLOW / 2))
    edge = Image.new("L", (WIDTH * _FINE, HEIGHT * _FINE))
    ImageDraw.Draw(edge).ellipse([side * _FINE for side in _MOON], fill=255)
    face = Image.new("RGBA", (WIDTH, HEIGHT), light)
    draw = ImageDraw.Draw(face)
    for x, y, wide, high in _SEAS:
        draw.ellipse((x - wide, y - high, x + wide, y + high), fill=shade)
    face = face.filter(ImageFilter.GaussianBlur(7))
    face.putalpha(edge.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS))
    glow.alpha_composite(face)
    return glow


def _soft_polygon(corners: Sequence[tuple[float, float]], colour: str) -> Image.Image:
    fine = Image.new("RGBA", (WIDTH * _FINE, HEIGHT * _FINE))
    points = [(x * _FINE, y * _FINE) for x, y in corners]
    ImageDraw.Draw(fine).polygon(points, fill=colour)
    return fine.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
