"""Read the state of a room: the position of its game, and its events and snapshot as frames."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import orjson
from django.db import transaction

from farkle import GameState
from farkle.engine.events import Rolled, RolledOff
from games.db.statements import Rows, find, placeholders
from games.models import Deal, Event, Game, Player, Room, Turn
from games.protocol import events as room_events
from games.protocol import frames
from games.protocol.events import PastEvent, PendingEvent
from games.rules.catalogue import rules_of
from games.state.absence import NOBODY, AbsenceState, PresenceNeeds, go_on_from
from games.state.absence import presence_needs as needs_of_room
from games.state.archive import archived_turns, events_in, merge, read_archive
from games.state.holidays import shown_holidays
from games.state.room_settings import settings_of
from games.state.sealing import CannotUnseal, is_open, stored_seed, unseal
from games.state.turns import TurnLog, shown_turn

TURNS_SHOWN = 20
EVENTS_AT_ONCE = 200
_MAX_NUMBER = 2**63 - 1
_TRIES_WITHOUT_LOCK = 3
_ROOMS_PER_QUERY = 10_000  # SQLite takes at most 32,766 values in a query

_ROOM = Rows(Room, "WHERE code = %s")
_PLAYERS = Rows(Player, "WHERE room_id = %s ORDER BY place, seat")
_NEWEST_GAMES = Rows(Game, "WHERE room_id = %s ORDER BY number DESC LIMIT 2")
_NEWEST_TURNS = Rows(Turn, f"WHERE game_id = %s ORDER BY number DESC LIMIT {TURNS_SHOWN}")
_HEAD = "SELECT head FROM games_room WHERE id = %s"
_HEADS = "SELECT id, head FROM games_room WHERE id IN ({})"
_HEADS_SINCE = "SELECT room_id, max(number) FROM games_event WHERE id > %s GROUP BY room_id"
_LATER_EVENTS = (
    "SELECT number, events FROM games_event"
    " WHERE room_id = %s AND game_id = %s AND number > %s ORDER BY number"
)
_LAST_EVENTS = Rows(
    Event, "WHERE room_id = %s AND game_id = %s AND number < %s ORDER BY number DESC LIMIT 10"
)
_WON = "SELECT id, players, winners FROM games_game WHERE room_id = %s AND status = 'over'"
_SCORES = (
    "SELECT s.game_id, s.seat, s.score FROM games_standing s JOIN games_game g ON g.id = s.game_id"
    " WHERE g.room_id = %s AND g.status = 'over'"
)
_SCORE_OF_TRY = (  # of a race, which has the standings
    "SELECT t.game_id, 0, t.points FROM games_try t JOIN games_game g ON g.id = t.game_id"
    " WHERE g.room_id = %s AND t.player_id IS NOT NULL AND t.ended IS NOT NULL"
)


class Position(NamedTuple):
    state: GameState
    log: TurnLog
    event: int
    """Number of the newest event folded in."""
    thrown: int
    """Number of times the dice were thrown."""


class LyingDice(NamedTuple):
    """The throw that the current player may pick from: its ply and number of dice."""

    player: int
    ply: int
    size: int


class OutboundEvent(NamedTuple):
    """An event ready to be sent. Only the newest one has `needs` and `dice`."""

    n: int
    frame: str
    seats_changed: bool
    needs: PresenceNeeds | None = None
    settings_changed: bool = False
    dice: LyingDice | None = None


class Sync(NamedTuple):
    """The state of a room at event `n`: the `sync` frame, needs for presence, and lying dice."""

    n: int
    frame: str
    needs: PresenceNeeds = NOBODY
    dice: LyingDice | None = None


class HeadDetails(NamedTuple):
    may: Mapping[str, Any] | None
    """Legal moves."""
    due: Mapping[str, int]
    """Deadlines that pages show."""
    needs: PresenceNeeds
    closes: int | None
    """Time at which the room closes (ms since 1970), if it has changed."""
    facts: Mapping[str, Mapping[str, Any]]
    dice: LyingDice | None


def newest_games(room_id: int) -> tuple[Game | None, Game | None]:
    """Return the next game of a room, if there is one, and the last one that has started."""
    games = _NEWEST_GAMES(room_id)
    waiting = next((game for game in games if game.status == Game.Status.WAITING), None)
    return waiting, next((game for game in games if game is not waiting), None)


def position_of(game: Game) -> Position:
    """Return the position of a game: its snapshot with the later events folded in. Raise ValueError
    if it has not started."""
    if game.rules is None or game.snapshot is None:
        raise ValueError(f"{game} has not started")
    position = Position(
        GameState.from_dict(rules_of(game.rules), game.snapshot["state"]),
        TurnLog.from_dict(game.snapshot["turn"]),
        game.snapshot_event,
        game.thrown,
    )
    for number, events in find(_LATER_EVENTS, game.room_id, game.pk, position.event):
        position = position_after(position, number, orjson.loads(events))
    return position


def position_after(
    position: Position, number: int, events: Sequence[room_events.Stored]
) -> Position:
    """Return the position after the game's next event. Both share one turn log."""
    batch = room_events.engine_batch(events)
    if not batch:
        return position._replace(event=number)
    state = position.state.fold(batch)
    position.log.add(batch, state)
    throws = sum(isinstance(event, Rolled | RolledOff) for event in batch)
    return Position(state, position.log, number, position.thrown + throws)


