"""The common part of hints and chances to win.

Both follow from the state of a game, so they are never stored: the worker process works them out
for this process's sockets. Nothing waits for them, and a newer event makes them obsolete.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Generic, Protocol, TypeVar

from games.realtime.threads import DatabaseThreads
from games.state.room_state import OutboundEvent
from games.workers.solver import Solver


class RoomAdvice:
    """The hints, or the chances, of one open room."""

    def __init__(self) -> None:
        self.enabled: bool | None = None
        """Whether the host wants them; None until it was read."""
        self.newest: str | None = None
        """The newest frame."""
        self.busy = False
        """Whether a frame is being worked out."""


class AdvisedRoom(Protocol):
    """The part of an open room that both need."""

    pk: int
    head: int


R = TypeVar("R", bound=AdvisedRoom)


class AdviceSender(ABC, Generic[R]):
    """Works out and sends advice for all rooms of a hub; `spawn` starts a background task.

    A room has at most one task at a time.
    """

    def __init__(
        self,
        threads: DatabaseThreads,
        solver: Solver,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._threads = threads
        self._solver = solver
        self._spawn = spawn

    @abstractmethod
    def advice(self, room: R) -> RoomAdvice:
        """Return the room's advice of this kind."""

    @abstractmethod
    async def work_out(self, room: R) -> None:
        """Send the advice for the newest state, again for each newer one, until no event has come
        meanwhile."""

    def on_events(self, room: R, events: Iterable[OutboundEvent]) -> None:
        """React to new events: the advice is out of date, or the host may want it from now on."""
        if self.advice(room).enabled is not False or any(one.settings_changed for one in events):
            self.start(room)

    def start(self, room: R) -> None:
        """Start the room's task, unless it runs."""
        advice = self.advice(room)
        if not advice.busy:
            advice.busy = True
            self._spawn(self._run(room))

    async def _run(self, room: R) -> None:
        try:
            await self.work_out(room)
        finally:
            self.advice(room).busy = False
