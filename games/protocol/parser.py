"""What a client may say: every frame is read here, and nothing gets past that is not of its shape.

The vocabulary is that of docs/protocol.md. Sizes, rates and rights are checked elsewhere.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.protocol import commands as c
from games.protocol.commands import Body

MAX_FRAME_BYTES = 8 * 1024
_ID = re.compile(r"[A-Za-z0-9_-]{8,40}")
_KEEP = re.compile(r"[1-6]{0,6}")
_MOST = 2**53 - 1  # the largest whole number that JavaScript counts exactly
_LONGEST_TEXT = 400
_MOST_PLAYERS = 1000


@dataclass(frozen=True, slots=True)
class Asked:
    """A command, by the random id under which it is asked."""

    id: str
    body: Body


@dataclass(frozen=True, slots=True)
class Since:
    n: int


@dataclass(frozen=True, slots=True)
class Ping:
    n: int


@dataclass(frozen=True, slots=True)
class Pick:
    player: int
    ply: int
    dice: tuple[int, ...]


Frame = Asked | Since | Ping | Pick


class BadFrame(Exception):
    """A frame that says nothing we know. `code`: bad_frame or unknown_type; `id` where one could
    be read."""

    def __init__(self, code: str = "bad_frame", frame_id: str | None = None) -> None:
        self.code = code
        self.id = frame_id
        super().__init__(code)


def parse(text: str) -> Frame:
    """The frame in `text`. Raises BadFrame, whatever `text` is."""
    data = _object(text)
    given_id = data.get("id")
    frame_id = given_id if isinstance(given_id, str) and _ID.fullmatch(given_id) else None
    kind = data.pop("type", None)
    if not isinstance(kind, str) or kind not in _VOCABULARY:
        raise BadFrame("unknown_type" if isinstance(kind, str) else "bad_frame", frame_id)
    make, required, optional = _VOCABULARY[kind]
    is_command = kind in _COMMANDS
    if is_command:
        if frame_id is None:
            raise BadFrame
        del data["id"]
    if not required.keys() <= data.keys() <= required.keys() | optional.keys():
        raise BadFrame(frame_id=frame_id)
    try:
        values = {
            name: (required.get(name) or optional[name])(value) for name, value in data.items()
        }
    except ValueError as error:
        raise BadFrame(frame_id=frame_id) from error
    made = make(**values)
    return Asked(frame_id, made) if frame_id is not None and is_command else made


def _object(text: str) -> dict[str, Any]:
    try:
        data = _decode(text)
        if "\\ud" in text.lower():  # half a character could neither be stored nor sent back
            json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise BadFrame from error
    if not isinstance(data, dict):
        raise BadFrame
    return data


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key comes twice")
    return found


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON")


_decode = json.JSONDecoder(object_pairs_hook=_once_each, parse_constant=_refuse).decode


# Readers of one field: the value, or ValueError.


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= _MOST:
        raise ValueError
    return value


def _yes(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST_TEXT:
        raise ValueError
    return value


def _keep(value: object) -> tuple[int, ...]:
    if not isinstance(value, str) or not _KEEP.fullmatch(value):
        raise ValueError
    return tuple(sorted(map(int, value)))


def _players(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > _MOST_PLAYERS:
        raise ValueError
    return tuple(map(_number, value))


def _positions(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > 6:
        raise ValueError
    positions = tuple(map(_number, value))
    if len(set(positions)) != len(positions) or any(at > 5 for at in positions):
        raise ValueError
    return positions


def _rules(value: object) -> str | Mapping[str, Any]:
    return _text(value) if isinstance(value, str) else _fields(value)


def _fields(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError
    return value  # RuleSet.from_dict looks at every field


Reader = Callable[[object], Any]
_player: dict[str, Reader] = {"player": _number}
_move: dict[str, Reader] = {"player": _number, "game": _number, "ply": _number}
_whom: dict[str, Reader] = {"player": _number, "whom": _number}

_COMMANDS: dict[str, tuple[Callable[..., Body], dict[str, Reader], dict[str, Reader]]] = {
    "roll": (c.Roll, {**_move, "keep": _keep}, {}),
    "bank": (c.Bank, {**_move, "keep": _keep}, {}),
    "build": (c.Build, _move, {}),
    "leave": (c.Leave, _player, {}),
    "ready": (c.Ready, {**_player, "yes": _yes}, {}),
    "rename": (c.Rename, {**_player, "name": _text}, {}),
    "colour": (c.Colour, {**_player, "colour": _number}, {}),
    "string": (c.AddString, {**_player, "game": _number, "text": _text}, {}),
    "start": (c.Start, _player, {}),
    "rematch": (c.Rematch, _player, {}),
    "rules": (c.SetRules, {**_player, "rules": _rules}, {"base": _text}),
    "change": (c.ChangeRules, {**_player, "fields": _fields}, {}),
    "teams": (c.SetTeams, {**_player, "count": _number}, {}),
    "team": (c.SetTeam, {**_whom, "team": _number}, {}),
    "settings": (
        c.SetRoom,
        _player,
        {
            "name": _text,
            "listed": _yes,
            "seats": _number,
            "pace": _text,
            "hints": _yes,
            "past": _text,
            "away": _text,
            "away_after": _number,
            "timer": _number,
            "talk": _yes,
            "late": _text,
            "starts": _text,
        },
    ),
    "order": (c.SetOrder, {**_player, "players": _players}, {}),
    "remove": (c.Remove, _whom, {}),
    "host": (c.HandOver, _whom, {}),
    "add_computer": (c.AddComputer, {**_player, "level": _text}, {}),
    "join": (c.Join, _player, {}),
    "give": (c.Give, {**_whom, "to": _number}, {}),
    "object": (c.TakeBack, _player, {}),
    "say": (c.Say, {**_player, "text": _text}, {}),
    "react": (c.React, {**_player, "reaction": _text}, {}),
    "extend": (c.Extend, _player, {}),
    "vote": (c.Vote, {**_player, "about": _text, "yes": _yes}, {}),
    "pause": (c.PauseGame, {**_player, "reason": _text}, {}),
    "resume": (c.Resume, _player, {}),
    "close": (c.Close, _player, {}),
}
_VOCABULARY: dict[str, tuple[Callable[..., Any], dict[str, Reader], dict[str, Reader]]] = {
    **_COMMANDS,
    "since": (Since, {"n": _number}, {}),
    "ping": (Ping, {"n": _number}, {}),
    "pick": (Pick, {**_player, "ply": _number, "dice": _positions}, {}),
}
