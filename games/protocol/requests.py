"""Commands: their declaration, their way to a room with id and intent, and their answers."""

import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from hashlib import blake2b
from typing import Any, TypeVar, dataclass_transform

from games.protocol.fields import Shape, shape_of

INTENT_BYTES = 16


@dataclass(frozen=True, slots=True)
class Body:
    """The fields of a command.

    A resent command is recognised by its intent, so the names of a body and of its fields stay as
    they are. A new field needs a default that means what the command meant without it.
    """


Kind = TypeVar("Kind", bound=type[Any])

BODIES: dict[type[Body], str] = {}
"""Every command there is, with its type on the wire, or else the name of its class."""
SHAPES: dict[str, Shape] = {}
"""The commands that a client may send, by their type on the wire."""


@dataclass_transform(frozen_default=True)
def command(wire_name: str | None = None) -> Callable[[Kind], Kind]:
    """Declare a command, which a client may send as a frame of this type."""

    def declare(kind: Kind) -> Kind:
        body = dataclass(frozen=True, slots=True)(kind)
        BODIES[body] = wire_name or kind.__name__
        if wire_name is not None:
            SHAPES[wire_name] = shape_of(body)
        return body  # type: ignore[return-value]  # a dataclass with slots is a class made anew

    return declare


@dataclass(frozen=True, slots=True)
class Command:
    """A request to the room with this code.

    `person` is the sender's key, None for the server itself. `id` is random and stays the same when
    the command is sent again. `origin` tells the addresses of newcomers apart.
    """

    room: str
    person: int | None
    id: str
    body: Body
    origin: str = ""

    @property
    def intent(self) -> str:
        """The digest of the body as canonical JSON, so that the id cannot be reused for another.

        A field that has its default is left out, as a client may leave it out. So a command that is
        sent again has the intent it had, even if its class was given a new field in between. Only a
        digest is stored, because names and reasons that a person typed must not stay with the
        event.
        """
        body = self.body
        values = {
            field.name: value
            for field in fields(body)
            if (value := getattr(body, field.name)) != field.default
        }
        canonical = _canonical({**values, "type": BODIES[type(body)]})
        return blake2b(canonical.encode(), digest_size=INTENT_BYTES).hexdigest()


_canonical = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), default=lambda action: action.to_dict()
).encode


def own_id(kind: str, *numbers: int) -> str:
    """Return the id of one of the server's own commands. It contains a colon, which no frame or
    form accepts, so no client can use up the id first."""
    return ":".join((kind, *map(str, numbers)))


def is_own_id(command_id: str) -> bool:
    """Return True if this is the id of a command of the server itself."""
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
