"""Seal the seeds of games that are not over, which were stored as they are until now.

What this needs of `games.state.sealing` is repeated here, as of this migration.
"""

import secrets
from typing import Any

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db import migrations

SEED_BYTES = 32


def cipher() -> AESGCM:
    key = HKDF(SHA256(), length=32, salt=None, info=b"games.dice.seed")
    return AESGCM(key.derive(settings.SECRET_KEY.encode()))


def not_over(apps: Any) -> Any:
    rows = apps.get_model("games", "DiceSecret").objects.select_related("game")
    return rows.filter(game__status__in=("waiting", "playing"))


def seal(apps: Any, editor: Any) -> None:
    if editor.connection.vendor == "sqlite":
        # Overwrite what a row held before, instead of leaving it in the free part of its page.
        editor.connection.cursor().execute("PRAGMA secure_delete = ON")
    for row in not_over(apps).iterator():
        if len(row.seed) == SEED_BYTES:
            nonce = secrets.token_bytes(12)
            sealed = cipher().encrypt(nonce, bytes(row.seed), row.game.commitment.encode())
            row.seed = b"\x01" + nonce + sealed
            row.save(update_fields=("seed",))


def unseal(apps: Any, _editor: Any) -> None:
    for row in not_over(apps).iterator():
        if len(row.seed) != SEED_BYTES:
            sealed = bytes(row.seed)
            row.seed = cipher().decrypt(sealed[1:13], sealed[13:], row.game.commitment.encode())
            row.save(update_fields=("seed",))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_growth"),
    ]

    operations = [
        migrations.RunPython(seal, unseal, elidable=True),
    ]
