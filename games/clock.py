"""The server's clock. All deadlines and stored times come from here, so that tests can move it."""

from datetime import UTC, datetime


def now() -> datetime:
    """Return the time, aware, in UTC."""
    return datetime.now(UTC)


def milliseconds() -> int:
    """Return the time in ms since 1970, as frames have it."""
    return int(now().timestamp() * 1000)
