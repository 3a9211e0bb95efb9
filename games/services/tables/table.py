"""A room in memory while commands are performed under its lock, with the changes to be written."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple, Self

from farkle import Action
from games import clock
from games.db.statements import Rows, find
from games.models import FOUNDER, Game, Player, Room, Standing, Try
from games.people.presence import players_present
from games.protocol.commands import Command
from games.protocol.errors import Refused
from games.protocol.events import PastEvent, PendingEvent, Stored, advances_turn, to_stored
from games.protocol.frames import closing_time
from games.services.tables.deadlines import AtTurn, deadlines_after, earliest
from games.state.absence import AbsenceState
from games.state.rights import STAND_IN_MAY, founder_is_seated, rows_for_founder
from games.state.room_settings import settings_of
from games.state.room_state import moved_at, newest_games
from games.state.running import RunningGame
from games.state.turns import EndedTurn

ROOM = Rows(Room, "WHERE id = %s")
_PLAYERS = Rows(Player, "WHERE room_id = %s ORDER BY seat")
_HOLDERS = (
    "SELECT p.seat, h.person_id FROM games_holder h JOIN games_player p ON p.id = h.player_id"
    " WHERE p.room_id = %s"
)


class PackedGame(NamedTuple):
    """A game that is stored in its archive as soon as it has ended."""

    game: Game
    events: list[PastEvent]
    turns: list[EndedTurn]


class Table:
    """A room, its players and its running game, and the changes that are yet to be stored. Code
    that changes a table must not fail after its first change; if it does, the table is discarded.
    """

    command: Command
    """The command that is being performed, whose sender is the asker."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.players = {player.seat: player for player in _PLAYERS(room.pk)}
        self.holders: dict[int, set[int]] = {}
        for seat, person in find(_HOLDERS, room.pk):
            self.holders.setdefault(seat, set()).add(person)
        self.waiting, self.last = newest_games(room.pk)
        self.running = RunningGame.read(self.last)
        self.absence = AbsenceState.from_dict(room.absence)
        self.runner: Player | None = None
        """The player of a race for whom this room is being opened."""
        self.progress = (0, 1, "")
        """What the board of a race is known to show of the try played here: total, turn, light."""
        self.clear()

    @classmethod
    def read(cls, room: int) -> Self:
        """Read the table of the room with this key, which exists."""
        return cls(*ROOM(room))

    def clear(self) -> None:
        """Forget the changes, once they are stored."""
        self.events: list[PendingEvent] = []
        self.turns: list[tuple[Game, EndedTurn]] = []
        self.packed: list[PackedGame] = []
        self.standings: list[Standing] = []
        self.new_players: list[Player] = []
        # Each with its sealed seed; None if its deal has the seed.
        self.new_games: list[tuple[Game, bytes | None]] = []
        # Each with its seed, as it is stored from now on: open after the end, sealed before.
        self.new_seeds: list[tuple[Game, bytes]] = []
        self.new_tries: list[Try] = []
        # Each with the values that it has from now on.
        self.changed_tries: list[tuple[Game, dict[str, Any]]] = []
        self.closes: int | None = None
        """The new time (ms since 1970) at which the room closes or its game is abandoned; 0 for
        never, None if it has not changed."""
        self.is_rewritten = False
        """True if so much has happened that sockets get the room anew instead of the events."""
        self._touched: Game | None = None
        """The game that was changed since the newest event."""
        self.changes: dict[int, tuple[Room | Game | Player, set[str]]] = {}
        """The changed rows and fields, by the identity of the row."""
        # By seat: the number of a game, and the string for its dice. Adding one leaves no event, so
        # other cached tables miss it: the stored strings are read at the start of the game.
        self.strings: dict[int, tuple[int, str]] = {}

    @property
    def has_changes(self) -> bool:
        return bool(self.events or self.strings)

    # Permissions

    def require_seat(self, seat: int) -> Player:
        """Return the player if the asker holds the seat. Raise Refused."""
        player = self.players.get(seat)
        if player is None:
            raise Refused("no_player")
        if not self.is_held_by_asker(player):
            raise Refused("not_yours")
        if player.left:
            raise Refused("removed" if player.removed else "gone")
        return player

    def is_held_by(self, player: Player, person: int) -> bool:
        """Return True if the person holds the seat, on any device."""
        return player.person_id == person or person in self.holders.get(player.seat, ())

    @property
    def asker(self) -> int | None:
        """The person who sent the command; None for the server."""
        return self.command.person

    def is_held_by_asker(self, player: Player) -> bool:
        return self.asker is not None and self.is_held_by(player, self.asker)

    def seats_of(self, person: int | None) -> list[Player]:
        """Return every seat that this person holds, on any device, or has left."""
        if person is None:
            return []
        return [player for player in self.players.values() if self.is_held_by(player, person)]

    def holders_of(self, player: Player) -> set[int]:
        """Return the persons who hold the seat; empty for a computer's."""
        own = set() if player.person_id is None else {player.person_id}
        return own | self.holders.get(player.seat, set())

    def is_founder(self, person: int | None) -> bool:
        """Return True if the person opened the room. They can never be locked out of it."""
        founder = self.players.get(FOUNDER)
        return founder is not None and person in self.holders_of(founder)

    @property
    def keeper(self) -> Player | None:
        """The founder, or the host once the founder has left."""
        seat = FOUNDER if founder_is_seated(self.players) else self.room.host or 0
        return self.players.get(seat)

    def require_seated(self, seat: int) -> Player:
        """Return the player if they have not left. Raise Refused."""
        player = self.players.get(seat)
        if player is None:
            raise Refused("no_player")
        if player.left:
            raise Refused("gone")
        return player

    def require_host(self, seat: int) -> Player:
        """Return the player if the asker holds the seat, is host and may do this. Raise Refused."""
        player = self.require_seat(seat)
        if not self.is_asked_by_host:
            raise Refused("not_host")
        if self.is_asked_by_stand_in and type(self.command.body) not in STAND_IN_MAY:
            raise Refused("not_founder")
        return player

    @property
    def is_asked_by_stand_in(self) -> bool:
        """True if the asker is not the founder, while the founder has a seat."""
        return founder_is_seated(self.players) and not self.is_founder(self.asker)

    @property
    def is_asked_by_host(self) -> bool:
        """True if the asker holds the host's seat. Another seat of the host's person is not enough:
        it may be on another person's device."""
        host = self.players.get(self.room.host or 0)
        return host is not None and self.is_held_by_asker(host)

    def require_free_seats(self, count: int = 1) -> None:
        """Raise Refused if fewer seats are free."""
        if self.free_seats < count:
            raise Refused("room_full")

    # The players

    def seated(self) -> list[Player]:
        """Return the players who have not left, in the order of turns."""
        sitting = [player for player in self.players.values() if not player.left]
        return sorted(sitting, key=lambda player: (player.place, player.seat))

    @property
    def free_seats(self) -> int:
        """The number of players that the room's settings still let in."""
        seats: int = settings_of(self.room)["seats"]
        return seats - len(self.seated())

    @property
    def at_turn(self) -> Player | None:
        """The player whose turn it is; None if no game is running."""
        if self.running is None:
            return None
        return self.players[self.running.game.players[self.running.state.current]]

    def computer_level(self, player: Player) -> str:
        """Return the level of the computer that plays for this seat; empty if a person plays."""
        return self.absence.stand_in_level(player.seat) or player.level

    @property
    def computers_rest(self) -> bool:
        """True if all people are away, so that computers would only play among themselves."""
        people = [player.seat for player in self.in_game() if not (player.level or player.left)]
        return bool(people) and all(seat in self.absence.autoplay for seat in people)

    def in_game(self) -> list[Player]:
        """Return the players who are in the running game."""
        if self.running is None:
            return []
        left = self.running.state.left
        return [self.players[seat] for seat, at in self.running.seat_of.items() if not left[at]]

    @property
    def others_play(self) -> bool:
        """True if people other than the asker play the running game."""
        return any(player.person_id not in (None, self.asker) for player in self.in_game())

    def last_move(self) -> int:
        """Return the time (ms since 1970) at which the turn began or its player last moved; 0 if no
        game is running."""
        if self.running is None:
            return 0
        game = self.running.game
        for event in reversed(self.events):  # of this batch, which is not stored yet
            if event.game is game and advances_turn(event.events):
                return int(event.at.timestamp() * 1000)
        return moved_at(game)

    # Changes

    def change_room(self, **values: Any) -> None:
        closes = closing_time(values.get("deadlines", self.room.deadlines))
        if closes != closing_time(self.room.deadlines):
            self.closes = closes or 0
        self.change(self.room, **values)

    def change(self, row: Room | Game | Player, **values: Any) -> None:
        for name, value in values.items():
            setattr(row, name, value)
        if row.pk is not None:  # a new row will be stored whole
            self.changes.setdefault(id(row), (row, set()))[1].update(values)

    def add_player(self, player: Player) -> None:
        self.players[player.seat] = player
        self.new_players.append(player)

    def touch(self, game: Game) -> None:
        """Note that the next event changes this game, which has its new ply already."""
        self._touched = game

    def record(
        self, events: Sequence[Stored], *, player: int | None, command: Command | None = None
    ) -> PendingEvent:
        """Add a numbered event, with the deadlines that follow from it, and return it. It belongs
        to the current command, unless another `command` is given."""
        now, game, command = clock.now(), self._touched, command or self.command
        self._touched = None
        events = [*events, *self._for_founder(events)]
        self.change_room(head=self.room.head + 1)
        self.absence.update(events)
        absence = self.absence.to_dict()
        if absence != self.room.absence:
            self.change_room(absence=absence)
        self._set_deadlines(now, events, moved=game is not None)
        event = PendingEvent(
            room_id=self.room.id,
            number=self.room.head,
            game=game,
            ply=None if game is None else game.ply,
            player=player,
            events=events,
            command=command.id,
            asker=command.person,
            intent=command.intent,
            at=now,
        )
        self.events.append(event)
        running = self.running
        if running is not None and running.game is game and running.needs_snapshot:
            self.snapshot(running, self.room.head)
        return event

    def _for_founder(self, events: Sequence[Stored]) -> list[Stored]:
        """Return the event that lists a stand-in's actions in the founder's absence, or []."""
        host = self.room.host
        if type(self.command.body) not in STAND_IN_MAY or host is None:
            return []
        if not self.is_asked_by_host or not self.is_asked_by_stand_in:
            return []
        rows = rows_for_founder(self.absence.stood_in, events, host)
        there = players_present(self.room.pk, clock.now().timestamp())
        if rows == self.absence.stood_in or FOUNDER in there:
            return []
        self.absence.stood_in = rows
        return [{"e": "stood_in", "rows": rows}]

    def act(self, action: Action) -> list[Stored]:
        """Apply an action with the dice of the game. Raise Refused, with nothing changed."""
        running = self.running
        if running is None:
            raise Refused("no_game")
        batch, ended = running.act(action)
        self.touch(running.game)
        self.turns += [(running.game, turn) for turn in ended]
        return to_stored(batch)

    def unstored_turns(self, game: Game) -> list[EndedTurn]:
        """Return the turns of this game that are yet to be stored."""
        packed = [turn for each in self.packed if each.game is game for turn in each.turns]
        return [*packed, *(turn for of, turn in self.turns if of is game)]

    def snapshot(self, running: RunningGame, event: int) -> None:
        """Take a snapshot of the game as it is after event number `event`."""
        game = running.game
        self.change(
            game,
            snapshot=running.to_snapshot(),
            snapshot_event=event,
            ply=game.ply,
            thrown=game.thrown,
        )

    def _at_turn(self) -> AtTurn | None:
        player = self.at_turn
        if player is None:
            return None
        computer = bool(self.computer_level(player))
        resting = computer and self.computers_rest
        state = None if self.running is None else self.running.state
        at_risk = state is not None and bool(state.rolls or state.turn_points)
        return AtTurn(player.seat, computer, resting, at_risk, self._end_of_turn())

    def _end_of_turn(self) -> int:
        """Return the time (ms since 1970) at which this turn ends by the clock of a race, or 0. The
        turns of late comers end with later ones of the others."""
        deal = self.room.deal
        if deal is None or self.running is None or not deal.turn_seconds:
            return 0
        time = timedelta(seconds=deal.turn_seconds)
        turns = (self.room.created - deal.created) // time + self.running.state.round
        return int((deal.created + turns * time).timestamp() * 1000)

    @property
    def has_people(self) -> bool:
        return any(player.person_id is not None for player in self.seated())

    def _set_deadlines(self, now: datetime, events: Sequence[Stored], *, moved: bool) -> None:
        ms = int(now.timestamp() * 1000)
        deadlines = deadlines_after(
            self.room,
            self.absence,
            self._at_turn(),
            ms,
            events,
            moved=moved,
            is_used=self.running is not None or self.has_people,
        )
        due_at = earliest(deadlines)
        if (deadlines, due_at) != (self.room.deadlines, self.room.due_at):
            self.change_room(deadlines=deadlines, due_at=due_at)
