"""How a command is declared: `@command("roll")` above a class with its fields."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

from games.protocol.fields import Shape, shape_of


class Body:
    """What a command asks for. The name and the fields of a body must stay as they are: rooms store
    a hash of both with each event, to recognise a command that is sent again."""

    __slots__ = ()


Kind = TypeVar("Kind", bound=type[Any])

BODIES: list[type[Body]] = []
"""Every command there is."""
SHAPES: dict[str, Shape] = {}
"""The commands that a client may send, by their type on the wire."""


@dataclass_transform(frozen_default=True)
def command(wire_name: str | None = None) -> Callable[[Kind], Kind]:
    """Declare a command, which a client may send as a frame of this type."""

    def declare(kind: Kind) -> Kind:
        body = dataclass(frozen=True, slots=True)(kind)
        BODIES.append(body)
        if wire_name is not None:
            SHAPES[wire_name] = shape_of(body)
        return body  # type: ignore[return-value]  # a dataclass with slots is a class made anew

    return declare
