"""Who sits where: taking a seat and getting up, and being host."""

from collections import Counter

import farkle
from games.models import Player
from games.protocol import commands as c
from games.protocol import events as room_events
from games.protocol.commands import Command, Done
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent
from games.services import game as game_service
from games.services import teams
from games.services.handlers import handles
from games.services.table import Running, Table
from games.state.room_settings import settings_of
from games.validators import NAME_LENGTH, UnfitName, fit_name

COLOURS = 6
MOST_SEATS_OF_A_PERSON = 20


@handles(c.Sit)
def sit(table: Table, command: Command, body: c.Sit) -> PendingEvent | Done:
    """Take a seat; who has one keeps it, who got up has the same one again."""
    if command.person is None:
        raise Refused("not_yours")
    person = command.person
    mine = [player for player in table.players.values() if table.is_held_by(player, person)]
    if any(player.removed for player in mine):
        raise Refused("removed")
    seated = [player for player in mine if not player.left]
    if seated and not body.another:
        return Done(None, seated[0].seat)
    if len(seated) >= MOST_SEATS_OF_A_PERSON:
        raise Refused("too_many_seats")
    if len(table.seated()) >= settings_of(table.room)["seats"]:
        raise Refused("room_full")
    got_up = next((player for player in mine if player.left), None)
    name = own_name(table, player_name(body.name), but=got_up)
    player = got_up or new_player(table, name, person=command.person)
    if got_up is not None:
        team = teams.smallest(table.room.teams, table.seated())
        pen = pen_for(table, got_up.seat, likes=got_up.colour)
        table.change_player(got_up, left=False, ready=False, name=name, team=team, colour=pen)
    events: list[room_events.Stored] = [{"e": "sat", "player": player.seat}]
    if table.room.host is None:
        events.append(make_host(table, player))
    late = join_on_sitting(table, player)
    game = table.running.game if late and table.running else None
    return table.record(command, [*events, *late], player=player.seat, game=game)


@handles(c.Join)
def join(table: Table, command: Command, body: c.Join) -> PendingEvent:
    """Who sits here without a part in the game plays from the next round on."""
    player = table.own(command, body.player)
    running = table.running
    if running is None:
        raise Refused("no_game")
    if not may_join(table, player):
        raise Refused("too_late")
    events = _join(table, running, player)
    return table.record(command, events, player=player.seat, game=running.game)


def join_on_sitting(table: Table, player: Player) -> list[room_events.Stored]:
    """The same for who has just sat down; [] where he waits for the next game."""
    if table.running is None or not may_join(table, player):
        return []
    try:
        return _join(table, table.running, player)
    except Refused:  # the last turns are being played
        return []


def may_join(table: Table, player: Player) -> bool:
    """Whether the room lets him, who has had no part in the game so far."""
    here = table.running is not None and player.seat not in table.running.seat_of
    return here and settings_of(table.room)["late"] == "play"


def _join(table: Table, running: Running, player: Player) -> list[room_events.Stored]:
    game, team = running.game, None
    if game.teams is not None:
        sizes = [one for one in table.in_game() if one.team is not None]
        team = player.team if player.team in game.teams else None
        team = teams.smallest(max(game.teams) + 1, sizes) if team is None else team
    events = table.act(farkle.Join(team))
    running.seat_of[player.seat] = len(game.players)
    table.change_game(game, players=[*game.players, player.seat])
    if game.teams is not None:
        table.change_game(game, teams=[*game.teams, team])
    return [{"e": "late", "player": player.seat, "team": team}, *events]


def new_player(table: Table, name: str, *, person: int | None = None, level: str = "") -> Player:
    """One more at the table: a person, or a computer of this level."""
    seated = table.seated()
    seat = max(table.players, default=0) + 1
    player = Player(
        room=table.room,
        seat=seat,
        person_id=person,
        level=level,
        name=name,
        colour=pen_for(table, seat),
        place=max((other.place for other in table.players.values()), default=0) + 1,
        team=teams.smallest(table.room.teams, seated),
    )
    table.add_player(player)
    return player


def pen_for(table: Table, seat: int, *, likes: int | None = None) -> int:
    """The colour that the fewest others have, so that none comes twice while another is free; if
    there are several, the one he `likes`, and one that nobody who left the game that is on had."""
    on = table.running.seat_of if table.running else {}
    others = [player for player in table.players.values() if player.seat != seat]
    seated = Counter(player.colour for player in others if not player.left)
    gone = Counter(player.colour for player in others if player.left and player.seat in on)
    return min(range(COLOURS), key=lambda pen: (seated[pen], pen != likes, gone[pen], pen))


@handles(c.Leave)
def leave(table: Table, command: Command, body: c.Leave) -> PendingEvent:
    """Get up for good; a game that is on goes on without."""
    return _get_up(table, command, table.own(command, body.player), "gone")


@handles(c.Remove)
def remove(table: Table, command: Command, body: c.Remove) -> PendingEvent:
    """The host takes somebody's seat away; that person cannot sit down here again."""
    host = table.host(command, body.player)
    whom = other(table, body.whom)
    if whom.person_id == host.person_id:  # a seat of one's own is left, not taken away
        return _get_up(table, command, whom, "gone")
    return _get_up(table, command, whom, "removed")


def _get_up(table: Table, command: Command, player: Player, how: str) -> PendingEvent:
    game = None if table.running is None else table.running.game
    in_game = game_service.leave(table, player)
    events = [*get_up(table, player, how), *in_game]
    asker = player.seat if how == "gone" else table.room.host
    return table.record(command, events, player=asker, game=game if in_game else None)


def get_up(table: Table, player: Player, how: str) -> list[room_events.Stored]:
    """The seat is left, or taken away (`how`: gone, removed); somebody has to be host."""
    table.change_player(player, left=True, ready=False, removed=how == "removed")
    events: list[room_events.Stored] = [{"e": how, "player": player.seat}]
    if table.room.host == player.seat:
        heirs = (heir for heir in table.seated() if heir.person_id is not None)
        events.append(make_host(table, next(heirs, None)))
    return events


def make_host(table: Table, player: Player | None) -> room_events.Stored:
    """The role goes to this player; None where nobody is left to have it."""
    seat = None if player is None else player.seat
    table.change_room(host=seat)
    return {"e": "host", "player": seat}


def player_name(raw: str) -> str:
    """A player's name as it may be stored. Raises Refused."""
    try:
        return fit_name(raw)
    except UnfitName as error:
        raise Refused("bad_name", longest=NAME_LENGTH) from error


def own_name(table: Table, name: str, but: Player | None) -> str:
    """`name`, with a number where somebody at the table has it already."""
    taken = {player.name.casefold() for player in table.seated() if player is not but}
    candidate, number = name, 1
    while candidate.casefold() in taken:
        number += 1
        tail = f" {number}"
        candidate = name[: NAME_LENGTH - len(tail)].rstrip() + tail
    return candidate


def other(table: Table, seat: int) -> Player:
    """Whoever sits there. Raises Refused."""
    player = table.players.get(seat)
    if player is None:
        raise Refused("no_player")
    if player.left:
        raise Refused("gone")
    return player
