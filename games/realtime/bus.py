"""Messages between the server processes of a site, through Redis.

Messages are only hints: what a lost one announced is found in the database, so nothing waits for an
answer. Channels' Redis layer would queue each message once per channel, and does not notice a
connection that is lost while it waits for messages.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final

import orjson
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

MOST_WAITING: Final = 10_000
"""Maximum number of messages waiting for Redis; further ones are dropped."""
PING_SECONDS: Final = 2.0
SILENCE_SECONDS: Final = 3 * PING_SECONDS
"""A connection that brings nothing for this long, not even a ping's answer, counts as lost."""
FIRST_WAIT: Final = 0.1
LONGEST_WAIT: Final = 5.0
"""Seconds between two attempts to connect, doubled from FIRST_WAIT up to this."""

_END_SECONDS: Final = 1.0
"""Seconds a cancelled task may take to release its connection."""

OnMessage = Callable[[int, Mapping[str, Any]], None]
"""Called with the key of a room and a message from another process."""


class Bus:
    """Belongs to one event loop; `run` receives until it is cancelled."""

    def __init__(self, url: str, timeouts: Mapping[str, Any]) -> None:
        # A connection closed by Redis is only noticed on use, so each command is retried once.
        once_more = Retry(NoBackoff(), 1, supported_errors=(RedisConnectionError,))
        self._publisher: Redis = Redis.from_url(url, **timeouts, retry=once_more)
        self._listener: Redis = Redis.from_url(url, **timeouts, retry=Retry(NoBackoff(), 0))
        # An answer to a health check would look like a lost connection. `_follow` pings instead.
        self._listener.connection_pool.connection_kwargs["health_check_interval"] = 0
        self._prefix = f"farkle:{self._publisher.connection_pool.connection_kwargs.get('db', 0)}"
        self._sender = secrets.token_hex(8).encode()
        self._waiting: list[tuple[str, bytes]] = []
        self._sending: asyncio.Task[None] | None = None
        self._rooms: set[int] = set()
        self._has_changed = asyncio.Event()
        self._heard = 0.0
        """Time of the last data from Redis, by the loop's clock."""
        self._wait = FIRST_WAIT

    def publish(self, room: int, message: Mapping[str, Any]) -> None:
        """Send a message to every other process that has joined the room. Never raises."""
        if len(self._waiting) >= MOST_WAITING:
            return
        self._waiting.append(
            (self._channel(room), self._sender + orjson.dumps(message, default=list))
        )
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send())

    def join(self, room: int) -> None:
        """Receive the room's messages."""
        self._rooms.add(room)
        self._has_changed.set()

    def leave(self, room: int) -> None:
        self._rooms.discard(room)
        self._has_changed.set()

    async def run(self, on_message: OnMessage) -> None:
        """Receive messages, and reconnect whenever the connection is lost."""
        loop = asyncio.get_running_loop()
        while True:
            # In a task of its own: if two timeouts expire together, asyncio may cancel it.
            listening = loop.create_task(self._listen(on_message))
            try:
                await asyncio.wait({listening})
            finally:
                await _end(listening)
            why = None if listening.cancelled() else listening.exception()
            logger.warning("no messages from Redis", exc_info=why)
            await asyncio.sleep(self._wait)
            self._wait = min(2 * self._wait, LONGEST_WAIT)

    async def close(self) -> None:
        if self._sending is not None:
            await _end(self._sending)
        await self._publisher.aclose()
        await self._listener.aclose()

    async def _send(self) -> None:
        try:
            while self._waiting:
                messages, self._waiting = self._waiting, []
                try:
                    async with self._publisher.pipeline(transaction=False) as pipeline:
                        for channel, message in messages:
                            pipeline.publish(channel, message)
                        await pipeline.execute()
                except (RedisError, OSError):
                    logger.warning("Redis did not take a message", exc_info=True)
        finally:
            self._sending = None

    async def _listen(self, on_message: OnMessage) -> None:
        """Connect, and receive messages until the connection is lost."""
        loop = asyncio.get_running_loop()
        async with self._listener.pubsub() as pubsub:
            await pubsub.subscribe(self._prefix)  # it connects, so that messages can be received
            both = [loop.create_task(self._follow(pubsub))]
            both += [loop.create_task(self._receive(pubsub, on_message))]
            try:
                done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            finally:
                await _end(*both)
            for task in done:
                task.result()

    async def _follow(self, pubsub: PubSub) -> None:
        """Keep the subscriptions up to date, and ping Redis."""
        loop = asyncio.get_running_loop()
        self._heard = loop.time()
        subscribed: set[int] = set()
        while True:
            self._has_changed.clear()
            before, subscribed = subscribed, self._rooms.copy()
            if joined := subscribed - before:
                await pubsub.subscribe(*map(self._channel, joined))
            if left := before - subscribed:
                await pubsub.unsubscribe(*map(self._channel, left))
            if loop.time() - self._heard > SILENCE_SECONDS:
                raise RedisConnectionError("Redis is silent")
            try:
                async with asyncio.timeout(PING_SECONDS):
                    await self._has_changed.wait()
            except TimeoutError:
                await pubsub.ping()

    async def _receive(self, pubsub: PubSub, on_message: OnMessage) -> None:
        loop = asyncio.get_running_loop()
        while True:
            message = await pubsub.get_message(timeout=None)
            if message is None:  # a blocking read ends without a message if the connection is lost
                raise RedisConnectionError("the connection to Redis was lost")
            self._heard, self._wait = loop.time(), FIRST_WAIT
            if message["type"] == "message" and not message["data"].startswith(self._sender):
                try:
                    room = int(message["channel"].rpartition(b":")[2])
                    on_message(room, orjson.loads(message["data"][len(self._sender) :]))
                except Exception:
                    # Perhaps from a process of another version; the next one may be readable.
                    logger.warning("a message of another process is not readable", exc_info=True)

    def _channel(self, room: int) -> str:
        return f"{self._prefix}:{room}"


async def _end(*tasks: asyncio.Task[None]) -> None:
    """Cancel tasks, and wait until they have released their connections."""
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks, timeout=_END_SECONDS)