def events_after(room_id: int, n: int) -> list[OutboundEvent]:
    """Return the events after event `n`, oldest first, at most EVENTS_AT_ONCE."""
    rows = events_in(Event.objects.filter(room_id=room_id, number__gt=n), EVENTS_AT_ONCE)
    if not rows:
        return []
    if rows[-1].number != n + len(rows):
        rows = merge(rows, _archived_after(room_id, n))[:EVENTS_AT_ONCE]
    changed = {seat for row in rows for seat in room_events.players_changed(row.events)}
    players: dict[int, Player] = {}
    if changed:
        queryset = Player.objects.filter(room_id=room_id, seat__in=changed)
        players = {player.seat: player for player in queryset}
    details = _details_at(room_id, rows[-1].number)
    ended = next((row for row in reversed(rows) if room_events.has(row.events, "over")), None)
    won = None if ended is None else won_in(room_id)
    worded = any(room_events.has(row.events, *room_events.WORDED) for row in rows)
    room = Room.objects.get(pk=room_id) if worded else None
    return [
        outbound_event(
            row,
            players,
            details if row is rows[-1] else None,
            won if row is ended else None,
            room,
        )
        for row in rows
    ]


def _archived_after(room_id: int, n: int) -> list[PastEvent]:
    games = Game.objects.filter(room=room_id, archived__isnull=False, snapshot_event__gt=n)
    return [event for game in games for event in read_archive(game).events if event.number > n]


def _details_at(room_id: int, n: int) -> HeadDetails | None:
    """Return the details of event `n`; None if it is no longer the newest."""
    room = Room.objects.get(pk=room_id)
    if room.head != n:
        return None
    absence = AbsenceState.from_dict(room.absence)
    closes = frames.closing_time(room.deadlines) or 0
    game = Game.objects.running(room)
    if game is None:
        return head_details(room, absence, None, None, closes, lambda: 0)
    position = position_of(game)
    if max(position.event, game.snapshot_event) > n:  # there is a newer event by now
        return None
    current = Player.objects.get(room=room, seat=game.players[position.state.current])
    moved = partial(moved_at, game)
    return head_details(room, absence, position.state, current, closes, moved)


def head_details(
    room: Room,
    absence: AbsenceState,
    state: GameState | None,
    current: Player | None,
    closes: int | None,
    moved: Callable[[], int],
) -> HeadDetails:
    """Return the details of the newest event; `state` and `current` belong to the running game. For
    `moved` see `waited_since`."""
    may = None if state is None or absence.paused else frames.may(state)
    needs = needs_of_room(room, absence, current)
    facts = {} if state is None else room_events.facts(state)
    due = frames.shown_deadlines(room.deadlines, go_on_from(room, absence, current, moved))
    return HeadDetails(may, due, needs, closes, facts, _lying_dice(state, current))


def _lying_dice(state: GameState | None, current: Player | None) -> LyingDice | None:
    if state is None or current is None or not state.throw:
        return None
    return LyingDice(current.seat, state.ply, len(state.throw))


def won_in(room_id: int) -> GameState | None:
    """Return the last state of the room's newest started game, if it was won."""
    _, game = newest_games(room_id)
    return ended_state(game) if game is not None and game.status == Game.Status.OVER else None


def ended_state(game: Game) -> GameState:
    """Return the last state of a game that has ended. Raise ValueError if it never started."""
    if game.rules is None or game.snapshot is None:
        raise ValueError(f"{game} has not started")
    return GameState.from_dict(rules_of(game.rules), game.snapshot["state"])


def presence_needs(room_id: int) -> PresenceNeeds:
    while (head := heads([room_id]).get(room_id)) is not None:
        details = _details_at(room_id, head)
        if details is not None:
            return details.needs
    return NOBODY


def outbound_event(
    event: PastEvent | PendingEvent,
    players: Mapping[int, Player],
    details: HeadDetails | None,
    won: GameState | None = None,
    room: Room | None = None,
) -> OutboundEvent:
    """Return an event with its frame.

    `players` must include those that the event changed. `won` is the last state of a game won by
    this event. `room` is needed for events in `WORDED`.
    """
    may, due, needs, closes, facts, dice = details or (None, {}, None, None, {}, None)
    if won is not None:
        facts = room_events.facts(won)
    if room_events.is_move(event.events):  # as for nearly every event
        frame = frames.event(event, (), may, due, closes, facts)
        return OutboundEvent(event.number, frame, False, needs, dice=dice)
    changed = [players[seat] for seat in room_events.players_changed(event.events)]
    return OutboundEvent(
        event.number,
        frames.event(event, changed, may, due, closes, facts, room),
        room_events.seats_changed(event.events),
        needs,
        room_events.has(event.events, "settings"),
        dice,
    )


