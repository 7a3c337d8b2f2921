"""Files as BattleScribe writes them, and as nobody should."""

from __future__ import annotations

import zipfile
from io import BytesIO
from xml.sax.saxutils import quoteattr

NAMESPACE = "urn:example:rosterSchema"


def selection(name: str, *inner: str, **attributes: object) -> str:
    more = " ".join(f"{key}={quoteattr(str(v))}" for key, v in attributes.items())
    chosen = f"<selections>{''.join(inner)}</selections>" if inner else "<selections/>"
    return (
        f'<selection id="1" name={quoteattr(name)} {more}>'
        f"<rules/><profiles/>{chosen}</selection>"
    )


def force(catalogue: str, *selections: str) -> str:
    return (
        f"<force id='2' catalogueName={quoteattr(catalogue)}><forces/>"
        f"<selections>{''.join(selections)}</selections></force>"
    )


def roster(*forces: str, name: str = "Fangs", system: str = "Ninja All-stars") -> bytes:
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
        f"<roster id='3' name={quoteattr(name)} gameSystemName={quoteattr(system)}"
        f' battleScribeVersion="1.15" xmlns="{NAMESPACE}">'
        f"<forces>{''.join(forces)}</forces></roster>"
    ).encode()


def packed(content: bytes, name: str = "fangs.ros") -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return file.getvalue()


TORA = roster(
    force(
        "Tora",
        selection("Chunin", selection("Tiger Strike"), number=1, points="20.0"),
        selection("Kaiken", number=3, points="30.0", customName="Bo"),
        selection("Byakko", number=1, points="24.0"),
    ),
    force("Ronin", selection("Miyamoto", number=1, points="20.0")),
)
