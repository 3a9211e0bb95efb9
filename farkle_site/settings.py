"""The settings of all machines. Differences come from environment variables; a bad value stops the
start with a sentence that names the variable and the values it may have."""

from pathlib import Path
from typing import Any
from urllib.parse import unquote

from redis import ConnectionPool
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.retry import Retry

from farkle_site import databases, hosts, logs
from farkle_site.private_files import kept_key
from farkle_site.variables import (
    WrongEnvironment,
    choice,
    folder,
    items,
    require_known_options,
    text,
    url,
    whole_number,
    yes_or_no,
)
from games import languages

BASE_DIR = Path(__file__).resolve().parent.parent
MODE = choice("FARKLE_MODE", ("play", "production"), "play")
_play = MODE == "play"
# The address of a tunnel to play mode, or empty: https://name[:port].
PUBLIC = text(
    "FARKLE_PUBLIC",
    "https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?/*",
    "the address that the tunnel shows, such as https://farkle.example",
)
PUBLIC = PUBLIC.rstrip("/").lower()
if PUBLIC and not _play:
    raise WrongEnvironment(
        "FARKLE_PUBLIC is for play mode; production takes its names from ALLOWED_HOSTS."
    )
_https = not _play or bool(PUBLIC)
DATA_DIR = folder("FARKLE_DATA", BASE_DIR / "data")
DEBUG = yes_or_no("FARKLE_DEBUG")

# Keys for signing and sealing. Play mode makes its own; otherwise VAPID_KEY, for push services, is
# derived from SECRET_KEY by default, because all processes share that.
SECRET_KEY = text("SECRET_KEY")
SECRET_KEY_FALLBACKS = text("SECRET_KEY_FALLBACKS").split()
VAPID_KEY = text("VAPID_KEY", "[a-z0-9_-]{43}=?", "32 random bytes in base64url: 43 characters")
if _play and not SECRET_KEY:
    try:
        SECRET_KEY = kept_key(DATA_DIR / "secret-key", 50)
        VAPID_KEY = VAPID_KEY or kept_key(DATA_DIR / "vapid-key", 32)
    except OSError as error:
        raise WrongEnvironment(
            f"FARKLE_DATA is {str(DATA_DIR)!r}, which can't be written: {error}."
        ) from error
elif not SECRET_KEY:
    raise WrongEnvironment(
        "SECRET_KEY (or SECRET_KEY_FILE) is missing; production needs a long random text "
        "that stays the same on every process and across restarts."
    )
elif not _play and (len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 5):  # as `check --deploy`
    raise WrongEnvironment("SECRET_KEY is too weak; it needs at least 50 random characters.")

# HOST_AT_HOME: the host by which phones reach a laptop, in play mode.
ALLOWED_HOSTS, HOST_AT_HOME = hosts.read(play=_play, public=PUBLIC)

INSTALLED_APPS = [
    "daphne",  # first: it must choose Twisted's reactor before anything else imports one
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.humanize",  # its catalogues: ordinal numbers in each language
    "django.contrib.staticfiles",
    "django.forms",  # the templates of widgets
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
    "games.people.middleware.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "farkle_site.crawlers.RobotsMiddleware",
    "games.people.middleware.RoomCodeMiddleware",
    "games.people.middleware.GuestMiddleware",
    "games.people.middleware.ShutOutMiddleware",
]

ROOT_URLCONF = "farkle_site.urls"
ASGI_APPLICATION = "farkle_site.asgi.application"