def sync(code: str) -> Sync | None:
    """Return the room as it stands, also under its former code; None if there is none.

    Reads without a lock, and again if an event came meanwhile; the last attempt takes the lock.
    """
    for _ in range(_TRIES_WITHOUT_LOCK):
        room = _ROOM.first(code) or Room.objects.once_at(code).first()
        if room is None:
            return None
        snapshot = _sync_at(room)
        if find(_HEAD, room.pk) == [(room.head,)]:
            return snapshot
    with transaction.atomic():
        return _sync_at(Room.objects.select_for_update().get(code=code))


def _sync_at(room: Room) -> Sync:
    players = _PLAYERS(room.pk)
    waiting, game = newest_games(room.pk)
    state, turn, seed = None, None, None
    turns: list[dict[str, Any]] = []
    if game is not None:
        position = position_of(game)
        state, turn = position.state, position.log.under_way
        turns = [] if game.archived else [shown_turn(row) for row in _NEWEST_TURNS(game.pk)[::-1]]
        if not turns and game.status in Game.ENDED:
            turns = [shown_turn(row) for row in archived_turns(game)[-TURNS_SHOWN:]]
        seed = seed_of(game)
    go_on, current = None, None
    absence = AbsenceState.from_dict(room.absence)
    if game is not None and state is not None and game.status == Game.Status.PLAYING:
        seat = game.players[state.current]
        current = next((player for player in players if player.seat == seat), None)
        go_on = go_on_from(room, absence, current, partial(moved_at, game))
    details = {
        "settings": settings_of(room),
        "series": series_of(room),
        "holidays": shown_holidays(room),
        "race": None if room.race is None else race_of(room.race),
        **absence.to_wire(),
    }
    frame = frames.sync(room, players, waiting, game, state, turns, turn, seed, details, go_on)
    needs = needs_of_room(room, absence, current)
    return Sync(room.head, frame, needs, _lying_dice(state, current))


def race_of(deal: Deal) -> dict[str, int]:
    """Return the data of a race on its room's page: the turns of each player, its last and its
    first moment (ms since 1970), and the seconds of a turn, 0 without a clock."""
    return {
        "turns": deal.rules["rounds"],
        "until": int(deal.until.timestamp() * 1000),
        "began": int(deal.created.timestamp() * 1000),
        "seconds": deal.turn_seconds,
    }


def moved_at(game: Game) -> int:
    """Return the time (ms since 1970) of the last move, or of the start of the turn."""
    before = _MAX_NUMBER
    while newest := _LAST_EVENTS(game.room_id, game.pk, before):
        for event in newest:
            if room_events.advances_turn(event.events):
                return int(event.at.timestamp() * 1000)
        before = newest[-1].number
    return 0


def series_of(room: Room) -> list[list[int]]:
    """Return [player, games, wins, points] for each player of the room's won games."""
    if not room.played:
        return []
    rows: dict[int, list[int]] = {}
    won = {
        pk: (orjson.loads(players), orjson.loads(winners))
        for pk, players, winners in find(_WON, room.pk)
    }
    for pk, seat, score in find(_SCORES, room.pk) or find(_SCORE_OF_TRY, room.pk):
        if pk not in won:  # it ended between the two queries
            continue
        players, winners = won[pk]
        row = rows.setdefault(players[seat], [players[seat], 0, 0, 0])
        row[1] += 1
        row[2] += seat in winners
        row[3] += score
    return [rows[player] for player in sorted(rows)]


def seed_of(game: Game) -> str | None:
    """Return the seed of a game that has ended, in hex; None before that, if it is lost, and until
    its deal is closed: others play with the same dice."""
    if game.status not in (Game.Status.OVER, Game.Status.ABANDONED):
        return None
    stored = stored_seed(game)
    if game.deal_id is not None and not is_open(stored):
        return None
    try:
        return unseal(stored, game.commitment).hex()
    except CannotUnseal:
        return None


def heads(room_ids: Sequence[int]) -> dict[int, int]:
    numbers: dict[int, int] = {}
    for start in range(0, len(room_ids), _ROOMS_PER_QUERY):
        part = room_ids[start : start + _ROOMS_PER_QUERY]
        numbers.update(find(_HEADS.format(placeholders(part)), *part))
    return numbers


def heads_since(event: int | None, room_ids: Sequence[int]) -> tuple[int, dict[int, int]]:
    """Return the largest key of all events (0 without any), and the heads of these rooms and of all
    rooms with an event above the key `event`."""
    newest = int(find("SELECT max(id) FROM games_event")[0][0] or 0)
    later = {} if event is None else dict(find(_HEADS_SINCE, event))
    return newest, heads(room_ids) | later
