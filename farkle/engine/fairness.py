"""Dice that can be checked afterwards: thrown from a seed that was committed to beforehand.

- A game's seed is 32 secret bytes. Its commitment, shown before anybody may start the game, is
  SHA-256 of the seed in lower-case hex.
- Every seat may then add a string; all of them, in the order of the seats, are known when the game
  starts (the empty string for a seat that added none).
- Throw k (from 1; every throw of the game counts, those of the roll-off too) reads bytes from
  HMAC-SHA256(key = seed, message), block after block, where message is the ASCII text
  "k:block:" followed by the strings with "," between them, and block counts from 0. A byte of 252
  or more is passed over (252 = 42 * 6, so that every face is equally likely); else the die is
  byte mod 6 + 1.
- The seed is revealed when the game has come to an end.

So whoever throws cannot choose dice once the strings are in, and nobody can know them before.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from farkle.errors import FarkleError, RecordError
from farkle.rules.scoring import Dice

from .events import Batch, Rolled, RolledOff
from .record import Record

SEED_BYTES: Final = 32
_FACES: Final = bytes(byte % 6 + 1 for byte in range(256))
_UNFAIR: Final = bytes(range(252, 256))

STRING: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
"""What a seat may add: no comma, so that the message can be read in one way only."""


class Unproven(FarkleError):
    """A game whose dice do not come from its seed; `step` is the first step that shows it, 0 for
    the start and for the seed itself."""

    def __init__(self, step: int, text: str) -> None:
        self.step = step
        super().__init__(text)


def commitment_of(seed: bytes) -> str:
    """What is shown before the game: 64 hex digits."""
    return hashlib.sha256(seed).hexdigest()


def throw(seed: bytes, strings: Sequence[str], k: int, count: int) -> Dice:
    """The `count` dice of throw `k` of a game."""
    tail = ",".join(strings)
    faces = b""
    block = 0
    while len(faces) < count:
        message = f"{k}:{block}:{tail}".encode("ascii")
        faces += hmac.digest(seed, message, "sha256").translate(_FACES, _UNFAIR)
        block += 1
    return tuple(faces[:count])


@dataclass(frozen=True, slots=True)
class Proof:
    """What shows where a game's dice came from."""

    commitment: str
    seed: bytes
    strings: tuple[str, ...]

    def check(self, record: Record) -> int:
        """How many throws `record` has, each of which is the seed's. Raises Unproven."""
        if commitment_of(self.seed) != self.commitment:
            raise Unproven(0, "The seed is not the one that was committed to before the game.")
        if len(self.strings) != record.players:
            raise Unproven(
                0,
                f"{len(self.strings)} strings were added to the dice, by {record.players} players.",
            )
        k = 0
        for step, dice in _throws(record):
            k += 1
            made = throw(self.seed, self.strings, k, len(dice))
            if made != dice:
                where = f"step {step}" if step else "the start"
                raise Unproven(
                    step,
                    f"At {where} the record says that throw {k} was {_told(dice)}; "
                    f"the seed gives {_told(made)}.",
                )
        return k

    def to_dict(self) -> dict[str, Any]:
        return {
            "commitment": self.commitment,
            "seed": self.seed.hex(),
            "strings": list(self.strings),
        }

    @classmethod
    def from_dict(cls, data: object) -> Proof:
        """The proof that `to_dict` wrote, read and not yet believed. Raises RecordError."""
        if not isinstance(data, Mapping) or set(data) != {"commitment", "seed", "strings"}:
            raise RecordError("dice of a game must be an object: commitment, seed, strings.")
        for name in ("commitment", "seed"):
            if not isinstance(data[name], str) or not re.fullmatch("[0-9a-f]{64}", data[name]):
                raise RecordError(f"{name} of the dice must be 64 digits from 0 to f.")
        strings = data["strings"]
        if not isinstance(strings, list | tuple) or not all(map(_is_string, strings)):
            raise RecordError(
                "strings of the dice must be a list, each empty or 8 to 64 of A-Z a-z 0-9 _ -"
            )
        return cls(data["commitment"], bytes.fromhex(data["seed"]), tuple(strings))


def _is_string(value: object) -> bool:
    return isinstance(value, str) and (not value or STRING.fullmatch(value) is not None)


def _throws(record: Record) -> Iterator[tuple[int, Dice]]:
    """Every throw with its step."""
    batches: list[Batch] = [record.start, *(step.events for step in record.steps)]
    for step, batch in enumerate(batches):
        for event in batch:
            if isinstance(event, Rolled | RolledOff):
                yield step, event.dice


def _told(dice: Dice) -> str:
    return " ".join(map(str, dice))
