"""Reviews of recorded games: steps, turns, statistics and highlights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile
from typing import Final, Literal, overload

from farkle.engine.actions import Action, Join, Leave
from farkle.engine.events import (
    Banked,
    Batch,
    Built,
    Entered,
    Event,
    Farkled,
    HotDice,
    Left,
    Penalised,
    RanOut,
    Rolled,
    SecondChance,
    Skipped,
    TurnStarted,
)
from farkle.engine.record import Record, states
from farkle.engine.state import GameState
from farkle.text.message import Sentence
from farkle.text.narration import tell, tell_start

_BLOCK_STEPS: Final = 100
"""Number of steps that are folded together."""

Outcome = Literal["banked", "farkled", "ran_out", "skipped", "left", "cut"]


@dataclass(frozen=True, slots=True)
class Step:
    """One action with the states before and after it; step 0 is the start of the game. `seat` is
    the player's, -1 for the start and for joining. `turn` is the number of the turn, 0 for the
    start and for a turn without a throw."""

    number: int
    action: Action | None
    seat: int
    turn: int
    before: GameState | None
    after: GameState
    events: Batch

    def sentences(self, names: Sequence[str], you: int | None = None) -> tuple[Sentence, ...]:
        """Return the events in words; see `farkle.text.narration`."""
        if self.before is None:
            return tell_start(self.after.rules, self.events, names, you)
        return tell(self.before, self.events, names, you)


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """One turn, from step `first` to step `last`.

    `points` were banked, including those `built` on; `lost` points were lost. `hot` counts hot
    dice; `totals` are the scores of all seats after the turn. The outcome is "cut" if the game
    ended during the turn. `playoff`: the turn was part of a tiebreaker.
    """

    number: int
    seat: int
    round: int
    first: int
    last: int
    throws: int = 0
    hot: int = 0
    outcome: Outcome = "cut"
    points: int = 0
    built: int = 0
    lost: int = 0
    penalty: int = 0
    entered: bool = False
    playoff: bool = False
    totals: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        return self.totals[self.seat]


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """The statistics of one seat. `points` is the sum of its turns, before penalties; `entry` is
    the turn in which it reached the opening score, if any."""

    seat: int
    score: int
    won: bool
    left: bool
    turns: int
    throws: int
    farkles: int
    points: int
    built: int
    penalties: int
    hot: int
    best: PlayedTurn | None
    entry: PlayedTurn | None

    @property
    def points_per_turn(self) -> float:
        return self.points / self.turns if self.turns else 0.0

    @property
    def throws_per_turn(self) -> float:
        return self.throws / self.turns if self.turns else 0.0


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game in turns, statistics and highlights. These are the `biggest` turn by points, the
    `worst` farkle by points lost, the `hottest` turn by hot dice, and the `decisive` turn, after
    which the winning side stayed ahead. Each is the first among equals, or None."""

    turns: tuple[PlayedTurn, ...]
    biggest: PlayedTurn | None
    worst: PlayedTurn | None
    hottest: PlayedTurn | None
    decisive: PlayedTurn | None
    players: tuple[PlayerSummary, ...]


