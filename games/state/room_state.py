"""Read the state of a room: where its game stands, and its events and snapshot as frames.

Nothing here writes. A game's state is its stored snapshot with the later events folded in.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q

from farkle import GameState
from farkle.engine.events import Rolled, RolledOff
from games import clock
from games.models import FOUNDER, DiceSecret, Event, Game, Person, Player, Room, Standing, Turn
from games.protocol import events as room_events
from games.rules.catalogue import rules_of
from games.state import frames
from games.state.absence import AbsenceState
from games.state.absence_watch import NOBODY, PresenceNeeds
from games.state.absence_watch import presence_needs as needs_of_room
from games.state.room_settings import settings_of
from games.state.sealing import CannotUnseal, unseal
from games.state.turns import TurnLog

TURNS_SHOWN = 20
EVENTS_AT_ONCE = 200
_TRIES_WITHOUT_LOCK = 3
_ROOMS_PER_QUERY = 10_000  # SQLite takes at most 32,766 values in a query


class Position(NamedTuple):
    """Where a running game stands: its state, its turns, the number of the newest event folded in,
    and how many times its dice were thrown."""

    state: GameState
    log: TurnLog
    event: int
    thrown: int


class OutboundEvent(NamedTuple):
    """An event that is ready to be sent. `needs` comes with the newest event only."""

    n: int
    frame: str
    seats_changed: bool
    needs: PresenceNeeds | None = None
    settings_changed: bool = False


class HeadDetails(NamedTuple):
    """What is sent with the newest event only: the legal moves, the deadlines, whose presence the
    room needs, and when the room closes (ms since 1970), if that is news."""

    may: Mapping[str, Any] | None
    due: Mapping[str, int]
    needs: PresenceNeeds
    closes: int | None


def position_of(game: Game) -> Position:
    """Return where a game stands. `game` must have been read before its events are.

    Raises ValueError for a game that has not started.
    """
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
    """Return where the game stands after its next event. The turn log is shared, not copied."""
    batch = room_events.engine_batch(events)
    if not batch:
        return at._replace(event=number)
    state = at.state.fold(batch)
    at.log.add(batch, state)
    throws = sum(isinstance(event, Rolled | RolledOff) for event in batch)
    return Position(state, at.log, number, at.thrown + throws)


def events_after(room_id: int, n: int) -> list[OutboundEvent]:
    """Return the events after event `n`, oldest first, at most EVENTS_AT_ONCE."""
    rows = list(
        Event.objects.filter(room_id=room_id, number__gt=n).order_by("number")[:EVENTS_AT_ONCE]
    )
    if not rows:
        return []
    changed = {seat for row in rows for seat in room_events.players_changed(row.events)}
    players: dict[int, Player] = {}
    if changed:
        found = Player.objects.filter(room_id=room_id, seat__in=changed)
        players = {player.seat: player for player in found}
    details = _details_at(room_id, rows[-1].number)
    return [outbound_event(row, players, details if row is rows[-1] else None) for row in rows]


def _details_at(room_id: int, n: int) -> HeadDetails | None:
    """Return the details that belong to event `n`; None if it is not the newest."""
    room = Room.objects.get(pk=room_id)
    if room.head != n:
        return None
    absence = AbsenceState.from_dict(room.waits)
    closes = frames.closing_time(room.deadlines) or 0
    game = Game.objects.running(room)
    if game is None:
        return head_details(room, absence, None, None, closes)
    position = position_of(game)
    if max(position.event, game.snapshot_event) > n:  # somebody has moved meanwhile
        return None
    at_turn = Player.objects.get(room=room, seat=game.players[position.state.current])
    return head_details(room, absence, position.state, at_turn, closes)


def head_details(
    room: Room,
    absence: AbsenceState,
    state: GameState | None,
    at_turn: Player | None,
    closes: int | None,
) -> HeadDetails:
    """Return what is sent with the newest event; `state` of the running game, if there is one."""
    may = None if state is None or absence.paused else frames.may(state)
    needs = needs_of_room(room, absence, at_turn)
    return HeadDetails(may, frames.shown_deadlines(room.deadlines), needs, closes)


def presence_needs(room_id: int) -> PresenceNeeds:
    """Return whose presence the room needs now; nobody's if the room has expired."""
    while (head := heads([room_id]).get(room_id)) is not None:
        details = _details_at(room_id, head)
        if details is not None:
            return details.needs
    return NOBODY


def outbound_event(
    event: Event | room_events.PendingEvent,
    players: Mapping[int, Player],
    details: HeadDetails | None,
) -> OutboundEvent:
    """Return an event with its frame; `players` must have those that the event changed."""
    may, due, needs, closes = details or (None, {}, None, None)
    if room_events.is_move(event.events):  # as nearly every event is
        return OutboundEvent(event.number, frames.event(event, (), may, due, closes), False, needs)
    changed = [players[seat] for seat in room_events.players_changed(event.events)]
    return OutboundEvent(
        event.number,
        frames.event(event, changed, may, due, closes),
        room_events.seats_changed(event.events),
        needs,
        room_events.settings_changed(event.events),
    )


