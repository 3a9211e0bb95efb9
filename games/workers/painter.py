"""Draw link previews: SVG in, PNG out.

Drawing takes a quarter of a second and blocks its process, so a worker does it. The number drawn in
a minute is limited, and shared among addresses.
"""

import logging
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from threading import Lock
from typing import Final

from games.workers.worker import Workers

logger = logging.getLogger(__name__)

KEPT: Final = 64
"""Maximum number of pictures in memory, each of up to 100 kB."""
A_MINUTE: Final = 60
"""Maximum number of pictures drawn in a minute: a quarter of one core."""
PATIENCE_SECONDS: Final = 2
"""Seconds a client waits, holding a thread, while a picture is being drawn."""
MOST_IN_LINE: Final = 3
"""Maximum number of addresses in line, including the one whose picture is being drawn."""


def draw(svg: str) -> bytes:
    """Return a drawing as PNG. Runs in a worker process."""
    import resvg_py  # only worker processes need it

    return bytes(resvg_py.svg_to_bytes(svg_string=svg))


class Painter:
    """Draws one picture at a time, `a_minute` at most, and keeps the latest.

    Each address may have one picture in line, and a share of a minute's pictures that leaves one
    for an address yet to come.
    """

    def __init__(self, draw: Callable[[str], bytes], a_minute: int = A_MINUTE) -> None:
        self._draw = draw
        self._a_minute = a_minute
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._recent: deque[tuple[float, str]] = deque()
        """Time (monotonic) and address of each picture begun in the last minute."""
        self._busy = Lock()
        self._in_line: set[str] = set()

    def __len__(self) -> int:
        return len(self._kept)

    def png(self, svg: str, address: str) -> bytes | None:
        """Return the picture for a client at this address; None if it cannot be drawn now."""
        picture = self._kept.get(svg)
        if picture is not None:
            return picture
        if address in self._in_line or len(self._in_line) >= MOST_IN_LINE:
            return None
        self._in_line.add(address)
        try:
            if not self._busy.acquire(timeout=PATIENCE_SECONDS):
                return None
            try:
                return self._kept.get(svg) or self._picture(svg, address)
            finally:
                self._busy.release()
        finally:
            self._in_line.discard(address)

    def _picture(self, svg: str, address: str) -> bytes | None:
        now = time.monotonic()
        while self._recent and now - self._recent[0][0] >= 60:
            self._recent.popleft()
        counts = Counter(other for _, other in self._recent)
        share = max(1, self._a_minute // (len({*counts, address}) + 1))
        if counts.total() >= self._a_minute or counts[address] >= share:
            return None
        self._recent.append((now, address))
        try:
            picture = self._draw(svg)
        except Exception:
            logger.warning("a link's preview could not be drawn", exc_info=True)
            return None
        self._kept[svg] = picture
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return picture


def painter_of(workers: Workers) -> Painter:
    return Painter(lambda svg: workers.pictures.run(draw, svg))


current = painter_of(Workers())
"""The painter of this process; a server process sets its own at start-up."""
