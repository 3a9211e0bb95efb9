"""Take a seat, let somebody in, join a running game late, leave, and remove somebody."""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta

import farkle
from games import clock
from games.models import FOUNDER, Holder, Player, SeatCode
from games.people.blocks import is_shut_out
from games.people.lookalikes import looks_of
from games.people.names import NAME_LENGTH, UnfitName, fit_name
from games.protocol.commands import (
    Command,
    Done,
    Join,
    Leave,
    LetIn,
    Remove,
    RemoveNew,
    Sit,
)
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored
from games.protocol.requests import own_id
from games.services.commands import door, teams, votes
from games.services.commands import game as game_service
from games.services.commands.host import get_up, make_host, spare_founder
from games.services.tables.handlers import handles
from games.services.tables.table import Table
from games.state.rights import NEWCOMER_FOR, is_newcomer
from games.state.room_settings import settings_of
from games.state.running import RunningGame

COLOURS = 6
MOST_SEATS_OF_A_PERSON = 20
MOST_MINUTES = NEWCOMER_FOR // timedelta(minutes=1)
"""How far back `RemoveNew` goes at most."""


@handles(Sit)
def sit(table: Table, command: Command, body: Sit) -> PendingEvent | Done:
    """Take a seat. A person who has one keeps it; one who got up gets the same seat again."""
    if command.person is None:
        raise Refused("not_yours")
    person = command.person
    mine = [player for player in table.players.values() if table.is_held_by(player, person)]
    founder = table.is_founder(person)
    if any(player.removed for player in mine) and not founder:
        raise Refused("removed")
    seated = [player for player in mine if not player.left]
    if seated and not body.another:
        return Done(None, seated[0].seat)
    if len(seated) >= MOST_SEATS_OF_A_PERSON:
        raise Refused("too_many_seats")
    if not founder:
        _require_free_seat(table)
    if not seated and is_shut_out(table.room, person):
        raise Refused("unavailable")
    name = fit_player_name(body.name)
    if door.must_knock(table, command):
        return door.knock(table, command, name) or Done(None)
    player, events = take_seat(table, person, name, _seat_of_before(mine, body))
    late = join_after_sitting(table, player)
    game = table.running.game if late and table.running else None
    return table.record(command, [*events, *late], player=player.seat, game=game)


def _seat_of_before(mine: Collection[Player], body: Sit) -> Player | None:
    """Return the seat of `mine` that was left under this name, or else any that was left, unless
    `another` is asked for: several people may share a device, and nobody gets the results of
    somebody else."""
    left = [player for player in mine if player.left]
    looks = looks_of(body.name)
    same = [player for player in left if not looks.isdisjoint(looks_of(player.name))]
    return next(iter(same or ([] if body.another else left)), None)


@handles(LetIn)
def let_in(table: Table, command: Command, body: LetIn) -> PendingEvent:
    """Seat somebody who knocked, or decline, for the host."""
    host = table.require_host(command, body.player)
    knock = door.require_waiting(table, body.knock)
    yes = body.yes and door.exists(knock["person"])
    if yes:
        _require_free_seat(table)
    door.answer(table, knock, yes=yes)
    events: list[Stored] = [{"e": "answered", "knock": knock["id"], "yes": yes}]
    game = None
    if yes:
        player, sat = take_seat(table, knock["person"], knock["name"], None)
        late = join_after_sitting(table, player)
        game = table.running.game if late and table.running else None
        events += [*sat, *late]
    return table.record(command, events, player=host.seat, game=game)


def _require_free_seat(table: Table) -> None:
    if len(table.seated()) >= settings_of(table.room)["seats"]:
        raise Refused("room_full")


def take_seat(
    table: Table, person: int, name: str, got_up: Player | None
) -> tuple[Player, list[Stored]]:
    """Seat a person, on their former seat if there is one."""
    name = unique_name(table, name, but=got_up)
    player = got_up or new_player(table, name, person=person)
    if got_up is not None:
        team = teams.smallest_team(table.room.teams, table.seated())
        colour = free_colour(table, got_up.seat, likes=got_up.colour)
        back = {"left": False, "removed": False}
        table.change_player(got_up, name=name, team=team, colour=colour, **back)
    events: list[Stored] = [{"e": "sat", "player": player.seat}]
    if table.room.host is None:
        events.append(make_host(table, player))
    return player, events


