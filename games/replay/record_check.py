"""Check a game in a file, and pack it for storage. The worker process, which has no Django, runs
this for large files. Sizes are checked before anything is built. A game that passes contains
nothing else: its events are those of its own replay, and names and details are short."""

import json
import zlib
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from farkle import Disagreement, FarkleError, Join, Record
from farkle.engine.fairness import Unproven
from farkle.engine.gamefile import GameFile
from games.people.names import NAME_LENGTH, ROOM_NAME_LENGTH

MOST_LETTERS: Final = 4_000_000
MOST_STEPS: Final = 10_000
"""A replay of so many takes a second or two."""
MOST_SEATS: Final = 2000
MOST_STATES: Final = 5_000_000
"""Steps times seats, because each state has values for each seat."""
MOST_PACKED: Final = 500_000
"""Bytes of a stored game."""


class Problem(NamedTuple):
    """The reason for refusing a file: a code for its sentence, and the value in it."""

    code: str
    value: str | int = ""


def pack(text: str) -> bytes | Problem:
    """Return the only game in `text` in its stored form, or the reason for refusing it."""
    try:
        return _pack(text)
    except _Refused as refused:
        return refused.problem


class _Refused(Exception):
    def __init__(self, code: str, value: str | int = "") -> None:
        self.problem = Problem(code, value)


def _pack(text: str) -> bytes:
    data = _read(text)
    try:
        game = GameFile.from_dict(data)
    except FarkleError as error:
        raise _Refused("malformed", str(error)) from error
    _check_details(game)
    packed = zlib.compress(json.dumps(game.to_dict()).encode())
    if len(packed) > MOST_PACKED:
        raise _Refused("too_large")
    try:  # last, since a replay takes longest
        game.check()
    except (FarkleError, Disagreement, Unproven) as error:
        raise _Refused("wrong", str(error)) from error
    return packed


def _read(text: str) -> Mapping[str, Any]:
    """Return the data of the only game in `text`. Raise _Refused if it is too large."""
    if len(text) > MOST_LETTERS:
        raise _Refused("too_large")
    try:
        data = json.loads(text)
        json.dumps(data, ensure_ascii=False).encode()
    except RecursionError as error:
        raise _Refused("no_game") from error
    except UnicodeEncodeError as error:  # a lone surrogate, which JSON allows
        raise _Refused("no_text") from error
    except ValueError as error:
        raise _Refused("no_game") from error
    if isinstance(data, Mapping) and data.get("farkle") == "games":
        games = data.get("games")
        count = len(games) if isinstance(games, list) else 0
        if not isinstance(games, list) or count != 1:
            raise _Refused("not_one", count)
        data = games[0]
    if not isinstance(data, Mapping):
        raise _Refused("no_game")
    record = data.get("record") if "farkle" in data else data
    if isinstance(record, Mapping):  # the engine rejects anything else
        steps, players = record.get("steps"), record.get("players")
        _check_size(
            len(steps) if isinstance(steps, list) else 0,
            players if isinstance(players, int) else 0,
        )
    return data


def _check_size(steps: int, seats: int) -> None:
    if steps > MOST_STEPS or seats > MOST_SEATS or steps * seats > MOST_STATES:
        raise _Refused("too_long")


def _check_details(game: GameFile) -> None:
    """Check the parts that no replay can prove: names, and facts about the game."""
    record, about = game.record, game.about
    seats = seats_of(record)
    _check_size(len(record.steps), seats)
    if len(record.names) > seats:
        raise _Refused("names")
    if any(len(name) > NAME_LENGTH for name in record.names):
        raise _Refused("long_name", NAME_LENGTH)
    for name, value in about.items():
        items = value if isinstance(value, list) else [value]
        most = len(record.steps) + 1 if name == "times" else seats
        texts = (item for item in items if isinstance(item, str))
        if len(items) > most or any(len(text) > ROOM_NAME_LENGTH for text in texts):
            raise _Refused("details")


def seats_of(record: Record) -> int:
    """Return the number of seats of the game, including late joiners."""
    return record.players + sum(isinstance(step.action, Join) for step in record.steps)
