"""Logs: a readable line at home, one JSON object a line in production.

Nothing here adds names, keys, cookies or seeds; whoever logs says only what happened, and gives
room codes or ids through `extra={...}`.
"""

import json
import logging
from datetime import UTC, datetime
from typing import Any

_USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
# Django hangs the whole request on its records; its cookies have no place in a log.
_PRIVATE = frozenset({"request"})


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, whatever `extra` held, traceback."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {
            name: value
            for name, value in vars(record).items()
            if name not in _USUAL and name not in _PRIVATE
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def configuration(level: str, *, as_json: bool) -> dict[str, Any]:
    """Django's LOGGING: everything to standard error, the noisy libraries from WARNING up."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {"()": JsonLines},
            "plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "json" if as_json else "plain",
            }
        },
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            # Replaces Django's own handlers, which differ by DEBUG and mail administrators.
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.db.backends": {"level": "WARNING"},
            "django.utils.autoreload": {"level": "WARNING"},
            "games": {"level": level},
            "farkle_site": {"level": level},
        },
    }
