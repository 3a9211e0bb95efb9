"""Provably fair dice, computed from a secret seed that is committed to before the game.

docs/develop/protocol.md, "How to check the dice", defines the commitment, the strings, the rolls
and the fingerprint, and what they do not prove: an operator could still add a last string of
their own.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from farkle.errors import FarkleError, RecordError
from farkle.rules.named_dice import Weights, weights_of
from farkle.rules.ruleset import RuleSet
from farkle.rules.scoring import Dice

from .events import Rolled, RolledOff, RoundStarted, SecondChance, TurnStarted
from .position import Position
from .record import Record

SEED_BYTES: Final = 32
_FACES: Final = bytes(byte % 6 + 1 for byte in range(256))
_UNFAIR: Final = bytes(range(252, 256))  # skipped, so that faces are equally likely (252 = 42 * 6)

STRING: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
"""A string that a seat may add. It has no comma, so that the joined strings are unambiguous."""


class Unproven(FarkleError):
    """A game that does not match its seed or fingerprint from `step` on (0: the start)."""

    def __init__(self, step: int, text: str) -> None:
        self.step = step
        super().__init__(text)


def commitment_of(seed: bytes) -> str:
    """Return the commitment to a seed: 64 hex digits."""
    return hashlib.sha256(seed).hexdigest()


class Terms(NamedTuple):
    """HMACs of a game's rules and names in hex. With the seed as the key, no name can be guessed
    before the end."""

    rules: str
    names: str


def terms_of(
    seed: bytes,
    rules: RuleSet,
    teams: Sequence[int] | None,
    names: Sequence[str],
    chosen: Sequence[str] = (),
) -> Terms:
    """Return the hashes of rules with teams and named dice, and of the names of the seats at the
    start.

    Fields with the default value are left out, so that fields added later change no hash.
    """
    base = RuleSet().to_dict()
    changed = {name: value for name, value in rules.to_dict().items() if value != base[name]}
    agreed: dict[str, Any] = {"rules": changed, "teams": None if teams is None else list(teams)}
    if chosen:
        letters = sorted(set("".join(chosen)))
        agreed["dice"] = list(chosen)
        agreed["weights"] = dict(zip(letters, weights_of("".join(letters)), strict=True))
    words = json.dumps(agreed, sort_keys=True, separators=(",", ":"))
    each = ",".join(hashlib.sha256(name.encode()).hexdigest() for name in names)
    return Terms(
        hmac.digest(seed, f"rules:{words}".encode(), "sha256").hex(),
        hmac.digest(seed, f"names:{each}".encode(), "sha256").hex(),
    )


def fingerprint_of(commitment: str, strings: Sequence[str], terms: Terms) -> str:
    """Return the fingerprint of a game at its start: 64 hex digits."""
    parts = (commitment, terms.rules, terms.names, ",".join(strings))
    return hashlib.sha256(":".join(parts).encode()).hexdigest()


def throw(
    seed: bytes, strings: Sequence[str], k: int, count: int, weights: Sequence[Weights] = ()
) -> Dice:
    """Return the dice of roll `k`, counted from 1, roll-offs included. `weights`: of each die, if
    they are named dice."""
    tail = ",".join(strings)

    def message_of(block: int) -> str:
        return f"{k}:{block}:{tail}"

    return draw_weighted(seed, message_of, weights) if weights else draw(seed, message_of, count)


def draw(seed: bytes, message_of: Callable[[int], str], count: int) -> Dice:
    """Return `count` equally likely faces from the HMACs of the messages of block 0, 1, ..."""
    faces = b""
    block = 0
    while len(faces) < count:
        message = message_of(block).encode("ascii")
        faces += hmac.digest(seed, message, "sha256").translate(_FACES, _UNFAIR)
        block += 1
    return tuple(faces[:count])


def draw_weighted(
    seed: bytes, message_of: Callable[[int], str], weights: Sequence[Weights]
) -> Dice:
    """Return a face of each die, from the bytes that `draw` reads. A die skips bytes from the
    largest multiple of its sum of weights on."""
    messages = (message_of(block).encode("ascii") for block in itertools.count())
    stream = itertools.chain.from_iterable(
        hmac.digest(seed, message, "sha256") for message in messages
    )
    return tuple(_face(each, stream) for each in weights)


def _face(weights: Weights, stream: Iterator[int]) -> int:
    size = sum(weights)
    fair = next(byte for byte in stream if byte < 256 - 256 % size)
    return 1 + bisect_right([*itertools.accumulate(weights)], fair % size)


REPEAT: Final = 0
"""The number of the throw of a deal that repeats a turn's first one (a second chance)."""


