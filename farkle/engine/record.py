"""Records of whole games: the rules, the players, and every action with its dice and events."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import zip_longest
from typing import Any, Final

from farkle.errors import Disagreement, IllegalAction, RecordError, RulesError
from farkle.rules.named_dice import Weights
from farkle.rules.ruleset import RuleSet
from farkle.rules.scoring import Dice

from .actions import Action, action_from_dict
from .events import Batch, Event, Rolled, RolledOff, Started, batch_from_dicts
from .plain import check_names, check_version
from .state import GameState

VERSION: Final = 1
MAX_SEATS: Final = 100_000


@dataclass(frozen=True, slots=True)
class Step:
    """An action with its rolled dice and its events."""

    action: Action
    dice: Dice
    events: Batch

    def to_dict(self) -> dict[str, Any]:
        return {
            **self.action.to_dict(),
            "dice": list(self.dice),
            "events": [event.to_dict() for event in self.events],
        }


@dataclass(frozen=True, slots=True)
class Record:
    """A game. `players` is their number at the start; `teams` has the team of each.

    `names` are by seat, late joiners included, for display only; they may be missing.
    """

    rules: RuleSet
    players: int
    start: Batch
    teams: tuple[int, ...] | None = None
    steps: tuple[Step, ...] = ()
    names: tuple[str, ...] = field(default=(), compare=False)

    @property
    def start_dice(self) -> Dice:
        """All dice of the roll-off, in order."""
        return dice_of(self.start)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The named dice of each seat at the start; () in a game without them."""
        return next((event.chosen for event in self.start if isinstance(event, Started)), ())

    def and_then(self, action: Action, events: Batch) -> Record:
        """Return a copy with one more step."""
        return replace(self, steps=(*self.steps, Step(action, dice_of(events), events)))

    def to_dict(self) -> dict[str, Any]:
        return {
            "version": VERSION,
            "rules": self.rules.to_dict(),
            "players": self.players,
            "teams": None if self.teams is None else list(self.teams),
            "names": list(self.names),
            "start": {
                "dice": list(self.start_dice),
                "events": [event.to_dict() for event in self.start],
            },
            "steps": [step.to_dict() for step in self.steps],
        }

    @classmethod
    def from_dict(cls, data: object) -> Record:
        """Read the data of `to_dict`, without replaying it. Raise RecordError or RulesError."""
        data = check_version("A record", data, VERSION)
        check_names("A record", data, {"version", *(field.name for field in fields(cls))})
        players = data["players"]
        if type(players) is not int or not 1 <= players <= MAX_SEATS:
            raise RecordError("players of a record must be a whole number from 1.")
        names = data["names"]
        if not isinstance(names, list | tuple) or not all(map(_is_text, names)):
            raise RecordError("names of a record must be a list of names.")
        teams = data["teams"]
        if teams is not None and (
            not isinstance(teams, list | tuple) or not all(type(team) is int for team in teams)
        ):
            raise RecordError("teams of a record must be a list of whole numbers.")
        if not isinstance(data["steps"], list | tuple):
            raise RecordError("steps of a record must be a list.")
        start = data["start"]
        if not isinstance(start, Mapping) or set(start) != {"dice", "events"}:
            raise RecordError("start of a record must be an object with dice and events.")
        return cls(
            rules=RuleSet.from_dict(data["rules"]),
            players=players,
            start=_events("the start", start),
            teams=None if teams is None else tuple(teams),
            steps=tuple(_step(number, step) for number, step in enumerate(data["steps"], 1)),
            names=tuple(names),
        )


def _is_text(value: object) -> bool:
    """Return True for text without lone surrogates, which JSON may contain."""
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def dice_of(events: Sequence[Event]) -> Dice:
    """Return all dice rolled in `events`, in order."""
    return tuple(
        die for event in events if isinstance(event, Rolled | RolledOff) for die in event.dice
    )


def states(record: Record) -> Iterator[GameState]:
    """Replay `record` with its dice, and yield the state after the start and after each step.

    Raise Disagreement at the first illegal or different step.
    """
    source = _RecordedDice(record.start_dice)
    try:
        state, batch = GameState.start(
            record.rules, record.players, source, record.teams, record.chosen
        )
    except (RulesError, ValueError) as error:
        raise Disagreement(0, "that the game was started", f"the refusal: {error}") from error
    except _NoDice as error:
        dice = record.start_dice
        raise Disagreement(0, f"the dice {dice}", "a roll-off of more dice") from error
    _compare(0, record.start, batch, source)
    yield state
    for at, step in enumerate(record.steps, 1):
        source = _RecordedDice(step.dice)
        try:
            state, batch = state.apply(step.action, source)
        except IllegalAction as error:
            raise Disagreement(at, f"{step.action}", f"the refusal: {error}") from error
        except _NoDice as error:
            raise Disagreement(at, f"the dice {step.dice}", "a throw of more dice") from error
        _compare(at, step.events, batch, source)
        yield state


def replay(record: Record) -> GameState:
    """Replay `record` and return its last state. Raise Disagreement."""
    return deque(states(record), maxlen=1)[0]


class _NoDice(Exception):
    """The record has fewer dice than the rules require."""


class _RecordedDice:
    def __init__(self, dice: Dice) -> None:
        self.left = dice

    def __call__(self, count: int, _weights: Sequence[Weights] = ()) -> Dice:
        if count > len(self.left):
            raise _NoDice
        dice, self.left = self.left[:count], self.left[count:]
        return dice


def _compare(at: int, recorded: Batch, replayed: Batch, source: _RecordedDice) -> None:
    for old, new in zip_longest(recorded, replayed):
        if old != new:
            raise Disagreement(at, str(old or "nothing more"), str(new or "nothing more"))
    if source.left:
        raise Disagreement(at, f"the dice {source.left} as well", "no such throw")


def _events(where: str, data: Mapping[str, Any]) -> Batch:
    try:
        events = batch_from_dicts(data.get("events"))
    except RecordError as error:
        raise RecordError(f"At {where}: {error}") from error
    if list(dice_of(events)) != data.get("dice"):
        raise RecordError(f"At {where}: the dice are not those of the events.")
    return events


def _step(at: int, data: object) -> Step:
    if not isinstance(data, Mapping):
        raise RecordError(f"Step {at} of a record must be an object.")
    rest = {name: value for name, value in data.items() if name not in ("dice", "events")}
    try:
        action = action_from_dict(rest)
    except RecordError as error:
        raise RecordError(f"At step {at}: {error}") from error
    events = _events(f"step {at}", data)
    return Step(action, dice_of(events), events)
