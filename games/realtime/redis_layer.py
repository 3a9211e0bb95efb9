"""The channel layer of a site that runs as several processes: Channels' own, with fewer steps for
a message.

The original waits for Redis's answer to each message before it sends the next, and sets a timer for
each one that arrives. With a room's sockets on two processes, that took a third of the time of a
move. FARKLE_FAST_LAYER=no chooses the original.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Final

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisSingleShardConnection

logger = logging.getLogger(__name__)

MOST_WAITING: Final = 10_000
"""How many messages may wait for Redis. Further ones are dropped."""
_UNTIL_SUBSCRIBED: Final = 0.1
_AFTER_FAILURE: Final = 1.0
"""Seconds to wait."""


class RedisLayer(RedisPubSubChannelLayer):
    """See the module."""

    async def group_send(self, group: str, message: Mapping[str, Any]) -> None:
        """Send a message to every process that listens to the group."""
        await self._get_layer().group_send(group, message)

    def _get_layer(self) -> Any:
        is_new = asyncio.get_running_loop() not in self._layers
        layer = super()._get_layer()
        if is_new:
            layer._shards = [_Shard(shard.host, layer) for shard in layer._shards]
        return layer


class _Shard(RedisSingleShardConnection):
    def __init__(self, host: Any, layer: Any) -> None:
        super().__init__(host, layer)
        self._waiting: list[tuple[str, bytes]] = []
        self._publishing: asyncio.Task[None] | None = None
        """Sends what waits, once Redis has answered what was sent before."""

    async def publish(self, channel: str, message: bytes) -> None:
        """Send a message, together with those that are waiting."""
        if len(self._waiting) >= MOST_WAITING:
            raise ConnectionError("Redis does not keep up")
        self._waiting.append((channel, message))
        if self._publishing is None:
            self._publishing = asyncio.get_running_loop().create_task(self._publish())
        await asyncio.shield(self._publishing)

    async def _publish(self) -> None:
        async with self._lock:
            some, self._waiting, self._publishing = self._waiting, [], None
            self._ensure_redis()
            async with self._redis.pipeline(transaction=False) as pipeline:
                for channel, message in some:
                    pipeline.publish(channel, message)
                await pipeline.execute()

    async def _do_receiving(self) -> None:
        while True:
            try:
                if self._pubsub and self._pubsub.subscribed:
                    self._receive_message(
                        await self._pubsub.get_message(ignore_subscribe_messages=True, timeout=None)
                    )
                else:
                    await asyncio.sleep(_UNTIL_SUBSCRIBED)
            except Exception:
                logger.exception("the channel layer failed to receive")
                await asyncio.sleep(_AFTER_FAILURE)
