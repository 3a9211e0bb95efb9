"""Exported games: the record, the proof of its dice, and facts about the game.

    {"farkle": "game", "version": 1, "record": {...}, "dice": {...} or null, "about": {...}}

A file of several games is {"farkle": "games", "version": 1, "games": [...]}.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from farkle.errors import RecordError, RulesError

from .fairness import Proof, Unproven
from .plain import check_names
from .record import Record, replay
from .state import GameState

VERSION: Final = 1
_MAX_ITEMS: Final = 20_000  # the longest list has a time for every step
_MAX_LETTERS: Final = 200

ABOUT: Final = (
    "room",
    "number",
    "status",
    "preset",
    "started",
    "finished",
    "colours",
    "materials",
    "levels",
    "times",
)
"""Names of the optional facts about a game: strings, integers, or lists of these.

`status` is "over" or "abandoned". Times are ms since 1970; `times` has the start, then each step.
`colours` (0-5), `materials` (of dice: "ivory", "bone" or "dark") and `levels` (of computer players,
"" for a person) are by seat.
"""


@dataclass(frozen=True, slots=True)
class Checked:
    """A verified game. Without a proof, the number of proven throws and `names_fit` are None."""

    last: GameState
    throws: int | None
    names_fit: bool | None


@dataclass(frozen=True, slots=True)
class GameFile:
    record: Record
    proof: Proof | None = None
    about: Mapping[str, Any] = field(default_factory=dict)

    def check(self) -> Checked:
        """Replay the game and verify its proof, if any. Raise Disagreement or Unproven."""
        last, proof = replay(self.record), self.proof
        if self.about.get("status") == "over" and last.phase != "over":
            raise Unproven(
                len(self.record.steps),
                "The end of the game is missing: the file says that somebody won.",
            )
        if proof is None:
            return Checked(last, None, None)
        return Checked(last, proof.check(self.record), proof.names_fit(self.record))

    def to_dict(self) -> dict[str, Any]:
        return {
            "farkle": "game",
            "version": VERSION,
            "about": dict(self.about),
            "dice": None if self.proof is None else self.proof.to_dict(),
            "record": self.record.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: object) -> GameFile:
        """Read the data of `to_dict` or a bare record. Raise RecordError or RulesError."""
        if isinstance(data, Mapping) and "farkle" not in data:
            return cls(Record.from_dict(data))
        fields = _check_envelope(data, "game", {"record", "dice", "about"})
        dice = fields["dice"]
        return cls(
            record=Record.from_dict(fields["record"]),
            proof=None if dice is None else Proof.from_dict(dice),
            about=_about(fields["about"]),
        )


def games_in(data: object) -> list[GameFile]:
    """Read a file of one game or several, or a bare record. Raise RecordError or RulesError."""
    if not isinstance(data, Mapping) or data.get("farkle") != "games":
        return [GameFile.from_dict(data)]
    _check_envelope(data, "games", {"games"})
    if not isinstance(data["games"], list | tuple):
        raise RecordError("games of a file must be a list.")
    games = []
    for number, game in enumerate(data["games"], 1):
        try:
            games.append(GameFile.from_dict(game))
        except (RecordError, RulesError) as error:
            raise RecordError(f"Game {number}: {error}") from error
    return games


def _check_envelope(data: object, what: str, fields: set[str]) -> Mapping[str, Any]:
    if not isinstance(data, Mapping) or data.get("farkle") != what:
        raise RecordError("This isn't a Farkle game file.")
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise RecordError(f"A file of a {what} must have version {VERSION}.")
    check_names(f"A file of a {what}", data, {"farkle", "version", *fields})
    return data


def _about(data: object) -> dict[str, Any]:
    if not isinstance(data, Mapping):
        raise RecordError("about a game must be an object.")
    for name, value in data.items():
        if name not in ABOUT:
            raise RecordError(f"Unknown about a game: {str(name)[:40]}.")
        items = value if isinstance(value, list) else [value]
        if len(items) > _MAX_ITEMS or not all(map(_is_plain, items)):
            raise RecordError(f"{name} about a game must be words or whole numbers.")
    return dict(data)


def _is_plain(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= _MAX_LETTERS
    return value is None or (type(value) is int and abs(value) < 10**15)
