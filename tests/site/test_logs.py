"""What a line of the log holds."""

import json
import logging
import sys
from contextvars import Context

import pytest
import redis
from django.db.utils import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import resolve

from farkle_site.logs import (
    FLOOD_SECONDS,
    FloodFilter,
    RequestIdMiddleware,
    annotate,
    configuration,
    json_lines,
)


def line(**extra: object) -> dict[str, object]:
    record = logging.makeLogRecord(
        {
            "name": "games.services.executor",
            "levelname": "INFO",
            "msg": "room %s",
            "args": ("K7M2",),
            **extra,
        }
    )
    parsed: dict[str, object] = json.loads(json_lines.format(record))
    return parsed


def test_a_line_says_when_where_and_what() -> None:
    found = line(room="K7M2", created=0.0)
    assert found == {
        "time": "1970-01-01T00:00:00+00:00",
        "level": "INFO",
        "logger": "games.services.executor",
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


def test_lines_of_a_request_have_its_id_and_so_has_the_answer() -> None:
    seen = []

    def view(_request: HttpRequest) -> HttpResponse:
        record = logging.makeLogRecord({"msg": "Not Found: %s", "args": ("/r/K7M2PQ9R/games/9/",)})
        assert annotate(record)
        seen.append(json.loads(json_lines.format(record)))
        return HttpResponse()

    answers = [Context().run(RequestIdMiddleware(view), HttpRequest()) for _ in range(2)]
    assert [one["request_id"] for one in seen] == [one["X-Request-ID"] for one in answers]
    assert seen[0]["request_id"] != seen[1]["request_id"]
    assert {one["message"] for one in seen} == {"Not Found: /r/…/games/9/"}
    outside = logging.makeLogRecord({"msg": "nobody asked"})
    assert Context().run(annotate, outside)
    assert "request_id" not in json.loads(json_lines.format(outside))


@pytest.mark.parametrize(
    ("said", "logged"),
    [
        ("Gone: /mail/confirm/WzEsIm1hcmEi:1vMe-_x:Zk/", "Gone: /mail/confirm/…"),
        ("Not Found: /mail/stop/3:Zk-_9/", "Not Found: /mail/stop/…"),
        ("Service Unavailable: /account/reset/MQ/c8x-1f/", "Service Unavailable: /account/reset/…"),
        ("Not Found: /imported/a-_9/dice/", "Not Found: /imported/…"),
        ("Not Found: /account/resets/", "Not Found: /account/resets/"),
    ],
)
def test_links_that_are_keys_are_not_logged(said: str, logged: str) -> None:
    record = logging.makeLogRecord({"msg": said})
    annotate(record)
    assert record.getMessage() == logged


@pytest.mark.parametrize(
    ("said", "logged"),
    [
        ("Not Found: /K7M2PQ9R", "Not Found: /…"),
        ("Not Found: /k7m2-pq9r/", "Not Found: /…/"),
        ("Not Found: /join/K7M2PQ9R", "Not Found: /join/…"),
        ("Not Found: /R/K7M2PQ9R/games/9/", "Not Found: /R/…/games/9/"),
        ("Not Found: /static/js/nothing.js", "Not Found: /static/js/nothing.js"),
    ],
)
def test_codes_in_addresses_that_do_not_exist_are_not_logged(said: str, logged: str) -> None:
    record = logging.makeLogRecord({"msg": said, "request": HttpRequest()})
    annotate(record)
    assert record.getMessage() == logged
    practice = HttpRequest()
    practice.resolver_match = resolve("/practice/")
    record = logging.makeLogRecord({"msg": "Bad Request: /practice/", "request": practice})
    annotate(record)
    assert record.getMessage() == "Bad Request: /practice/"


def test_refused_requests_are_logged_once_a_second_in_one_short_line(client: Client) -> None:
    records: list[logging.LogRecord] = []
    now = [100.0]
    passes = FloodFilter(lambda: now[0])
    handler = logging.Handler()
    handler.emit = lambda record: records.append(record) if passes(record) else None  # type: ignore[method-assign]
    logger = logging.getLogger("django.security.DisallowedHost")
    logger.addHandler(handler)
    try:
        for _ in range(3):
            assert client.get("/", headers={"Host": "evil.example" * 1000}).status_code == 400
        now[0] += FLOOD_SECONDS
        client.get("/", headers={"Host": "evil.example"})
    finally:
        logger.removeHandler(handler)
    first, second = records
    assert "Invalid HTTP_HOST header" in first.getMessage()
    assert len(json_lines.format(first)) < 600
    assert first.exc_info is None
    assert vars(second)["unlogged"] == 2


def outage(error: Exception, message: str = "a tick failed") -> logging.LogRecord:
    return logging.makeLogRecord({"msg": message, "exc_info": (type(error), error, None)})


def test_an_outage_is_logged_once_a_second_and_counted() -> None:
    now = [100.0]
    passes = FloodFilter(lambda: now[0])
    first, second = (outage(redis.ConnectionError("refused")) for _ in range(2))
    assert passes(first)
    assert first.getMessage() == "a tick failed: Redis is unavailable: refused"
    assert first.exc_info is None
    assert not passes(second)
    assert not passes(outage(redis.TimeoutError("late"), "from elsewhere"))
    # The database is another matter, and keeps its traceback.
    other = outage(OperationalError("disk I/O error"))
    assert passes(other)
    assert other.exc_info is not None
    now[0] += FLOOD_SECONDS
    third = outage(redis.ConnectionError("refused"))
    assert passes(third)
    assert json.loads(json_lines.format(third))["unlogged"] == 2


def test_mistakes_are_logged_each_time() -> None:
    passes = FloodFilter(lambda: 100.0)
    for record in (outage(KeyError("n")), outage(KeyError("n")), logging.makeLogRecord({})):
        assert passes(record)
