"""The settings of all machines; what differs between them comes from the environment (env.py)."""

import os
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy as _
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.retry import Retry

from farkle_site import env, logs

BASE_DIR = Path(__file__).resolve().parent.parent
_env = env.read(os.environ, BASE_DIR)
_play = _env.mode == "play"

MODE = _env.mode
PUBLIC = _env.public  # the address of a tunnel to play mode, or None
_https = not _play or PUBLIC is not None
DATA_DIR = _env.data
DEBUG = False
SECRET_KEY = _env.secret_key
SECRET_KEY_FALLBACKS = _env.secret_key_fallbacks
ALLOWED_HOSTS = _env.hosts
HOST_AT_HOME = _env.host_at_home  # by which phones reach a laptop, in play mode

INSTALLED_APPS = [
    "daphne",  # first: it must choose Twisted's reactor before anything else imports one
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "channels",
    "games",
]

MIDDLEWARE = [
    "farkle_site.headers.HeadersMiddleware",
    "farkle_site.health.HealthMiddleware",
    "farkle_site.logs.RequestIdMiddleware",
    "farkle_site.forwarded.ProxyMiddleware",
    "farkle_site.outages.PatienceMiddleware",
    "games.people.middleware.PlainTextMiddleware",
    "django.middleware.security.SecurityMiddleware",
    # Compresses pages, and at home static files; in production those are compressed already.
    "django.middleware.gzip.GZipMiddleware",
    "farkle_site.static_files.StaticFilesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "farkle_site.crawlers.RobotsMiddleware",
    "games.people.middleware.RoomCodeMiddleware",
    "games.people.middleware.GuestMiddleware",
    "games.views.shut_out.ShutOutMiddleware",
]

ROOT_URLCONF = "farkle_site.urls"
ASGI_APPLICATION = "farkle_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Storage. Without ATOMIC_REQUESTS: the write path opens its own transactions.
DATABASES = {"default": _env.database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Shared between processes: through Redis, or in the memory of the only process. Nothing waits long
# for Redis; options in REDIS_URL come first. A connection that it has closed is used once more.
REDIS_URL = _env.redis_url
REDIS_TIMEOUTS = {"socket_timeout": 1.0, "socket_connect_timeout": 1.0}
CACHES: dict[str, Any]
if REDIS_URL:
    _once_more = Retry(NoBackoff(), 1, supported_errors=(RedisConnectionError,))
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {**REDIS_TIMEOUTS, "retry": _once_more},
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            # With Django's 300 entries, presence would be lost as soon as a school sits down.
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    }

CHANNEL_LAYERS: dict[str, Any] = {}  # rooms of several processes use games/realtime/bus.py

# People
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# Mail, only where the operator has named a server (farkle_site/email_url.py).
MAIL = _env.email is not None
globals().update(_env.email or {})
PASSWORD_RESET_TIMEOUT = 3600

# Languages and times
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]

# Static files. At home they are served as they are and browsers revalidate them each time. In
# production `collectstatic` has hashed and compressed them, and browsers cache them for ever.
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = _env.static
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if _play
            else "farkle_site.static_files.HashedStorage"
        )
    },
}
WHITENOISE_USE_FINDERS = _play
WHITENOISE_AUTOREFRESH = _play
WHITENOISE_MAX_AGE = 0 if _play else 3600  # files with hashed names are cached for ever anyway
WHITENOISE_KEEP_ONLY_HASHED_FILES = True  # pages use only the hashed names
WHITENOISE_ALLOW_ALL_ORIGINS = False  # other sites need not load our files

# Security. Play mode is reached over plain HTTP under the machine's own addresses, where browsers
# would never send Secure cookies back. Django compares Origin with the request's scheme and host.
CSRF_TRUSTED_ORIGINS = _env.trusted_origins
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True  # scripts read the token from the page's forms
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _https
SECURE_SSL_REDIRECT = _https
SECURE_SSL_HOST = PUBLIC and PUBLIC.removeprefix("https://")
SECURE_HSTS_SECONDS = 0 if _play else _env.hsts_seconds
# Subdomains and browsers' preload lists are the domain owner's choice, not this site's.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
# Browsers ignore this header on plain HTTP, and complain about it.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if _https else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
BEHIND_PROXY = _env.behind_proxy
TRUSTED_PROXIES = _env.proxies if BEHIND_PROXY else 0  # read by games/people/address.py
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# How long after SIGTERM a proxy has to notice that this process is not ready any more.
DRAIN_SECONDS = _env.drain_seconds

# After how long a process ends whose event loop stands still; 0: never.
WATCHDOG_SECONDS = _env.watchdog_seconds

UPKEEP_HOUR = _env.upkeep_hour  # in UTC; None: the site does no upkeep by itself
BACKUPS = _env.backups  # the folder of the daily ones; None: there are none

# Whether frames bypass daphne's own reading, writing and checks (games/realtime/wire).
FAST_SOCKETS = _env.fast_sockets

# Rate limits (games/realtime/limits.py) are multiplied by this.
LIMITS_FACTOR = _env.limits_factor
SOCKETS_OF_ADDRESS = _env.sockets_of_address * LIMITS_FACTOR
CONNECTIONS_OF_ADDRESS = _env.connections_of_address * LIMITS_FACTOR
SEATS_OF_ROOM = _env.seats_of_room * LIMITS_FACTOR
WRONG_CODES = _env.wrong_codes * LIMITS_FACTOR
# What one address may add to the database in an hour (games/people/throttle.py).
ROOMS_AN_HOUR = _env.rooms_an_hour * LIMITS_FACTOR
PRACTICE_AN_HOUR = _env.practice_an_hour * LIMITS_FACTOR
SAVED_RULES_AN_HOUR = _env.saved_rules_an_hour * LIMITS_FACTOR
IMPORTS_AN_HOUR = _env.imports_an_hour * LIMITS_FACTOR

# Notices outside the page (games/notices).
VAPID_KEY = _env.vapid_key
NOTICE_CONTACT = _env.contact
NOTICE_HOSTS = _env.notice_hosts  # the only hosts they may go to; empty: every public one
INSECURE_HOSTS = _env.insecure_hosts  # host:port, reached by http and wherever it is; for tests

# The write path goes past the ORM (games/services/persistence.py), unless told not to.
RAW_STATEMENTS = not _env.orm_only

LOGGING_CONFIG = "logging.config.dictConfig"
LOGGING = logs.configuration(_env.log_level, as_json=not _play)
