"""One accepted socket of a room: reads its frames, performs its commands, sends the answers.

A plain ASGI application rather than a Channels consumer: those hop to a thread for every message,
which only pays for messages that need the database. Nothing a client sends makes this raise.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from games.people.address import address_in
from games.presence import PING_SECONDS, QUIET_PING_SECONDS
from games.protocol.commands import Answer, Body, Command, Done, No, React, Say
from games.protocol.errors import Refused
from games.protocol.parser import MAX_FRAME_BYTES, Asked, BadFrame, Pick, Ping, Since, parse
from games.realtime.arrival import Arrival
from games.realtime.chat import is_one_too_many, perform_chat
from games.realtime.hub import Hub
from games.realtime.limits import (
    CLOSE_POLICY,
    COMMAND_BURST,
    COMMANDS_PER_SECOND,
    FRAME_BURST,
    FRAMES_PER_SECOND,
    PICKS_PER_SECOND,
    CloseSocket,
    CommandLimit,
    ConnectionLimits,
    TokenBucket,
)
from games.realtime.room import OpenRoom
from games.realtime.threads import DatabaseThreads
from games.realtime.wire.writer import CLOSE_ERROR, FrameWriter, Send
from games.services import refusals
from games.state import frames

logger = logging.getLogger(__name__)

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]

_CLOSE_NO_ROOM = 4404
_CLOSE_NO_SPECTATORS = 4403
_CLOSE_TOO_BIG = 1009
_CODE_OF_A_LOSS = 1006


class RoomSocket:
    """A socket that was accepted. The hub sends to it; `run` reads its frames."""

    def __init__(
        self,
        hub: Hub,
        threads: DatabaseThreads,
        limits: ConnectionLimits,
        scope: Mapping[str, Any],
        send: Send,
        *,
        is_screen: bool = False,
    ) -> None:
        self.n = -1
        self.code = ""
        self.person: int | None = None
        self.session: str | None = None
        self.is_screen = is_screen
        self.players: list[int] = []
        self.lost: list[int] = []
        self._hub = hub
        self._threads = threads
        self._limits = limits
        self._scope = scope
        self._writer = FrameWriter(send, self._catch_up)
        self._commands: list[TokenBucket | CommandLimit] = [
            TokenBucket(COMMANDS_PER_SECOND, COMMAND_BURST)
        ]
        """The limits on its commands. Others share all but the first."""
        self._room: OpenRoom | None = None
        self._is_dismissed = False
        self._answered = asyncio.Event()
        """Whether no command is being performed."""
        self._answered.set()
        self._command_id = ""
        """The id of the newest command."""
        self._farewell: CloseSocket | None = None
        self._frames = TokenBucket(FRAMES_PER_SECOND, FRAME_BURST)
        self._picks = TokenBucket(PICKS_PER_SECOND, 1)
        self._pick_task: asyncio.Task[None] | None = None
        self._log_extra = {"socket": secrets.token_hex(8)}

    @property
    def is_behind(self) -> bool:
        """Whether the client does not read; the hub skips it until `catch_up`."""
        return self._writer.is_full

    def send(self, *frames: str) -> None:
        """Send frames, together. A closed socket ignores them."""
        self._writer.send(*frames)

    def _catch_up(self) -> None:
        if self._room is not None:
            self._hub.catch_up(self._room, self)

    def fail(self, error: BaseException) -> None:
        """Make the page reconnect, because its person cannot be read."""
        logger.error("a socket failed", exc_info=error, extra=self._log_extra)
        self._close(CloseSocket("restart", CLOSE_ERROR, 1000))

    async def run(self, found: Arrival | None, code: str, receive: Receive) -> None:
        """Serve the socket until it closes."""
        acquired = closed = False
        try:
            if found is None:
                raise CloseSocket("no_room", _CLOSE_NO_ROOM)
            self.person, self.session = found.person, found.session
            address = address_in(self._scope)
            self._commands.append(self._limits.acquire_person(self.person, address))
            acquired = True
            budgets = [self._limits.shared_budget(self.person or address)]
            if not found.is_known:
                for crowd in self._limits.crowds_of(address):
                    self._commands.append(crowd.commands)
                    budgets.append(crowd.budget)
            room = self._room = self._hub.open_room(self, found.room, code)
            await self._hub.join(self, room, found.head)
            self._writer.admit(*budgets)
            while (message := await receive())["type"] != "websocket.disconnect":
                await self._answered.wait()
                await self._writer.drain()  # do not answer a client that does not read
                if not self._is_dismissed:
                    await self._on_message(room, message)
            closed = message.get("code") != _CODE_OF_A_LOSS
        except CloseSocket as closing:
            self._close(closing)
        except Exception as error:  # noqa: BLE001  # it is logged there
            self.fail(error)
        finally:
            if acquired:
                self._limits.release_person(self.person)
            self._cancel_pick()
            await self._leave(closed=closed)
            await self.finish()

    async def finish(self) -> None:
        """Wait until the server has everything that was sent."""
        await self._writer.finish()

    async def _leave(self, *, closed: bool) -> None:
        if self._room is not None:
            try:
                await self._hub.leave(self, self._room, closed=closed)
            except Exception:
                logger.warning(
                    "the hub failed to remove a socket", exc_info=True, extra=self._log_extra
                )

    def dismiss(self, why: str, after: int | None = None) -> None:
        """Close the socket after a `bye` with this reason, and stop listening to it.

        A command in progress is answered first: it may be what removed its sender.
        """
        self._is_dismissed = True
        self._cancel_pick()
        self._farewell = CloseSocket(why, _close_code(why), after)
        if self._answered.is_set():
            self._close(self._farewell)

    def _close(self, closing: CloseSocket) -> None:
        if closing.reason is not None:
            self.send(frames.bye(closing.reason, closing.after))
        self._writer.close(closing.code)

    async def _on_message(self, room: OpenRoom, message: Message) -> None:
        if not self._frames.take():
            raise CloseSocket("flood", CLOSE_POLICY, 5000)
        text = message.get("text")
        if len(text or message.get("bytes") or b"") > MAX_FRAME_BYTES:
            raise CloseSocket(None, _CLOSE_TOO_BIG)
        try:
            if not text:  # binary, or empty
                raise BadFrame
            frame = parse(text)
        except BadFrame as bad:
            self._refuse("frame", bad.id, Refused(bad.code))
            return
        if isinstance(frame, Asked):
            if isinstance(frame.body, Say | React):
                await self._on_chat(room, frame.id, frame.body)
            else:
                self._on_command(room, frame)
        elif isinstance(frame, Ping):
            self._on_ping(room, frame)
        elif isinstance(frame, Pick):
            self._on_pick(room, frame)
        else:
            await self._on_since(room, frame)

    @property
    def _actor(self) -> int | None:
        """The person who sends the commands; None for a television view, no matter who opened
        it."""
        return None if self.is_screen else self.person

    def _may_command(self) -> bool:
        """Count one more command; return False if it is one too many."""
        return all(limit.take() for limit in self._commands)

    def _is_allowed(self, command_id: str, body: Body) -> bool:
        """Count one more command; refuse it and return False if it is one too many."""
        if self._may_command():
            return True
        seat = getattr(body, "player", None)
        self._refuse(type(body).__name__, command_id, Refused("too_fast"), seat)
        return False

    def _on_command(self, room: OpenRoom, asked: Asked) -> None:
        if self._is_allowed(asked.id, asked.body):
            self._answered.clear()
            self._command_id = asked.id
            self._threads.submit(Command(room.code, self._actor, asked.id, asked.body), self)

    def hold(self) -> None:
        """Hold back frames until the answer to the command, and send all of them together."""
        self._writer.hold()

    def answer(self, answer: Answer | BaseException) -> None:
        """Answer the command that was being performed."""
        self._answered.set()
        if isinstance(answer, Done):
            self.send(frames.ok(self._command_id, answer.n))
        elif isinstance(answer, No):
            self.send(frames.no(self._command_id, answer.code, answer.text))
        self._writer.release()
        if isinstance(answer, BaseException):
            self._is_dismissed = True
            self.fail(answer)
        elif self._farewell is not None:
            self._close(self._farewell)

    async def _on_chat(self, room: OpenRoom, command_id: str, body: Say | React) -> None:
        if not self._is_allowed(command_id, body):
            return
        command = Command(room.code, self._actor, command_id, body)
        try:
            # Strangers may not chat anyway.
            if command.person is not None and await self._threads.read(
                is_one_too_many, command.person, body
            ):
                raise Refused("too_fast")
            frame = await self._threads.write(perform_chat, command, body)
        except Refused as refused:
            self._refuse(type(body).__name__, command.id, refused, body.player)
            return
        self.send(frames.ok(command.id, None))
        if frame is not None:
            self._hub.relay(room, frame, "said")

    def _on_ping(self, room: OpenRoom, ping: Ping) -> None:
        after = min(max(ping.next, PING_SECONDS), QUIET_PING_SECONDS)
        self._hub.mark_present(room, self, after)
        self.send(frames.pong(room.head))

    async def _on_since(self, room: OpenRoom, since: Since) -> None:
        if not self._may_command():
            self._refuse("Since", None, Refused("too_fast"))
            return
        await self._hub.send_missed(room, self, since.n)

    def _on_pick(self, room: OpenRoom, pick: Pick) -> None:
        """Relay the selection at a limited rate; of several in between, relay only the newest."""
        if pick.player not in self.players or not room.may_pick(pick.player, pick.ply, pick.dice):
            return
        self._cancel_pick()
        self._pick_task = asyncio.get_running_loop().create_task(self._relay_pick(room, pick))

    def _cancel_pick(self) -> None:
        if self._pick_task is not None:
            self._pick_task.cancel()

    async def _relay_pick(self, room: OpenRoom, pick: Pick) -> None:
        await asyncio.sleep(self._picks.delay())
        self._picks.take()
        self._hub.relay(room, frames.picking(pick.player, pick.ply, pick.dice))

    def _refuse(
        self, kind: str, command: str | None, refused: Refused, seat: int | None = None
    ) -> None:
        """Refuse and report a frame that never reaches the executor, which reports its own
        refusals."""
        room = None if self._room is None else self._room.pk
        refusals.report(refused.code, kind, command, room, seat)
        self.send(frames.no(command, refused.code, refused.text))


def _close_code(why: str) -> int:
    return _CLOSE_NO_SPECTATORS if why == "no_spectators" else CLOSE_POLICY
