"""Draw pictures for previews: SVG in, PNG out.

Drawing takes a quarter of a second in which this process could do nothing else, so a process of its
own does it. The number of pictures drawn in a minute is limited.
"""

import logging
import subprocess
import sys
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from threading import Lock
from typing import Final

from games.process_wide import ProcessWide

logger = logging.getLogger(__name__)

KEPT: Final = 64
"""How many pictures stay in memory, each of up to a hundred kilobytes."""
A_MINUTE: Final = 20
"""How many pictures are drawn in a minute."""
SECONDS: Final = 10
"""How long drawing may take."""

_PROGRAM: Final = (
    "import sys, resvg_py;"
    "svg = sys.stdin.buffer.read().decode();"
    "sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(svg_string=svg)))"
)


def draw(svg: str) -> bytes:
    """Return a drawing as PNG. Raise SubprocessError if that fails or takes too long."""
    done = subprocess.run(  # noqa: S603  # our own program; the names are data in it
        [sys.executable, "-I", "-c", _PROGRAM],
        input=svg.encode(),
        capture_output=True,
        timeout=SECONDS,
        check=True,
    )
    return done.stdout


class Painter:
    """Draws one picture at a time, a few a minute, and keeps the latest."""

    def __init__(self, draw: Callable[[str], bytes] = draw, a_minute: int = A_MINUTE) -> None:
        self._draw = draw
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._times: deque[float] = deque(maxlen=a_minute)
        """When the last pictures were begun, in seconds of `time.monotonic`."""
        self._busy = Lock()

    def __len__(self) -> int:
        """Return how many pictures are kept."""
        return len(self._kept)

    def png(self, svg: str) -> bytes | None:
        """Return the picture; None if it cannot be drawn, or not now."""
        known = self._kept.get(svg)
        if known is not None:
            return known
        if not self._busy.acquire(blocking=False):
            return None
        try:
            now = time.monotonic()
            if len(self._times) == self._times.maxlen and now - self._times[0] < 60:
                return None
            self._times.append(now)
            picture = self._draw(svg)
        except (subprocess.SubprocessError, OSError):
            logger.warning("a link's preview could not be drawn", exc_info=True)
            return None
        finally:
            self._busy.release()
        self._kept[svg] = picture
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return picture


current = ProcessWide(Painter())
