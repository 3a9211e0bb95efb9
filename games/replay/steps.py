"""A game cut into scenes for its replay: each throw and each decision is one.

The engine's step is an action and all it did, a decision and the throw after it among it; here
these are two, as at the table. What opens a turn goes with the first thing done in it. A scene's
number is its address: it never changes, because what happened does not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from farkle import Batch, Event, GameState, Record
from farkle.engine.events import (
    Built,
    Joined,
    Kept,
    Left,
    PlayOff,
    Rolled,
    RoundStarted,
    Skipped,
    TurnStarted,
)
from farkle.text.message import Sentence
from farkle.text.narration import tell, tell_start

Kind = Literal["start", "throw", "keep", "build", "other"]
T = TypeVar("T")

_OPENINGS = (RoundStarted, TurnStarted, PlayOff)
_FIRSTS = (Rolled, Kept, Built, Skipped, Left, Joined)
_KEPT_EVERY = 50  # a state is kept for so many scenes, and the others are folded from it


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One throw or decision. `step`: the action it belongs to, 0 for the start; `seat`: whose it
    is, -1 for nobody's; `table`: what lay there when it was done, None at the start."""

    number: int
    step: int
    seat: int
    events: Batch
    before: GameState | None
    table: GameState | None
    after: GameState

    @property
    def kind(self) -> Kind:
        """What it mainly is."""
        if self.before is None:
            return "start"
        for kind, name in ((Rolled, "throw"), (Kept, "keep"), (Built, "build")):
            if self.find(kind):
                return name  # type: ignore[return-value]  # one of the three above
        return "other"

    def find(self, kind: type[T]) -> T | None:
        """The last event of this kind in it."""
        return next((one for one in reversed(self.events) if isinstance(one, kind)), None)

    def told(self, names: Sequence[str]) -> tuple[Sentence, ...]:
        """What happens in it, in sentences."""
        if self.before is None:
            return tell_start(self.after.rules, self.events, names)
        return tell(self.before, self.events, names)


class ReplaySteps:
    """All scenes of a record, by number; only some states are held in memory."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._parts = list(_parts(record))
        self._marks: list[GameState] = []
        # By step: its first scene.
        self._first: dict[int, int] = {}
        state = None
        for number, (step, events) in enumerate(self._parts):
            self._first.setdefault(step, number)
            state = self._folded(state, events)
            if number % _KEPT_EVERY == 0:
                self._marks.append(state)

    def __len__(self) -> int:
        return len(self._parts)

    def __getitem__(self, number: int) -> ReplayStep:
        if not 0 <= number < len(self._parts):
            raise IndexError(number)
        step, events = self._parts[number]
        before = None if number == 0 else self._after(number - 1)
        after = self._folded(before, events)
        if before is None:
            return ReplayStep(0, step, -1, events, None, None, after)
        openings = tuple(one for one in events if isinstance(one, _OPENINGS))
        table = before.fold(openings) if openings else before
        return ReplayStep(number, step, _seat(events, table), events, before, table, after)

    def of_step(self, step: int) -> int:
        """The scene in which action number `step` begins; for one that has none of its own, the
        scene before it."""
        while step not in self._first:
            step -= 1
        return self._first[step]

    def _after(self, number: int) -> GameState:
        mark = number // _KEPT_EVERY
        state = self._marks[mark]
        for _, events in self._parts[mark * _KEPT_EVERY + 1 : number + 1]:
            state = state.fold(events)
        return state

    def _folded(self, state: GameState | None, events: Batch) -> GameState:
        return GameState.begin(self.record.rules, events) if state is None else state.fold(events)


def _parts(record: Record) -> Iterator[tuple[int, Batch]]:
    """(step, events) of each scene."""
    part: list[Event] = []
    part_step, opening = 0, False
    batches = [record.start, *(step.events for step in record.steps)]
    for step, batch in enumerate(batches):
        for event in batch:
            opens = isinstance(event, _OPENINGS)
            if part and not opening and (opens or isinstance(event, _FIRSTS)):
                yield part_step, tuple(part)
                part = []
            if not opens:
                part_step = step
            opening = opens and (opening or not part)
            part.append(event)
    yield part_step, tuple(part)


def _seat(events: Batch, table: GameState) -> int:
    for event in events:
        if isinstance(event, Left | Joined | Skipped):
            return event.seat
    return table.current
