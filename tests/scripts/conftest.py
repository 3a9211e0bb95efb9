"""The games on which the scripts are tested: the golden games, and many random ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
import pytest

from farkle import Batch, Event, GameState, RuleSet
from farkle.engine.record import Record, states
from games.models import Event as StoredEvent
from games.protocol import events, frames
from tests.support.engine.golden import FOLDER, play, read
from tests.support.engine.random_games import random_game

RANDOM_GAMES = 120


@dataclass(frozen=True)
class Game:
    """A game in the engine, and in the frames that a page receives."""

    rules: RuleSet
    batches: Sequence[Batch]
    states: Sequence[GameState]
    """After each batch."""

    @property
    def told(self) -> list[list[list[Any]]]:
        """The events of each batch, as in its frame."""
        return [sent(number, batch) for number, batch in enumerate(self.batches, 1)]

    def steps(self) -> Iterator[tuple[GameState, Event, Event | None]]:
        """Iterate over the state before each event, the event, and the next event of its batch. The
        state changes in place with the next step."""
        for before, batch in zip((None, *self.states[:-1]), self.batches, strict=True):
            new = GameState(self.rules) if before is None else before.next_ply()
            for event, after in zip(batch, (*batch[1:], None), strict=True):
                yield new, event, after
                event.fold_into(new)

    def given(self, **more: Any) -> dict[str, Any]:
        """Return the input for a task of page.js."""
        return {"rules": self.rules.to_dict(), "batches": self.told, **more}


def sent(number: int, batch: Batch) -> list[list[Any]]:
    """Return the events of a batch, as in its frame."""
    stored = StoredEvent(number=number, ply=number, player=1, events=events.to_stored(batch))
    told: list[list[Any]] = orjson.loads(frames.event(stored, [], None))["events"]
    return told


def _of(record: Record) -> Game:
    batches = (record.start, *(step.events for step in record.steps))
    return Game(record.rules, batches, tuple(states(record)))


@pytest.fixture(scope="session")
def games() -> list[Game]:
    golden = [play(read(path))[1] for path in sorted(FOLDER.glob("*.txt"))]
    random_games = [random_game(seed)[0] for seed in range(RANDOM_GAMES)]
    return [_of(record) for record in (*golden, *random_games)]
