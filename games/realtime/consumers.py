"""The web socket of a room. Nothing a client sends makes it raise."""

import asyncio
import logging
import secrets
from collections.abc import Mapping
from typing import Any, NoReturn

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils.translation import override

from games import metrics
from games.people import identity
from games.people.address import address_in
from games.people.presence import PING_SECONDS, QUIET_PING_SECONDS
from games.protocol import frames
from games.protocol.commands import Answer, Body, Command, Done, No
from games.protocol.errors import Refused
from games.protocol.parser import MAX_FRAME_BYTES, BadFrame, CommandFrame, Pick, Ping, Since, parse
from games.realtime.arrival import Arrival, Guessing, arrive, is_known
from games.realtime.chat import Talk, is_one_too_many, perform_chat, unheard_by
from games.realtime.limits import (
    CLOSE_POLICY,
    COMMAND_BURST,
    COMMANDS_PER_SECOND,
    FRAME_BURST,
    FRAMES_PER_SECOND,
    PICKS_PER_SECOND,
    CloseSocket,
    TokenBucket,
)
from games.realtime.process import ServerProcess
from games.realtime.room import OpenRoom
from games.realtime.wire.writer import CLOSE_ERROR, FrameWriter, Send
from games.services.tables import refusals

logger = logging.getLogger(__name__)

_CLOSE_NO_ROOM = 4404
_CLOSE_NO_SPECTATORS = 4403
_CLOSE_TOO_BIG = 1009
_CLOSE_ABNORMAL = 1006


