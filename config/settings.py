"""Settings of the product.

What differs between installations comes from the environment and is listed in
docs/operating.md. The defaults run everything on one machine with only Python.
"""

from __future__ import annotations

import os

from celery.schedules import crontab
from csp.constants import NONE, SELF
from whitenoise.compress import Compressor

from config.environment import (
    BASE_DIR,
    choice,
    data_folder,
    database,
    flag,
    number,
    push_key,
    redis_database,
    secret_key,
    site_address,
    words,
)

DATA_DIR = data_folder()
SECRET_KEY = secret_key(DATA_DIR)
PUSH_KEY = push_key(DATA_DIR)
DEBUG = flag("MOONLIGHT_DEBUG", default=False)
# HTTPS is the operator's word that browsers reach the site through TLS only.
HTTPS = flag("MOONLIGHT_HTTPS", default=False)
ALLOWED_HOSTS = words("MOONLIGHT_HOSTS", default="localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = words("MOONLIGHT_ORIGINS")
FIXTURES_DIR = BASE_DIR / "fixtures"
BEHIND_PROXY = flag("MOONLIGHT_BEHIND_PROXY", default=False)
# What absolute links begin with, on pages as in mails and feeds.
SITE_ADDRESS = site_address(
    CSRF_TRUSTED_ORIGINS, ALLOWED_HOSTS, is_https=HTTPS, is_proxied=BEHIND_PROXY
)

INSTALLED_APPS = [
    "config.apps.MoonlightConfig",
    "league",
    "tables",
    "challenges",
    "teams",
    "skirmish",
    "rulebook",
    "people",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",  # its widget templates, for FORM_RENDERER
    "django_htmx",
    "template_partials",
    "axes",
    "csp",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    # First, because a probe knows neither our host name nor our certificate.
    "config.health.HealthMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.headers.HeadersMiddleware",
    # Before the session, whose cookie it looks at.
    "config.input_checks.InputCheckMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "people.middleware.PreferencesMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.repeated_forms.RepeatedFormMiddleware",
    "config.refusal_responses.RefusalMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": [
                "template_partials.templatetags.partials",
                "config.templatetags.moonlight",
            ],
        },
    }
]
FORM_RENDERER = "config.forms.PaperRenderer"

EMBEDDED_DATABASE = DATA_DIR / "moonlight.sqlite3"
DATABASES = {"default": database(EMBEDDED_DATABASE)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL", "").strip()
# The cache has a database of its own: clearing a cache must not empty the broker.
CACHE_URL = os.environ.get("MOONLIGHT_CACHE_URL") or redis_database(REDIS_URL, 1)
CACHES = {
    "default": (
        {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": CACHE_URL,
        }
        if CACHE_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    )
}

# `manage.py up` names a folder here where it has no other broker to offer.
BROKER_FOLDER = os.environ.get("MOONLIGHT_BROKER_FOLDER", "").strip()
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {}
if REDIS_URL:
    CELERY_BROKER_URL = CELERY_RESULT_BACKEND = REDIS_URL
    # A job whose worker was lost is handed out again after this many seconds,
    # which must exceed the time that a job may take.
    CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 900}
elif BROKER_FOLDER:
    CELERY_BROKER_URL = "filesystem://"
    CELERY_RESULT_BACKEND = f"file://{BROKER_FOLDER}/results"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": f"{BROKER_FOLDER}/jobs",
        "data_folder_out": f"{BROKER_FOLDER}/jobs",
        "control_folder": f"{BROKER_FOLDER}/control",
        "polling_interval": 0.2,
    }
else:
    CELERY_BROKER_URL = "memory://"
    CELERY_RESULT_BACKEND = "cache+memory://"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Messages are hints: a sweeper finds what no broker took, so nobody waits for one.
CELERY_TASK_PUBLISH_RETRY = False
# A job that can no longer be acknowledged is handed out again: stop doing it here.
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TASK_TIME_LIMIT = 300
# Programs of others may answer slowly; whoever waits for them does nothing else.
CELERY_TASK_ROUTES = {
    "league.deliver": {"queue": "calls"},
    "league.push": {"queue": "calls"},
    # Bots think for up to a second; nobody else should wait behind them.
    "tables.answer_for_bots": {"queue": "bots"},
}
CELERY_RESULT_EXPIRES = 3600
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "settlements that got lost": {"task": "challenges.sweep", "schedule": 30},
    "deadlines of matches": {"task": "challenges.keep_deadlines", "schedule": 60},
    "letters that got lost": {"task": "league.letters", "schedule": 60},
    "webhooks that got lost": {"task": "league.deliveries", "schedule": 60},
    "reminders of dates": {"task": "league.remind", "schedule": 600},
    "rounds that open and close": {"task": "league.rounds", "schedule": 300},
    "newsletters to draft": {
        "task": "league.newsletters",
        # Before the week begins, so that it can be read over breakfast.
        "schedule": crontab(minute=0, hour=5, day_of_week="monday"),
    },
    "games that wait for people": {
        "task": "league.turn_digests",
        "schedule": crontab(minute=0, hour=5),
    },
    "tables waiting for a bot or a clock": {"task": "tables.sweep", "schedule": 5},
    "abandoned tables": {"task": "tables.delete_abandoned", "schedule": 86_400},
    "letters to forget": {"task": "league.forget", "schedule": 86_400},
}
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")

