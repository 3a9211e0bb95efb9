"""Reading: a game's state at its newest event, and stored events as the frames they were.

Nothing here writes. A state is the snapshot with the events after it folded in.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction

from farkle import GameState
from farkle.engine.events import Rolled, RolledOff
from games.models import DiceSecret, Event, Game, Player, Room, Standing, Turn
from games.protocol import events as room_events
from games.rules.catalogue import rules_of
from games.state import frames
from games.state.absence import AbsenceState
from games.state.absence_watch import NOBODY, PresenceNeeds, look_at
from games.state.turns import TurnLog

TURNS_SHOWN = 20
EVENTS_AT_ONCE = 200
_TRIES_WITHOUT_LOCK = 3
_ROOMS_A_QUERY = 10_000  # SQLite takes no more than 32,766 values at once


class Position(NamedTuple):
    """A running game: its state, its turns so far, the number of the event it stands at, and how
    many throws its dice have seen."""

    state: GameState
    log: TurnLog
    event: int
    thrown: int


class OutboundEvent(NamedTuple):
    """An event ready to be sent: its number, its frame, whether a seat changed hands; with the
    newest, who is to be looked for; whether the room's settings changed."""

    n: int
    text: str
    seats: bool
    look: PresenceNeeds | None = None
    settings: bool = False


class Newest(NamedTuple):
    """What comes with the newest event only: what may be done, what will happen by itself, and who
    is to be looked for."""

    may: Mapping[str, Any] | None
    due: Mapping[str, int]
    look: PresenceNeeds


def position_of(game: Game) -> Position:
    """Where a game that was started stands. `game` must have been read before its events are."""
    if game.rules is None or game.snapshot is None:
        raise ValueError(f"{game} has not started")
    at = Position(
        GameState.from_dict(rules_of(game.rules), game.snapshot["state"]),
        TurnLog.from_dict(game.snapshot["turn"]),
        game.snapshot_event,
        game.thrown,
    )
    later = Event.objects.filter(room_id=game.room_id, game_id=game.pk, number__gt=at.event)
    for number, events in later.order_by("number").values_list("number", "events"):
        at = position_after(at, number, events)
    return at


def position_after(at: Position, number: int, events: Sequence[room_events.Stored]) -> Position:
    """Where the game stands after its next event. (Its log is the same, and goes on.)"""
    batch = room_events.engine_batch(events)
    if not batch:
        return at._replace(event=number)
    state = at.state.fold(batch)
    at.log.take(batch, state)
    throws = sum(isinstance(event, Rolled | RolledOff) for event in batch)
    return Position(state, at.log, number, at.thrown + throws)


def events_after(room_id: int, n: int) -> list[OutboundEvent]:
    """What happened after event `n`, oldest first, at most EVENTS_AT_ONCE; the newest with what may
    be done now."""
    rows = list(
        Event.objects.filter(room_id=room_id, number__gt=n).order_by("number")[:EVENTS_AT_ONCE]
    )
    if not rows:
        return []
    changed = {seat for row in rows for seat in room_events.players_changed(row.events)}
    who: dict[int, Player] = {}
    if changed:
        players = Player.objects.filter(room_id=room_id, seat__in=changed)
        who = {player.seat: player for player in players}
    newest = _newest(room_id, rows[-1].number)
    return [told(row, who, newest if row is rows[-1] else None) for row in rows]


def _newest(room_id: int, n: int) -> Newest | None:
    """What goes with event `n`; None if that is not the newest (any more)."""
    room = Room.objects.get(pk=room_id)
    if room.head != n:
        return None
    waits = AbsenceState.from_dict(room.waits)
    game = Game.objects.running(room)
    if game is None:
        return newest_of(room, waits, None, None)
    position = position_of(game)
    if max(position.event, game.snapshot_event) > n:  # somebody moved meanwhile
        return None
    at_turn = Player.objects.get(room=room, seat=game.players[position.state.current])
    return newest_of(room, waits, position.state, at_turn)


def newest_of(
    room: Room, waits: AbsenceState, state: GameState | None, at_turn: Player | None
) -> Newest:
    """What goes with the newest event: `state` of the game that is on, and whose turn it is."""
    may = None if state is None or waits.paused else frames.may(state)
    return Newest(may, frames.shown_deadlines(room.deadlines), look_at(room, waits, at_turn))


