"""A recorded game, gone through again: step by step, turn by turn, and what was memorable in it.

>>> from farkle import PRESETS, Bank, GameState, Record, Roll
>>> from farkle.ai.review import steps, story
>>> rules, dice = PRESETS["kcd"], iter([6, 2, 1, 1, 1, 2, 3, 4])
>>> source = lambda n: [next(dice) for _ in range(n)]
>>> state, batch = GameState.start(rules, 2, source)
>>> record = Record(rules, 2, batch)
>>> for action in (Roll(), Bank((1, 1, 1))):
...     state, batch = state.apply(action, source)
...     record = record.and_then(action, batch)
>>> turn = story(steps(record)).biggest
>>> turn.seat, turn.points, turn.throws
(0, 1000, 1)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

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

Outcome = Literal["banked", "farkled", "ran_out", "skipped", "left", "cut"]


@dataclass(frozen=True, slots=True)
class Step:
    """One action, with the state it met and the state it left; number 0 is the start of the game.

    `seat` is who acted: -1 for the start and for somebody who joined. `turn` is the number of the
    turn it fell into; 0 for the start, and where nothing was thrown in that turn.
    """

    number: int
    action: Action | None
    seat: int
    turn: int
    before: GameState | None
    after: GameState
    events: Batch

    def told(self, names: Sequence[str], you: int | None = None) -> tuple[Sentence, ...]:
        """What happened, in sentences."""
        if self.before is None:
            return tell_start(self.after.rules, self.events, names, you)
        return tell(self.before, self.events, names, you)


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """One turn, from step `first` to step `last`.

    `points` were written down, what was `built` on among them; `lost` were rubbed out; `hot` is how
    often all six dice had scored; `totals` are those of all seats after it. The outcome "cut": the
    game ended under it. `playoff`: it was one of a play-off.
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
        """What the player stood at after it."""
        return self.totals[self.seat]


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """One seat's game in numbers; `points` is what its turns brought, before penalties.

    `entry` is the turn that got it in: None for never, or where there was nothing to get into.
    """

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
    """What was memorable: the `biggest` turn; the `worst` farkle, by the points lost; the
    `hottest` turn, by how often all six dice scored; the `decisive` turn, after which the winning
    side was ahead to the end. Each None where there was none; of equals the first.
    """

    turns: tuple[PlayedTurn, ...]
    biggest: PlayedTurn | None
    worst: PlayedTurn | None
    hottest: PlayedTurn | None
    decisive: PlayedTurn | None
    players: tuple[PlayerSummary, ...]


def steps(record: Record) -> tuple[Step, ...]:
    """Every step of a game, the start among them. Raises Disagreement where the rules say else."""
    played = states(record)
    after = next(played)
    found = [Step(0, None, -1, 0, None, after, record.start)]
    turn = 1
    for number, (done, state) in enumerate(zip(record.steps, played, strict=True), 1):
        before, after = after, state
        found.append(
            Step(number, done.action, _actor(done.action, before), turn, before, after, done.events)
        )
        turn += any(isinstance(event, TurnStarted) for event in done.events)
    # A turn in which nothing was thrown when the game ended is none.
    unplayed = {one.number for one in _all_turns(found) if one.outcome == "cut" and not one.throws}
    return tuple(replace(one, turn=0) if one.turn in unplayed else one for one in found)


def _actor(action: Action, before: GameState) -> int:
    if isinstance(action, Leave):
        return action.seat
    return -1 if isinstance(action, Join) else before.current


def story(played: Sequence[Step]) -> GameSummary:
    """What happened in a game, from its `steps`."""
    turns = tuple(_all_turns([one for one in played if one.turn]))
    last = played[-1].after
    lost = (turn for turn in turns if turn.outcome == "farkled" and turn.lost)
    return GameSummary(
        turns=turns,
        biggest=_most(turns, "points"),
        worst=_most(lost, "lost"),
        hottest=_most(turns, "hot"),
        decisive=_decisive(turns, last),
        players=tuple(_player(seat, turns, last) for seat in range(len(last.scores))),
    )


def _all_turns(played: Sequence[Step]) -> Iterator[PlayedTurn]:
    for number, group in groupby(played, key=lambda step: step.turn):
        if number:
            yield _turn(number, list(group))


def _turn(number: int, played: Sequence[Step]) -> PlayedTurn:
    first, last = played[0], played[-1]
    if first.before is None or last.before is None:
        raise ValueError("The start is no turn.")
    seat = first.before.current
    # At risk when the game stopped; any other end of a turn says what was lost.
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
        turn = _noted(turn, step.events)
    return turn


def _noted(turn: PlayedTurn, events: Batch) -> PlayedTurn:
    for event in events:
        if isinstance(event, TurnStarted):
            break  # what follows is the next turn's
        turn = _ended(_thrown(turn, event), event)
    return turn


def _thrown(turn: PlayedTurn, event: Event) -> PlayedTurn:
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
    return turn


def _ended(turn: PlayedTurn, event: Event) -> PlayedTurn:
    match event:
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


def _most(turns: Iterable[PlayedTurn], what: Literal["points", "lost", "hot"]) -> PlayedTurn | None:
    best = max(turns, key=lambda turn: int(getattr(turn, what)), default=None)
    return best if best is not None and getattr(best, what) else None


def _decisive(turns: Sequence[PlayedTurn], last: GameState) -> PlayedTurn | None:
    if not last.winners:
        return None
    side = last.side(last.winners[0])
    here = {last.side(seat) for seat, gone in enumerate(last.left) if not gone}
    if len(here) < 2:  # won as the last one left
        return None
    decisive = None
    ahead = False
    for turn in turns:
        totals = dict.fromkeys(here, 0)
        for seat, score in enumerate(turn.totals):
            if last.side(seat) in here:
                totals[last.side(seat)] += score
        was, ahead = ahead, all(totals[side] > totals[one] for one in here if one != side)
        if ahead and not was:
            decisive = turn
    return decisive if ahead else None


def _player(seat: int, turns: Sequence[PlayedTurn], last: GameState) -> PlayerSummary:
    mine = [turn for turn in turns if turn.seat == seat]
    entry = None
    if last.rules.entry_min:
        entry = next((turn for turn in mine if turn.entered), None)
    return PlayerSummary(
        seat=seat,
        score=last.scores[seat],
        won=seat in last.winners,
        left=last.left[seat],
        turns=len(mine),
        throws=sum(turn.throws for turn in mine),
        farkles=sum(turn.outcome == "farkled" for turn in mine),
        points=sum(turn.points for turn in mine),
        built=sum(turn.built for turn in mine if turn.outcome == "banked"),
        penalties=sum(turn.penalty for turn in mine),
        hot=sum(turn.hot for turn in mine),
        best=_most(mine, "points"),
        entry=entry,
    )
