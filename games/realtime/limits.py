"""How often: buckets that fill up steadily and are emptied by what somebody does."""

import time


class Bucket:
    """Lets `rate` a second pass, and up to `burst` at once after a rest."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._left = burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more may pass now."""
        if self.wait() > 0:
            return False
        self._left -= 1
        return True

    def wait(self) -> float:
        """Seconds until the next may pass."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        return max(0.0, (1 - self._left) / self.rate)
