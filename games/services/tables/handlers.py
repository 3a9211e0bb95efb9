"""The registry of handlers: the functions that carry out commands, marked with `@handles`."""

from collections.abc import Callable
from typing import Any, Literal, TypeVar

from games.protocol.commands import Answer, Body, Command
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent
from games.services.tables.table import Table

Handler = Callable[[Table, Command, Any], PendingEvent | Answer]
"""Carries out a command at a table under its lock. Raises Refused before the first change. A
handler that refuses but leaves an event returns a No."""

HANDLERS: dict[type[Body], Handler] = {}

H = TypeVar("H", bound=Callable[..., PendingEvent | Answer])
Asker = Literal["anyone", "player", "host"]


def handles(
    *kinds: type[Body], by: Asker = "anyone", between_games: bool = False
) -> Callable[[H], H]:
    """Register a function as the handler of these commands. Raise ValueError for a second one.

    Unless `by` is "anyone", the sender must hold the seat named in the command ("player") or be the
    host as well ("host"), and the handler is passed that player. With `between_games`, the command
    is refused while a game is running.
    """

    def register(handler: H) -> H:
        for kind in kinds:
            if kind in HANDLERS:
                raise ValueError(f"{kind.__name__} has a handler already")
            HANDLERS[kind] = handler if by == "anyone" else _guard(handler, by, between_games)
        return handler

    return register


def _guard(handler: H, by: Asker, between_games: bool) -> Handler:
    def handle(table: Table, command: Command, body: Any) -> PendingEvent | Answer:
        require = table.require_host if by == "host" else table.require_seat
        player = require(command, body.player)
        if between_games and table.running is not None:
            raise Refused("game_on")
        return handler(table, command, body, player)

    return handle
