"""Settings, read from the environment. Nothing set means embedded mode: SQLite, one process.

Variables: DEBUG, SECRET_KEY, ALLOWED_HOSTS, CSRF_TRUSTED_ORIGINS, DATABASE_URL, REDIS_URL,
DATA_DIR (where SQLite and rendered files live), SITE_URL (what QR codes point to),
HOST, HTTPS (0 when the hall has no TLS), TRUSTED_PROXIES, COLLECTED_STATIC, DEMO,
LIVE_LISTENERS, EMAIL_URL, MAIL_FROM, PUSH_SERVICES, WEBHOOK_NETWORKS, REPORTS_DAYS_KEPT.
docs/developers/settings.md says what each does.
"""

from __future__ import annotations

import os
from email.utils import parseaddr
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config.database import database
from config.logs.context import About
from config.logs.format import FORMATTERS
from config.secret_key import load_or_create_secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var")))
DATABASE_URL = env.str("DATABASE_URL", default="")
REDIS_URL = env.str("REDIS_URL", default="")
# Embedded means that web, worker and live listeners are one process on one machine.
EMBEDDED = not REDIS_URL
DEBUG = env.bool("DEBUG", default=False)
# TLS is the rule as soon as somebody names the hosts; a hall without it says HTTPS=0.
# The certificate that `make run` serves with by itself; others stand in front of it.
CERTFILE = env.str("CERTFILE", default="")
HTTPS = env.bool("HTTPS", default="ALLOWED_HOSTS" in env.ENVIRON or bool(CERTFILE))

# As it stands, as METRICS_TOKEN: `env` takes what begins with "$" for another variable's name, and
# of the keys that are made at random one in fifty begins so.
SECRET_KEY = os.environ.get("SECRET_KEY", "")
if not SECRET_KEY:
    if not EMBEDDED:
        raise ImproperlyConfigured("SECRET_KEY must be set when REDIS_URL is set.")
    SECRET_KEY = load_or_create_secret_key(DATA_DIR)

# Embedded, listening beyond this machine: the desk is reached by what address the router gave.
HOST = env.str("HOST", default="127.0.0.1")
_LOCAL = ["127.0.0.1", "localhost", "[::1]"]
ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS", default=_LOCAL if HOST in {*_LOCAL, "::1"} else ["*"] if EMBEDDED else []
)
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
SITE_URL = env.str("SITE_URL", default="http://127.0.0.1:8000").rstrip("/")
# Days after which the file of a document goes of which a newer copy was made.
REPORTS_DAYS_KEPT = env.int("REPORTS_DAYS_KEPT", default=14)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "django_htmx",
    "csp",
    "axes",
    "rest_framework",
    "drf_spectacular",
    "tournaments",
    "games",
    "judging",
    "reports",
    "config",
]

MIDDLEWARE = [
    "config.logs.middleware.RequestMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.PagesGZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.middleware.PrivateMiddleware",
    "config.middleware.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.middleware.LastSeenMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.pwa.middleware.AppMiddleware",
    "config.log_in.KnownBrowserMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"

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
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "tournaments.templatetags.idempotency",
            ],
        },
    },
]


FORM_RENDERER = "config.forms.FormRenderer"


DATABASES = {"default": database(DATABASE_URL, DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {
    "default": (
        {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "startfelt"}
        if EMBEDDED
        else {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            # Nobody waits for what only slows down who tries too often (`tournaments.counters`).
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    )
}

# People and passwords -----------------------------------------------------------------------
AUTH_USER_MODEL = "tournaments.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "log-in"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "home"
# A whole hall shares one address, so only the account together with the address locks; what is
# guessed from everywhere has a count of its own (`config.log_in`).
AXES_HANDLER = "config.log_in.LogInHandler"
# Who logged in when and from where is in the sessions while they last, and nowhere for ever.
AXES_DISABLE_ACCESS_LOG = True
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_RESET_ON_SUCCESS = True
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "user_agent"]
AXES_LOCKOUT_TEMPLATE = "tournaments/locked_out.html"
AXES_IPWARE_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)

# Letters -------------------------------------------------------------------------------------
# Without a mail server they are written to the screen, and read on the desk's page of letters.
_MAIL = env.email_url("EMAIL_URL", default="consolemail://")
EMAIL_BACKEND = _MAIL["EMAIL_BACKEND"]
EMAIL_HOST = _MAIL["EMAIL_HOST"] or "localhost"
EMAIL_PORT = _MAIL["EMAIL_PORT"] or 25
EMAIL_HOST_USER = _MAIL["EMAIL_HOST_USER"] or ""
EMAIL_HOST_PASSWORD = _MAIL["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS = _MAIL.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = _MAIL.get("EMAIL_USE_SSL", False)
EMAIL_FILE_PATH = _MAIL["EMAIL_FILE_PATH"]
# Seconds for each step of a delivery; a lease on a letter outlasts all of them.
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default=EMAIL_HOST_USER or "startfelt@localhost")
if "@" not in DEFAULT_FROM_EMAIL:
    DEFAULT_FROM_EMAIL = f"{DEFAULT_FROM_EMAIL}@{EMAIL_HOST}"

# Where browsers have their push services; the server sends to no other address that a browser
# names. Empty: no pushes. The contact is whom a service writes to when something is wrong.
PUSH_SERVICES = env.list(
    "PUSH_SERVICES",
    default=[
        "https://fcm.googleapis.com",
        "https://updates.push.services.mozilla.com",
        "https://*.push.apple.com",
        "https://*.notify.windows.com",
    ],
)
PUSH_CONTACT = f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}"