def sync(code: str) -> tuple[int, str] | None:
    """Return the newest event's number and the `sync` frame of the room; None if there is none.

    Reads without a lock, and again if an event came meanwhile. In a room where events never cease
    the last try takes the lock.
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
    state, turns, turn, seed = None, [], None, None
    if game is not None:
        position = position_of(game)
        state, turn = position.state, position.log.under_way
        turns = list(Turn.objects.filter(game=game).order_by("-number")[:TURNS_SHOWN])[::-1]
        seed = seed_of(game)
    series, moved = series_of(room), None
    if game is not None and game.status == Game.Status.PLAYING:
        moved = acted_at(moved_at(game), room.waits.get("fresh", 0))
    return frames.sync(room, players, waiting, game, state, turns, turn, seed, series, moved)


def moved_at(game: Game) -> int:
    """Return when (ms since 1970) the turn of a running game began or its player last moved."""
    newest = Event.objects.filter(room=game.room_id, game=game.pk).order_by("-number")
    for events, at in newest.values_list("events", "at").iterator(chunk_size=10):
        if room_events.goes_on(events):
            return int(at.timestamp() * 1000)
    return 0


def acted_at(moved: int, fresh: int) -> int:
    """Return from when on (ms since 1970) the player at turn has been waited for: since the last
    move, or since the time of the turn began anew. A time in the future is from before the clock
    was set: if there is no other, it is now."""
    now = clock.milliseconds()
    return max((at for at in (moved, fresh) if 0 < at <= now), default=now)


def series_of(room: Room) -> list[list[int]]:
    """Return the series: for each player a row of player, games, wins and points."""
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
    """Return the seed of a game that has ended, in hex; None before that, and if it is lost."""
    if game.status not in (Game.Status.OVER, Game.Status.ABANDONED):
        return None
    try:
        return unseal(bytes(DiceSecret.objects.get(game=game).seed), game.commitment).hex()
    except CannotUnseal:
        return None


def heads(room_ids: Sequence[int]) -> dict[int, int]:
    """Return the number of the newest event of each room that exists."""
    found: dict[int, int] = {}
    for start in range(0, len(room_ids), _ROOMS_PER_QUERY):
        rooms = Room.objects.filter(pk__in=room_ids[start : start + _ROOMS_PER_QUERY])
        found.update(rooms.values_list("pk", "head"))
    return found


class Seats(NamedTuple):
    """The seats one person holds now, and the seats that were given to somebody else."""

    mine: list[int]
    lost: list[int]


NO_SEATS = Seats([], [])


def removed_from(room_id: int) -> frozenset[int]:
    """Return the persons whom the host removed from the room and who have no other seat there. The
    founder can always come back."""
    players = Player.objects.filter(room_id=room_id)
    removed = {person for person, _ in players.filter(removed=True).holdings()}
    stay = players.filter(Q(left=False) | Q(seat=FOUNDER))
    return frozenset(removed.difference(person for person, _ in stay.holdings()))


def is_removed(room_id: int, person: int | None) -> bool:
    """Return whether the host removed this person from the room."""
    if person is None:
        return False
    mine = Player.objects.filter(room_id=room_id).held_by(person)
    stays = mine.filter(Q(left=False) | Q(seat=FOUNDER))
    return mine.filter(removed=True).exists() and not stays.exists()


def may_watch(room_id: int) -> bool:
    """Return whether people without a seat may be in the room."""
    room = Room.objects.only("settings").filter(pk=room_id).first()
    return room is None or bool(settings_of(room)["spectators"])  # an expired room has nobody


def may_enter(room: Room, person: Person | int | None) -> bool:
    """Return whether this person may see the table: to watch, or for a seat there, even for one
    that was given to somebody else."""
    if settings_of(room)["spectators"]:
        return True
    seats = Player.objects.filter(room=room).seated()
    return person is not None and seats.ever_held_by(person).exists()


def why_barred(room: Room, person: int | None) -> str:
    """Return why this person may not be in the room, as a `bye` says it; empty if they may."""
    if is_removed(room.pk, person):
        return "removed"
    return "" if may_enter(room, person) else "no_spectators"


def place_of(room_id: int, person: int | None) -> tuple[str, Seats]:
    """Return why this person may not be in the room, if they may not, and their seats."""
    room = Room.objects.only("settings").filter(pk=room_id).first()
    if room is None:  # it has expired
        return "", NO_SEATS
    mine = NO_SEATS if person is None else seats_of(room_id).get(person, NO_SEATS)
    return why_barred(room, person), mine


def seats_of(room_id: int) -> dict[int, Seats]:
    """Return the seats of each person in the room."""
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