_loaders = [
    "farkle_site.templates.Loader",
    "django.template.loaders.app_directories.Loader",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            # Django would compile each template only once, even with DEBUG.
            "loaders": _loaders if DEBUG else [("django.template.loaders.cached.Loader", _loaders)],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

FORM_RENDERER = "games.people.form_fields.Renderer"

# Storage. Without ATOMIC_REQUESTS: the write path opens its own transactions.
DATABASES = {"default": databases.read(DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Shared between processes through Redis, or in the memory of the only process. Nothing waits long
# for Redis; options in REDIS_URL take precedence. A closed connection is retried once.
REDIS_URL = text("REDIS_URL")
if url("REDIS_URL", "(rediss?|unix)://.+", "redis://host:6379/0 (or rediss://, or unix://)"):
    _connections = ConnectionPool.from_url  # does not connect yet
    require_known_options("REDIS_URL", lambda: _connections(REDIS_URL).make_connection())
REDIS_TIMEOUTS = {"socket_timeout": 1.0, "socket_connect_timeout": 1.0}
_one_retry = Retry(NoBackoff(), 1, supported_errors=(RedisConnectionError,))
_redis_cache = {
    "BACKEND": "django.core.cache.backends.redis.RedisCache",
    "LOCATION": REDIS_URL,
    "OPTIONS": {**REDIS_TIMEOUTS, "retry": _one_retry},
}
_local_cache = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    # With Django's 300 entries, presence would be lost as soon as a school sits down.
    "OPTIONS": {"MAX_ENTRIES": 100_000},
}
CACHES = {"default": _redis_cache if REDIS_URL else _local_cache}

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

# Mail, only where the operator has named a server.
_mail = url(
    "EMAIL_URL",
    r"smtp(s|\+tls)?://([^/?#]*@)?[^/?#@:][^/?#@]*/?",
    "smtp+tls://user:password@host:587 (or smtps://, or smtp://)",
)
MAIL = _mail is not None
if _mail:
    EMAIL_HOST = _mail.hostname
    EMAIL_PORT = _mail.port or {"smtp": 25, "smtp+tls": 587, "smtps": 465}[_mail.scheme]
    EMAIL_HOST_USER = unquote(_mail.username or "")
    EMAIL_HOST_PASSWORD = unquote(_mail.password or "")
    EMAIL_USE_TLS = _mail.scheme == "smtp+tls"  # after a greeting in plain text: STARTTLS
    EMAIL_USE_SSL = _mail.scheme == "smtps"
    EMAIL_TIMEOUT = 10
    DEFAULT_FROM_EMAIL = text("EMAIL_FROM", ".+@.+", "Farkle <farkle@farkle.example>")
    if not DEFAULT_FROM_EMAIL:
        raise WrongEnvironment("EMAIL_FROM is missing; it is the address that emails come from.")
PASSWORD_RESET_TIMEOUT = 3600

# Languages and times
TIME_ZONE = "UTC"
LANGUAGE_CODE = languages.SOURCE
LANGUAGES = languages.offered(BASE_DIR / "locale")
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_NAME = "farkle_language"
FORMAT_MODULE_PATH = "farkle_site.formats"

# Static files. At home they are served as they are and browsers revalidate them each time. In
# production `collectstatic` has hashed and compressed them, and browsers cache them for ever.
STATIC_URL = "static/"
_static = BASE_DIR / "static"
# Production has the bundles, not what they are built from.
STATICFILES_DIRS = [_static] if _play else [(part, _static / part) for part in ("dist", "img")]
STATIC_ROOT = folder("FARKLE_STATIC", BASE_DIR / "staticfiles")
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
CSRF_TRUSTED_ORIGINS = items("TRUSTED_ORIGINS", r"https?://[^/?#\s]+", "https://farkle.example")
CSRF_COOKIE_HTTPONLY = True  # scripts read the token from the page's forms
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _https
SECURE_SSL_REDIRECT = _https
SECURE_SSL_HOST = PUBLIC and PUBLIC.removeprefix("https://")
_hsts_seconds = whole_number("FARKLE_HSTS_SECONDS", 31_536_000)
SECURE_HSTS_SECONDS = _hsts_seconds if not _play else 0
# Subdomains and browsers' preload lists are the domain owner's choice, not this site's.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
# Browsers ignore this header on plain HTTP, and complain about it.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if _https else None
BEHIND_PROXY = yes_or_no("FARKLE_BEHIND_PROXY", default=not _play)
if not _play and not BEHIND_PROXY:
    raise WrongEnvironment(
        "FARKLE_BEHIND_PROXY is 'no'; production needs a proxy in front that ends HTTPS."
    )
BEHIND_PROXY = BEHIND_PROXY or bool(PUBLIC)  # a tunnel is one
if DEBUG and BEHIND_PROXY:
    raise WrongEnvironment(
        "FARKLE_DEBUG is for work on the code at home: its error pages show settings to visitors."
    )
_proxies = whole_number("FARKLE_PROXIES", 1, highest=10)
TRUSTED_PROXIES = _proxies if BEHIND_PROXY else 0  # read by games/people/address.py
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Seconds for a proxy to notice after SIGTERM that this process is not ready any more.
DRAIN_SECONDS = whole_number("FARKLE_DRAIN_SECONDS", 0, lowest=0, highest=60)

# Seconds after which a process ends whose event loop is stuck; 0: never.
WATCHDOG_SECONDS = whole_number("FARKLE_WATCHDOG_SECONDS", 60, lowest=0)

_hour = choice("FARKLE_UPKEEP_HOUR", (*map(str, range(24)), "no"), "3")
UPKEEP_HOUR = None if _hour == "no" else int(_hour)  # in UTC; None: the site does no upkeep
_no_backups = text("FARKLE_BACKUPS") == "no"
BACKUPS = None if _no_backups else folder("FARKLE_BACKUPS", DATA_DIR / "backups")

# Rate limits (games/realtime/limits.py) are multiplied by this.
LIMITS_FACTOR = whole_number("FARKLE_LIMITS_FACTOR", 1)
SOCKETS_OF_ADDRESS = whole_number("FARKLE_SOCKETS_OF_ADDRESS", 1000) * LIMITS_FACTOR
CONNECTIONS_OF_ADDRESS = whole_number("FARKLE_CONNECTIONS_OF_ADDRESS", 1000) * LIMITS_FACTOR
SEATS_OF_ROOM = whole_number("FARKLE_SEATS_OF_ROOM", 300) * LIMITS_FACTOR
WRONG_CODES = whole_number("FARKLE_WRONG_CODES", 400) * LIMITS_FACTOR
# Additions of one address to the database in a minute (games/people/throttle.py).
ROOMS_A_MINUTE = whole_number("FARKLE_ROOMS_A_MINUTE", 30) * LIMITS_FACTOR
PRACTICE_A_MINUTE = whole_number("FARKLE_PRACTICE_A_MINUTE", 30) * LIMITS_FACTOR
SAVED_RULES_A_MINUTE = whole_number("FARKLE_SAVED_RULES_A_MINUTE", 30) * LIMITS_FACTOR
IMPORTS_A_MINUTE = whole_number("FARKLE_IMPORTS_A_MINUTE", 10) * LIMITS_FACTOR

# Who runs the site, for /about/ and /privacy/, and for push services.
OPERATOR = text("FARKLE_OPERATOR")
CONTACT = text(
    "FARKLE_CONTACT",
    "(mailto:|https://).+",
    "mailto:me@farkle.example or https://farkle.example/contact",
)
ABOUT = text("FARKLE_ABOUT")
PRIVACY = text("FARKLE_PRIVACY")

# Notices outside the page (games/notices).
# The only hosts they may go to; empty: every public one.
NOTICE_HOSTS = items("FARKLE_NOTICE_HOSTS")
# host:port of servers reached by http, wherever they are; for tests.
INSECURE_HOSTS = items("FARKLE_INSECURE_HOSTS")

_level = choice("FARKLE_LOG", ("DEBUG", "INFO", "WARNING", "ERROR"), "INFO")
LOGGING = logs.configuration(_level, as_json=not _play)
