"""Take a seat, join a running game late, get up, and be the host."""

from collections import Counter

import farkle
from games.lookalikes import looks_of
from games.models import Player
from games.protocol.commands import Command, Done, Join, Leave, Remove, Sit
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored
from games.services import game as game_service
from games.services import teams
from games.services.handlers import handles
from games.services.table import Running, Table
from games.state.room_settings import settings_of
from games.validators import NAME_LENGTH, UnfitName, fit_name

COLOURS = 6
MOST_SEATS_OF_A_PERSON = 20


@handles(Sit)
def sit(table: Table, command: Command, body: Sit) -> PendingEvent | Done:
    """Take a seat. A person who has one keeps it; one who got up gets the same seat again."""
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
    name = unique_name(table, fit_player_name(body.name), but=got_up)
    player = got_up or new_player(table, name, person=command.person)
    if got_up is not None:
        team = teams.smallest_team(table.room.teams, table.seated())
        colour = free_colour(table, got_up.seat, likes=got_up.colour)
        table.change_player(got_up, left=False, ready=False, name=name, team=team, colour=colour)
    events: list[Stored] = [{"e": "sat", "player": player.seat}]
    if table.room.host is None:
        events.append(make_host(table, player))
    late = join_after_sitting(table, player)
    game = table.running.game if late and table.running else None
    return table.record(command, [*events, *late], player=player.seat, game=game)


@handles(Join)
def join(table: Table, command: Command, body: Join) -> PendingEvent:
    """Let a seated player who has no part in the game play from the next round on."""
    player = table.require_seat(command, body.player)
    running = table.running
    if running is None:
        raise Refused("no_game")
    if not may_join_game(table, player):
        raise Refused("too_late")
    events = _join_game(table, running, player)
    return table.record(command, events, player=player.seat, game=running.game)


def join_after_sitting(table: Table, player: Player) -> list[Stored]:
    """Let a player who has just sat down join the game; [] if they wait for the next one."""
    if table.running is None or not may_join_game(table, player):
        return []
    try:
        return _join_game(table, table.running, player)
    except Refused:  # the last turns are being played
        return []


def may_join_game(table: Table, player: Player) -> bool:
    """Return whether the room lets this player, who must be new to the game, join it."""
    is_new = table.running is not None and player.seat not in table.running.seat_of
    return is_new and settings_of(table.room)["late"] == "play"


def _join_game(table: Table, running: Running, player: Player) -> list[Stored]:
    game, team = running.game, None
    if game.teams is not None:
        sizes = [one for one in table.in_game() if one.team is not None]
        team = player.team if player.team in game.teams else None
        team = teams.smallest_team(max(game.teams) + 1, sizes) if team is None else team
    events = table.act(farkle.Join(team))
    running.seat_of[player.seat] = len(game.players)
    table.change_game(game, players=[*game.players, player.seat])
    if game.teams is not None:
        table.change_game(game, teams=[*game.teams, team])
    return [{"e": "late", "player": player.seat, "team": team}, *events]


def new_player(table: Table, name: str, *, person: int | None = None, level: str = "") -> Player:
    """Add a player: a person, or a computer of this level."""
    seated = table.seated()
    seat = max(table.players, default=0) + 1
    player = Player(
        room=table.room,
        seat=seat,
        person_id=person,
        level=level,
        name=name,
        colour=free_colour(table, seat),
        place=max((other.place for other in table.players.values()), default=0) + 1,
        team=teams.smallest_team(table.room.teams, seated),
    )
    table.add_player(player)
    return player


def free_colour(table: Table, seat: int, *, likes: int | None = None) -> int:
    """Return the colour that the fewest others have, so that none is used twice while one is free.

    If several are as rare: the one that the player `likes`, else one that nobody who left the
    running game had.
    """
    playing = table.running.seat_of if table.running else {}
    others = [player for player in table.players.values() if player.seat != seat]
    seated = Counter(player.colour for player in others if not player.left)
    gone = Counter(player.colour for player in others if player.left and player.seat in playing)
    return min(range(COLOURS), key=lambda one: (seated[one], one != likes, gone[one], one))


@handles(Leave)
def leave(table: Table, command: Command, body: Leave) -> PendingEvent:
    """Get up for good. A running game goes on without the player."""
    return _get_up(table, command, table.require_seat(command, body.player), "gone")


@handles(Remove)
def remove(table: Table, command: Command, body: Remove) -> PendingEvent:
    """Take somebody's seat away, for the host. That person cannot sit down here again."""
    host = table.require_host(command, body.player)
    whom = seated_player(table, body.whom)
    if whom.person_id == host.person_id:  # the host leaves a seat of his own
        return _get_up(table, command, whom, "gone")
    return _get_up(table, command, whom, "removed")


def _get_up(table: Table, command: Command, player: Player, how: str) -> PendingEvent:
    game = None if table.running is None else table.running.game
    in_game = game_service.leave_game(table, player)
    events = [*get_up(table, player, how), *in_game]
    asker = player.seat if how == "gone" else table.room.host
    return table.record(command, events, player=asker, game=game if in_game else None)


def get_up(table: Table, player: Player, how: str) -> list[Stored]:
    """Free a seat, and find another host if it was the host's. `how` is gone or removed."""
    table.change_player(player, left=True, ready=False, removed=how == "removed")
    events: list[Stored] = [{"e": how, "player": player.seat}]
    if table.room.host == player.seat:
        heirs = (heir for heir in table.seated() if heir.person_id is not None)
        events.append(make_host(table, next(heirs, None)))
    return events


def make_host(table: Table, player: Player | None) -> Stored:
    """Make this player the host; None if there is nobody who could be."""
    seat = None if player is None else player.seat
    table.change_room(host=seat)
    return {"e": "host", "player": seat}


def fit_player_name(raw: str) -> str:
    """Return a player's name as it is stored. Raise Refused."""
    try:
        return fit_name(raw)
    except UnfitName as error:
        raise Refused("bad_name", longest=NAME_LENGTH) from error


def unique_name(table: Table, name: str, but: Player | None) -> str:
    """Return `name`, with a number if somebody else's at the table looks the same."""
    playing = table.running.seat_of if table.running else {}
    shown = (one for one in table.players.values() if not one.left or one.seat in playing)
    taken = {look for player in shown if player is not but for look in looks_of(player.name)}
    candidate, number = name, 1
    while not taken.isdisjoint(looks_of(candidate)):
        number += 1
        tail = f" {number}"
        candidate = name[: NAME_LENGTH - len(tail)].rstrip() + tail
    return candidate


def seated_player(table: Table, seat: int) -> Player:
    """Return the player of this seat, who must not have left. Raise Refused."""
    player = table.players.get(seat)
    if player is None:
        raise Refused("no_player")
    if player.left:
        raise Refused("gone")
    return player
