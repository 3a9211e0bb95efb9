"""The dice: committed before the game, bent by every seat, open to anybody's check after it.

- A game's seed is 32 bytes from `secrets`. Its commitment, shown before anybody may start the game,
  is SHA-256 of the seed in lower-case hex.
- Every seat may then add a string; all of them, in the order of the seats, stand in the event that
  starts the game (the empty string for a seat that added none).
- Throw k (from 1; every throw of the game counts, those of the roll-off too) reads bytes from
  HMAC-SHA256(key = seed, message), block after block, where message is the ASCII text
  "k:block:" followed by the strings with "," between them, and block counts from 0. A byte of 252
  or more is passed over (252 = 42 * 6, so that every face is equally likely); else the die is
  byte mod 6 + 1.
- The seed is revealed when the game has come to an end.

So the server cannot choose dice once the strings are in, nobody can know them before, and a retry
throws the same.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence

SEED_BYTES = 32
_LARGEST_FAIR_BYTE = 252

STRING = re.compile(r"[A-Za-z0-9_-]{8,64}")
"""What a seat may add: no comma, so that the message can be read in one way only."""


def new_seed() -> bytes:
    """A fresh secret; it belongs in DiceSecret and nowhere else."""
    return secrets.token_bytes(SEED_BYTES)


def commitment_of(seed: bytes) -> str:
    """What is shown before the game: 64 hex digits."""
    return hashlib.sha256(seed).hexdigest()


def throw(seed: bytes, strings: Sequence[str], k: int, count: int) -> tuple[int, ...]:
    """The `count` dice of throw `k` of a game."""
    tail = ",".join(strings)
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        message = f"{k}:{block}:{tail}".encode("ascii")
        digest = hmac.digest(seed, message, "sha256")
        faces += [byte % 6 + 1 for byte in digest if byte < _LARGEST_FAIR_BYTE]
        block += 1
    return tuple(faces[:count])


class Cup:
    """The engine's source of dice for one game: counts its throws, from `thrown` on."""

    def __init__(self, seed: bytes, strings: Sequence[str], thrown: int) -> None:
        self._seed = seed
        self._strings = strings
        self.thrown = thrown

    def __call__(self, count: int) -> tuple[int, ...]:
        self.thrown += 1
        return throw(self._seed, self._strings, self.thrown, count)

    def __repr__(self) -> str:
        return f"<Cup after throw {self.thrown}>"  # never the seed
