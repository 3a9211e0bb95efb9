"""Luck and decisions of past games: worked out in another process when first asked for, and kept.

Solving a rule set takes up to some seconds of a core. Reviews have a helper process of their own,
so that computer players at the tables never wait for one.
"""

import asyncio
import logging
import pickle
import threading
import zlib
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from django.core.cache import cache

from farkle.ai.luck import Luck, luck_from_dict
from games.replay.game import PastGame
from games.solver_pool import NoAnswer, SolverPool

logger = logging.getLogger(__name__)

KEPT_SECONDS: Final = 24 * 3600
_FAILED_SECONDS: Final = 600
_MOST_WAITING: Final = 50
"""More are not begun at once: whoever asks again later finds their turn."""

_VERSION: Final = 1
"""Of what is worked out: another number, and all is worked out anew."""

_minds = SolverPool(patience=60.0, hangs=120.0)
_waiting: set[str] = set()
_lock = threading.Lock()
_threads = ThreadPoolExecutor(1, thread_name_prefix="reviews")
"""One thread that waits for the helper process; it never works anything out itself."""


def luck_of(game: PastGame) -> Luck | None:
    """The accounts of a game; None while they are worked out elsewhere, which this then begins.

    Never waits. Kept for a day, in Django's cache.
    """
    if not game.key:
        return None
    kept = cache.get(_name(game.key))
    if kept:
        found: Luck = pickle.loads(zlib.decompress(kept))  # noqa: S301  # only we write there
        return found
    if kept is None:
        _begin(game)
    return None


def stop() -> None:
    """End the helper process; the next question begins another."""
    _minds.stop()


def _begin(game: PastGame) -> None:
    with _lock:
        if game.key in _waiting or len(_waiting) >= _MOST_WAITING:
            return
        _waiting.add(game.key)
    _threads.submit(_wait_for, game.key, game.record.to_dict())


def _wait_for(key: str, record: dict[str, Any]) -> None:
    try:
        found = asyncio.run(_minds.ask(luck_from_dict, record))
        cache.set(_name(key), zlib.compress(pickle.dumps(found)), KEPT_SECONDS)
    except NoAnswer:
        logger.warning("a review was not worked out in time")
    except Exception:
        logger.exception("a review failed")
        cache.set(_name(key), b"", _FAILED_SECONDS)
    finally:
        with _lock:
            _waiting.discard(key)


def _name(key: str) -> str:
    return f"review-{_VERSION}-{key}"
