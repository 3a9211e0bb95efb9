"""Check that stored rooms are consistent. A room's events are the source of truth.

Each game is folded from its events, and replayed by the engine with the dice of its seed. Fold,
replay and snapshot must be equal, and turns and standings must follow from the events.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import farkle
from farkle import Disagreement, GameState, replay
from farkle.engine.events import Rolled, RolledOff
from farkle.engine.fairness import commitment_of, terms_of
from farkle.rules.named_dice import weights_of
from games import clock
from games.models import Deal, Event, Game, Room, Standing
from games.rules.catalogue import rules_of
from games.services.standings import standings_of
from games.services.upkeep.cleanup import EVENTS_AFTER
from games.state.archive import BrokenArchive, read_archive, turns_of
from games.state.records import batches_of, record_of
from games.state.running import DiceSource
from games.state.sealing import stored_seed, unseal
from games.state.turns import EndedTurn, TurnLog


class Wrong(Exception):
    """Inconsistent stored data. The message names the first place."""


def disagreements(room: Room) -> Iterator[str]:
    """Yield a sentence for each inconsistent part of the room, naming the first place."""
    try:
        _check_numbers(room)
    except Wrong as error:
        yield str(error)
    for game in Game.objects.started().filter(room=room):
        try:
            _check_game(game)
        except Wrong as error:
            yield f"game {game.number}, {error}"
        except (farkle.FarkleError, LookupError, ValueError) as error:
            yield f"game {game.number} cannot be read: {error!r}"


def _check_numbers(room: Room) -> None:
    """Check the head, and that no event is missing since the first recent one: of older events,
    only those of games are kept."""
    times = dict(Event.objects.filter(room=room).values_list("number", "at"))
    newest = max(times, default=0)
    if room.head != newest:
        raise Wrong(f"event {newest}: it is the newest, but the room's head is {room.head}")
    for game in Game.objects.filter(room=room, archived__isnull=False):
        try:
            times |= {event.number: event.at for event in read_archive(game).events}
        except BrokenArchive:  # _check_game reports it
            return
    old = clock.now() - EVENTS_AFTER
    recent = [number for number, at in times.items() if at >= old]
    first = 1 if room.created >= old else min(recent, default=newest)
    for number in range(first, newest):
        if number not in times:
            raise Wrong(f"event {number}: it is missing")


def _check_game(game: Game) -> None:
    state, turns = _refold(game)
    try:
        replayed = replay(record_of(game))
    except Disagreement as error:
        raise Wrong(f"ply {error.step}: {error}") from error
    _require_equal("the end: what the rules make of it", state, replayed)
    _require_equal("the end: its winners", game.winners, list(state.winners))
    _require_equal("the end: over", game.status == Game.Status.OVER, state.phase == "over")
    kept = turns_of(game)
    _require_equal_rows("turn", kept, [turn._asdict() for turn in turns])
    is_of_race = game.room.deal is not None and game.room.deal.kind == Deal.Kind.ROOM
    has_none = game.status == Game.Status.PLAYING or is_of_race
    standings = [] if has_none else standings_of(state, turns)
    _require_equal_rows("standing", Standing.objects.filter(game=game).order_by("seat"), standings)


def _refold(game: Game) -> tuple[GameState, list[EndedTurn]]:
    """Fold the events, and check the dice, the plies and the snapshot on the way."""
    seed = unseal(stored_seed(game), game.commitment)
    _require_equal("the start: its commitment", game.commitment, commitment_of(seed))
    dice = DiceSource(seed, game.strings, 0)
    log, turns, state = TurnLog(), list[EndedTurn](), None
    for event, batch in batches_of(game):
        where = f"event {event.number}"
        if game.deal_id is not None and state is not None:
            dice = DiceSource(seed, game.strings, dice.thrown, state)
        if state is None:
            begun = (stored for stored in event.events if stored["e"] == "game")
            start: Mapping[str, Any] = next(begun, {})
            _require_equal(f"{where}: the rules", start.get("rules"), game.rules)
            _require_equal(f"{where}: the fingerprint", start.get("fingerprint"), game.fingerprint)
            after = GameState(rules_of(start["rules"]))
        else:
            after = state.next_ply()
        for engine_event in batch:
            if isinstance(engine_event, Rolled | RolledOff):
                letters = after.cup if isinstance(engine_event, Rolled) else ""
                thrown = dice(len(engine_event.dice), weights_of(letters))
                _require_equal(f"{where}: its dice", engine_event.dice, thrown)
            engine_event.fold_into(after)
        if state is None:
            agreed = terms_of(seed, after.rules, start["teams"], (), after.chosen)
            _require_equal(f"{where}: the rules in the fingerprint", game.terms[0], agreed.rules)
        state = after
        _require_equal(f"{where}: its ply", event.ply, state.ply)
        turns += log.add(batch, state)
        if event.number == game.snapshot_event:
            _check_snapshot(where, game, state, log, dice)
    if state is None:
        raise Wrong("the start: it is missing")
    if game.status == Game.Status.ABANDONED:
        turns += log.cut(state)
        _check_snapshot("the end", game, state, log, dice)
    return state, turns


def _check_snapshot(
    where: str, game: Game, state: GameState, log: TurnLog, dice: DiceSource
) -> None:
    snapshot = {"state": state.to_dict(), "turn": log.to_dict()}
    _require_equal(f"{where}: the snapshot", game.snapshot, snapshot)
    _require_equal(f"{where}: the ply of the snapshot", game.ply, state.ply)
    _require_equal(f"{where}: the number of throws", game.thrown, dice.thrown)


def _require_equal(where: str, stored: object, derived: object) -> None:
    if stored != derived:
        raise Wrong(f"{where}: stored is {stored!r:.300}, the events say {derived!r:.300}")


def _require_equal_rows(what: str, rows: Any, derived: list[dict[str, Any]]) -> None:
    stored = list[object](rows)
    for number, (row, values) in enumerate(zip(stored, derived, strict=False), 1):
        _require_equal(f"{what} {number}", {name: getattr(row, name) for name in values}, values)
    _require_equal(f"the end: how many {what}s", len(stored), len(derived))
