"""A picture that somebody sends, made into one that is safe to show.

Whatever comes in is decoded for real and painted anew: what goes out is a small
still picture without anything hidden in it. A file that is no such picture, or would
grow beyond measure when opened, is refused with a sentence.
"""

from __future__ import annotations

import base64
import io
import struct
import zlib

from PIL import Image, ImageOps

from kernel.errors import Refusal

BYTES_MAX = 4_000_000
PIXELS_MAX = 24_000_000
SIDE_MIN, SIDE_MAX = 32, 12_000
SIDE_KEPT = 512
FORMATS = ("PNG", "JPEG", "WEBP")
QUALITY = 86
# What the decoders of these formats raise when a file is broken or a trap.
_BROKEN = (
    OSError,
    SyntaxError,
    ValueError,
    EOFError,
    struct.error,
    zlib.error,
    Image.DecompressionBombError,
    Image.DecompressionBombWarning,
)


def cleaned(content: bytes) -> bytes:
    """The picture as WebP, at most `SIDE_KEPT` wide and high, with nothing beside."""
    if len(content) > BYTES_MAX:
        raise _refusal(
            f"That file has more than {BYTES_MAX // 1_000_000} megabytes; make the"
            " picture smaller first.",
            "picture-too-large",
        )
    try:
        with Image.open(io.BytesIO(content), formats=FORMATS) as opened:
            _refuse_measures(opened)
            # Lets JPEG decode no more than is kept.
            opened.draft("RGB", (SIDE_KEPT, SIDE_KEPT))
            return _painted_anew(opened)
    except _BROKEN as error:
        raise _refusal(
            "That file is no picture we can open. Send a PNG, JPEG or WebP.",
            "not-a-picture",
        ) from error


def as_svg(logo: bytes) -> bytes:
    """A picture of ours for the typesetter, which takes nothing but text."""
    made = io.BytesIO()
    with Image.open(io.BytesIO(logo), formats=["WEBP"]) as opened:
        wide, high = opened.size
        opened.save(made, format="PNG")
    content = base64.b64encode(made.getvalue()).decode()
    sides = f'width="{wide}" height="{high}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {sides}>'
        f'<image {sides} href="data:image/png;base64,{content}"/></svg>'
    ).encode()


def _refuse_measures(opened: Image.Image) -> None:
    """Before a single pixel is decoded: only the file's own head was read."""
    wide, high = opened.size
    if max(wide, high) > SIDE_MAX or wide * high > PIXELS_MAX:
        raise _refusal(
            f"That picture is {wide} by {high}; more than"
            f" {PIXELS_MAX // 1_000_000} million pixels are too many.",
            "picture-too-large",
        )
    if min(wide, high) < SIDE_MIN:
        raise _refusal(
            f"That picture is {wide} by {high}; {SIDE_MIN} pixels each way are the"
            " least.",
            "picture-too-small",
        )
    if getattr(opened, "n_frames", 1) > 1:
        raise _refusal(
            "That picture moves; a crest stands still. Send a single frame.",
            "picture-moves",
        )


def _painted_anew(opened: Image.Image) -> bytes:
    """Only pixels survive: a new picture has no place for anything else."""
    upright = ImageOps.exif_transpose(opened).convert("RGBA")
    upright.thumbnail((SIDE_KEPT, SIDE_KEPT))
    fresh = Image.new("RGBA", upright.size)
    fresh.paste(upright)
    made = io.BytesIO()
    fresh.save(made, format="WEBP", quality=QUALITY, method=4)
    return made.getvalue()


def _refusal(sentence: str, code: str) -> Refusal:
    return Refusal(sentence, code=code, field="picture")
