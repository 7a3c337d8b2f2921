"""The product's settings as the tests use them: nothing is written into var/.

The environment is set before the real settings are read, and only where the
operator of the tests has not set it already, so that the same suite runs against
PostgreSQL with DATABASE_URL. Workers of a parallel run inherit the first process's
folder, which alone removes it.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

if "MOONLIGHT_TEST_DATA" not in os.environ:
    folder = tempfile.mkdtemp(prefix="moonlight-tests-")
    os.environ["MOONLIGHT_TEST_DATA"] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)

os.environ["MOONLIGHT_DATA"] = os.environ["MOONLIGHT_TEST_DATA"]
os.environ.setdefault("MOONLIGHT_HASHED_FILES", "0")

from config.settings import *  # noqa: F403
from config.settings import DATABASES, PASSWORD_HASHERS

# Nothing here has to survive a power cut.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"]["init_command"] += " PRAGMA synchronous=OFF;"
# Still Argon2, so that nothing but its cost differs from the product.
PASSWORD_HASHERS = ["tests.hashing.QuickArgon2", *PASSWORD_HASHERS]
# Workers count their teams from one alike, and must not share their pictures.
MEDIA_ROOT = tempfile.mkdtemp(prefix="media-", dir=os.environ["MOONLIGHT_TEST_DATA"])
SITE_ADDRESS = "http://testserver"
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
