"""The registry of handlers: the functions that carry out commands, marked with `@handles`."""

from collections.abc import Callable
from typing import Any, Literal, TypeVar

from games.protocol.commands import Answer, Body
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored
from games.services.tables.table import Table

Handler = Callable[[Table, Any], PendingEvent | Answer]
"""Carries out the command of a table, given its body, under the room's lock."""

HANDLERS: dict[type[Body], Handler] = {}

H = TypeVar("H", bound=Callable[..., list[Stored] | PendingEvent | Answer])
Asker = Literal["anyone", "player", "host"]


def handles(
    *kinds: type[Body], by: Asker = "anyone", between_games: bool = False
) -> Callable[[H], H]:
    """Register a function as the handler of these commands. Raise ValueError for a second one.

    Unless `by` is "anyone", the sender must hold the seat named in the command ("player") or be the
    host as well ("host"), and the function is passed that player. With `between_games`, the command
    is refused while a game is running.

    The function raises Refused before the first change. The events it returns are recorded as that
    player's, or nobody's. It may also return an event that it has recorded, or an answer.
    """

    def register(handler: H) -> H:
        for kind in kinds:
            if kind in HANDLERS:
                raise ValueError(f"{kind.__name__} has a handler already")
            HANDLERS[kind] = _guard(handler, by, between_games)
        return handler

    return register


def _guard(handler: H, by: Asker, between_games: bool) -> Handler:
    def handle(table: Table, body: Any) -> PendingEvent | Answer:
        if by == "anyone":
            result, seat = handler(table, body), None
        else:
            player = (table.require_host if by == "host" else table.require_seat)(body.player)
            if between_games and table.running is not None:
                raise Refused("game_on")
            result, seat = handler(table, body, player), player.seat
        return table.record(result, player=seat) if isinstance(result, list) else result

    return handle
