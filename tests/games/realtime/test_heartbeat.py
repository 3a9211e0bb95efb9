"""Signs of life: who cannot leave one is not ready, and who sees others without Redis says so."""

import asyncio
import resource
from collections.abc import Iterator

import psycopg
import pytest

from games.models import Heartbeat as Sign
from games.realtime.heartbeat import COMPANY_BEATS, KEPT_BEATS, Heartbeat
from tests.conftest import Backend
from tests.support import services
from tests.support.pages import ask
from tests.support.processes import new_threads, read
from tests.support.sockets import Start


class Company:
    """What a process was told of others, with the signs it gets from them."""

    def __init__(self) -> None:
        self.told: list[bool] = []
        self.heartbeat = Heartbeat(new_threads(), self.told.append)

    def sees(self, **signs: int) -> bool:
        self.heartbeat.note(signs)
        return self.told[-1]


@pytest.fixture
def company() -> Iterator[Company]:
    made = Company()
    yield made
    made.heartbeat._threads.close()


def test_a_process_has_company_while_another_leaves_new_signs(company: Company) -> None:
    assert not company.sees()
    assert not company.sees(other=7)  # perhaps of a process that was killed
    assert not company.sees(other=7)
    assert company.sees(other=8)
    assert [company.sees(other=8) for _ in range(COMPANY_BEATS)] == [True] * (COMPANY_BEATS - 1) + [
        False
    ]
    assert company.sees(other=9)
    assert not company.sees()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_the_sign_of_a_process_that_was_killed_is_deleted() -> None:
    heartbeat = Heartbeat(new_threads(), lambda _: None)
    await read(Sign.objects.create, process="killed", number=7)
    for _ in range(KEPT_BEATS):
        await heartbeat.beat()
    assert await read(Sign.objects.count) == 1
    await heartbeat.stop()
    assert await read(Sign.objects.count) == 0


async def until_ready(server: services.Daphne, status: int, **parts: str) -> None:
    """Wait until /readyz answers so."""

    def answers_so() -> bool:
        given, answer = ask(f"{server.url}/readyz")
        return given == status and parts.items() <= answer.items()

    await asyncio.to_thread(services.wait_until, answers_so, what=f"{status} at /readyz")


async def test_a_process_that_cannot_write_is_not_ready(
    sqlite_backend: Backend, daphne_server: Start
) -> None:
    server = daphne_server(database=sqlite_backend.database)
    await until_ready(server, 200)
    _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, most))  # a full disk
    await until_ready(server, 503, database="ok", writer="stuck")
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))
    await until_ready(server, 200)


async def test_two_processes_without_redis_say_so(
    sqlite_backend: Backend, daphne_server: Start
) -> None:
    first, second = (daphne_server(database=sqlite_backend.database) for _ in range(2))
    for server in (first, second):
        await until_ready(
            server, 200, redis="REDIS_URL is missing: another process uses this database"
        )
        assert server.log().count("REDIS_URL is not set") == 1
    await asyncio.to_thread(second.terminate)
    await asyncio.to_thread(
        services.wait_until,
        lambda: "redis" not in ask(f"{first.url}/readyz")[1],
        what="noticing that the other has ended",
    )


async def test_two_processes_with_redis_have_nothing_to_say(
    postgres_backend: Backend, daphne_server: Start
) -> None:
    shared = {"database": postgres_backend.database, "redis": postgres_backend.redis}
    first, second = (daphne_server(**shared) for _ in range(2))

    def have_seen_each_other() -> bool:
        with psycopg.connect(postgres_backend.database) as connection:
            return all(n > 2 for (n,) in connection.execute("SELECT number FROM games_heartbeat"))

    await asyncio.to_thread(services.wait_until, have_seen_each_other, what="two beats of each")
    for server in (first, second):
        assert ask(f"{server.url}/readyz")[1]["redis"] == "ok"
        assert "REDIS_URL" not in server.log()
