"""Decisions of computer players, and hints, without one room delaying another.

A decision takes milliseconds once its rule set is prepared, which takes up to a second, so two
worker processes share the work. If a computer player's level fails or is late, an easy one decides.
Work that takes too long under some rules is not tried again for a while.
"""

import asyncio
import logging
import pickle
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any, Final, NamedTuple, TypeVar, cast

from django.conf import settings

from farkle import PRESETS, GameState, RuleSet
from farkle.ai import players
from farkle.ai.exact import use_tables
from farkle.ai.players import Decision
from games import metrics
from games.workers.fair_queue import FairQueue, Owner
from games.workers.faults import Faults
from games.workers.time_limit import TooLong, time_limit
from games.workers.worker import NoAnswer, Workers

logger = logging.getLogger(__name__)

EASY: Final = "pip"
"""The level that decides when another one cannot."""
EXACT: Final = "almanac"
"""The level that plays by exact chances."""
_PREPARING: Final = "preparation"
"""The name of preparing rules as work that may fail."""
_NEEDS_NOTHING: Final = frozenset({EASY, "magpie"})
"""The levels that decide without a prepared rule set."""

MOST_NEW: Final = 12
NEW_SECONDS: Final = 600.0
"""Seconds in which a person may have MOST_NEW new rule sets prepared, besides the site's own."""

_SOLVED_AGAIN: Final = 1800.0
"""Seconds until rules still in play may be solved again, as the first try may have failed."""

_TRIED_AGAIN: Final = 600.0
"""Seconds until work that took too long, or rules that could not be prepared, are tried again."""

WORK_SECONDS: Final = 4.0
"""Processor time of a decision or a hint, which takes some milliseconds."""

_MOST_KEPT: Final = 256
"""Maximum number of prepared rule sets kept, each of about 50 kB, or up to 1 MB for named dice."""
_MOST_BYTES: Final = 32_000_000
"""Their maximum size."""

PATIENCE_SECONDS: Final = 10.0
"""Seconds a caller waits for a decision or a hint."""

T = TypeVar("T")


def chances_folder() -> str:
    return str(settings.DATA_DIR / "chances")


NOBODY: Final = Owner()
"""The site itself."""


class Decided(NamedTuple):
    """An action, and the level that decided it."""

    action: Decision
    level: str


class _Key(NamedTuple):
    """Rules that are prepared, for a player with these named dice if any."""

    rules: RuleSet
    letters: str


class Failed(NoAnswer):
    """The work raised an error, and would do so again."""


def decide_easily(state: GameState) -> Decided:
    """Return the easy level's action, or any legal action if even that fails."""
    try:
        return Decided(players.decide(state, EASY), EASY)
    except Exception:
        logger.exception("%s failed to decide", EASY)
        return Decided(players.first_legal(state), EASY)


