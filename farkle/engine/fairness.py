"""Provably fair dice: thrown from a secret seed that is committed to before the game.

- A game's seed is 32 secret bytes. Its commitment, shown before the game can start, is the SHA-256
  of the seed in lower-case hex.
- Every seat may then add a string. The strings of all seats, in seat order and empty where a seat
  added none, are known when the game starts.
- Throw k (counting from 1, roll-offs included) reads bytes from HMAC-SHA256(key = seed, message),
  block after block. The message is the ASCII text "k:block:" followed by the strings joined with
  ","; blocks count from 0. A byte of 252 or more is skipped, so that every face is equally likely
  (252 = 42 * 6); any other gives the die byte mod 6 + 1.
- As the game begins, its fingerprint is published. It covers the commitment, the strings, the rules
  and the names of the seats: the last two as hashes that are keyed with the seed, so that no name
  can be guessed from them before the end. Late joiners are not covered.
- The seed is revealed when the game is over.

So no player can choose or predict dice, and the server cannot choose them once the strings are in.
The operator of the server, though, knows the seed and every string before the game starts, and
could add a last string of their own, picked for its dice. Nothing here can rule that out.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from farkle.errors import FarkleError, RecordError
from farkle.rules.ruleset import RuleSet
from farkle.rules.scoring import Dice

from .events import Rolled, RolledOff
from .record import Record

SEED_BYTES: Final = 32
_FACES: Final = bytes(byte % 6 + 1 for byte in range(256))
_UNFAIR: Final = bytes(range(252, 256))

STRING: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
"""The strings a seat may add. They contain no comma, so the message is unambiguous."""


class Unproven(FarkleError):
    """A game to which the seed or the fingerprint does not belong.

    `step` is the first step that shows it, 0 for the start and for the seed itself.
    """

    def __init__(self, step: int, text: str) -> None:
        self.step = step
        super().__init__(text)


def commitment_of(seed: bytes) -> str:
    """Return the commitment to a seed: 64 hex digits, shown before the game."""
    return hashlib.sha256(seed).hexdigest()


class Terms(NamedTuple):
    """The rules and names of a game, as hashes keyed with its seed: 64 hex digits each."""

    rules: str
    names: str


def terms_of(
    seed: bytes, rules: RuleSet, teams: Sequence[int] | None, names: Sequence[str]
) -> Terms:
    """Return the terms of a game: its rules, and the teams and names of its first seats.

    Only fields that differ from the default rules count, so that a rule of a later version, which
    is off by default, changes nothing.
    """
    base = RuleSet().to_dict()
    changed = {name: value for name, value in rules.to_dict().items() if value != base[name]}
    agreed = {"rules": changed, "teams": None if teams is None else list(teams)}
    words = json.dumps(agreed, sort_keys=True, separators=(",", ":"))
    each = ",".join(hashlib.sha256(name.encode()).hexdigest() for name in names)
    return Terms(
        hmac.digest(seed, f"rules:{words}".encode(), "sha256").hex(),
        hmac.digest(seed, f"names:{each}".encode(), "sha256").hex(),
    )


def fingerprint_of(commitment: str, strings: Sequence[str], terms: Terms) -> str:
    """Return the fingerprint of a game that begins: 64 hex digits."""
    parts = (commitment, terms.rules, terms.names, ",".join(strings))
    return hashlib.sha256(":".join(parts).encode()).hexdigest()


def throw(seed: bytes, strings: Sequence[str], k: int, count: int) -> Dice:
    """Return the `count` dice of throw `k` of a game."""
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
    """Evidence that the dice came from the seed, and that rules and names are as agreed."""

    commitment: str
    seed: bytes
    strings: tuple[str, ...]
    terms: Terms

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the game."""
        return fingerprint_of(self.commitment, self.strings, self.terms)

    def names_fit(self, record: Record) -> bool:
        """Return whether the names are those the game began with."""
        return self.terms.names == self._terms_of(record).names

    def _terms_of(self, record: Record) -> Terms:
        return terms_of(self.seed, record.rules, record.teams, record.names[: record.players])

    def check(self, record: Record) -> int:
        """Return the number of throws in `record`. Raise Unproven if one is not the seed's, or the
        rules are others. (Names are not checked: players may change theirs during a game.)"""
        if commitment_of(self.seed) != self.commitment:
            raise Unproven(0, "The seed doesn't match the fingerprint published before the game.")
        if self.terms.rules != self._terms_of(record).rules:
            raise Unproven(0, "These aren't the rules that the game began with.")
        if len(self.strings) != record.players:
            raise Unproven(
                0,
                f"{len(self.strings)} strings were added to the dice, by {record.players} players.",
            )
        k = 0
        for step, batch in enumerate((record.start, *(step.events for step in record.steps))):
            for event in batch:
                if isinstance(event, Rolled | RolledOff):
                    k += 1
                    self._check_throw(step, k, event.dice)
        return k

    def _check_throw(self, step: int, k: int, dice: Dice) -> None:
        made = throw(self.seed, self.strings, k, len(dice))
        if made != dice:
            where = f"step {step}" if step else "the start"
            raise Unproven(
                step,
                f"At {where} the record says that roll {k} was {_show_dice(dice)}; "
                f"the seed gives {_show_dice(made)}.",
            )

    def to_dict(self) -> dict[str, Any]:
        return {
            "commitment": self.commitment,
            "seed": self.seed.hex(),
            "strings": list(self.strings),
            **self.terms._asdict(),
        }

    @classmethod
    def from_dict(cls, data: object) -> Proof:
        """Return the proof that `to_dict` wrote, unchecked. Raise RecordError for anything else."""
        fields = ("commitment", "seed", "strings", *Terms._fields)
        if not isinstance(data, Mapping) or set(data) != set(fields):
            raise RecordError(f"dice of a game must be an object: {', '.join(fields)}.")
        for name in ("commitment", "seed", *Terms._fields):
            if not isinstance(data[name], str) or not re.fullmatch("[0-9a-f]{64}", data[name]):
                raise RecordError(f"{name} of the dice must be 64 digits from 0 to f.")
        strings = data["strings"]
        if not isinstance(strings, list | tuple) or not all(map(_is_string, strings)):
            raise RecordError(
                "strings of the dice must be a list, each empty or 8 to 64 of A-Z a-z 0-9 _ -"
            )
        terms = Terms(data["rules"], data["names"])
        return cls(data["commitment"], bytes.fromhex(data["seed"]), tuple(strings), terms)


def _is_string(value: object) -> bool:
    return isinstance(value, str) and (not value or STRING.fullmatch(value) is not None)


def _show_dice(dice: Dice) -> str:
    return " ".join(map(str, dice))
