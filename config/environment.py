"""Read the settings that operators give through environment variables."""

from __future__ import annotations

import base64
import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
_DATABASES = {"postgresql", "postgres", "sqlite"}
_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def flag(name: str, *, default: bool) -> bool:
    value = os.environ.get(name)
    if value is None:
        return default
    word = value.strip().lower()
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    raise ImproperlyConfigured(f"{name} is {value!r}; set it to 1 or 0.")


def words(name: str, *, default: str = "") -> list[str]:
    """Split a comma-separated list."""
    return [w.strip() for w in os.environ.get(name, default).split(",") if w.strip()]


def choice(name: str, *options: str, default: str) -> str:
    word = os.environ.get(name, "").strip().upper() or default
    if word not in options:
        raise ImproperlyConfigured(
            f"{name} is {word!r}; set it to one of {', '.join(options)}."
        )
    return word


def number(name: str, *, default: int) -> int:
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    if not value.isdigit():
        raise ImproperlyConfigured(f"{name} is {value!r}; set it to a whole number.")
    return int(value)


def site_address(
    origins: list[str], hosts: list[str], *, is_https: bool, is_proxied: bool
) -> str:
    """Return the address that every absolute link begins with.

    It never comes from a request: visitors can send any port, and sometimes any name,
    in the Host header, and the link would lead other people there.
    """
    usual = next((origin for origin in origins if "*" not in origin), "")
    if not usual:
        names = [host for host in hosts if host.strip("*.") == host]
        port = number("MOONLIGHT_PORT", default=8000)
        # A proxy and TLS are reached at the usual port, whatever ours is.
        place = "" if is_https or is_proxied else f":{port}"
        scheme = "https" if is_https else "http"
        usual = f"{scheme}://{names[0] if names else 'localhost'}{place}"
    address = os.environ.get("MOONLIGHT_ADDRESS", "").strip() or usual
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ImproperlyConfigured(
            f"MOONLIGHT_ADDRESS is {address!r}; set it to where"
            " browsers find the site, such as https://moonlight.example.org"
        )
    return address.rstrip("/")


def data_folder() -> Path:
    """Return the folder for everything that the product writes."""
    folder = Path(os.environ.get("MOONLIGHT_DATA") or BASE_DIR / "var").resolve()
    try:
        # Addresses and password hashes are in there: nobody else's business.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"The data folder {folder} cannot be created ({error.strerror}). Set"
            " MOONLIGHT_DATA to a folder you can write to."
        ) from error
    return folder


def secret_key(folder: Path) -> str:
    """Return the operator's key, or one created on the first start and stored in the
    data folder.
    """
    given = os.environ.get("MOONLIGHT_SECRET_KEY", "").strip()
    if given:
        return given
    kept = folder / "secret.key"
    if not kept.exists():
        try:
            _keep(kept, secrets.token_urlsafe(64))
        except OSError as error:
            raise ImproperlyConfigured(
                f"The secret key cannot be stored in {folder} ({error.strerror}). Set"
                " MOONLIGHT_DATA to a folder you can write to."
            ) from error
    return kept.read_text(encoding="ascii")


def push_key(folder: Path) -> str:
    """The private key of web push, made on the first run and kept beside the data:
    a number below the order of P-256, as 32 bytes in URL-safe Base64."""
    kept = folder / "push.key"
    if not kept.exists():
        number = 1 + secrets.randbelow(P256_ORDER - 1)
        encoded = base64.urlsafe_b64encode(number.to_bytes(32, "big"))
        _keep(kept, encoded.decode().rstrip("="))
    return kept.read_text(encoding="ascii")


def _keep(path: Path, text: str) -> None:
    """Write a private file atomically; when several processes start at once, the first
    wins.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(text, encoding="ascii")
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        pass
    except OSError:
        # Some file systems have no links; renaming is nearly as good.
        draft.rename(path)
    draft.unlink(missing_ok=True)


def database(embedded: Path) -> dict[str, Any]:
    """Return the PostgreSQL database of DATABASE_URL, or else a SQLite file."""
    url = os.environ.get("DATABASE_URL", "").strip() or f"sqlite:///{embedded}"
    if urlsplit(url).scheme not in _DATABASES:
        raise ImproperlyConfigured(
            "DATABASE_URL names no database that Moonlight can use. Give one like"
            " postgresql://user:password@host/name, or unset it."
        )
    found = dict(dj_database_url.parse(url, conn_max_age=60, conn_health_checks=True))
    if found["ENGINE"] == "django.db.backends.sqlite3":
        found["NAME"] = str(BASE_DIR / str(found["NAME"]))
        # IMMEDIATE takes the write lock when a transaction begins: two writers
        # queue up instead of one of them failing half-way.
        found["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                " PRAGMA foreign_keys=ON;"
            ),
        }
    return found


def redis_database(url: str, database: int) -> str:
    """Return another database of the same Redis server, or "" without a server."""
    parts = urlsplit(url)
    if not parts.scheme.startswith("redis"):
        return ""
    return urlunsplit(parts._replace(path=f"/{database}"))
