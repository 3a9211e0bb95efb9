"""The declaration of commands, their envelope with id and intent, and their answers."""

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

    A resent command is recognised by its intent, so do not rename a body or its fields. A new field
    needs a default that keeps the old meaning.
    """


Kind = TypeVar("Kind", bound=type[Any])

BODIES: dict[type[Body], str] = {}
"""All commands, with their type on the wire, or else the name of the class."""
SHAPES: dict[str, Shape] = {}
"""Commands that a client may send, by type on the wire."""


@dataclass_transform(frozen_default=True)
def command(wire_name: str | None = None) -> Callable[[Kind], Kind]:
    """Declare a command, which a client may send if it has a type on the wire."""

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

    `person` is the sender's key, None for the server itself. A resent command has the same random
    `id`. `origin` tells newcomers' addresses apart (`games.people.address.origin_of`). The
    answer is in `language`, if that is not empty.
    """

    room: str
    person: int | None
    id: str
    body: Body
    origin: str = ""
    language: str = ""

    @property
    def intent(self) -> str:
        """The digest of the body as canonical JSON: an id cannot be reused for another body.

        Fields with their default are left out, so a new field of the class does not change the
        intent of a resent command. Only a digest is stored, because typed names and reasons must
        not stay with the event.
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
    """Return the id of a command of the server. It contains a colon, which no frame or form
    accepts, so no client can use up the id first."""
    return ":".join((kind, *map(str, numbers)))


def is_own_id(command_id: str) -> bool:
    return ":" in command_id


@dataclass(frozen=True, slots=True)
class Done:
    """The command was performed. `n` is the number of its event, None if it left none."""

    n: int | None
    player: int | None = None


@dataclass(frozen=True, slots=True)
class No:
    """The command was refused, and nothing changed."""

    code: str
    text: str


Answer = Done | No
