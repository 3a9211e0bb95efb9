"""Choose, replace and check the host. The founder, who opened the room, can take the role back from
a stand-in, who has few rights (`games.state.rights`) unless the founder has left."""

from collections.abc import Collection

from games import clock
from games.models import FOUNDER, Person, Player
from games.people.blocks import blocks_in
from games.people.presence import players_present
from games.protocol.commands import Done, HandOver, TakeHost
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored
from games.services.tables.handlers import handles
from games.services.tables.table import Table


def make_host(table: Table, player: Player | None) -> Stored:
    """Make this player the host; None leaves the room without one."""
    seat = None if player is None else player.seat
    table.change_room(host=seat)
    return {"e": "host", "player": seat}


def next_host(table: Table, present: Collection[int]) -> Player | None:
    """Return the next host: a present player if possible, then the founder, an account holder, the
    lowest seat. None if there are only computers."""
    people = {player.seat: player for player in table.seated() if player.person_id is not None}
    accounts = Person.objects.filter(players__in=people.values(), user__isnull=False)
    known = set(accounts.values_list("pk", flat=True))

    def rank(player: Player) -> tuple[bool, bool, bool, int]:
        away, is_guest = player.seat not in present, player.person_id not in known
        return away, player.seat != FOUNDER, is_guest, player.seat

    return min(people.values(), key=rank, default=None)


def require_not_founder(table: Table, whom: Player) -> None:
    """Raise Refused if another person acts on a seat of the founder."""
    founder = table.players.get(FOUNDER)
    if founder is None or table.is_founder(table.asker):
        return
    if not table.holders_of(founder).isdisjoint(table.holders_of(whom)):
        raise Refused("not_founder")


def free_seat(table: Table, player: Player, how: str) -> list[Stored]:
    """Free a seat, and find another host if it was the host's. `how` is gone or removed."""
    table.change(player, left=True, ready=False, removed=how == "removed")
    events: list[Stored] = [{"e": how, "player": player.seat}]
    if table.room.host == player.seat:
        present = players_present(table.room.pk, clock.now().timestamp())
        events.append(make_host(table, next_host(table, present)))
    return events


def free_blocked_seats(table: Table) -> list[Stored]:
    """After a game, free the seats of players blocked by the keeper, as if they had left."""
    keeper = table.keeper
    if keeper is None:
        return []
    seats = {player.seat: table.holders_of(player) for player in table.players.values()}
    unwelcome = blocks_in(seats, {keeper.seat}).unwelcome
    spared = seats.get(FOUNDER, set()) | table.holders_of(keeper)
    blocked = [
        player
        for player in table.seated()
        if not (seats[player.seat].isdisjoint(unwelcome) or seats[player.seat] & spared)
    ]
    return [event for player in blocked for event in free_seat(table, player, "gone")]


@handles(HandOver, by="host")
def hand_over(table: Table, body: HandOver, _host: Player) -> list[Stored]:
    whom = table.require_seated(body.whom)
    if whom.person_id is None:
        raise Refused("no_player")  # a computer cannot be host
    return [make_host(table, whom)]


@handles(TakeHost, by="player")
def take_host(table: Table, _body: TakeHost, founder: Player) -> PendingEvent | Done:
    """Make the founder the host again, and clear the list of a stand-in's actions."""
    if founder.seat != FOUNDER:
        raise Refused("not_founder")
    events = [] if table.room.host == founder.seat else [make_host(table, founder)]
    if table.absence.stood_in:
        table.absence.stood_in = []
        events.append({"e": "stood_in", "rows": []})
    return table.record(events, player=founder.seat) if events else Done(None)
