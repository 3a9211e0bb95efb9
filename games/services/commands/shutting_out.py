"""Take somebody who is blocked out of the rooms of the person who blocks, as if they had left."""

from games.protocol.commands import Command, Done, ShutOut
from games.protocol.events import PendingEvent
from games.services.commands.host import get_up, spare_founder
from games.services.tables.handlers import handles
from games.services.tables.table import Table


@handles(ShutOut)
def shut_out(table: Table, command: Command, body: ShutOut) -> PendingEvent | Done:
    """Free the seat, which is kept for later; after the game, if its player has a part in one. The
    others see that the player has left."""
    if table.is_founder(command.person):
        keeper = table.require_seat(command, body.player)
    else:
        keeper = table.require_host(command, body.player)
    whom = table.require_seated(body.whom)
    spare_founder(table, command, whom)
    if not table.holders_of(whom).isdisjoint(table.holders_of(keeper)) or whom in table.in_game():
        return Done(None)
    return table.record(command, get_up(table, whom, "gone"), player=whom.seat)