def look(room_id: int) -> PresenceNeeds:
    """Who is to be looked for in the room now; nobody where it has expired."""
    while (head := heads([room_id]).get(room_id)) is not None:
        newest = _newest(room_id, head)
        if newest is not None:
            return newest.look
    return NOBODY


def told(
    event: Event | room_events.PendingEvent, who: Mapping[int, Player], newest: Newest | None
) -> OutboundEvent:
    """One event as a frame; `who` has at least the players it changed."""
    may, due, look = newest or (None, {}, None)
    if room_events.is_move(event.events):  # which is most of all there is
        return OutboundEvent(
            event.number, frames.event(event, (), may, due), seats=False, look=look
        )
    changed = [who[seat] for seat in room_events.players_changed(event.events)]
    text = frames.event(event, changed, may, due)
    seats, settings = (
        room_events.seats_changed(event.events),
        room_events.settings_changed(event.events),
    )
    return OutboundEvent(event.number, text, seats, look, settings)


def sync(code: str) -> tuple[int, str] | None:
    """The newest event's number and the frame that tells the whole room; None for no such room.

    Read without a lock; where an event came in between, once more; in a room that never rests,
    under its lock.
    """
    for _ in range(_TRIES_WITHOUT_LOCK):
        room = Room.objects.filter(code=code).first()
        if room is None:
            return None
        text = _sync_at(room)
        if room.head == Room.objects.values_list("head", flat=True).get(pk=room.pk):
            return room.head, text
    with transaction.atomic():
        room = Room.objects.select_for_update().get(code=code)
        return room.head, _sync_at(room)


def _sync_at(room: Room) -> str:
    players = list(Player.objects.filter(room=room).order_by("place", "seat"))
    newest = list(Game.objects.filter(room=room).order_by("-number")[:2])
    waiting = next((game for game in newest if game.status == Game.Status.WAITING), None)
    game = next((game for game in newest if game.status != Game.Status.WAITING), None)
    state, turns, seed = None, [], None
    if game is not None:
        state = position_of(game).state
        turns = list(Turn.objects.filter(game=game).order_by("-number")[:TURNS_SHOWN])[::-1]
        seed = seed_of(game)
    return frames.sync(room, players, waiting, game, state, turns, seed, series_of(room))


def series_of(room: Room) -> list[list[int]]:
    """The results of all games won here: a row of player, games, wins, points for each."""
    if not room.played:
        return []
    rows: dict[int, list[int]] = {}
    games = {game.pk: game for game in room.games.filter(status=Game.Status.OVER)}
    standings = Standing.objects.filter(game__in=games).values_list("game", "seat", "score")
    for pk, seat, score in standings:
        game = games[pk]
        row = rows.setdefault(game.players[seat], [game.players[seat], 0, 0, 0])
        row[1] += 1
        row[2] += seat in game.winners
        row[3] += score
    return [rows[player] for player in sorted(rows)]


def seed_of(game: Game) -> str | None:
    """The seed of a game that has ended, in hex; None before."""
    if game.status not in (Game.Status.OVER, Game.Status.ABANDONED):
        return None
    return bytes(DiceSecret.objects.get(game=game).seed).hex()


def heads(room_ids: Sequence[int]) -> dict[int, int]:
    """The number of the newest event of each room, in one query (for every so many rooms)."""
    found: dict[int, int] = {}
    for start in range(0, len(room_ids), _ROOMS_A_QUERY):
        rooms = Room.objects.filter(pk__in=room_ids[start : start + _ROOMS_A_QUERY])
        found.update(rooms.values_list("pk", "head"))
    return found


class Seats(NamedTuple):
    """The players of one person, without those who left, and those that were given away."""

    mine: list[int]
    lost: list[int]


NO_SEATS = Seats([], [])


def seats_of(room_id: int) -> dict[int, Seats]:
    """Return who holds which seats in the room."""
    found: dict[int, Seats] = {}
    players = Player.objects.filter(room_id=room_id).seated()
    for person, seat in players.holdings():
        found.setdefault(person, Seats([], [])).mine.append(seat)
    given_away = players.filter(before__isnull=False)
    for person, seat in given_away.values_list("before", "seat"):
        found.setdefault(person, Seats([], [])).lost.append(seat)
    for seats in found.values():
        seats.mine.sort()
        seats.lost.sort()
    return found
