"""Pictures that people send: good ones come out clean, traps are refused."""

from __future__ import annotations

import base64
import io
import struct
import zlib

import pytest
from PIL import Image, PngImagePlugin

from kernel.errors import Refusal
from teams.rendering import logo


def picture(
    size: tuple[int, int] = (64, 48), form: str = "PNG", mode: str = "RGB", **options
) -> bytes:
    made = io.BytesIO()
    Image.new(mode, size, "red").save(made, format=form, **options)
    return made.getvalue()


def png_that_claims(wide: int, high: int) -> bytes:
    """A few bytes whose head promises a giant: a decompression bomb."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        sum_ = struct.pack(">I", zlib.crc32(kind + content))
        return struct.pack(">I", len(content)) + kind + content + sum_

    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    body = zlib.compress(bytes(1000))
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", body)
        + chunk(b"IEND", b"")
    )


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


def code_of(content: bytes) -> str:
    with pytest.raises(Refusal) as refused:
        logo.cleaned(content)
    assert refused.value.field == "picture"
    assert refused.value.sentence.endswith(".")
    return refused.value.code


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_a_real_picture_becomes_a_small_webp(form: str) -> None:
    made = opened(logo.cleaned(picture((1600, 800), form)))
    assert made.format == "WEBP"
    assert made.size == (512, 256)


def test_a_small_picture_keeps_its_size_and_what_is_see_through() -> None:
    source = io.BytesIO()
    half = Image.new("RGBA", (60, 60))
    half.paste("red", (0, 0, 30, 60))
    half.save(source, format="PNG")
    made = opened(logo.cleaned(source.getvalue())).convert("RGBA")
    assert made.size == (60, 60)
    assert made.getpixel((50, 30))[3] == 0
    assert made.getpixel((10, 30))[3] == 255


def test_everything_but_the_pixels_is_gone() -> None:
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    exif[0x8825] = {1: "N", 2: (52.0, 31.0, 0.0)}
    made = logo.cleaned(picture(form="JPEG", exif=exif, comment=b"a secret"))
    assert b"taken at home" not in made
    assert b"a secret" not in made
    assert dict(opened(made).getexif()) == {}
    info = PngImagePlugin.PngInfo()
    info.add_text("Author", "somebody private")
    made = logo.cleaned(picture(pnginfo=info, icc_profile=b"profile of a screen"))
    assert b"somebody private" not in made
    assert set(opened(made).info) <= {"loop", "background", "timestamp", "duration"}


def test_a_picture_that_lies_on_its_side_is_put_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    made = opened(logo.cleaned(picture((100, 50), "JPEG", exif=exif)))
    assert made.size == (50, 100)


def test_what_follows_a_picture_does_not_come_along() -> None:
    made = logo.cleaned(picture() + b"<script>alert(1)</script>")
    assert b"<script>" not in made


@pytest.mark.parametrize(
    "fake",
    [
        b"",
        b"not a picture at all",
        b"\x89PNG\r\n\x1a\n",
        b"GIF89a<script>alert(1)</script>",
        b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
        b"%PDF-1.7",
        b"PK\x03\x04",
        picture()[:-40],
        picture(form="JPEG")[:200],
        picture(form="WEBP")[:60],
    ],
    ids=["empty", "text", "head", "gif", "svg", "pdf", "zip", "png", "jpeg", "webp"],
)
def test_a_fake_or_broken_picture_is_refused(fake: bytes) -> None:
    assert code_of(fake) == "not-a-picture"


@pytest.mark.parametrize("form", ["GIF", "BMP", "TIFF", "ICO", "PPM"])
def test_other_kinds_of_pictures_are_refused(form: str) -> None:
    assert code_of(picture(form=form)) == "not-a-picture"


@pytest.mark.parametrize(
    "sides", [(30_000, 30_000), (200_000, 40), (5000, 5000), (8000, 8000)]
)
def test_a_bomb_is_refused_before_it_is_opened(sides: tuple[int, int]) -> None:
    bomb = png_that_claims(*sides)
    assert len(bomb) < 200
    assert code_of(bomb) in ("picture-too-large", "not-a-picture")


def test_a_picture_within_all_limits_that_cannot_hold_its_promise_is_refused() -> None:
    assert code_of(png_that_claims(3000, 3000)) == "not-a-picture"


def test_a_file_that_is_too_large_is_not_even_looked_at() -> None:
    assert code_of(picture() + bytes(logo.BYTES_MAX)) == "picture-too-large"


def test_a_speck_is_refused() -> None:
    assert code_of(picture((31, 64))) == "picture-too-small"


@pytest.mark.parametrize("form", ["PNG", "WEBP"])
def test_a_moving_picture_is_refused(form: str) -> None:
    made = io.BytesIO()
    frames = [Image.new("RGB", (64, 64), colour) for colour in ("red", "blue")]
    frames[0].save(made, format=form, save_all=True, append_images=frames[1:])
    assert code_of(made.getvalue()) == "picture-moves"


def test_the_same_picture_always_gives_the_same_bytes() -> None:
    assert logo.cleaned(picture()) == logo.cleaned(picture())


def test_ours_is_wrapped_in_text_for_the_typesetter() -> None:
    wrapped = logo.as_svg(logo.cleaned(picture((64, 48)))).decode()
    assert wrapped.startswith('<svg xmlns="http://www.w3.org/2000/svg" width="64"')
    inside = wrapped.split("base64,")[1].split('"')[0]
    assert opened(base64.b64decode(inside)).size == (64, 48)
