"""What time it is: the server's clock, and the only place that asks for it.

Deadlines and stored times come from here, so that a test can move the clock.
"""

from datetime import UTC, datetime


def now() -> datetime:
    """The time, aware, in UTC."""
    return datetime.now(UTC)


def milliseconds() -> int:
    """The time in ms since 1970, as frames tell it."""
    return int(now().timestamp() * 1000)
