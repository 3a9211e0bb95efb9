"""Read a stored game as an engine record: its rules, and each action with its dice and events."""

from collections.abc import Iterable
from datetime import datetime

from farkle import (
    Action,
    Bank,
    Batch,
    Build,
    Join,
    Leave,
    Record,
    Roll,
    Skip,
    Step,
    dice_of,
)
from farkle.engine.events import Banked, Built, Joined, Kept, Left, Skipped, Started
from games.models import Game
from games.protocol import events as room_events
from games.protocol.events import PastEvent
from games.rules.catalogue import rules_of
from games.state.archive import BrokenArchive, events_of


def batches_of(game: Game) -> Iterable[tuple[PastEvent, Batch]]:
    """Yield each move of the game with its batch of engine events. Raise BrokenArchive."""
    for event in events_of(game):
        batch = room_events.engine_batch(event.events)
        if batch:
            yield event, batch


def record_of(game: Game) -> Record:
    """Return the record of a game. Raise ValueError if it has not started."""
    return moves_of(game)[0]


def moves_of(game: Game) -> tuple[Record, tuple[datetime, ...]]:
    """Return the record of a game, and the times of its start and of each step. Raise ValueError if
    it has not started, BrokenArchive if its start is missing."""
    if game.rules is None:
        raise ValueError(f"{game} has not started")
    start: Batch = ()
    steps: list[Step] = []
    times: list[datetime] = []
    for event, batch in batches_of(game):
        if start:
            steps.append(Step(action_of(batch), dice_of(batch), batch))
        else:
            start = batch
        times.append(event.at)
    begun = start[0] if start else None
    if not isinstance(begun, Started):
        raise BrokenArchive(f"{game} has no events")
    # Players who joined later are in the steps.
    record = Record(rules_of(game.rules), begun.players, start, begun.teams, tuple(steps))
    return record, tuple(times)


def action_of(batch: Batch) -> Action:
    """Return the action that caused these events. A roll that ended the turn by itself becomes a
    bank of the same keep, which has the same effect."""
    first = batch[0]
    keep = first.dice if isinstance(first, Kept) else ()
    match first:
        case Built():
            return Build()
        case Skipped():
            return Skip()
        case Left(seat, _):
            return Leave(seat)
        case Joined(_, _, _, team):
            return Join(team)
    thrown = any(event.name in ("rolled", "ran_out") for event in batch)
    if not thrown and any(isinstance(event, Banked) for event in batch):
        return Bank(keep)
    return Roll(keep)
