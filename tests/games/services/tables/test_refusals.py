"""Every refusal is one line of the log, from wherever it comes."""

import asyncio
import json
import logging
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from farkle import PRESETS
from farkle_site.logs import FLOOD_SECONDS, FloodFilter, json_lines
from games.protocol.commands import Bank, Command, Done, Expire, No, Ready, Start
from games.protocol.errors import Refused
from games.protocol.requests import own_id
from games.services import executor, saved_rules
from games.services.create_room import open_room
from games.services.tables import persistence, refusals
from tests.support import services
from tests.support.client import Browser, Page
from tests.support.guests import new_guest
from tests.support.rooms import Place, forget_tables, fresh_id

Lines = Callable[[], list[dict[str, Any]]]
FIELDS = ("code", "kind", "command", "room", "seat", "unlogged")


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Lines:
    """What was logged about refusals at INFO, each line by its fields."""
    caplog.set_level(logging.DEBUG, refusals.logger.name)

    def found() -> list[dict[str, Any]]:
        records = [one for one in caplog.records if one.name == refusals.logger.name]
        return [
            {name: vars(one)[name] for name in FIELDS if name in vars(one)}
            for one in records
            if one.levelno == logging.INFO
        ]

    return found


@pytest.mark.django_db
def test_a_refused_bank_says_why_and_whose_it_was(
    lines: Lines, caplog: pytest.LogCaptureFixture
) -> None:
    place = Place(2)
    place.start()
    seat = 3 - place.opening()[0]
    answer = place.does(seat, Bank(seat, 1, 0, ()), "my-bank-1")
    assert isinstance(answer, No)
    assert lines() == [
        {
            "code": "not_your_turn",
            "kind": "Bank",
            "command": "my-bank-1",
            "room": place.room.pk,
            "seat": seat,
        }
    ]
    assert caplog.messages[-1] == (
        f"refused: code=not_your_turn kind=Bank command=my-bank-1 room={place.room.pk} seat={seat}"
    )
    assert place.code not in caplog.text


@pytest.mark.django_db
def test_what_is_done_is_not_a_refusal(lines: Lines) -> None:
    place = Place(2)
    first = place.does(2, Ready(2, yes=True), "ready-once")
    assert place.does(2, Ready(2, yes=True), "ready-once") == first
    place.start()
    assert lines() == []


@pytest.mark.django_db
def test_a_move_that_is_sent_again_is_not_a_refusal(lines: Lines) -> None:
    """Its handler refuses it at first; then it turns out that the move was made."""
    place = Place(2)
    place.start()
    player, body = place.opening()
    first = place.does(player, body, "one-throw")
    forget_tables()
    assert place.does(player, body, "one-throw") == first
    assert isinstance(first, Done)
    assert lines() == []


