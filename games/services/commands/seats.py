"""Take a seat, let a newcomer in, join a running game late, leave, and remove a player."""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta

import farkle
from farkle.rules.named_dice import FOR_COMPUTERS
from games import clock
from games.models import FOUNDER, MATERIALS, Holder, Person, Player, SeatCode
from games.people.blocks import is_shut_out
from games.people.names import NAME_LENGTH, looks_of
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
from games.services.commands.host import free_seat, make_host, require_not_founder
from games.services.tables.handlers import handles
from games.services.tables.refusals import require_fit
from games.services.tables.table import Table
from games.state.rights import NEWCOMER_FOR, is_newcomer
from games.state.room_settings import settings_of
from games.state.running import RunningGame

COLOURS = 6
MOST_SEATS_OF_A_PERSON = 20
MOST_MINUTES = NEWCOMER_FOR // timedelta(minutes=1)
"""Maximum of `RemoveNew.minutes`."""


@handles(Sit)
def sit(table: Table, body: Sit) -> PendingEvent | Done:
    """Take a seat. A person who has one keeps it; one who got up gets the same seat again."""
    if table.asker is None:
        raise Refused("not_yours")
    person = table.asker
    seats, founder = table.seats_of(person), table.is_founder(person)
    if any(player.removed for player in seats) and not founder:
        raise Refused("removed")
    seated = [player for player in seats if not player.left]
    if seated and not body.another:
        return Done(None, seated[0].seat)
    if len(seated) >= MOST_SEATS_OF_A_PERSON:
        raise Refused("too_many_seats")
    if not founder:
        table.require_free_seats()
    if not seated and is_shut_out(table.room, person):
        raise Refused("unavailable")
    name = require_fit(body.name)
    if door.must_knock(table):
        return door.knock(table, name) or Done(None)
    player, events = take_seat(table, person, name, _former_seat(seats, body))
    events += join_after_sitting(table, player)
    return table.record(events, player=player.seat)


def _former_seat(seats: Collection[Player], body: Sit) -> Player | None:
    """Return the person's former seat of this name, or else any former one, unless `another` is
    set: people who share a device must not get each other's results."""
    left = [player for player in seats if player.left]
    looks = looks_of(body.name)
    same = [player for player in left if not looks.isdisjoint(looks_of(player.name))]
    return next(iter(same or ([] if body.another else left)), None)


@handles(LetIn, by="host")
def let_in(table: Table, body: LetIn, _host: Player) -> list[Stored]:
    """Seat a person who knocked, or decline."""
    knock = door.require_waiting(table, body.knock)
    # The person is gone if the guest has logged in meanwhile.
    yes = body.yes and Person.objects.filter(pk=knock["person"]).exists()
    if yes:
        table.require_free_seats()
    door.answer(table, knock, yes=yes)
    events: list[Stored] = [{"e": "answered", "knock": knock["id"], "yes": yes}]
    if yes:
        player, sat = take_seat(table, knock["person"], knock["name"], None)
        events += [*sat, *join_after_sitting(table, player)]
    return events


def take_seat(
    table: Table, person: int, name: str, former: Player | None
) -> tuple[Player, list[Stored]]:
    """Seat a person, on their former seat if there is one."""
    name = unique_name(table, name, but=former)
    player = former or new_player(table, name, person=person)
    if former is not None:
        team = teams.smallest_team(table.room.teams, table.seated())
        colour = free_colour(table, former.seat, likes=former.colour)
        back = {"left": False, "removed": False}
        table.change(former, name=name, team=team, colour=colour, **back)
    events: list[Stored] = [{"e": "sat", "player": player.seat}]
    if table.room.host is None:
        events.append(make_host(table, player))
    return player, events


@handles(Join, by="player")
def join(table: Table, _body: Join, player: Player) -> list[Stored]:
    """Let a seated player who is not in the game play from the next round on."""
    running = game_service.require_running(table)
    if player.seat in running.seat_of:
        has_left = running.state.left[running.seat_of[player.seat]]
        raise Refused("left_game" if has_left else "already_in")
    if not may_join_game(table, player):
        raise Refused("too_late")
    return _join_game(table, running, player)


def join_after_sitting(table: Table, player: Player) -> list[Stored]:
    """Let a player who has just sat down join the game; [] if they wait for the next one."""
    if table.running is None or not may_join_game(table, player):
        return []
    try:
        return _join_game(table, table.running, player)
    except Refused:  # the final round has begun
        return []


def may_join_game(table: Table, player: Player) -> bool:
    """Return True if the player is new to the running game and the room lets them join it."""
    is_new = table.running is not None and player.seat not in table.running.seat_of
    return is_new and settings_of(table.room)["late"] == "play"


def _join_game(table: Table, running: RunningGame, player: Player) -> list[Stored]:
    game, team = running.game, None
    if game.teams is not None:
        team = player.team
        if team not in game.teams:
            others = [other for other in table.in_game() if other.team is not None]
            team = teams.smallest_team(max(game.teams) + 1, others)
    events = table.act(farkle.Join(team))
    running.seat_of[player.seat] = len(game.players)
    table.change(game, players=[*game.players, player.seat])
    if game.teams is not None:
        table.change(game, teams=[*game.teams, team])
    return [{"e": "late", "player": player.seat, "team": team}, *events]


