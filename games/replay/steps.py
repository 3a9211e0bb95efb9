"""A replayed game, cut into steps: each throw and each decision is one.

An action of the engine is a decision with the throw that follows; on the page these are two steps.
The events that open a turn belong to its first step. The number of a step never changes.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from threading import Lock, RLock
from typing import Generic, Literal, TypeVar

from farkle import Batch, Event, GameState, Record
from farkle.ai.review.review import steps, summarize
from farkle.engine.events import (
    Built,
    HotDice,
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


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One throw or decision. `action` is the number of its action, 0 for the start. `seat` is -1 if
    no player acts. `before` is the state before its events, `table` the one in which the player
    acted; both are None at the start."""

    number: int
    action: int
    seat: int
    events: Batch
    before: GameState | None
    table: GameState | None
    after: GameState

    @property
    def kind(self) -> Kind:
        """The main event of the step."""
        if self.before is None:
            return "start"
        for kind, name in ((Rolled, "throw"), (Kept, "keep"), (Built, "build")):
            if self.find(kind):
                return name  # type: ignore[return-value]  # one of the three above
        return "other"

    def find(self, kind: type[T]) -> T | None:
        """Return the step's last event of this kind."""
        return next((event for event in reversed(self.events) if isinstance(event, kind)), None)

    def sentences(self, names: Sequence[str]) -> tuple[Sentence, ...]:
        if self.before is None:
            return tell_start(self.after.rules, self.events, names)
        return tell(self.before, self.events, names)


@dataclass(frozen=True, slots=True)
class _Cut:
    """The start of a step: event `offset` of action `start`. `action` is the step's main action."""

    start: int
    offset: int
    action: int
    events: Batch


class FoldedGame:
    """A replayed record: its actions with their states, its turns, and its steps, `folded[number]`.
    States are folded as they are read. Raise Disagreement if the record breaks its rules."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.rules = record.rules
        self.actions = steps(record)
        self.summary = summarize(self.actions)
        self.last: GameState = self.actions[-1].after
        """The final state."""
        self._cuts = tuple(_cuts([record.start, *(step.events for step in record.steps)]))
        self._first: dict[int, int] = {}
        for number, cut in enumerate(self._cuts):
            self._first.setdefault(cut.action, number)

    def __len__(self) -> int:
        return len(self._cuts)

    def __getitem__(self, number: int) -> ReplayStep:
        if not 0 <= number < len(self._cuts):
            raise IndexError(number)
        cut = self._cuts[number]
        if number == 0:
            after = GameState.begin(self.rules, cut.events)
            return ReplayStep(0, cut.action, -1, cut.events, None, None, after)
        before = self._state_at(cut)
        openings = tuple(event for event in cut.events if isinstance(event, _OPENINGS))
        table = before.fold(openings) if openings else before
        seat = _seat(cut.events, table)
        after = before.fold(cut.events)
        return ReplayStep(number, cut.action, seat, cut.events, before, table, after)

    def step_of(self, action: int) -> int:
        """Return the step in which an action begins, or, if it has none, the step before."""
        while action not in self._first:
            action -= 1
        return self._first[action]

    def action_of(self, number: int) -> int:
        """Return the number of a step's action."""
        return self._cuts[number].action

    def last_step_of(self, action: int) -> int:
        """Return the last step of an action: its throw, if it has one."""
        step = self.step_of(action)
        while step + 1 < len(self) and self.action_of(step + 1) == action:
            step += 1
        return step

    def hot_points(self, number: int) -> int:
        """Return the points of the turn at its last hot dice before a step, 0 without any."""
        for earlier in range(number, 0, -1):
            events = self._cuts[earlier].events
            if earlier < number and any(isinstance(event, HotDice) for event in events):
                return self[earlier].after.turn_points
            if any(isinstance(event, TurnStarted) for event in events):
                break
        return 0

    def _state_at(self, cut: _Cut) -> GameState:
        action = self.actions[cut.start]
        earlier = action.events[: cut.offset]
        if action.before is None:
            return GameState.begin(self.rules, earlier)
        return action.before.fold(earlier) if earlier else action.before


def _cuts(batches: Sequence[Batch]) -> Iterator[_Cut]:
    part: list[Event] = []
    start, action, opening = (0, 0), 0, False
    for number, batch in enumerate(batches):
        for offset, event in enumerate(batch):
            opens = isinstance(event, _OPENINGS)
            if part and not opening and (opens or isinstance(event, _FIRSTS)):
                yield _Cut(*start, action, tuple(part))
                part = []
            if not part:
                start = (number, offset)
            if not opens:
                action = number
            opening = opens and (opening or not part)
            part.append(event)
    yield _Cut(*start, action, tuple(part))


def _seat(events: Batch, table: GameState) -> int:
    for event in events:
        if isinstance(event, Left | Joined | Skipped):
            return event.seat
    return table.current


class KeptGames(Generic[T]):
    """A cache of objects made from games, at most `most` in total weight. One thread makes an
    object at a time, so readers who open a large game at once wait for the first one's object."""

    def __init__(self, most: int, weigh: Callable[[T], int]) -> None:
        self._most = most
        self._weigh = weigh
        self._making = RLock()
        self._lock = Lock()
        """Held while the order of the objects changes."""
        self._kept: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the object with this key, or make it."""
        kept = self._read(key)
        if kept is None:
            with self._making:
                kept = self._read(key)
                if kept is None:
                    kept = make()
                    self._add(key, kept)
        return kept

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()

    def _read(self, key: Hashable) -> T | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def _add(self, key: Hashable, item: T) -> None:
        with self._lock:
            self._kept[key] = item
            weight = sum(map(self._weigh, self._kept.values()))
            while weight > self._most and len(self._kept) > 1:
                _, dropped = self._kept.popitem(last=False)
                weight -= self._weigh(dropped)