@pytest.mark.django_db
def test_a_batch_that_is_tried_again_logs_each_refusal_once(
    lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(2)
    place.start()
    store, failures = persistence.store, [OperationalError("database is locked")] * 2

    def fail_twice(tables: Any) -> None:
        if failures:
            raise failures.pop()
        store(tables)

    monkeypatch.setattr(persistence, "store", fail_twice)
    commands = [
        Command(place.code, place.people[0].pk, fresh_id(), body)
        for body in (Start(1), Ready(1, yes=True), Start(1))
    ]
    executor.perform_many(commands)
    assert not failures
    assert [(one["code"], one["command"]) for one in lines()] == [
        ("game_on", command.id) for command in commands
    ]


@pytest.mark.django_db
def test_commands_that_are_done_one_by_one_are_logged_once(
    lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(2)
    store = persistence.store

    def fail(tables: Any) -> None:
        if tables:
            raise ZeroDivisionError
        store(tables)

    monkeypatch.setattr(persistence, "store", fail)
    commands = [
        Command(place.code, place.people[0].pk, fresh_id(), body)
        for body in (Start(2), Ready(1, yes=True))
    ]
    executor.perform_many(commands)
    assert [one["code"] for one in lines()] == ["not_yours", "broken"]


@pytest.mark.django_db
def test_a_room_that_is_not_there_is_left_out(lines: Lines) -> None:
    person = new_guest()[0]
    executor.perform(Command("22222222", person.pk, "some-command", Start(1)))
    assert lines() == [{"code": "no_room", "kind": "Start", "command": "some-command", "seat": 1}]


@pytest.mark.django_db
def test_commands_of_the_server_itself_do_not_fill_the_log(
    lines: Lines, caplog: pytest.LogCaptureFixture
) -> None:
    """Every process sends them, and all but one are refused."""
    place = Place(2)
    answer = executor.perform(Command(place.code, None, own_id("idle", 3), Expire("idle")))
    assert isinstance(answer, No)
    assert lines() == []
    assert "code=not_due kind=Expire" in caplog.text


@pytest.mark.django_db
def test_a_form_that_runs_no_command_logs_its_refusal(
    lines: Lines, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(2)
    response = client.post(f"/r/{place.code}/device/", {"player": "1", "how": "move"})
    assert response.json()["code"] == "not_yours"
    with pytest.raises(Refused):
        open_room(place.people[0], fresh_id(), name="")
    monkeypatch.setattr(saved_rules, "MOST_SAVED", 0)
    with pytest.raises(Refused):
        saved_rules.save(place.people[0], "Mine", PRESETS["classic"], "classic")
    assert lines() == [
        {"code": "not_yours", "kind": "MakeCode", "room": place.room.pk},
        {"code": "bad_name", "kind": "OpenRoom"},
        {"code": "too_many_saved", "kind": "SaveRules"},
    ]


def test_a_flood_is_one_line_a_second_that_says_how_many_came_before(
    lines: Lines, caplog: pytest.LogCaptureFixture
) -> None:
    now = [100.0]
    caplog.handler.addFilter(passes := FloodFilter(lambda: now[0]))
    try:
        for _ in range(50):
            refusals.report("too_fast", "Roll", "one", 7, 2)
            refusals.report("stale", "Roll", "one", 7, 2)
        refusals.report("bad_frame", "frame")
        assert [line["code"] for line in lines()] == ["too_fast", *["stale"] * 50, "bad_frame"]
        now[0] += FLOOD_SECONDS
        refusals.report("too_fast", "Roll", "two", 7, 2)
        refusals.report("bad_frame", "frame")
    finally:
        caplog.handler.removeFilter(passes)
    roll = {"code": "too_fast", "kind": "Roll", "command": "two", "room": 7, "seat": 2}
    assert lines()[-2:] == [{**roll, "unlogged": 49}, {"code": "bad_frame", "kind": "frame"}]
    assert "flood" not in json.loads(json_lines.format(caplog.records[-1]))


@pytest.mark.no_cover
async def test_every_refusal_of_a_socket_is_one_line(
    daphne_server: Callable[..., services.Daphne],
) -> None:
    server = daphne_server()
    browser = Browser(server.url)
    code = await asyncio.to_thread(browser.open_room, "Mara")
    async with Page(browser, code) as page:
        await page.send("nonsense")
        await page.send({"type": "cheat", "id": "cheat-0001"})
        await page.command("start", "start-0001", player=1)
        await page.command("start", "start-0001", player=1)
        await page.command("react", "react-0001", player=1, reaction="shrug")
        await page.command("say", "say-000001", player=2, text="Hello")
        await page.until(lambda: len(page.got("no")) >= 2)
    found = re.findall(r"refused: (.*)", server.log())
    room = re.search(r"room=(\d+)", server.log())
    assert room is not None
    at = f"room={room[1]}"
    assert found == [
        f"code=bad_frame kind=frame {at}",
        f"code=unknown_type kind=frame command=cheat-0001 {at}",
        f"code=too_few kind=Start command=start-0001 {at} seat=1",
        f"code=too_few kind=Start command=start-0001 {at} seat=1",
        f"code=bad_text kind=React command=react-0001 {at} seat=1",
        f"code=no_player kind=Say command=say-000001 {at} seat=2",
    ]
    assert code not in "".join(found)


@pytest.mark.no_cover
async def test_commands_that_come_too_fast_are_few_lines(
    daphne_server: Callable[..., services.Daphne],
) -> None:
    server = daphne_server()
    browser = Browser(server.url)
    code = await asyncio.to_thread(browser.open_room, "Mara")
    async with Page(browser, code) as page:
        for number in range(80):
            fields = {"player": 1, "yes": True}
            await page.send({"type": "ready", "id": f"ready-{number:04}", **fields})
        await page.command("colour", player=1, colour=2)
    found = re.findall(
        r"refused: code=too_fast kind=Ready command=ready-\d+ .*seat=1", server.log()
    )
    assert 1 <= len(found) <= 10
