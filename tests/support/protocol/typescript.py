"""Write static/js/types/wire.d.ts: the frames of a room's socket as types of the scripts.

The server's frames are those of `contract`, the client's those that the parser reads. A test says
when to run `make types` again.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from farkle.engine.events import EVENTS as ENGINE_EVENTS
from farkle.rules.declaration import FieldInfo
from farkle.rules.fields import FIELDS as RULES
from games.protocol import events, fields, requests
from games.protocol.parser import SHAPES
from tests.support.protocol import contract
from tests.support.protocol.shapes import DECLARED, object_type, row

FILE = Path(__file__).parents[3] / "static" / "js" / "types" / "wire.d.ts"

HEAD = """\
// The frames of a room's socket (docs/develop/protocol.md). `make types` writes this file from
// their declaration in Python.

declare namespace Wire {
"""
TAIL = """\
  type Events = GameEvents & RoomEvents;
  type Event = { [E in keyof Events]: [name: E, ...fields: Events[E]] }[keyof Events];
  type FrameOf<F extends keyof Frames> = { type: F } & Frames[F];
  type Frame = { [F in keyof Frames]: FrameOf<F> }[keyof Frames];
  type Command = { [C in keyof Commands]: { type: C } & Commands[C] }[keyof Commands];
}
"""

_READ: Mapping[fields.Reader, str] = {
    fields.read_number: "number",
    fields.read_flag: "boolean",
    fields.read_text: "string",
    fields.read_keep: "string",
    fields.read_players: "number[]",
    fields.read_positions: "number[]",
    fields.read_rule_fields: "Partial<Rules>",
    fields.read_rules: "string | Rules",
}
"""The type of what each reader reads."""


def _rule(info: FieldInfo) -> str:
    if info.length:
        return "number[]"
    if info.unit == "yes/no":
        return "boolean"
    return " | ".join(map(json.dumps, info.choices)) or "number"


def _sent(kind: str) -> str:
    """Return the type of a client's frame, without its id."""
    shape = SHAPES[kind]
    return object_type(
        f"{name}{'' if name in shape.required else '?'}: {_READ[reader]}"
        for name, reader in shape.readers.items()
    )


def _interfaces() -> Iterator[tuple[str, dict[str, str]]]:
    yield "Rules", {"version": "1", **{name: _rule(info) for name, info in RULES.items()}}
    happened = {name: row(each).type for name, each in contract.EVENTS.items()}
    of_game = ENGINE_EVENTS.keys() | events.FACTS.keys()
    yield "GameEvents", {name: each for name, each in happened.items() if name in of_game}
    yield "RoomEvents", {name: each for name, each in happened.items() if name not in of_game}
    yield "Frames", {name: contract.thing(frame).type for name, frame in contract.FRAMES.items()}
    yield "Commands", {kind: _sent(kind) for kind in SHAPES if kind in requests.SHAPES}
    yield "Notices", {kind: _sent(kind) for kind in SHAPES if kind not in requests.SHAPES}


def declarations() -> str:
    lines = [f"  type {name} = {kind};" for name, kind in DECLARED.items()]
    for name, members in _interfaces():
        lines += [f"  interface {name} {{"]
        lines += [f"    {member}: {kind};" for member, kind in members.items()]
        lines += ["  }"]
    return HEAD + "\n".join(lines) + "\n" + TAIL


def write() -> None:
    FILE.write_text(declarations(), encoding="utf-8")
