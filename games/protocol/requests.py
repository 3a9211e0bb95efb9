"""A command on its way to a room, its id, and the answer it gets."""

from dataclasses import dataclass

from games.protocol.declaration import Body


@dataclass(frozen=True, slots=True)
class Command:
    """A request to the room with this code.

    `person` is the key of the person who asks, None for the server itself. `id` is random and stays
    the same when the command is sent again. `origin` tells the addresses of newcomers apart.
    """

    room: str
    person: int | None
    id: str
    body: Body
    origin: str = ""


def own_id(kind: str, *numbers: int) -> str:
    """Return the id of one of the server's own commands. It contains a colon, which no frame or
    form accepts, so no client can use up the id first."""
    return ":".join((kind, *map(str, numbers)))


def is_own_id(command_id: str) -> bool:
    """Return whether this is the id of a command of the server itself."""
    return ":" in command_id


@dataclass(frozen=True, slots=True)
class Done:
    """The command was carried out. `n` is the number of the event it left, None if it left none."""

    n: int | None
    player: int | None = None


@dataclass(frozen=True, slots=True)
class No:
    """The command was refused, for a reason given as a code and a sentence. Nothing changed."""

    code: str
    text: str


Answer = Done | No
