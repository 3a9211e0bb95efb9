"""A command on its way to a room, its id and intent, and the answer it gets."""

import json
from dataclasses import dataclass, fields
from hashlib import blake2b

import farkle
from games.protocol.declaration import BODIES, Body

INTENT_BYTES = 16


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

    @property
    def intent(self) -> str:
        """The digest of what is asked, as canonical JSON, so that the id cannot be reused for
        something else.

        A field that has its default is left out, as a client may leave it out. So a command that is
        sent again has the intent it had, even if its class was given a new field in between. What
        is stored is a digest because names and reasons that a person typed must not stay with the
        event.
        """
        body = self.body
        asked = {
            field.name: value
            for field in fields(body)
            if (value := getattr(body, field.name)) != field.default
        }
        canonical = _canonical({**asked, "type": BODIES[type(body)]})
        return blake2b(canonical.encode(), digest_size=INTENT_BYTES).hexdigest()


def _as_json(action: farkle.Action) -> dict[str, object]:
    return action.to_dict()


_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), default=_as_json).encode


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
