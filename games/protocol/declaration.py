"""How a command is declared: `@command("roll")` above a class with its fields."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

from games.protocol.fields import Shape, shape_of


@dataclass(frozen=True, slots=True)
class Body:
    """What a command asks for.

    A resent command is recognised by its intent (`requests.py`), so the names of a body and of its
    fields stay as they are. A new field needs a default that means what the command meant without
    it.
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
