"""Solve rule sets, in a worker process without Django."""

import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

from farkle import RuleSet
from games.workers.time_limit import TooLong, time_limit

_COUNTS: Final = 0.02
"""Processor seconds of `_count` on the machine on which the limit was measured."""
_SLOWEST: Final = 5.0
"""Maximum factor by which slower machines get more time."""


class Outcome(NamedTuple):
    """The result of an attempt to solve rules. `trouble` is the reason for a failure; `is_final`:
    another attempt would fail, too. `dropped` counts other tables that had to make room."""

    trouble: str = ""
    is_final: bool = False
    dropped: int = 0


def solve_into(rules: RuleSet, folder: str, seconds: float, memory: int) -> Outcome:
    """Solve rules into the folder, with a limit in seconds of processor time, extended on a slow
    machine. From then on, the process may use at most `memory` bytes for data."""
    # numpy comes with these; the server has no use for it.
    from farkle.ai.chance.files import drop_unused, solve_once
    from farkle.ai.chance.game import CannotBeSolved
    from farkle.ai.chance.table import DamagedTable

    _limit_memory(memory)
    try:
        with time_limit(seconds * _slowness()):
            known = solve_once(rules, folder)
        if not known:
            return Outcome("Another process solves it.")
        return Outcome(dropped=drop_unused(Path(folder)))
    except TooLong:
        return Outcome("Solving these rules takes too long.", is_final=True)
    except MemoryError:
        return Outcome("Solving these rules takes too much memory.", is_final=True)
    except OSError as error:
        return Outcome(f"The folder of solved rules can't be used: {error.strerror}.")
    except CannotBeSolved as why:
        return Outcome(str(why), is_final=True)
    except DamagedTable as why:  # the operator may delete it
        return Outcome(str(why))


def _slowness() -> float:
    """Return the factor by which this machine is slower than that of `_COUNTS`."""
    begun = time.process_time()
    _count()
    return min(_SLOWEST, max(1.0, (time.process_time() - begun) / _COUNTS))


def _count() -> int:
    return sum(number * number % 7 for number in range(300_000))


def _limit_memory(size: int) -> None:
    """Limit the data of this process to a number of bytes (not on Windows)."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(
            resource.RLIMIT_DATA, (size, resource.getrlimit(resource.RLIMIT_DATA)[1])
        )
