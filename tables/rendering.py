"""Pictures of what is stored: the QR code of an invitation."""

from __future__ import annotations

import io

import segno


def draw_qr_code(address: str) -> bytes:
    """Return a QR code as SVG, with a light ground so that it scans at night, too."""
    picture = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        picture, kind="svg", scale=8, border=3, light="white"
    )
    return picture.getvalue()
