"""Render QR codes of invitations."""

from __future__ import annotations

import io

import segno


def draw_qr_code(address: str) -> bytes:
    """Return a QR code as SVG. Its light background makes it scan in dark mode, too."""
    picture = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        picture, kind="svg", scale=8, border=3, light="white"
    )
    return picture.getvalue()
