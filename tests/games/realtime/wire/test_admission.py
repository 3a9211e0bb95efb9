"""Web sockets are let in a few at a time, in the order in which they came."""

import asyncio
from collections.abc import Callable

from games.realtime.wire.admission import AT_ONCE, Admission
from tests.support import attackers, services
from tests.support.sockets import in_thread, table


class Visitor:
    """Somebody who notes that they were let in."""

    def __init__(self, entered: list["Visitor"]) -> None:
        self._entered = entered

    def enter(self) -> None:
        self._entered.append(self)


async def turns() -> None:
    """Let the event loop do what waits."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_so_many_are_let_in_and_the_next_ones_in_turn() -> None:
    admission, entered = Admission(), list[Visitor]()
    visitors = [Visitor(entered) for _ in range(AT_ONCE + 3)]
    for one in visitors:
        admission.ask(one)
    assert entered == visitors[:AT_ONCE]
    for gone in range(3):
        admission.leave()
        assert entered == visitors[: AT_ONCE + gone], "not before the loop has seen to the rest"
        await turns()
        assert entered == visitors[: AT_ONCE + gone + 1]


async def test_nobody_is_let_in_who_has_gone() -> None:
    admission, entered = Admission(), list[Visitor]()
    visitors = [Visitor(entered) for _ in range(AT_ONCE + 3)]
    for one in visitors:
        admission.ask(one)
    admission.forget(visitors[AT_ONCE])
    admission.forget(visitors[0])  # who is inside leaves, and is not asked for again
    admission.leave()
    admission.leave()
    await turns()
    assert entered == [*visitors[:AT_ONCE], *visitors[AT_ONCE + 1 :]]


async def test_places_that_are_free_are_taken_at_once() -> None:
    admission, entered = Admission(), list[Visitor]()
    for _ in range(AT_ONCE):
        admission.ask(Visitor(entered))
    for _ in range(AT_ONCE):
        admission.leave()
    await turns()
    for at in range(AT_ONCE):
        admission.ask(Visitor(entered))
        assert len(entered) == AT_ONCE + at + 1


async def test_who_is_turned_away_and_stays_keeps_nobody_waiting(
    daphne_server: Callable[..., services.Daphne],
) -> None:
    one_at_once = "from games.realtime.wire import admission; admission.AT_ONCE = 1"
    patient = "from autobahn.websocket.protocol import WebSocketProtocol as one"
    for_ever = "one.onCloseHandshakeTimeout = lambda self: None"
    run = "runpy.run_module('farkle_site.server', run_name='__main__')"
    program = f"import runpy; {one_at_once}; {patient}; {for_ever}; {run}"
    server = daphne_server(program=("-c", program))
    with await in_thread(attackers.open_socket, server.port, "NSUCHXYZ"):
        async with table(server, seats=1) as pages:
            assert pages[0].connects == 1