class Solver:
    """Belongs to one event loop at a time. `solve` has rules solved, unless it returns False."""

    def __init__(
        self,
        workers: Workers | None = None,
        patience: float = PATIENCE_SECONDS,
        solve: Callable[[RuleSet, int | None], bool] | None = None,
    ) -> None:
        self.workers = workers or Workers()
        self.patience = patience
        self._solve = solve
        self._to_solve: OrderedDict[RuleSet, float] = OrderedDict()
        """Times (monotonic) at which rule sets were given to `solve`."""
        self._decisions = FairQueue()
        self._preparations = FairQueue()
        self._prepared: OrderedDict[_Key, bytes] = OrderedDict()
        """Packed `PreparedRules`, the last used at the end."""
        self._given_up: OrderedDict[tuple[str, _Key], float] = OrderedDict()
        """Times (monotonic) until which work under some rules is left alone."""
        self._faults = Faults()
        self._tasks: dict[tuple[_Key, int | None], asyncio.Task[bytes]] = {}
        """The waiting and running preparations, by rule set and person."""
        self._new: dict[int, dict[_Key, float]] = {}
        """Times (monotonic) at which rule sets were last requested, by person."""

    async def decide(self, state: GameState, level: str, owner: Owner = NOBODY) -> Decided:
        """Return a legal action of a computer player. Raise ValueError once the game is over."""
        if state.phase == "over":
            raise ValueError("The game is over: there is no decision to make.")
        try:
            if level in _NEEDS_NOTHING:
                return Decided(players.decide(state, level), level)
            return Decided(await self.ask(owner, players.decide, state, level), level)
        except NoAnswer as error:
            if not isinstance(error, Failed):  # else the fault is in the log
                logger.info("%s did not decide in time: %s decides instead", level, EASY)
        except Exception as error:  # noqa: BLE001  # of any kind, and the log has it
            self._faults.add(level, state.rules, error)
        metrics.weaker.inc()
        return decide_easily(state)

    async def ask(self, owner: Owner, work: Callable[..., T], state: GameState, *args: Any) -> T:
        """Return `work(state, ...)`, a function of `farkle.ai`. Raise NoAnswer, or Failed if a
        retry is useless."""
        if work is not players.decide or EXACT in args:
            self._want_exact(state, owner)
        name = " ".join([work.__name__, *map(str, args)])
        key = _Key(state.rules, players.letters_of(state))
        self._require_hope(name, key)
        until, given = time.monotonic() + self.patience, (chances_folder(), WORK_SECONDS)
        packed = await self._get_packed(key, owner, until)
        try:
            async with self._decisions.turn(owner, until=until), asyncio.timeout(self.patience):
                decider = self.workers.decisions
                results = await decider.ask(_run, None, *given, work, state, *args)
                if not results:
                    results = await decider.ask(_run, packed, *given, work, state, *args)
        except TimeoutError as error:
            raise NoAnswer from error
        except NoAnswer:
            raise
        except Exception as error:
            self._faults.add(name, state.rules, error)
            if isinstance(error, TooLong):
                self._give_up(name, key)
            raise Failed from error
        return cast("T", results[0])

    def _give_up(self, name: str, key: _Key) -> None:
        self._given_up[name, key] = time.monotonic() + _TRIED_AGAIN
        _drop_oldest(self._given_up)

    def _require_hope(self, name: str, key: _Key) -> None:
        """Raise Failed if this work under these rules was given up lately."""
        if time.monotonic() < self._given_up.get((name, key), -inf):
            raise Failed

    def _want_exact(self, state: GameState, owner: Owner) -> None:
        """Have a two-player game's rules solved. Until then its chances are estimated."""
        rules, now = state.rules, time.monotonic()
        if self._solve is None or len(state.order) != 2 or _is_preset(rules):
            return
        if now - self._to_solve.get(rules, -inf) < _SOLVED_AGAIN:
            return
        if self._solve(rules, owner.person):
            self._to_solve[rules] = now
            self._to_solve.move_to_end(rules)
            _drop_oldest(self._to_solve)

    async def _get_packed(self, key: _Key, owner: Owner, until: float) -> bytes:
        """Return the prepared rules. Raise Failed, or NoAnswer if they are late: the work goes
        on."""
        packed = self._prepared.get(key)
        if packed is not None:
            self._prepared.move_to_end(key)
            return packed
        self._require_hope(_PREPARING, key)
        task_key = (key, owner.person)
        task = self._tasks.get(task_key)
        if task is None:
            is_ours = not key.letters and _is_preset(key.rules)
            if not (is_ours or self._may_prepare(key, owner.person)):
                logger.info("a person asked for too many new rule sets")
                raise NoAnswer
            task = asyncio.create_task(self._prepare(key, owner, first=is_ours))
            self._tasks[task_key] = task
            task.add_done_callback(lambda _: self._tasks.pop(task_key))
        done, _ = await asyncio.wait({task}, timeout=max(0.0, until - time.monotonic()))
        if not done or task.cancelled():
            raise NoAnswer
        return task.result()

    async def _prepare(self, key: _Key, owner: Owner, *, first: bool) -> bytes:
        async with self._preparations.turn(owner, first=first):
            packed = self._prepared.get(key)  # it may have been prepared meanwhile
            if packed is None:
                try:
                    packed = await self.workers.preparations.ask(_prepare, *key)
                except Exception as error:
                    self._faults.add(_PREPARING, key.rules, error)
                    self._give_up(_PREPARING, key)
                    raise Failed from error
                self._prepared[key] = packed
                _drop_oldest(self._prepared)
                while sum(map(len, self._prepared.values())) > _MOST_BYTES:
                    self._prepared.popitem(last=False)
            return packed

    def _may_prepare(self, key: _Key, person: int | None) -> bool:
        """Count these rules for this person; return False if they are one too many."""
        if person is None:
            return True
        now = time.monotonic()
        for other, times in list(self._new.items()):
            self._new[other] = {k: at for k, at in times.items() if now - at < NEW_SECONDS}
            if not self._new[other]:
                del self._new[other]
        recent = self._new.setdefault(person, {})
        if key not in recent and len(recent) >= MOST_NEW:
            return False
        recent[key] = now
        return True


def _drop_oldest(kept: OrderedDict[Any, Any]) -> None:
    while len(kept) > _MOST_KEPT:
        kept.popitem(last=False)


def _is_preset(rules: RuleSet) -> bool:
    """Return whether these are the site's own rules, whatever decides who begins."""
    return any(
        replace(rules, first_player=preset.first_player) == preset for preset in PRESETS.values()
    )


# In the worker processes


def _prepare(rules: RuleSet, letters: str) -> bytes:
    return zlib.compress(pickle.dumps(players.PreparedRules(rules, letters)), level=1)


def _run(
    packed: bytes | None,
    folder: str,
    seconds: float,
    work: Callable[..., Any],
    state: GameState,
    *args: Any,
) -> list[Any]:
    """Return the result of `work` as the only item; [] if this process lacks the prepared rules.
    Raise TooLong if it takes so many seconds."""
    use_tables(folder)
    if not players.is_prepared(state):
        if packed is None:
            return []
        players.adopt(pickle.loads(zlib.decompress(packed)))  # noqa: S301  # from our own worker
    with time_limit(seconds):
        return [work(state, *args)]
