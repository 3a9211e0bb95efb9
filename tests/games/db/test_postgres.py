"""PostgreSQL that does not answer, keeps a room locked, or may only be read: real servers."""

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from games.db import postgres
from tests.conftest import Backend
from tests.support import services
from tests.support.client import Page
from tests.support.outside.network import Network
from tests.support.sockets import Start, all_at, in_thread, table

pytestmark = [pytest.mark.postgres, pytest.mark.redis]


@pytest.fixture
def network(postgres_backend: Backend) -> Iterator[Network]:
    with psycopg.connect(postgres_backend.database) as connection:
        folder, port = connection.info.host, connection.info.port
    with Network(f"{folder}/.s.PGSQL.{port}") as network:
        yield network


async def is_repainted(page: Page, colour: int) -> bool:
    """Return True if the player's colour is changed at the first attempt."""
    answer = await page.command("colour", player=1, colour=colour)
    return bool(answer["type"] == "ok")


def failures(server: services.Daphne) -> int:
    """Return how many statements have failed."""
    return server.log().count("the database failed")


async def test_connections_that_the_network_has_forgotten_are_noticed_once(
    postgres_backend: Backend, daphne_server: Start, network: Network
) -> None:
    server = daphne_server(database=network.url(postgres_backend.database))
    async with table(server, seats=2) as pages:
        network.forget()
        await pages[0].done("colour", player=1, colour=3)
        before = failures(server)
        for colour in range(5):
            assert await is_repainted(pages[0], colour)
        assert failures(server) == before
        await all_at(pages, pages[0].here.n)


async def test_a_server_out_of_reach_is_a_clear_no_until_it_is_back(
    postgres_backend: Backend, daphne_server: Start, network: Network
) -> None:
    server = daphne_server(database=network.url(postgres_backend.database))
    async with table(server, seats=1) as [page]:
        network.swallow()
        answer = await page.command("colour", player=1, colour=3)
        assert (answer["type"], answer["code"]) == ("no", "busy")
        network.heal()
        await page.done("colour", player=1, colour=3)
        before = failures(server)
        assert await is_repainted(page, 4)
        assert failures(server) == before


async def test_notices_go_on_after_the_network_has_forgotten_their_connection(
    postgres_backend: Backend, daphne_server: Start, network: Network
) -> None:
    """Nobody waits for their statements, so a limit a little above that of the server holds."""
    url = network.url(postgres_backend.database)
    server = daphne_server(database=f"{url}?statement_timeout=1000")
    statement = b"SELECT 1 FROM pg_stat_activity WHERE query LIKE '%%games_notice%%' AND pid <> %s"

    def has_begun() -> bool:
        with psycopg.connect(postgres_backend.database) as connection:
            own = connection.info.backend_pid
            return bool(connection.execute(statement, [own]).fetchone())

    def is_noticed() -> bool:
        return "notices could not be planned or read" in server.log()

    await in_thread(lambda: services.wait_until(has_begun, what="looking for notices"))
    network.forget()
    await in_thread(lambda: services.wait_until(is_noticed, what="noticing the lost connection"))


def test_a_statement_that_the_server_lets_take_for_ever_is_waited_for(
    postgres_backend: Backend,
) -> None:
    """As a migration may need, or a backup."""
    with connection_with(postgres_backend.database, "61s") as limited:
        assert limited.longest == 61 + postgres.LONGER_SECONDS
    with connection_with(postgres_backend.database, "0") as unlimited:
        assert unlimited.longest is None


def connection_with(database: str, statement_timeout: str) -> postgres.Connection:
    class Connection(postgres.Connection):
        session = {"statement_timeout": statement_timeout}  # noqa: RUF012

    return Connection.connect(database)


@contextlib.contextmanager
def forgotten_transaction(database: str, statement: str, code: str) -> Iterator[None]:
    """Keep rows of the room locked, as a database tool does that somebody has left open."""
    with psycopg.connect(database) as connection:
        connection.execute(statement.encode(), [code])
        yield
        connection.rollback()


LOCKS = (
    "SELECT 1 FROM games_room WHERE code = %s FOR UPDATE",
    "SELECT 1 FROM games_player p, games_room r WHERE r.id = room_id AND code = %s FOR UPDATE OF p",
)


@pytest.mark.parametrize("statement", LOCKS)
async def test_a_locked_room_holds_up_no_other(
    postgres_backend: Backend, daphne_server: Start, statement: str
) -> None:
    server = daphne_server(database=postgres_backend.database, redis=postgres_backend.redis)
    async with table(server, seats=1) as [locked], table(server, seats=1) as [page]:
        with forgotten_transaction(postgres_backend.database, statement, locked.code):
            for colour in (1, 2, 3):
                answer = await locked.command("colour", player=1, colour=colour)
                assert (answer["type"], answer["code"]) == ("no", "busy")
                said = asyncio.create_task(locked.command("say", player=1, text="Are you there?"))
                assert await is_repainted(page, colour)
                assert (await said)["code"] == "busy"
        assert await is_repainted(locked, 4)
        assert await is_repainted(page, 4)


def set_read_only(database: str, value: str) -> None:
    """Set what new connections to the database may do."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        name = sql.Identifier(connection.info.dbname)
        statement = sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = {}")
        connection.execute(statement.format(name, sql.SQL(value)))


def disconnect(database: str) -> None:
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


async def test_a_database_that_may_only_be_read_is_busy_until_it_may_be_written(
    postgres_backend: Backend, daphne_server: Start
) -> None:
    server = daphne_server(database=postgres_backend.database, redis=postgres_backend.redis)
    async with table(server, seats=1) as [page]:
        await in_thread(set_read_only, postgres_backend.database, "on")
        await in_thread(disconnect, postgres_backend.database)
        answer = await page.command("colour", player=1, colour=3)
        assert (answer["type"], answer["code"]) == ("no", "busy")
        # The connections that were made meanwhile may only read, for as long as they last.
        await in_thread(set_read_only, postgres_backend.database, "off")
        assert await is_repainted(page, 3)


def test_a_session_has_its_limits(postgres_backend: Backend, tmp_path: Path) -> None:
    environ = {**services.plain_environ(tmp_path), "DATABASE_URL": postgres_backend.database}
    environ["DATABASE_URL"] += "&lock_timeout=700"
    shown = services.manage(
        environ,
        "shell",
        "--command",
        "from django.db import connection as c\n"
        "for name in ('lock_timeout', 'statement_timeout'):\n"
        "    with c.cursor() as cursor: cursor.execute(f'SHOW {name}'); print(cursor.fetchone())",
    )
    assert "('700ms',)\n('1min',)" in shown.stdout, shown.stderr
