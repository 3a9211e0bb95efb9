"""Rooms and people for the tests of views, made as visitors make them."""

import re
from collections.abc import Iterator, Mapping
from html import unescape

import pytest
from django.core import signals
from django.db import connections
from django.test import Client

from games.models import Room
from games.protocol.commands import Body, Command, Done
from games.selectors.company import companions_of
from games.services.executor import perform

MOST_QUERIES = 25
"""The most queries that a view may send, however much is stored."""

EVERYTHING = (
    "/account/claim/",
    "/account/delete/",
    "/account/forgot/",
    "/account/reset/",
    "/people/",
    "/account/data.json",
)
"""The exceptions, which go through everything of a person, room by room or game by game."""


@pytest.fixture(autouse=True)
def _few_queries(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Count the queries of every request."""
    connection = connections["default"]
    monkeypatch.setattr(connection, "force_debug_cursor", True)
    too_many: list[list[str]] = []

    asked_for = [""]

    def begin(
        environ: Mapping[str, str] | None = None,
        scope: Mapping[str, str] | None = None,
        **_kwargs: object,
    ) -> None:
        asked_for[0] = environ["PATH_INFO"] if environ is not None else (scope or {})["path"]
        connection.queries_log.clear()

    def end(**_kwargs: object) -> None:
        asked = [one["sql"] for one in connection.queries_log if "sql" in one]
        sent = [one for one in asked if not one.startswith(("BEGIN", "COMMIT"))]
        if len(sent) > MOST_QUERIES and not asked_for[0].startswith(EVERYTHING):
            too_many.append(sent)

    signals.request_started.connect(begin)
    signals.request_finished.connect(end)
    yield
    signals.request_started.disconnect(begin)
    signals.request_finished.disconnect(end)
    assert not too_many, f"{len(too_many[0])} queries: " + "\n".join(too_many[0])[:5000]


class Table:
    """A room and its visitors' browsers, by name."""

    def __init__(self) -> None:
        self.clients: dict[str, Client] = {}
        self.code = ""
        self._asked = 0

    @property
    def room(self) -> Room:
        return Room.objects.get(code=self.code)

    @property
    def url(self) -> str:
        return f"/r/{self.code}/"

    def opened_by(self, name: str) -> None:
        client = self.clients[name] = Client()
        answer = client.post("/rooms/", {"name": name})
        assert answer.status_code == 302
        self.code = answer["Location"].split("/")[2]

    def joined_by(self, name: str) -> None:
        client = self.clients[name] = Client()
        assert client.post(f"{self.url}sit/", {"name": name}).status_code == 302

    def doubled_by(self, name: str) -> Client:
        """Another device on which `name` holds the same seat."""
        form = {"player": self.seat(name), "how": "double"}
        code = self.clients[name].post(f"{self.url}device/", form).json()["code"]
        device = Client()
        assert device.post("/seat/", {"code": code}).status_code == 302
        return device

    def asks(self, name: str, body: Body) -> Done:
        """Perform the command `body` for the person at the seat `name`."""
        player = self.room.players.get(name=name)
        self._asked += 1
        answer = perform(Command(self.code, player.person_id, f"test-{self._asked:08}", body))
        assert isinstance(answer, Done), answer
        return answer

    def key_of(self, name: str, whom: str) -> str:
        """Return what names `whom` in the forms of the page of people that `name` reads."""
        reader = self.room.players.get(name=name).person
        assert reader is not None
        return next(one.key for one in companions_of(reader) if one.name == whom)

    def seat(self, name: str) -> int:
        return self.room.players.get(name=name).seat


def text_of(client: Client, url: str, status: int = 200) -> str:
    """What the page says, with the characters that HTML escapes, and without the line breaks
    beside its tags."""
    answer = client.get(url)
    assert answer.status_code == status
    return unescape(on_one_line(answer.content.decode()))


def on_one_line(html: str) -> str:
    """Return the source of a page without line breaks: those beside a tag are dropped."""
    return re.sub(r"\s*\n\s*", " ", re.sub(r"\s*\n\s*(?=<)|(?<=>)\s*\n\s*", "", html))


@pytest.fixture
def table(transactional_db: None) -> Table:
    """Mara's room, with Ines at the table."""
    made = Table()
    made.opened_by("Mara")
    made.joined_by("Ines")
    return made
