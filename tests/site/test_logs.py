"""What a line of the log holds."""

import json
import logging
import sys

from farkle_site.logs import JsonLines, configuration


def line(**extra: object) -> dict[str, object]:
    record = logging.makeLogRecord(
        {"name": "games.play", "levelname": "INFO", "msg": "room %s", "args": ("K7M2",), **extra}
    )
    parsed: dict[str, object] = json.loads(JsonLines().format(record))
    return parsed


def test_a_line_says_when_where_and_what() -> None:
    found = line(room="K7M2", created=0.0)
    assert found == {
        "time": "1970-01-01T00:00:00.000+00:00",
        "level": "INFO",
        "logger": "games.play",
        "message": "room K7M2",
        "room": "K7M2",
    }


def test_requests_with_their_cookies_stay_out() -> None:
    assert "request" not in line(request="GET / Cookie: secret")


def test_an_error_carries_its_traceback_in_the_same_line() -> None:
    try:
        raise ValueError("broken")
    except ValueError:
        found = line(exc_info=sys.exc_info())
    assert "ValueError: broken" in str(found["traceback"])


def test_home_reads_plain_lines_and_production_json() -> None:
    assert configuration("INFO", as_json=False)["handlers"]["stderr"]["formatter"] == "plain"
    assert configuration("INFO", as_json=True)["handlers"]["stderr"]["formatter"] == "json"
