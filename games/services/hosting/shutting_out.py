"""Take somebody whom the host blocks out of the host's rooms, as if they had left."""

from games.protocol.commands import Command, Done, ShutOut
from games.protocol.events import PendingEvent
from games.services.handlers import handles
from games.services.hosting.host import spare_founder
from games.services.seats import put_out
from games.services.table import Table


@handles(ShutOut)
def shut_out(table: Table, command: Command, body: ShutOut) -> PendingEvent | Done:
    """Free the seat, which is kept for later. The others see that its player has left."""
    host = table.require_host(command, body.player)
    whom = table.require_seated(body.whom)
    spare_founder(table, command, whom)
    if not table.holders_of(whom).isdisjoint(table.holders_of(host)):
        return Done(None)
    return put_out(table, command, whom)
