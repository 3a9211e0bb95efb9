"""Open the room in which a player of a race plays, and find what is to be done in races."""

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Final, NamedTuple

from django.db import IntegrityError, transaction

from farkle import Leave
from games import broadcast, clock
from games.models import Deal, Game, Holder, Person, Player, Room, Try
from games.protocol.commands import Command, EndTry, FinishRace, Start
from games.protocol.errors import Refused
from games.protocol.requests import own_id
from games.services.commands import game, tries
from games.services.commands.host import make_host
from games.services.commands.race import order_of, start_of, waits_for
from games.services.commands.seats import new_player
from games.services.create_room import code_for
from games.services.tables.joint_game import JointGame, Moves
from games.services.tables.persistence import store
from games.services.tables.table import Table
from games.state.records import record_of
from games.state.room_settings import DEFAULTS, settings_of
from games.state.sealing import CannotUnseal

TRIES_AT_ONCE: Final = 20
"""Number of tries whose moves are read before others may use the database thread."""


class DueRaces(NamedTuple):
    """The computers that have yet to enter a race, the commands that are due, and the races to
    finish."""

    computers: list[Player]
    commands: list[Command]
    over: list["RaceOver"]


class RaceOver(NamedTuple):
    """A race that all have ended: the room's code, the deal, and the games of the tries."""

    room: str
    deal: int
    games: list[int]

    def parts(self) -> Iterator[list[int]]:
        """Yield the games whose moves are read at a time."""
        for at in range(0, len(self.games), TRIES_AT_ONCE):
            yield self.games[at : at + TRIES_AT_ONCE]

    def finish(self, joint: JointGame | None) -> Command:
        return Command(self.room, None, own_id("race", self.deal), FinishRace(joint))


def moves_of(games: Collection[int]) -> Moves:
    """Return the moves of tries, by game. Players may have stopped early."""
    found = Game.objects.filter(pk__in=games)
    return {
        game.pk: [
            step.action for step in record_of(game).steps if not isinstance(step.action, Leave)
        ]
        for game in found
    }


def joint_game_of(race: RaceOver, moves: Moves) -> JointGame | None:
    """Return the game that these tries become, which has yet to be played, or None: see
    `FinishRace`."""
    deal = Deal.objects.get(pk=race.deal)
    players = Player.objects.filter(tries__deal=deal).select_related("room")
    runners = sorted(players, key=order_of)
    games = dict(Try.objects.filter(deal=deal).values_list("player", "game"))
    try:
        start, begun, _seed = start_of(deal, runners)
        moves = {games[each.pk]: moves[games[each.pk]] for each in runners}
    except (CannotUnseal, Refused, KeyError):  # too few, or a try has begun meanwhile
        return None
    return JointGame(deal, start, begun, moves)


def race_of(player: Player) -> Deal:
    """Return the race that is on in the room of a seated player. Raise Refused."""
    deal = player.room.race
    if deal is None:
        raise Refused("no_game")
    if player.left:
        raise Refused("gone")
    return deal


def enter(player: Player) -> Room:
    """Return the room in which a player plays the race that is on; the first time, it is opened and
    the try begins. Raise Refused."""
    deal = race_of(player)
    before = _room_of(deal, player)
    if before is not None:
        return before
    if deal.until <= clock.now():
        raise Refused("too_late")
    try:
        with transaction.atomic():
            room = _open(deal, player)
    except IntegrityError:
        first = _room_of(deal, player)  # another request was faster
        if first is None:
            raise
        return first
    broadcast.current.publish([broadcast.RoomUpdate(room.pk, [], room.due_at)])
    return room


def _room_of(deal: Deal, player: Player) -> Room | None:
    return Room.objects.filter(games__attempt__deal=deal, games__attempt__player=player).first()


def _open(deal: Deal, player: Player) -> Room:
    home, person = player.room, player.person
    opener: Person = person or home.opened_by
    Person.objects.select_for_update().get(pk=opener.pk)  # who may enter with another seat, too
    shared = {"pace": settings_of(home)["pace"], "timer": deal.turn_seconds}
    room = Room.objects.create(
        code=code_for(opener, f"race:{deal.pk}:{player.pk}"),
        name=home.name,
        opened_by=opener,
        opened_from=home.opened_from,
        rules=deal.rules,
        preset=deal.preset,
        base=home.base,
        deal=deal,
        settings={**DEFAULTS, **tries.SETTINGS, **shared},
        created=clock.now(),
    )
    table, asker = Table(room), None if person is None else person.pk
    table.runner = player
    table.command = Command(room.code, asker, own_id("sit", 1), Start(1))
    game.prepare_next_game(table)
    seat = new_player(table, player.name, person=asker, level=player.level)
    seat.colour, seat.material = player.colour, player.material
    sat = [{"e": "sat", "player": seat.seat}]
    table.record([*sat, *([make_host(table, seat)] if person else [])], player=seat.seat)
    table.command = Command(room.code, asker, own_id("try", 1), Start(1))
    table.record(game.begin_game(table), player=seat.seat)
    store([table])
    further = [
        Holder(player=seat, person_id=other)
        for other in Holder.objects.filter(player=player).values_list("person", flat=True)
    ]
    Holder.objects.bulk_create(further)
    return room


def runner_in(room: Room) -> Player | None:
    """Return the player of a race whose try is played in this room, or None."""
    if room.deal is None or room.deal.kind != Deal.Kind.ROOM:
        return None
    run = Try.objects.filter(game__room=room).select_related("player__room").first()
    return None if run is None else run.player


def due_races(now: datetime) -> DueRaces:
    """Return the tasks of the races that are on: computers enter, a try ends when its player has
    left or its race is over, and a race is finished when all have ended."""
    due = DueRaces([], [], [])
    deals = Deal.objects.filter(kind=Deal.Kind.ROOM, closed=None)
    for room in Room.objects.filter(race__in=deals).select_related("race"):
        _add_due(due, room, now)
    return due


def _add_due(due: DueRaces, room: Room, now: datetime) -> None:
    deal = room.race
    if deal is None:
        return
    is_closed = room.status == Room.Status.CLOSED
    is_over = is_closed or deal.until <= now
    running = Try.objects.filter(deal=deal, ended=None)
    ending = running if is_over else running.filter(player__left=True)
    for run, code in ending.values_list("pk", "game__room__code"):
        due.commands.append(Command(code, None, own_id("end", run), EndTry()))
    missing = Player.objects.filter(room=room).seated().exclude(tries__deal=deal)
    if not is_over:
        computers = missing.exclude(level="").select_related("room__race", "room__opened_by")
        due.computers.extend(computers)
    if is_closed or running.exists():
        return
    begun = list(Try.objects.filter(deal=deal).values_list("game", flat=True))
    if is_over or not waits_for(room.pk, set(missing.values_list("seat", flat=True)), len(begun)):
        due.over.append(RaceOver(room.code, deal.pk, begun))
