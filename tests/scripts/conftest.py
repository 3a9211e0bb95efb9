"""Games for the scripts: every golden one, and many at random."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson
import pytest

from farkle import Batch, GameState, RuleSet
from farkle.engine.record import Record, states
from games.models import Event
from games.protocol import events
from games.state import frames
from tests.support.engine.golden import FOLDER, play, read
from tests.support.engine.wander import game

WANDERS = 120


@dataclass(frozen=True)
class Game:
    """A game as the engine has it, and as a page hears of it."""

    rules: RuleSet
    batches: Sequence[Batch]
    states: Sequence[GameState]
    """After each batch."""

    @property
    def told(self) -> list[list[list[Any]]]:
        """The events of each batch as their frame has them."""
        return [_sent(number, batch) for number, batch in enumerate(self.batches, 1)]

    def given(self, **more: Any) -> dict[str, Any]:
        """What a task of page.js is given."""
        return {"rules": self.rules.to_dict(), "batches": self.told, **more}


def _sent(number: int, batch: Batch) -> list[list[Any]]:
    stored = Event(number=number, ply=number, player=1, events=events.stored(batch))
    told: list[list[Any]] = orjson.loads(frames.event(stored, [], None))["events"]
    return told


def _of(record: Record) -> Game:
    batches = (record.start, *(step.events for step in record.steps))
    return Game(record.rules, batches, tuple(states(record)))


@pytest.fixture(scope="session")
def games() -> list[Game]:
    golden = [play(read(path))[1] for path in sorted(FOLDER.glob("*.txt"))]
    wandered = [game(seed)[0] for seed in range(WANDERS)]
    return [_of(record) for record in (*golden, *wandered)]
