"""Web sockets are let in a few at a time, in the order in which they came."""

import asyncio

from games.realtime.admission import AT_ONCE, Admission


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