class RoomConsumer(AsyncWebsocketConsumer):
    """One socket of one room. The hub pushes frames to it."""

    def __init__(self, *, is_screen: bool = False) -> None:
        super().__init__()
        self.n = -1
        self.code = ""
        self.person: int | None = None
        self.session: str | None = None
        self.is_screen = is_screen
        self.players: list[int] = []
        self.lost: list[int] = []
        self._commands = [TokenBucket(COMMANDS_PER_SECOND, COMMAND_BURST)]
        """Limits on its commands; all but the first are shared with other sockets."""
        self._address: str | None = None
        """The address for which it is counted."""
        self._is_counted = False
        """True while it is counted for its person."""
        self._room: OpenRoom | None = None
        self._is_closed = False
        """True if the client closed it, False if the connection was lost."""
        self._is_dismissed = False
        self._answered = asyncio.Event()
        """Set while no command is being performed."""
        self._answered.set()
        self._command_id = ""
        self._farewell: CloseSocket | None = None
        self._frames = TokenBucket(FRAMES_PER_SECOND, FRAME_BURST)
        self._picks = TokenBucket(PICKS_PER_SECOND, 1)
        self._pick_task: asyncio.Task[None] | None = None
        self._language = settings.LANGUAGE_CODE
        self._log_extra = {"socket": secrets.token_hex(8)}

    # What Channels calls.

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Send) -> None:
        """Serve the socket until it closes, and clean up however it ends."""
        self.begin(scope["state"]["process"], send)
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._clean_up()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message. Channels' own method first hops to a thread to close old database
        connections, of which no handler has any, and takes a third longer for a move."""
        try:
            await getattr(self, message["type"].replace(".", "_"))(message)
        except StopConsumer:
            raise
        except CloseSocket as closing:
            self._close(closing)
            raise StopConsumer from None
        except Exception as error:  # logged by `_fail`
            self._fail(error)
            raise StopConsumer from error

    async def connect(self) -> None:
        """Accept the client, within the limits, and join the room."""
        code, address = self.scope["url_route"]["kwargs"]["code"], address_in(self.scope)
        if not await self._acquire_address(code, address):
            await self._deny()
        try:
            arrival = await self._threads.read_in_turn(
                arrive, self.scope, code, address, is_suspect=self._limits.is_suspect(address)
            )
        except Guessing:
            self._limits.suspect(address)
            await self._deny()
        except Exception:
            await self.accept()  # so that the page gets a `bye`, and reconnects
            raise
        if arrival is None:
            self._limits.suspect(address)
        await self.accept()
        if arrival is None:
            raise CloseSocket("no_room", _CLOSE_NO_ROOM)
        self._language = identity.language_in_scope(self.scope)
        await self._enter(arrival, code, address)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Handle a frame, once the previous command is answered and the client is reading."""
        await self._answered.wait()
        await self._writer.drain()
        if self._room is not None and not self._is_dismissed:
            await self._on_frame(self._room, text_data, bytes_data)

    async def disconnect(self, code: int) -> NoReturn:
        self._is_closed = code != _CLOSE_ABNORMAL
        raise StopConsumer

    # Joining and leaving.

    def begin(self, process: ServerProcess, send: Send) -> None:
        """Attach the socket to this process; its frames leave by `send`."""
        self._hub, self._threads, self._limits = process.hub, process.threads, process.limits
        self._writer = FrameWriter(send, self._catch_up)

    async def _acquire_address(self, code: str, address: str) -> bool:
        """Count the socket for its address; return False if it is one too many."""
        acquired = self._limits.acquire_address(address)
        # Without a cookie, the visitor cannot be a known one.
        if not acquired and any(name == b"cookie" for name, _ in self.scope["headers"]):
            acquired = await self._threads.read(
                is_known, self.scope, code
            ) and self._limits.acquire_address(address, known=True)
        if acquired:
            self._address = address
            metrics.sockets.inc()
        return acquired

    async def _deny(self) -> NoReturn:
        """Answer 403 instead of accepting the socket."""
        await self.close()
        raise StopConsumer

    async def _enter(self, arrival: Arrival, code: str, address: str) -> None:
        self.person, self.session = arrival.person, arrival.session
        shared = [self._limits.acquire_person(self.person, address)]
        self._is_counted = True
        if not arrival.is_known:
            shared += self._limits.crowds_of(address)
        for limits in shared:
            self._commands += limits.commands
        self._room = self._hub.open_room(self, arrival.room, code)
        await self._hub.join(self, self._room, arrival.head)
        self._writer.admit(*(limits.budget for limits in shared))

    async def _clean_up(self) -> None:
        if self._is_counted:
            self._limits.release_person(self.person)
        self._cancel_pick()
        try:
            if self._room is not None:
                await self._hub.leave(self, self._room, closed=self._is_closed)
        except Exception:
            logger.warning(
                "the hub failed to remove a socket", exc_info=True, extra=self._log_extra
            )
        try:
            await self.finish()
        finally:
            if self._address is not None:
                self._limits.release_address(self._address)
                metrics.sockets.dec()

    async def finish(self) -> None:
        await self._writer.finish()

    def _fail(self, error: BaseException) -> None:
        """Log the error, and make the page reconnect."""
        logger.error("a socket failed", exc_info=error, extra=self._log_extra)
        self._close(CloseSocket("restart", CLOSE_ERROR, 1000))

    # What the hub calls.

    @property
    def is_behind(self) -> bool:
        """True while the client does not read; the hub skips it until `catch_up`."""
        return self._writer.is_full

    def push(self, *frames: str) -> None:
        """Send frames together. A closed socket ignores them."""
        self._writer.send(*frames)

    def _catch_up(self) -> None:
        if self._room is not None:
            self._hub.catch_up(self._room, self)

    def dismiss(self, why: str, after: int | None = None) -> None:
        """Ignore further frames, send a `bye` with this reason and close the socket. A command in
        progress, which may have removed its sender, is answered first."""
        self._is_dismissed = True
        self._cancel_pick()
        code = _CLOSE_NO_SPECTATORS if why == "no_spectators" else CLOSE_POLICY
        self._farewell = CloseSocket(why, code, after)
        if self._answered.is_set():
            self._close(self._farewell)

    def _close(self, closing: CloseSocket) -> None:
        if closing.reason is not None:
            self.push(frames.bye(closing.reason, closing.after))
        self._writer.close(closing.code)

    # Frames.

    async def _on_frame(self, room: OpenRoom, text: str | None, binary: bytes | None) -> None:
        if not self._frames.take():
            raise CloseSocket("flood", CLOSE_POLICY, 5000)
        if len(text or binary or b"") > MAX_FRAME_BYTES:
            raise CloseSocket(None, _CLOSE_TOO_BIG)
        try:
            if not text:  # binary, or empty
                raise BadFrame
            frame = parse(text)
        except BadFrame as bad:
            self._refuse("frame", bad.id, Refused(bad.code))
            return
        if isinstance(frame, CommandFrame):
            if isinstance(frame.body, Talk):
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
        """The person who sends the commands; None for a TV view, which never holds seats."""
        return None if self.is_screen else self.person

    def _is_allowed(self, command_id: str | None, body: Body | Since) -> bool:
        """Count one more command; refuse it and return False if it is one too many."""
        if all(limit.take() for limit in self._commands):
            return True
        seat = getattr(body, "player", None)
        self._refuse(type(body).__name__, command_id, Refused("too_fast"), seat)
        return False

    def _on_command(self, room: OpenRoom, frame: CommandFrame) -> None:
        if self._is_allowed(frame.id, frame.body):
            self._answered.clear()
            self._command_id = frame.id
            self._threads.submit(self._command(room, frame.id, frame.body), self)

    def _command(self, room: OpenRoom, command_id: str, body: Body) -> Command:
        return Command(room.code, self._actor, command_id, body, language=self._language)

    def hold(self) -> None:
        self._writer.hold()

    def answer(self, answer: Answer | BaseException) -> None:
        self._answered.set()
        if isinstance(answer, Done):
            self.push(frames.ok(self._command_id, answer.n))
        elif isinstance(answer, No):
            self.push(frames.no(self._command_id, answer.code, answer.text))
        self._writer.release()
        if isinstance(answer, BaseException):
            self._is_dismissed = True
            self._fail(answer)
        elif self._farewell is not None:
            self._close(self._farewell)

    async def _on_chat(self, room: OpenRoom, command_id: str, body: Talk) -> None:
        if not self._is_allowed(command_id, body):
            return
        command = self._command(room, command_id, body)
        try:
            if self.is_screen:
                raise Refused("not_yours")
            if await self._threads.read(is_one_too_many, command.person or self._address, body):
                raise Refused("too_fast")
            frame = await self._threads.write(perform_chat, command, body)
            # Players are muted by their seats.
            deaf = [] if body.player else await self._threads.read(unheard_by, command.person)
        except Refused as refused:
            self._refuse(type(body).__name__, command.id, refused, body.player)
            return
        self.push(frames.ok(command.id, None))
        if frame is not None:
            self._hub.relay(room, frame, "said", deaf)

    def _on_ping(self, room: OpenRoom, ping: Ping) -> None:
        after = min(max(ping.next, PING_SECONDS), QUIET_PING_SECONDS)
        self._hub.mark_present(room, self, after)
        self.push(frames.pong(room.head))

    async def _on_since(self, room: OpenRoom, since: Since) -> None:
        if self._is_allowed(None, since):
            await self._hub.send_missed(room, self, since.n)

    def _on_pick(self, room: OpenRoom, pick: Pick) -> None:
        """Relay selections at a limited rate, dropping all but the newest."""
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
        """Refuse and report a frame that never reaches the executor."""
        room = None if self._room is None else self._room.pk
        refusals.report(refused.code, kind, command, room, seat)
        with override(self._language):
            self.push(frames.no(command, refused.code, refused.text))
