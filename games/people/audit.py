"""Log every log-in and every failed one, also those of the admin site.

The log has the account's key, not the name that was typed: people type passwords there by mistake.
"""

import logging
from typing import Any

from django.contrib.auth import signals

logger = logging.getLogger(__name__)


def log(what: str, user: Any) -> None:
    logger.info("account: %s", what, extra={"account": None if user is None else user.pk})


def connect() -> None:
    signals.user_logged_in.connect(_on_log_in)
    signals.user_logged_out.connect(_on_log_out)
    signals.user_login_failed.connect(_on_failure)


def _on_log_in(user: Any, **_: Any) -> None:
    log("logged in", user)


def _on_log_out(user: Any, **_: Any) -> None:
    log("logged out", user)


def _on_failure(**_: Any) -> None:
    logger.warning("account: a log-in failed")