class Steps(Sequence[Step]):
    """Every step of a recorded game, the start included, and its `turns`. Only every hundredth
    state is kept, and the others are folded from it when needed, because each state has data for
    every seat. Raises Disagreement for a false record."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._batches = (record.start, *(step.events for step in record.steps))
        self._kept: list[GameState] = []
        """The state before each block of steps; the first is that after the start."""
        self._turns: list[int] = []
        self._block: tuple[int, tuple[Step, ...]] = (-1, ())
        """The block folded last, and its number."""
        groups = groupby(self._replay(), key=lambda step: step.turn)
        turns = [_turn(number, list(group)) for number, group in groups if number]
        # A turn that the game ended before its first throw does not count.
        self.turns = tuple(turn for turn in turns if turn.outcome != "cut" or turn.throws)
        numbers = {turn.number for turn in self.turns}
        self._turns = [turn if turn in numbers else 0 for turn in self._turns]

    def __len__(self) -> int:
        return len(self._batches)

    @overload
    def __getitem__(self, number: int) -> Step: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, number: int | slice) -> Step | tuple[Step, ...]:
        if isinstance(number, slice):
            return tuple(self[index] for index in range(len(self))[number])
        at, offset = divmod(range(len(self))[number], _BLOCK_STEPS)
        block = self._block  # another thread may replace it
        if block[0] != at:
            block = self._block = (at, tuple(self._fold_block(at)))
        return block[1][offset]

    def __iter__(self) -> Iterator[Step]:
        for at in range(len(self._kept)):
            yield from self._fold_block(at)

    def _replay(self) -> Iterator[Step]:
        """Check the record and yield its steps, recording the data that `_fold_block` needs."""
        before, turn = None, 0
        for number, after in enumerate(states(self._record)):
            if number == 0 or number % _BLOCK_STEPS == _BLOCK_STEPS - 1:
                self._kept.append(after)
            self._turns.append(turn)
            yield self._step(number, before, after)
            begins = any(isinstance(event, TurnStarted) for event in self._batches[number])
            turn += begins or not number
            before = after

    def _fold_block(self, at: int) -> Iterator[Step]:
        state, first = self._kept[at], at * _BLOCK_STEPS
        for number in range(first, min(first + _BLOCK_STEPS, len(self))):
            before = state if number else None
            state = state.fold(self._batches[number]) if number else state
            yield self._step(number, before, state)

    def _step(self, number: int, before: GameState | None, after: GameState) -> Step:
        action = self._record.steps[number - 1].action if number else None
        seat = -1
        if isinstance(action, Leave):
            seat = action.seat
        elif before is not None and not isinstance(action, Join):
            seat = before.current
        return Step(number, action, seat, self._turns[number], before, after, self._batches[number])


def steps(record: Record) -> Steps:
    """Return every step of a game, the start included. Raise Disagreement for a false record."""
    return Steps(record)


def summarize(played: Steps) -> GameSummary:
    turns, last = played.turns, played[-1].after
    lost = (turn for turn in turns if turn.outcome == "farkled")
    return GameSummary(
        turns=turns,
        biggest=_most(turns, "points"),
        worst=_most(lost, "lost"),
        hottest=_most(turns, "hot"),
        decisive=_decisive(turns, last),
        players=tuple(_player(seat, turns, last) for seat in range(len(last.scores))),
    )


def _turn(number: int, played: Sequence[Step]) -> PlayedTurn:
    first, last = played[0], played[-1]
    if first.before is None or last.before is None:
        raise ValueError("The start is not a turn.")
    seat = first.before.current
    # Points at risk when the game stopped; in other turns an event says what was lost.
    at_risk = last.after if last.after.current == seat else last.before
    turn = PlayedTurn(
        number=number,
        seat=seat,
        round=first.before.round,
        first=first.number,
        last=last.number,
        lost=at_risk.turn_points,
        playoff=first.before.phase == "playoff",
        totals=last.after.scores,
    )
    for step in played:
        # Events after the start of a turn belong to the next one.
        for event in takewhile(lambda event: not isinstance(event, TurnStarted), step.events):
            turn = _add_event(turn, event)
    return turn


def _add_event(turn: PlayedTurn, event: Event) -> PlayedTurn:
    match event:
        case Rolled():
            return replace(turn, throws=turn.throws + 1)
        case SecondChance():
            return replace(turn, throws=turn.throws - 1)
        case HotDice():
            return replace(turn, hot=turn.hot + 1)
        case Built(points, _):
            return replace(turn, built=points)
        case Entered():
            return replace(turn, entered=True)
        case Banked(_, points, _):
            return replace(turn, outcome="banked", points=points, lost=0)
        case Farkled(_, lost, _, _):
            return replace(turn, outcome="farkled", lost=lost)
        case RanOut(_, lost):
            return replace(turn, outcome="ran_out", lost=lost)
        case Skipped(_, lost):
            return replace(turn, outcome="skipped", lost=lost)
        case Left(seat, lost) if seat == turn.seat:
            return replace(turn, outcome="left", lost=lost)
        case Penalised(_, points, _):
            return replace(turn, penalty=points)
    return turn


def _most(
    turns: Iterable[PlayedTurn], field: Literal["points", "lost", "hot"]
) -> PlayedTurn | None:
    best = max(turns, key=lambda turn: int(getattr(turn, field)), default=None)
    return best if best is not None and getattr(best, field) else None


def _decisive(turns: Sequence[PlayedTurn], last: GameState) -> PlayedTurn | None:
    if not last.winners:
        return None
    side = last.side(last.winners[0])
    here = {last.side(seat) for seat, gone in enumerate(last.left) if not gone}
    if len(here) < 2:  # won because everyone else left
        return None
    decisive = None
    ahead = False
    for turn in turns:
        totals = dict.fromkeys(here, 0)
        for seat, score in enumerate(turn.totals):
            if last.side(seat) in here:
                totals[last.side(seat)] += score
        was, ahead = ahead, all(totals[side] > totals[rival] for rival in here if rival != side)
        if ahead and not was:
            decisive = turn
    return decisive if ahead else None


def _player(seat: int, turns: Sequence[PlayedTurn], last: GameState) -> PlayerSummary:
    played = [turn for turn in turns if turn.seat == seat]
    entry = None
    if last.rules.entry_min:
        entry = next((turn for turn in played if turn.entered), None)
    return PlayerSummary(
        seat=seat,
        score=last.scores[seat],
        won=seat in last.winners,
        left=last.left[seat],
        turns=len(played),
        throws=sum(turn.throws for turn in played),
        farkles=sum(turn.outcome == "farkled" for turn in played),
        points=sum(turn.points for turn in played),
        built=sum(turn.built for turn in played if turn.outcome == "banked"),
        penalties=sum(turn.penalty for turn in played),
        hot=sum(turn.hot for turn in played),
        best=_most(played, "points"),
        entry=entry,
    )
