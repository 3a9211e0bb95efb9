"""What `play` does round the table: sitting down, getting up, names, rules, the host's rights."""

from collections.abc import Callable
from typing import Any

from games import clock, play_game, play_rules, play_teams, story
from games import commands as c
from games.commands import Command, Done
from games.dice import STRING
from games.models import Event, Player, Room
from games.names import NAME_LENGTH, ROOM_NAME_LENGTH, UnfitName, fit_name
from games.play_table import Table
from games.refusals import Refused

COLOURS = 6
MOST_SEATS = 1000
MOST_SEATS_OF_A_PERSON = 20


def sit(table: Table, command: Command, body: c.Sit) -> Event | Done:
    """Take a seat; who has one keeps it, who got up has the same one again."""
    if command.person is None:
        raise Refused("not_yours")
    mine = [player for player in table.players.values() if player.person_id == command.person]
    if any(player.removed for player in mine):
        raise Refused("removed")
    seated = [player for player in mine if not player.left]
    if seated and not body.another:
        return Done(None, seated[0].seat)
    if len(seated) >= MOST_SEATS_OF_A_PERSON:
        raise Refused("too_many_seats")
    if len(table.seated()) >= table.room.settings["seats"]:
        raise Refused("room_full")
    got_up = next((player for player in mine if player.left), None)
    name = _own_name(table, _name(body.name), but=got_up)
    player = got_up or _new_player(table, command.person, name)
    if got_up is not None:
        team = play_teams.smallest(table.room.teams, table.seated())
        table.change_player(got_up, left=False, ready=False, name=name, team=team)
    events: list[story.Stored] = [{"e": "sat", "player": player.seat}]
    if table.room.host is None:
        events.append(_make_host(table, player))
    return table.record(command, events, player=player.seat)


def _new_player(table: Table, person: int, name: str) -> Player:
    seated = table.seated()
    taken = {player.colour for player in seated}
    seat = max(table.players, default=0) + 1
    free = (colour for colour in range(COLOURS) if colour not in taken)
    player = Player(
        room=table.room,
        seat=seat,
        person_id=person,
        name=name,
        colour=next(free, (seat - 1) % COLOURS),
        place=max((other.place for other in table.players.values()), default=0) + 1,
        team=play_teams.smallest(table.room.teams, seated),
    )
    table.add_player(player)
    return player


def leave(table: Table, command: Command, body: c.Leave) -> Event:
    """Get up for good; a game that is on goes on without."""
    return _get_up(table, command, table.own(command, body.player), "gone")


def remove(table: Table, command: Command, body: c.Remove) -> Event:
    """The host takes somebody's seat away; that person cannot sit down here again."""
    host = table.host(command, body.player)
    whom = _other(table, body.whom)
    if whom.person_id == host.person_id:  # a seat of one's own is left, not taken away
        return _get_up(table, command, whom, "gone")
    return _get_up(table, command, whom, "removed")


def _get_up(table: Table, command: Command, player: Player, how: str) -> Event:
    game = None if table.running is None else table.running.game
    in_game = play_game.leave(table, player)
    removed = how == "removed"
    table.change_player(player, left=True, ready=False, removed=removed)
    events: list[story.Stored] = [{"e": how, "player": player.seat}]
    if table.room.host == player.seat:
        heirs = (heir for heir in table.seated() if heir.person_id is not None)
        events.append(_make_host(table, next(heirs, None)))
    events += in_game
    asker = player.seat if how == "gone" else table.room.host
    return table.record(command, events, player=asker, game=game if in_game else None)


def rename(table: Table, command: Command, body: c.Rename) -> Event:
    player = table.own(command, body.player)
    table.change_player(player, name=_own_name(table, _name(body.name), but=player))
    return table.record(command, [{"e": "renamed", "player": player.seat}], player=player.seat)


def colour(table: Table, command: Command, body: c.Colour) -> Event:
    player = table.own(command, body.player)
    if body.colour >= COLOURS:
        raise Refused("bad_colour")
    table.change_player(player, colour=body.colour)
    return table.record(command, [{"e": "coloured", "player": player.seat}], player=player.seat)


def ready(table: Table, command: Command, body: c.Ready) -> Event:
    player = table.own(command, body.player)
    if table.running is not None:
        raise Refused("game_on")
    return table.record(command, [_mark_ready(table, player, body.yes)], player=player.seat)


def rematch(table: Table, command: Command, body: c.Rematch) -> Event:
    """One more: at once where the host says so or everybody has, else a mark that one is wanted."""
    player = table.own(command, body.player)
    if table.running is not None:
        raise Refused("game_on")
    if table.last is None:
        raise Refused("no_game")
    host = table.players.get(table.room.host or 0)
    by_host = host is not None and host.person_id == player.person_id
    seated = table.seated()
    enough = len(seated) >= play_game.MIN_PLAYERS
    if by_host or (enough and all(one.ready or one is player for one in seated)):
        events = play_game.begin(table)
        return table.record(command, events, player=player.seat, game=table.last)
    return table.record(command, [_mark_ready(table, player, True)], player=player.seat)