def throw_of_deal(seed: bytes, turn: int, number: int, count: int) -> Dice:
    """Return the dice of a throw of a deal. `number` counts the rolls of the turn from 1, or is
    REPEAT. Fewer dice are the first ones of the same throw."""
    return draw(seed, lambda block: f"deal:{turn}:{number}:{block}", count)


class Throw(NamedTuple):
    """A throw of a recorded game: its step, its round, its number in the turn, its dice, and
    their letters if they are named dice."""

    step: int
    turn: int
    number: int
    dice: Dice
    letters: str = ""


def throws_of(record: Record) -> Iterator[Throw]:
    """Yield all throws of a game, roll-offs included."""
    turn = rolls = 0
    is_repeat = False
    chosen, state = bool(record.chosen), Position(record.rules)
    for step, batch in enumerate((record.start, *(step.events for step in record.steps))):
        for event in batch:
            if isinstance(event, RoundStarted):
                turn = event.number
            elif isinstance(event, TurnStarted):
                rolls = 0
            elif isinstance(event, SecondChance):
                is_repeat = True
            elif isinstance(event, Rolled | RolledOff):
                rolls += not is_repeat
                cup = state.cup if isinstance(event, Rolled) else ""
                yield Throw(step, turn, REPEAT if is_repeat else rolls, event.dice, cup)
                is_repeat = False
            if chosen:
                event.fold_into(state)


@dataclass(frozen=True, slots=True)
class Proof:
    """Evidence that the dice came from the seed and that the rules did not change.

    The `strings` are those of the seats. The dice of a deal have none: they are the same for
    everybody.
    """

    commitment: str
    seed: bytes
    strings: tuple[str, ...]
    terms: Terms

    @property
    def is_of_deal(self) -> bool:
        return not self.strings

    @property
    def fingerprint(self) -> str:
        return fingerprint_of(self.commitment, self.strings, self.terms)

    def names_fit(self, record: Record) -> bool:
        """Return True if the players still have the names of the start."""
        return self.terms.names == self._terms_of(record).names

    def _terms_of(self, record: Record) -> Terms:
        names = record.names[: record.players]
        return terms_of(self.seed, record.rules, record.teams, names, record.chosen)

    def check(self, record: Record) -> int:
        """Verify the rules and every roll of `record`, and return the number of rolls.

        Raise Unproven. Names are not checked, since players may change theirs during a game.
        """
        if commitment_of(self.seed) != self.commitment:
            raise Unproven(0, "The seed doesn't match the fingerprint published before the game.")
        if self.terms.rules != self._terms_of(record).rules:
            raise Unproven(0, "These aren't the rules that the game began with.")
        if len(self.strings) != (0 if record.players == 1 else record.players):
            raise Unproven(
                0,
                f"{len(self.strings)} strings were added to the dice, by {record.players} players.",
            )
        k = 0
        for k, thrown in enumerate(throws_of(record), 1):
            self._check_throw(k, thrown)
        return k

    def _check_throw(self, k: int, thrown: Throw) -> None:
        step, dice = thrown.step, thrown.dice
        if self.is_of_deal:
            expected = throw_of_deal(self.seed, thrown.turn, thrown.number, len(dice))
        else:
            weights = weights_of(thrown.letters)
            expected = throw(self.seed, self.strings, k, len(dice), weights)
        if expected != dice:
            where = f"step {step}" if step else "the start"
            raise Unproven(
                step,
                f"At {where} the record says that roll {k} was {_show_dice(dice)}; "
                f"the seed gives {_show_dice(expected)}.",
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
        """Read the data of `to_dict`, without verifying it. Raise RecordError."""
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