AUTH_USER_MODEL = "people.Person"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
_VALIDATION = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": f"{_VALIDATION}.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["username", "display_name", "email"]},
    },
    {
        "NAME": f"{_VALIDATION}.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": f"{_VALIDATION}.CommonPasswordValidator"},
    {"NAME": f"{_VALIDATION}.NumericPasswordValidator"},
]
LOGIN_URL = "people:login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60  # seconds, for every link sent by mail

AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_USERNAME_CALLABLE = "people.authentication.attempted_username"
AXES_LOCKOUT_CALLABLE = "people.views.locked_out"
# The page says how long to wait, so trying again must not make it longer.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
# Who logged in from where is nobody's business once it has worked.
AXES_DISABLE_ACCESS_LOG = True

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]  # only what is translated; people.E001 looks
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Files named by their content are kept by browsers for ever. `manage.py up` collects
# them when they have changed; a developer's server takes them from where they are.
HASHED_FILES = flag("MOONLIGHT_HASHED_FILES", default=not DEBUG)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedManifestStaticFilesStorage"
            if HASHED_FILES
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}
# Maps are for developers, large, and slow to compress.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = [*Compressor.SKIP_COMPRESS_EXTENSIONS, "map"]
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = not HASHED_FILES
# Browsers ask for /favicon.ico, whatever a page says about its icon.
WHITENOISE_ROOT = BASE_DIR / "static" / "root"
MEDIA_ROOT = DATA_DIR / "media"
MEDIA_URL = "/media/"
# Without scripts the report of four teams is one form, with a field for everybody whom
# somebody may have injured.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4_000
FILE_UPLOAD_HANDLERS = [
    "config.uploads.LimitedUploads",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

EMAIL_HOST = os.environ.get("MOONLIGHT_SMTP_HOST", "")
EMAIL_PORT = number("MOONLIGHT_SMTP_PORT", default=587)
EMAIL_HOST_USER = os.environ.get("MOONLIGHT_SMTP_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("MOONLIGHT_SMTP_PASSWORD", "")
EMAIL_USE_SSL = flag("MOONLIGHT_SMTP_SSL", default=False)
EMAIL_USE_TLS = flag("MOONLIGHT_SMTP_TLS", default=not EMAIL_USE_SSL)
EMAIL_TIMEOUT = 10
EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend"
    if EMAIL_HOST
    else "django.core.mail.backends.console.EmailBackend"
)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = os.environ.get(
    "MOONLIGHT_MAIL_FROM", "moonlight@localhost"
)

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "config.error_pages.csrf_failure"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        # The first one words the 401: with a session alone it would be a 403.
        "people.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [
        "rest_framework.permissions.IsAuthenticatedOrReadOnly"
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.input_checks.StorableJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": os.environ.get("MOONLIGHT_API_RATE_ANON", "120/min"),
        "user": os.environ.get("MOONLIGHT_API_RATE_USER", "600/min"),
    },
    # Count by the address that uvicorn found out, which believes a proxy only where the
    # operator names it. Anybody can send an X-Forwarded-For.
    "NUM_PROXIES": 0,
    "EXCEPTION_HANDLER": "config.refusal_responses.api_exception_handler",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Moonlight",
    "DESCRIPTION": (
        "The API of Moonlight, for leagues of Ninja All-Stars. It can do everything"
        " that the pages can do, with the same refusals. Send a token from your"
        " profile as `Authorization: Bearer ...`, or use your session."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "/static/img/icon.svg",
    "SWAGGER_UI_SETTINGS": {"validatorUrl": None, "persistAuthorization": False},
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.api.describe_shapes_and_problems",
    ],
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line"},
    },
    "root": {
        "handlers": ["console"],
        "level": choice(
            "MOONLIGHT_LOG_LEVEL",
            *("DEBUG", "INFO", "WARNING", "ERROR"),
            default="WARNING",
        ),
    },
    # Django's own handlers would mail errors and print them only while debugging.
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        # Strangers ask for hosts that are not ours all day long.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
