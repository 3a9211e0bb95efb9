"""Seal the seed of a game that is not over, so that a copy of the database gives no dice away.

A sealed seed is encrypted with AES-256-GCM under a key derived from SECRET_KEY, and bound to the
game's commitment. One that was sealed under an earlier key opens while that key is among
SECRET_KEY_FALLBACKS. The seed of a game that is over is public, and stored as it is.
"""

import secrets
from functools import lru_cache
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from farkle.engine.fairness import SEED_BYTES

_LABEL: Final = b"games.dice.seed"
_VERSION: Final = b"\x01"
_NONCE_BYTES: Final = 12


class CannotUnseal(ValueError):
    """The seed was sealed under a key that this site does not have, or was changed."""


def seal(seed: bytes, commitment: str) -> bytes:
    """Return the seed of the game with this commitment as it is stored until the game is over."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    encrypted = _cipher(settings.SECRET_KEY).encrypt(nonce, seed, commitment.encode())
    return _VERSION + nonce + encrypted


def unseal(stored: bytes, commitment: str) -> bytes:
    """Return the seed in a row of DiceSecret. Raise CannotUnseal."""
    if len(stored) == SEED_BYTES:  # the game is over
        return stored
    nonce, encrypted = stored[1 : 1 + _NONCE_BYTES], stored[1 + _NONCE_BYTES :]
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        try:
            return _cipher(key).decrypt(nonce, encrypted, commitment.encode())
        except (InvalidTag, ValueError):  # ValueError: too short for anything sealed
            continue
    raise CannotUnseal(
        "The seed of a game was sealed with another SECRET_KEY. Set that key again, or add it to "
        "SECRET_KEY_FALLBACKS."
    )


@lru_cache(maxsize=8)
def _cipher(key: str) -> AESGCM:
    derived = HKDF(SHA256(), length=32, salt=None, info=_LABEL).derive(key.encode())
    return AESGCM(derived)
