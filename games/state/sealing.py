"""Seal secrets that a copy of the database must not reveal: the seed of a running game, and the
address of a webhook.

They are encrypted with AES-256-GCM under a key derived from SECRET_KEY, and bound to the game's
commitment or to the room. SECRET_KEY_FALLBACKS are tried to decrypt them. The seed of an ended game
is public and stored unencrypted, and so is that of a closed deal. The games of a deal have no seed
of their own.
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
from games.db.statements import find
from games.models import Game

_SEED: Final = b"games.dice.seed"
_ADDRESS: Final = b"games.notices.webhook"
_VERSION: Final = b"\x01"
_NONCE_BYTES: Final = 12

_OF_GAME = "SELECT seed FROM games_dicesecret WHERE game_id = %s"
_OF_DEAL = "SELECT seed FROM games_deal WHERE id = %s"


class CannotUnseal(ValueError):
    """The secret was sealed under a key that this site does not have, or it was altered."""


def seal(seed: bytes, commitment: str) -> bytes:
    """Return the encrypted seed of the game with this commitment."""
    return _encrypt(_SEED, seed, commitment)


def stored_seed(game: Game) -> bytes:
    """Return the seed of a game's dice as it is stored: with the game, or with its deal."""
    [(stored,)] = find(_OF_GAME, game.pk) if game.deal_id is None else find(_OF_DEAL, game.deal_id)
    return bytes(stored)


def is_open(stored: bytes) -> bool:
    """Return True if a stored seed is public."""
    return len(stored) == SEED_BYTES


def unseal(stored: bytes, commitment: str) -> bytes:
    """Return the seed in a row of DiceSecret or Deal. Raise CannotUnseal."""
    if is_open(stored):
        return stored
    return _decrypt(_SEED, stored, commitment, "The seed of a game")


def seal_address(address: str, room: int) -> bytes:
    """Return the encrypted webhook address of the room with this key."""
    return _encrypt(_ADDRESS, address.encode(), str(room))


def unseal_address(stored: bytes, room: int) -> str:
    """Return the address in a row of Webhook. Raise CannotUnseal."""
    return _decrypt(_ADDRESS, stored, str(room), "The address of a webhook").decode()


def _encrypt(label: bytes, secret: bytes, bound: str) -> bytes:
    nonce = secrets.token_bytes(_NONCE_BYTES)
    encrypted = _cipher(label, settings.SECRET_KEY).encrypt(nonce, secret, bound.encode())
    return _VERSION + nonce + encrypted


def _decrypt(label: bytes, stored: bytes, bound: str, what: str) -> bytes:
    nonce, encrypted = stored[1 : 1 + _NONCE_BYTES], stored[1 + _NONCE_BYTES :]
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        try:
            return _cipher(label, key).decrypt(nonce, encrypted, bound.encode())
        except (InvalidTag, ValueError):  # ValueError: too short for anything sealed
            continue
    raise CannotUnseal(
        f"{what} was sealed with another SECRET_KEY. Set that key again, or add it to "
        "SECRET_KEY_FALLBACKS."
    )


@lru_cache(maxsize=16)
def _cipher(label: bytes, key: str) -> AESGCM:
    derived = HKDF(SHA256(), length=32, salt=None, info=label).derive(key.encode())
    return AESGCM(derived)
