"""Clean uploaded logos.

An upload is decoded and drawn again, so the result is a small still picture without
metadata. Other files and decompression bombs are refused.
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
# Exceptions that the decoders raise for broken or malicious files.
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
    """Return the picture as WebP without metadata, at most `SIDE_KEPT` per side."""
    if len(content) > BYTES_MAX:
        raise _refusal(
            f"This picture is larger than {BYTES_MAX // 1_000_000} MB. Make it smaller"
            " first.",
            "picture-too-large",
        )
    try:
        with Image.open(io.BytesIO(content), formats=FORMATS) as opened:
            _refuse_measures(opened)
            # Lets JPEG decode only the size that is needed.
            opened.draft("RGB", (SIDE_KEPT, SIDE_KEPT))
            return _painted_anew(opened)
    except _BROKEN as error:
        raise _refusal(
            "We cannot open this picture. Upload a PNG, JPEG or WebP file.",
            "not-a-picture",
        ) from error


def as_svg(logo: bytes) -> bytes:
    """Return a logo as SVG, because the typesetter only takes text."""
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
    """Check the size in the file's header, before any pixel is decoded."""
    wide, high = opened.size
    if max(wide, high) > SIDE_MAX or wide * high > PIXELS_MAX:
        raise _refusal(
            f"This picture has {wide} by {high} pixels. The limit is {SIDE_MAX} pixels"
            f" per side and {PIXELS_MAX // 1_000_000} million pixels in total.",
            "picture-too-large",
        )
    if min(wide, high) < SIDE_MIN:
        raise _refusal(
            f"This picture has {wide} by {high} pixels. It must have at least"
            f" {SIDE_MIN} pixels per side.",
            "picture-too-small",
        )
    if getattr(opened, "n_frames", 1) > 1:
        raise _refusal(
            "Animated pictures cannot be used as a logo. Upload a still picture.",
            "picture-moves",
        )


def _painted_anew(opened: Image.Image) -> bytes:
    """Draw the picture on a new image, which drops all metadata."""
    upright = ImageOps.exif_transpose(opened).convert("RGBA")
    upright.thumbnail((SIDE_KEPT, SIDE_KEPT))
    fresh = Image.new("RGBA", upright.size)
    fresh.paste(upright)
    made = io.BytesIO()
    fresh.save(made, format="WEBP", quality=QUALITY, method=4)
    return made.getvalue()


def _refusal(sentence: str, code: str) -> Refusal:
    return Refusal(sentence, code=code, field="picture")