def new_player(table: Table, name: str, *, person: int | None = None, level: str = "") -> Player:
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
        material=_usual_material(person),
        dice=FOR_COMPUTERS if level else "",
        place=max((other.place for other in table.players.values()), default=0) + 1,
        team=teams.smallest_team(table.room.teams, seated),
    )
    table.add_player(player)
    return player


def _usual_material(person: int | None) -> str:
    """Return the material of the person's dice in the room where they sat down last."""
    seats = Player.objects.filter(person=person, person__isnull=False).order_by("-since", "-pk")
    return seats.values_list("material", flat=True).first() or MATERIALS[0]


def free_colour(table: Table, seat: int, *, likes: int | None = None) -> int:
    """Return the colour that the fewest others have. Of several, prefer the one that the player
    `likes`, then one not used by a player who left the running game."""
    playing = table.running.seat_of if table.running else {}
    others = [player for player in table.players.values() if player.seat != seat]
    seated = Counter(player.colour for player in others if not player.left)
    gone = Counter(player.colour for player in others if player.left and player.seat in playing)
    return min(
        range(COLOURS), key=lambda colour: (seated[colour], colour != likes, gone[colour], colour)
    )


@handles(Leave, by="player")
def leave(table: Table, _body: Leave, player: Player) -> PendingEvent:
    """Leave for good. A running game goes on without the player."""
    return _leave(table, player)


@handles(Remove, by="host")
def remove(table: Table, body: Remove, host: Player) -> PendingEvent:
    """Remove a player, who cannot sit down here again. A stand-in can only remove newcomers. In the
    running game a computer plays on, so that no host wins by removing a rival."""
    whom = table.require_seated(body.whom)
    require_not_founder(table, whom)
    if whom.person_id == host.person_id:  # another seat of the host's
        return _leave(table, whom)
    if table.is_asked_by_stand_in and not is_newcomer(whom, clock.now()):
        raise Refused("not_newcomer")
    return remove_player(table, whom)


@handles(RemoveNew, by="host")
def remove_new(table: Table, body: RemoveNew, host: Player) -> PendingEvent:
    """Remove all who came in the last `minutes`: one event each, as in `members.sit_again`."""
    if not 1 <= body.minutes <= MOST_MINUTES:
        raise Refused("bad_settings")
    now, within = clock.now(), timedelta(minutes=body.minutes)
    spared = [
        player
        for player in table.players.values()
        if player.seat in (FOUNDER, host.seat) or not is_newcomer(player, now, within)
    ]
    keep = set[int]().union(*map(table.holders_of, spared))
    people = [player for player in table.seated() if player.person_id is not None]
    new = [player for player in people if keep.isdisjoint(table.holders_of(player))]
    if not new:
        raise Refused("nobody_new")
    for whom in new[:-1]:
        own = own_id("remove", whom.seat, table.room.head)
        remove_player(table, whom, replace(table.command, id=own))
    return remove_player(table, new[-1])


def remove_player(table: Table, whom: Player, command: Command | None = None) -> PendingEvent:
    """Bar the player from the room. The running game goes on as `go_on_without` says."""
    asker = table.room.host
    removed, in_game = free_seat(table, whom, "removed"), game_service.go_on_without(table, whom)
    events = [*removed, *in_game, *_resume_for_computers(table)]
    return table.record(events, player=asker, command=command)


def _leave(table: Table, player: Player) -> PendingEvent:
    """Free the seat. If it was given away and is in a game, it returns to its first holder."""
    if player.before_id is not None and player in table.in_game():
        return_seat(table, player)
        return table.record([{"e": "returned", "player": player.seat}], player=player.seat)
    in_game = game_service.leave_game(table, player)
    events = [*free_seat(table, player, "gone"), *in_game, *_resume_for_computers(table)]
    return table.record(events, player=player.seat)


def return_seat(table: Table, player: Player) -> None:
    """Make the person who held the seat before the host gave it away its only holder."""
    table.change(player, person=player.before, before=None)
    drop_holders(table, player)
    SeatCode.objects.filter(player=player).delete()


def drop_holders(table: Table, player: Player) -> None:
    """End all holds on the seat by other devices."""
    if table.holders.pop(player.seat, None):
        Holder.objects.filter(player=player).delete()


def _resume_for_computers(table: Table) -> list[Stored]:
    """End a pause that no host is left to end, because only computers play."""
    if not table.absence.paused or not table.running:
        return []
    if any(not (player.level or player.left) for player in table.in_game()):
        return []
    return [votes.resume_game(table, None)]


def unique_name(table: Table, name: str, but: Player | None) -> str:
    """Return `name`, with a number if another name in the room looks the same."""
    playing = table.running.seat_of if table.running else {}
    others = (player for player in table.players.values() if player is not but)
    shown = (player for player in others if not player.left or player.seat in playing)
    taken = {look for player in shown for look in looks_of(player.name)}
    candidate, number = name, 1
    while not taken.isdisjoint(looks_of(candidate)):
        number += 1
        tail = f" {number}"
        candidate = name[: NAME_LENGTH - len(tail)].rstrip() + tail
    return candidate
