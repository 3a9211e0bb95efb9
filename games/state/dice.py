"""The dice of a game on the server: a secret seed, and the source that throws them.

`farkle.engine.fairness` derives the dice from the seed and from the random strings of all seats.
Once the strings are in, nobody can choose the dice; no player can know them before; and a retry
throws the same.
"""

import secrets
from collections.abc import Sequence

from farkle.engine.fairness import SEED_BYTES, throw


def new_seed() -> bytes:
    """Return a new secret. It belongs in DiceSecret and nowhere else."""
    return secrets.token_bytes(SEED_BYTES)


class DiceAreLost(Exception):
    """The site has lost the key to the seed of this game, so nobody can throw."""


class DiceSource:
    """The engine's source of dice for one game. `thrown` is how many throws it has made.

    Without a seed each throw raises DiceAreLost.
    """

    def __init__(self, seed: bytes | None, strings: Sequence[str], thrown: int) -> None:
        self._seed = seed
        self._strings = strings
        self.thrown = thrown

    def __call__(self, count: int) -> tuple[int, ...]:
        if self._seed is None:
            raise DiceAreLost
        self.thrown += 1
        return throw(self._seed, self._strings, self.thrown, count)

    def __repr__(self) -> str:
        return f"<DiceSource after throw {self.thrown}>"  # never the seed
