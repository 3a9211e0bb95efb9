"""Recovery codes: what they look like, and how they are stored and looked up.

A code is twelve random letters of an alphabet of 30: 59 bits. That is much more than a made-up
password has, so a twentieth of Django's hashing rounds is enough, and signing up stays quick.
"""

import secrets
from typing import Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.hashers import PBKDF2PasswordHasher

from games.models import RecoveryCode
from games.people.names import CODE_ALPHABET

COUNT: Final = 3
"""How many an account gets at a time."""

_GROUPS: Final = 3
_GROUP: Final = 4


class _Hasher(PBKDF2PasswordHasher):
    iterations = 50_000


_hasher = _Hasher()
# What an account without codes is compared with, so that it takes as long. Nothing hashes to this.
_NOBODY: Final = f"{_hasher.algorithm}${_hasher.iterations}$nobody$"


def new_codes() -> list[str]:
    """Return new codes as they are shown, such as "HJ4K-TQ2W-9PXM"."""
    return [
        "-".join(
            "".join(secrets.choice(CODE_ALPHABET) for _ in range(_GROUP)) for _ in range(_GROUPS)
        )
        for _ in range(COUNT)
    ]


def hashed(code: str) -> str:
    """Return what is stored of a code."""
    return _hasher.encode(_letters(code), _hasher.salt())


def find(user: AbstractBaseUser | None, typed: str) -> RecoveryCode | None:
    """Return the unused code of `user` that was typed, in whatever capitals and groups.

    It takes as long for an account that does not exist.
    """
    rows = RecoveryCode.objects.filter(user=user.pk, used=None) if user is not None else ()
    unused = list(rows)[:COUNT]
    letters = _letters(typed)
    found = [one for one in unused if _hasher.verify(letters, one.hashed)]
    for _ in range(COUNT - len(unused)):
        _hasher.verify(letters, _NOBODY)
    return found[0] if found and letters else None


def _letters(code: str) -> str:
    """Return the letters of the code, without separators; "" if it is far too long."""
    return "".join(one for one in code[:100].upper() if one.isalnum())