def add_string(table: Table, command: Command, body: c.AddString) -> Done:
    player = table.own(command, body.player)
    if not STRING.fullmatch(body.text):
        raise Refused("bad_string")
    if table.waiting is None or table.waiting.number != body.game:
        raise Refused("stale")
    table.strings[player.seat] = (body.game, body.text)
    return Done(None)


def set_room(table: Table, command: Command, body: c.SetRoom) -> Event:
    host = table.host(command, body.player)
    settings = dict(table.room.settings)
    if body.seats is not None:
        if not play_game.MIN_PLAYERS <= body.seats <= MOST_SEATS:
            raise Refused("bad_settings")
        settings["seats"] = body.seats
    if body.listed is not None:
        settings["listed"] = body.listed
    name = table.room.name if body.name is None else room_name(body.name)
    table.change_room(name=name, settings=settings)
    event = {"e": "settings", "name": name, "settings": settings}
    return table.record(command, [event], player=host.seat)


def set_order(table: Table, command: Command, body: c.SetOrder) -> Event:
    """Who sits where: the order of turns from the next game on."""
    host = table.host(command, body.player)
    if table.running is not None:
        raise Refused("game_on")
    if sorted(body.players) != sorted(player.seat for player in table.seated()):
        raise Refused("bad_order")
    gone = [p for p in sorted(table.players.values(), key=lambda p: p.place) if p.left]
    for place, player in enumerate([*(table.players[seat] for seat in body.players), *gone], 1):
        if player.place != place:
            table.change_player(player, place=place)
    event = {"e": "order", "players": list(body.players)}
    return table.record(command, [event], player=host.seat)


def hand_over(table: Table, command: Command, body: c.HandOver) -> Event:
    host = table.host(command, body.player)
    whom = _other(table, body.whom)
    if whom.person_id is None:
        raise Refused("no_player")  # a computer cannot be host
    return table.record(command, [_make_host(table, whom)], player=host.seat)


def close(table: Table, command: Command, body: c.Close) -> Event:
    host = table.host(command, body.player)
    return _shut(table, command, "host", host.seat)


def expire(table: Table, command: Command, body: c.Expire) -> Event:
    """What happens by itself, when its time has come and not before."""
    due = table.room.deadlines.get(body.kind)
    if body.kind != "idle" or due is None or due > clock.milliseconds():
        raise Refused("not_due")
    return _shut(table, command, "idle", None)


def _shut(table: Table, command: Command, why: str, player: int | None) -> Event:
    game = None if table.running is None else table.running.game
    events = [*play_game.abandon(table), {"e": "closed", "why": why}]
    table.change_room(status=Room.Status.CLOSED)
    return table.record(command, events, player=player, game=game)


def room_name(raw: str) -> str:
    """A room's name, which may be empty. Raises Refused."""
    if not raw.strip():
        return ""
    try:
        return fit_name(raw, longest=ROOM_NAME_LENGTH)
    except UnfitName as error:
        raise Refused("bad_name", longest=ROOM_NAME_LENGTH) from error


def _name(raw: str) -> str:
    try:
        return fit_name(raw)
    except UnfitName as error:
        raise Refused("bad_name", longest=NAME_LENGTH) from error


def _own_name(table: Table, name: str, but: Player | None) -> str:
    """`name`, with a number where somebody at the table has it already."""
    taken = {player.name.casefold() for player in table.seated() if player is not but}
    candidate, number = name, 1
    while candidate.casefold() in taken:
        number += 1
        tail = f" {number}"
        candidate = name[: NAME_LENGTH - len(tail)].rstrip() + tail
    return candidate


def _other(table: Table, seat: int) -> Player:
    player = table.players.get(seat)
    if player is None:
        raise Refused("no_player")
    if player.left:
        raise Refused("gone")
    return player


def _mark_ready(table: Table, player: Player, yes: bool) -> story.Stored:
    table.change_player(player, ready=yes)
    return {"e": "ready", "player": player.seat, "yes": yes}


def _make_host(table: Table, player: Player | None) -> story.Stored:
    seat = None if player is None else player.seat
    table.change_room(host=seat)
    return {"e": "host", "player": seat}


HANDLERS: dict[type[c.Body], Callable[[Table, Command, Any], Event | Done]] = {
    c.Roll: play_game.move,
    c.Bank: play_game.move,
    c.Build: play_game.move,
    c.Start: play_game.start,
    c.Sit: sit,
    c.Leave: leave,
    c.Remove: remove,
    c.Rename: rename,
    c.Colour: colour,
    c.Ready: ready,
    c.Rematch: rematch,
    c.AddString: add_string,
    c.SetRules: play_rules.set_rules,
    c.ChangeRules: play_rules.change_rules,
    c.SetTeams: play_teams.set_teams,
    c.SetTeam: play_teams.set_team,
    c.SetRoom: set_room,
    c.SetOrder: set_order,
    c.HandOver: hand_over,
    c.Close: close,
    c.Expire: expire,
}
