"""Parse clients' frames, strictly by docs/develop/protocol.md.

Rights and limits are checked elsewhere.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.people.presence import PING_SECONDS
from games.protocol import requests
from games.protocol.commands import Body  # importing this declares them all
from games.protocol.fields import Positions, Shape, shape_of

MAX_FRAME_BYTES = 8 * 1024
_ID = re.compile(r"[A-Za-z0-9_-]{8,40}")


@dataclass(frozen=True, slots=True)
class CommandFrame:
    """A command with the random id that the client gave it."""

    id: str
    body: Body


@dataclass(frozen=True, slots=True)
class Since:
    """A request to send the events after number `n` again."""

    n: int


@dataclass(frozen=True, slots=True)
class Ping:
    """A keep-alive. The next one follows after `next` seconds."""

    n: int
    next: int = PING_SECONDS


@dataclass(frozen=True, slots=True)
class Pick:
    """The dice that the current player has selected so far."""

    player: int
    ply: int
    dice: Positions


Frame = CommandFrame | Since | Ping | Pick

SHAPES: Final[Mapping[str, Shape]] = {
    **requests.SHAPES,
    "since": shape_of(Since),
    "ping": shape_of(Ping),
    "pick": shape_of(Pick),
}
"""Frames that a client may send, by type."""


class BadFrame(Exception):
    """A frame cannot be read. `code` is bad_frame or unknown_type; `id` is its id, if valid."""

    def __init__(self, code: str = "bad_frame", frame_id: str | None = None) -> None:
        self.code = code
        self.id = frame_id
        super().__init__(code)


def parse(text: str) -> Frame:
    """Return the frame in `text`. Raise only BadFrame, whatever the client sent."""
    data = _parse_object(text)
    given_id = data.get("id")
    frame_id = given_id if isinstance(given_id, str) and _ID.fullmatch(given_id) else None
    kind = data.pop("type", None)
    if not isinstance(kind, str) or kind not in SHAPES:
        raise BadFrame("unknown_type" if isinstance(kind, str) else "bad_frame", frame_id)
    make, readers, required = SHAPES[kind]
    is_command = kind in requests.SHAPES
    if is_command:
        if frame_id is None:
            raise BadFrame
        del data["id"]
    if not required <= data.keys() <= readers.keys():
        raise BadFrame(frame_id=frame_id)
    try:
        frame = make(**{name: readers[name](value) for name, value in data.items()})
    except ValueError as error:
        raise BadFrame(frame_id=frame_id) from error
    return CommandFrame(frame_id, frame) if frame_id is not None and is_command else frame


def _parse_object(text: str) -> dict[str, Any]:
    try:
        data = _decode(text)
        if "\\ud" in text.lower():  # a lone surrogate can be neither stored nor sent back
            json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise BadFrame from error
    if not isinstance(data, dict):
        raise BadFrame
    return data


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise ValueError("a key comes twice")
    return data


def _refuse_constant(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")


_decode = json.JSONDecoder(object_pairs_hook=_unique_keys, parse_constant=_refuse_constant).decode