@handles(Join)
def join(table: Table, command: Command, body: Join) -> PendingEvent:
    """Let a seated player who has no part in the game play from the next round on."""
    player = table.require_seat(command, body.player)
    running = table.running
    if running is None:
        raise Refused("no_game")
    if player.seat in running.seat_of:
        has_left = running.state.left[running.seat_of[player.seat]]
        raise Refused("left_game" if has_left else "already_in")
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
    except Refused:  # the final round has begun
        return []


def may_join_game(table: Table, player: Player) -> bool:
    """Return whether the room lets this player, who must be new to the game, join it."""
    is_new = table.running is not None and player.seat not in table.running.seat_of
    return is_new and settings_of(table.room)["late"] == "play"


def _join_game(table: Table, running: RunningGame, player: Player) -> list[Stored]:
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
        since=clock.now(),
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
    """Leave for good. A running game goes on without the player."""
    return _leave(table, command, table.require_seat(command, body.player))


@handles(Remove)
def remove(table: Table, command: Command, body: Remove) -> PendingEvent:
    """Take somebody's seat away, for the host. That person cannot sit down here again. A stand-in
    can only do it to newcomers. In the running game a computer plays the seat on: nobody wins by
    removing a rival."""
    host = table.require_host(command, body.player)
    whom = table.require_seated(body.whom)
    spare_founder(table, command, whom)
    if whom.person_id == host.person_id:  # the host leaves a seat of his own
        return _leave(table, command, whom)
    if table.is_stand_in(command) and not is_newcomer(whom, clock.now()):
        raise Refused("not_newcomer")
    return take_out(table, command, whom)


@handles(RemoveNew)
def remove_new(table: Table, command: Command, body: RemoveNew) -> PendingEvent:
    """Remove everybody who came in the last `minutes`, for the host: one event for each, since a
    game's record has one action an event."""
    host = table.require_host(command, body.player)
    if not 1 <= body.minutes <= MOST_MINUTES:
        raise Refused("bad_settings")
    now, within = clock.now(), timedelta(minutes=body.minutes)
    everybody = table.players.values()
    older = [one for one in everybody if not is_newcomer(one, now, within)]
    spared = [*older, host, *(one for one in everybody if one.seat == FOUNDER)]
    keep = set[int]().union(*map(table.holders_of, spared))
    people = [one for one in table.seated() if one.person_id is not None]
    new = [one for one in people if keep.isdisjoint(table.holders_of(one))]
    if not new:
        raise Refused("nobody_new")
    for whom in new[:-1]:
        own = own_id("remove", whom.seat, table.room.head)
        take_out(table, replace(command, id=own), whom)
    return take_out(table, command, new[-1])


def take_out(table: Table, command: Command, whom: Player) -> PendingEvent:
    """Bar the player from the room. The running game goes on as `go_on_without` says."""
    game = None if table.running is None else table.running.game
    asker = table.room.host
    up, in_game = get_up(table, whom, "removed"), game_service.go_on_without(table, whom)
    events = [*up, *in_game, *_resume_for_computers(table)]
    touched = any(event["e"] != "warm" for event in in_game)
    return table.record(command, events, player=asker, game=game if touched else None)


def _leave(table: Table, command: Command, player: Player) -> PendingEvent:
    """Free the seat. If the host gave it away and it plays, it returns to its first holder."""
    if player.before_id is not None and player in table.in_game():
        return_seat(table, player)
        return table.record(command, [{"e": "returned", "player": player.seat}], player=player.seat)
    game = None if table.running is None else table.running.game
    in_game = game_service.leave_game(table, player)
    events = [*get_up(table, player, "gone"), *in_game, *_resume_for_computers(table)]
    return table.record(command, events, player=player.seat, game=game if in_game else None)


def return_seat(table: Table, player: Player) -> None:
    """Make the person who held the seat before the host gave it away its only holder."""
    table.change_player(player, person=player.before, before=None)
    drop_holders(table, player)
    SeatCode.objects.filter(player=player).delete()


def drop_holders(table: Table, player: Player) -> None:
    """End all holds on the seat by other devices."""
    if table.holders.pop(player.seat, None):
        Holder.objects.filter(player=player).delete()


def _resume_for_computers(table: Table) -> list[Stored]:
    """End a pause that nobody is left to end, as nobody in the game could be host."""
    if not table.absence.paused or not table.running:
        return []
    if any(not (one.level or one.left) for one in table.in_game()):
        return []
    return [votes.resume_game(table, None)]


def fit_player_name(raw: str) -> str:
    """Return a player's name as it is stored. Raise Refused."""
    try:
        return fit_name(raw)
    except UnfitName as error:
        raise Refused("bad_name", why=error) from error


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