# Networks beside the internet that programs may be told in ("192.168.0.0/16,127.0.0.0/8"); and how
# many seconds one of them has to answer. A lease on a delivery outlasts them.
WEBHOOK_NETWORKS = env.list("WEBHOOK_NETWORKS", default=[])
WEBHOOK_TIMEOUT = 10

# Language and time ---------------------------------------------------------------------------
LANGUAGE_CODE = "da"
LANGUAGES = [("da", _("Danish")), ("en", _("English")), ("nb", _("Norwegian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
FORMAT_MODULE_PATH = ["config.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Copenhagen"

# Files ---------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "reports.fonts.FontFinder",
    "config.made.MadeFinder",
]
STORAGES = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": DATA_DIR / "files"},
    },
    "staticfiles": {"BACKEND": "config.static.StaticStorage"},
}
# Copies of everything that embedded mode makes by itself: where to, every how many minutes (0:
# never), and of how many days the last one stays. Full mode has scripts/dump.py.
BACKUP_DIR = Path(env.str("BACKUP_DIR", default="") or DATA_DIR / "backup")
BACKUP_MINUTES = env.int("BACKUP_MINUTES", default=30)
BACKUP_DAYS = env.int("BACKUP_DAYS", default=14)
# Hashed and compressed files once `collectstatic` has made them (scripts/serve.py does, full mode
# expects it); straight from the finders in tests and on a developer's runserver.
COLLECTED_STATIC = env.bool("COLLECTED_STATIC", default=not EMBEDDED)
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = not COLLECTED_STATIC
if not COLLECTED_STATIC:
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 8 * 1024 * 1024
# The preview of an import sends two fields for each of its rows, 5,000 at most.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000

# Locked doors --------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
# A certificate of the hall's own is for a day: no phone is to insist on it for a year.
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS and not CERTFILE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
if AXES_IPWARE_PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
CSRF_FAILURE_VIEW = "tournaments.views.errors.csrf_failure"

# The API -------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    # Who may do what is decided by `tournaments.access`, in `tournaments.api.endpoint`.
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["tournaments.api.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_THROTTLE_CLASSES": ["tournaments.api.throttle.Throttle"],
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "tournaments.api.problems.exception_handler",
    "URL_FORMAT_OVERRIDE": None,
}
# Requests a minute: of one token, of one account that is logged in, and of one address without
# either. A whole hall shares one address, so that one is high.
API_PACE = {"token": 600, "account": 600, "address": 3000}
SPECTACULAR_SETTINGS = {
    "TITLE": "Startfelt",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
    "POSTPROCESSING_HOOKS": ["tournaments.api.description.finished"],
}

# Live pages ------------------------------------------------------------------------------------
# Pages that may listen at once in one process, each an open file; those beyond ask by turns.
LIVE_LISTENERS = env.int("LIVE_LISTENERS", default=10_000)

# Sight -----------------------------------------------------------------------------------------
# Who brings this may read `/metrics` from anywhere; without one, this machine itself may.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
# Milliseconds after which a query is said to be slow, in the log; 0: nobody looks.
SLOW_QUERY_MS = env.int("SLOW_QUERY_MS", default=100 if DEBUG else 0)
# How the log is written: "line" for people, "json" for machines; and whether it has every request.
LOG_FORMAT = env.str("LOG_FORMAT", default="line")
LOG_REQUESTS = env.bool("LOG_REQUESTS", default=not EMBEDDED)
# How many proxies stand in front: what they say of whoever asks is believed.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)

# Work in the background ----------------------------------------------------------------------
# What must not be lost is a row (reports.Job, tournaments.Mail); the broker only wakes the worker.
CELERY_BROKER_URL = REDIS_URL or "memory://localhost//"
if EMBEDDED:
    # How often a worker looks for something to do, in seconds: somebody may wait for a paper.
    CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.1}
else:
    # A line that is silent is a line that is dead: a worker that waits asks every second.
    CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_timeout": 10, "socket_connect_timeout": 2}
CELERY_TASK_IGNORE_RESULT = True
# A worker's log is written as everybody's.
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_MAX_TASKS_PER_CHILD = 50
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "config.beat:PersistentScheduler"
CELERY_TASK_ALWAYS_EAGER = False

# The first start of an empty embedded installation brings something to look at.
LOAD_DEMO = env.bool("DEMO", default=EMBEDDED)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {name: {"()": cls} for name, cls in FORMATTERS.items()},
    "filters": {"about": {"()": About}},
    "handlers": {
        "console": {
            "class": "config.discreet.DiscreetHandler",
            "formatter": LOG_FORMAT,
            "filters": ["about"],
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "startfelt": {"level": "INFO"},
        # The server's own lines go the same way; what it says of each request holds searches and
        # addresses, and LOG_REQUESTS says it without.
        "uvicorn": {"handlers": [], "propagate": True},
        "uvicorn.error": {"handlers": [], "propagate": True},
        "uvicorn.access": {"handlers": [], "propagate": True, "level": "WARNING"},
        "weasyprint": {"level": "ERROR"},
        "fontTools": {"level": "ERROR"},
    },
}
