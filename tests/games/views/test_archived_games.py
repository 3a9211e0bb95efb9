"""Nobody notices that a game was archived: the same pages and files, to the byte; and one archive
that is damaged spoils nothing else."""

import json
import re
from collections.abc import Iterator

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient, Client

from games.management.integrity import disagreements
from games.models import Game
from games.people import identity
from games.replay import analysis
from games.replay.analysis import AnalysisQueue
from games.state.room_state import sync
from tests.games.views.conftest import Table
from tests.support.guests import new_guest
from tests.support.play.archives import archive_all, forget_past_games, tear, unpack_rows
from tests.support.play.played import play
from tests.support.play.races import Race

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("_threads")]

PAGES = ("", "0/", "5/", "?part=1", "dice/", "game.json", "game.csv", "game.txt", "luck.json")
_TOKEN = re.compile(rb'(name="(?:csrfmiddlewaretoken|request)"\s+value=")[^"]+')
"""What every form has anew."""


@pytest.fixture(autouse=True)
def _nothing_is_analysed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """So that no page changes because an analysis has become ready."""
    queue = AnalysisQueue()
    monkeypatch.setattr(queue, "add", lambda game: None)
    monkeypatch.setattr(analysis, "current", queue)
    yield
    queue.close()


def seen(table: Table, game: Game) -> dict[str, bytes]:
    """Everything that shows the game, by its address."""
    forget_past_games()
    here = f"{table.url}game/{game.number}/"
    addresses = [f"{here}{page}" for page in (*PAGES, "preview.png")]
    addresses += [f"{table.url}result/{game.number}/", f"{table.url}standings/", table.url]
    addresses += ["/games/", "/games/figures/", "/people/", "/figures/"]
    found = {one: answer_of(table.clients["Mara"], one) for one in addresses}
    return found | {one: streamed(table, one) for one in ("/games/mine.json", "/account/data.json")}


def answer_of(client: Client, address: str, status: int = 200) -> bytes:
    answer = client.get(address)
    assert answer.status_code == status, address
    return _TOKEN.sub(rb"\1", answer.content)


@async_to_sync
async def streamed(table: Table, address: str) -> bytes:
    client = AsyncClient()
    client.cookies[identity.COOKIE] = table.clients["Mara"].cookies[identity.COOKIE].value
    answer = await client.get(address)
    return b"".join([part async for part in answer.streaming_content])


def test_every_page_and_file_is_as_it_was(table: Table) -> None:
    game = play(table)
    before = seen(table, game)
    assert archive_all() == 1
    assert seen(table, game) == before
    assert len(json.loads(before["/games/mine.json"])["games"]) == 1


def test_a_damaged_archive_is_a_clear_error_where_it_is_needed_and_nowhere_else(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = play(table), play(table)
    archive_all()
    tear(broken)
    client = table.clients["Mara"]
    client.raise_request_exception = False
    for page in (*PAGES, "preview.png"):
        answer = client.get(f"{table.url}game/{broken.number}/{page}")
        assert answer.status_code == 500, page
        assert "This game can't be shown" in answer.content.decode(), page
    reason = f"the archive of game {broken.pk} cannot be read"
    assert reason in caplog.text
    caplog.clear()
    found = json.loads(streamed(table, "/games/mine.json"))["games"]
    assert [one["about"]["number"] for one in found] == [whole.number]
    assert reason in caplog.text
    assert seen(table, whole)
    answer_of(client, f"{table.url}result/{broken.number}/")


def test_the_game_of_a_race_is_shown_as_if_it_had_been_played_in_the_room() -> None:
    known = [new_guest() for _ in range(2)]
    race = Race(1)
    for number, (person, _cookie) in enumerate(known, 2):
        race.people.append(person)
        race.sits(person, f"Player {number}")
    race.begin()
    game = race.play_out()
    client = Client()
    client.cookies[identity.COOKIE] = known[0][1]
    table = Table()
    table.clients["Mara"], table.code = client, race.code
    before, synced = seen(table, game), sync(race.code)
    for change in (archive_all, lambda: unpack_rows(game)):
        change()
        assert seen(table, game) == before
        assert sync(race.code) == synced
        assert list(disagreements(table.room)) == []
    assert synced is not None
    assert len(json.loads(before["/games/mine.json"])["games"]) == 1
