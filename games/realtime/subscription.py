"""The subscription of this process to the channel layer, through which other processes publish."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any

from channels.layers import BaseChannelLayer

from games import broadcast
from games.realtime.room import OpenRoom

logger = logging.getLogger(__name__)

_RETRY_SECONDS = 1.0


class LayerSubscription:
    """Receives the messages of the rooms that joined, and passes each to `on_message`.

    Belongs to one event loop. If the layer fails, nothing is raised: rooms can join again later.
    """

    def __init__(
        self, layer: BaseChannelLayer, on_message: Callable[[Mapping[str, Any]], None]
    ) -> None:
        self._layer = layer
        self._on_message = on_message
        self._channel = ""

    async def start(self) -> None:
        """Open the channel of this process. Rooms can join from now on; `run` receives."""
        self._channel = await self._layer.new_channel("hub")

    async def run(self) -> None:
        """Receive messages until cancelled."""
        while True:
            try:
                message = await self._layer.receive(self._channel)
            except Exception:
                logger.warning("the channel layer failed to receive", exc_info=True)
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            try:
                self._on_message(message)
            except Exception:
                # Perhaps from a process of another version. The next message may be readable.
                logger.warning("a message of the channel layer is not readable", exc_info=True)

    async def join(self, room: OpenRoom) -> bool:
        """Subscribe to the room's messages, if it is not subscribed; return whether it is now."""
        if not room.in_layer:
            room.in_layer = True
            try:
                await self._layer.group_add(broadcast.group_of(room.pk), self._channel)
            except Exception:
                logger.warning("the channel layer failed to subscribe", exc_info=True)
                room.in_layer = False
        return room.in_layer

    async def leave(self, room: OpenRoom) -> None:
        """End the subscription to the room's messages, if there is one."""
        if room.in_layer:
            await self._layer.group_discard(broadcast.group_of(room.pk), self._channel)
