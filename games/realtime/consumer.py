"""One socket of a room: who it is, what it may ask, and how much of that.

A plain ASGI application, not a consumer: those make a thread hop for every message, which only
a message that needs the database is worth. Nothing a client sends makes this raise.
"""

import asyncio
import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from games import metrics
from games.models import Room
from games.people import identity
from games.people.address import address_in
from games.people.throttle import ROOM_CODES
from games.protocol.commands import Command, Done, React, Say
from games.protocol.errors import Refused
from games.protocol.parser import MAX_FRAME_BYTES, Asked, BadFrame, Pick, Ping, Since, parse
from games.realtime.chat import speak
from games.realtime.hub import Hub
from games.realtime.limits import (
    CLOSE_POLICY,
    COMMAND_BURST,
    COMMANDS_A_SECOND,
    FRAME_BURST,
    FRAMES_A_SECOND,
    PICKS_A_SECOND,
    Bucket,
    Closing,
    ConnectionLimits,
)
from games.realtime.origin import same_origin
from games.realtime.room import OpenRoom
from games.realtime.threads import read, write
from games.realtime.transport import FrameWriter, Send
from games.services import refusals
from games.state import frames

logger = logging.getLogger(__name__)

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]

_PATH = re.compile(r"/ws/room/([2-9A-Z]{8})/")
_CLOSE_GONE = 4404
_CLOSE_BROKEN = 4500
_BIG = 1009


