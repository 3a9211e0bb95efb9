"""The channel layer of a site that runs as one process."""

import time
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer

_SWEEP_SECONDS = 5.0
_CENTURY_SECONDS = 100 * 365 * 24 * 3600


class QuietInMemoryChannelLayer(InMemoryChannelLayer):
    """Channels' in-memory layer without the costs that grow with the number of open channels.

    The original sweeps every channel and group for each message and makes a deep copy of each
    message. It also ends a group membership after a day, which would cut off a room that stays
    open.
    """

    def __init__(
        self, capacity: int = 10_000, group_expiry: int = _CENTURY_SECONDS, **options: Any
    ):
        super().__init__(capacity=capacity, group_expiry=group_expiry, **options)
        self._next_sweep = 0.0

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now >= self._next_sweep:
            self._next_sweep = now + _SWEEP_SECONDS
            super()._clean_expired()

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send one message to every channel of the group, except those that are full."""
        self._clean_expired()
        for channel in list(self.groups.get(group, ())):
            try:
                await self.send(channel, message)
            except ChannelFull:
                continue