class RoomSocket:
    """A socket that was accepted. The hub posts to it; `run` reads what it says."""

    def __init__(
        self, hub: Hub, callers: ConnectionLimits, scope: Mapping[str, Any], send: Send
    ) -> None:
        self.n = -1
        self.person: int | None = None
        self.players: list[int] = []
        self.lost: list[int] = []
        self._hub = hub
        self._callers = callers
        self._scope = scope
        self._send = send
        self._line = FrameWriter(send, self._freed)
        self._of_person = self._commands = Bucket(COMMANDS_A_SECOND, COMMAND_BURST)
        self._room: OpenRoom | None = None
        self._frames = Bucket(FRAMES_A_SECOND, FRAME_BURST)
        self._picks = Bucket(PICKS_A_SECOND, 1)
        self._last_pick: asyncio.Task[None] | None = None
        self._in_log = {"socket": secrets.token_hex(8)}

    @property
    def behind(self) -> bool:
        """Whether its client does not read; the hub passes over it until `catch_up`."""
        return self._line.full

    async def post(self, text: str) -> None:
        """Send a frame. A socket that is closed takes it without a word."""
        await self._line.post(text)

    def _freed(self) -> None:
        if self._room is not None:
            self._hub.catch_up(self._room, self)

    async def run(self, code: str, receive: Receive) -> None:
        """Serve the socket until it closes."""
        entered = False
        try:
            who = await read(_who, self._scope, code)
            if who is None:
                await read(ROOM_CODES.hit, address_in(self._scope))
                raise Closing("no_room", _CLOSE_GONE)
            pk, self.person = who
            self._of_person = self._callers.enter(self.person)
            entered = True
            room = self._room = self._hub.enter(self, pk, code)
            await self._hub.join(self, room)
            while (message := await receive())["type"] != "websocket.disconnect":
                await self._line.room()  # who does not read is not answered either
                await self._take(room, message)
        except Closing as closing:
            await self._close(closing)
        except Exception:
            logger.exception("a socket failed", extra=self._in_log)
            await self._close(Closing("restart", _CLOSE_BROKEN, 1000))
        finally:
            if entered:
                self._callers.leave(self.person)
            if self._last_pick is not None:
                self._last_pick.cancel()
            await self._leave()

    async def _leave(self) -> None:
        if self._room is not None:
            try:
                await self._hub.leave(self, self._room)
            except Exception:
                logger.warning(
                    "the hub would not let a socket go", exc_info=True, extra=self._in_log
                )

    async def _close(self, closing: Closing) -> None:
        if closing.why is not None:
            await self.post(frames.bye(closing.why, closing.after))
        try:
            await self._send({"type": "websocket.close", "code": closing.code})
        except Exception:
            logger.debug("a socket was closed already", exc_info=True, extra=self._in_log)

    async def _take(self, room: OpenRoom, message: Message) -> None:
        if not self._frames.take():
            raise Closing("flood", CLOSE_POLICY, 5000)
        text = message.get("text")
        if len(text or message.get("bytes") or b"") > MAX_FRAME_BYTES:
            raise Closing(None, _BIG)
        try:
            if not text:  # binary, or nothing
                raise BadFrame
            frame = parse(text)
        except BadFrame as bad:
            await self._refuse("frame", bad.id, Refused(bad.code))
            return
        if isinstance(frame, Asked):
            await self._command(room, frame)
        elif isinstance(frame, Ping):
            self._hub.hear(room, self)
            await self.post(frames.pong(room.head))
        elif isinstance(frame, Pick):
            self._pick(room, frame)
        else:
            await self._since(room, frame)

    async def _command(self, room: OpenRoom, asked: Asked) -> None:
        if not (self._commands.take() and self._of_person.take()):
            kind, seat = type(asked.body).__name__, getattr(asked.body, "player", None)
            await self._refuse(kind, asked.id, Refused("too_fast"), seat)
            return
        command = Command(room.code, self.person, asked.id, asked.body)
        if isinstance(asked.body, Say | React):
            await self._speak(room, command, asked.body)
            return
        answer = await self._hub.writer.perform(command)
        if isinstance(answer, Done):
            await self.post(frames.ok(asked.id, answer.n))
        else:
            await self.post(frames.no(asked.id, answer.code, answer.text))

    async def _speak(self, room: OpenRoom, command: Command, body: Say | React) -> None:
        try:
            if not self._callers.tongue(self.person).may(body):
                raise Refused("too_fast")
            text = await write(speak, command, body)
        except Refused as refused:
            await self._refuse(type(body).__name__, command.id, refused, body.player)
            return
        await self.post(frames.ok(command.id, None))
        if text is not None:
            await self._hub.pass_on(room, text, "said")

    async def _since(self, room: OpenRoom, since: Since) -> None:
        if not (self._commands.take() and self._of_person.take()):
            await self._refuse("Since", None, Refused("too_fast"))
            return
        await self._hub.send_since(room, self, since.n)

    def _pick(self, room: OpenRoom, pick: Pick) -> None:
        """Pass it on, at most so often; of what comes faster the newest."""
        if pick.player not in self.players:
            return
        if self._last_pick is not None:
            self._last_pick.cancel()
        self._last_pick = asyncio.get_running_loop().create_task(self._pass_on(room, pick))

    async def _pass_on(self, room: OpenRoom, pick: Pick) -> None:
        await asyncio.sleep(self._picks.wait())
        self._picks.take()
        await self._hub.pass_on(room, frames.picking(pick.player, pick.ply, pick.dice))

    async def _refuse(
        self, kind: str, command: str | None, refused: Refused, seat: int | None = None
    ) -> None:
        """Refuse what never reached the executor, which reports its own refusals."""
        room = None if self._room is None else self._room.pk
        refusals.report(refused.code, kind, command, room, seat)
        await self.post(frames.no(command, refused.code, refused.text))


def _who(scope: Mapping[str, Any], code: str) -> tuple[int, int | None] | None:
    """The room's key, and who asks; None for no such room."""
    pk = Room.objects.filter(code=code).values_list("pk", flat=True).first()
    if pk is None:
        return None
    person = identity.person_in_scope(scope)
    return pk, None if person is None else person.pk


def room_application(hub: Callable[[], Hub]) -> Callable[..., Awaitable[None]]:
    """The ASGI application for /ws/room/<code>/, with the hub of this process."""
    callers = ConnectionLimits()

    async def application(scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        path = _PATH.fullmatch(scope["path"])
        if path is None or not same_origin(scope):
            await send({"type": "websocket.close"})  # before accepting: answered with 403
            return
        address = address_in(scope)
        if not callers.come(address):
            await send({"type": "websocket.close"})
            return
        metrics.sockets.inc()
        try:
            if await read(ROOM_CODES.is_reached, address):
                await send({"type": "websocket.close"})
                return
            await send({"type": "websocket.accept"})
            await RoomSocket(hub(), callers, scope, send).run(path[1], receive)
        finally:
            callers.go(address)
            metrics.sockets.dec()

    return application
