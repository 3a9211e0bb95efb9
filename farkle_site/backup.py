"""Back up the whole database in a form that both SQLite and PostgreSQL can restore.

The file is JSON lines: a header and every row, parents before children. gzip's checksum reveals
damage. Sessions, rows that migrations create, and the record of the last upkeep are left out.
"""

import gzip
import json
import os
from collections.abc import Iterator
from datetime import datetime
from itertools import chain, groupby, islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core import serializers
from django.core.management.color import no_style
from django.db import OperationalError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from farkle_site import private_files
from games.db.statements import snapshot
from games.models import Deal, DiceSecret, Game, Room
from games.state.sealing import CannotUnseal, unseal

FORMAT = "farkle backup 1"
DAILY_KEPT = 30
_AT_ONCE = 500
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_APPS = ("auth", "games")
_LEFT_OUT = {"auth.Permission", "games.Heartbeat", "games.Upkeep"}


class BadBackup(Exception):
    """The file or the database is unfit for a restore. The message gives the reason."""


def write(path: Path) -> int:
    """Write the database to a new file, while the site runs, and return the number of rows."""
    draft = path.with_name(f"{path.name}.part")
    draft.unlink(missing_ok=True)  # left by a backup that was killed
    rows = -1  # the header is no row
    try:
        with (
            os.fdopen(os.open(draft, _NEW_FILE, 0o600), "wb") as raw,
            gzip.open(raw, "wb", compresslevel=6) as file,
            snapshot(),
        ):
            for line in _lines():
                rows += 1
                file.write(line)
        draft.rename(path)
    finally:
        draft.unlink(missing_ok=True)
    return rows


def write_daily(folder: Path, now: datetime) -> int:
    """Write the day's backup if there is none, and delete old ones. Return the number of rows."""
    private_files.make_folder(folder)
    today = folder / f"farkle-{now:%Y-%m-%d}.jsonl.gz"
    rows = 0 if today.exists() else write(today)
    for old in sorted(folder.glob("farkle-????-??-??.jsonl.gz"))[:-DAILY_KEPT]:
        old.unlink()
    return rows


def _lines() -> Iterator[bytes]:
    yield _line({"format": FORMAT, "migrations": _migrations()})
    for model in _models():
        for row in model._default_manager.order_by("pk").iterator(_AT_ONCE):
            # Not Django's own JSON encoder, which truncates times to milliseconds.
            yield _line(*serializers.serialize("python", [row], use_natural_foreign_keys=True))


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, default=_text, ensure_ascii=False).encode() + b"\n"


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def restore(path: Path, *, without_dice: bool = False) -> tuple[int, int]:
    """Fill an empty, migrated database from the file, all or nothing. Return the numbers of rows
    and of games that lost their dice. Raise BadBackup; also if dice cannot be unsealed, unless the
    games may be `without_dice`."""
    try:
        with gzip.open(path, "rb") as file, transaction.atomic():
            rows = _read(file)
            lost = _lost_seeds()
            if lost and not without_dice:
                raise BadBackup(
                    "Games in this backup whose dice were sealed under another SECRET_KEY: "
                    f"{lost}. Restore it with that key, or name the key in SECRET_KEY_FALLBACKS. "
                    "If the key is lost, --without-dice restores all the rest."
                )
            _set_sequences()
            # PostgreSQL checks references only at the end of the transaction.
            connection.check_constraints()
            return rows, lost
    except (BadBackup, OperationalError):
        raise
    except Exception as error:  # a damaged file can make any part of this fail
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise BadBackup(f"{path} is damaged, or is no backup: {reason}.") from error


def _check(head: Any) -> None:
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BadBackup("This isn't a backup of this site.")
    if head.get("migrations") != _migrations():
        raise BadBackup(
            "The backup was made by another version of the site. Restore it with that version, "
            "after `manage.py migrate`, and upgrade afterwards."
        )
    if any(model._default_manager.exists() for model in _models()):
        raise BadBackup("This database is not empty. Restore the backup into a new one.")


def _read(file: gzip.GzipFile) -> int:
    """Write the rows of a backup to the database, and return their number."""
    lines, count = map(json.loads, file), 0
    _check(next(lines, None))
    while rows := list(islice(lines, _AT_ONCE)):
        _write(rows)
        count += len(rows)
    return count


def _lost_seeds() -> int:
    """Return the number of unfinished games and open deals whose dice cannot be unsealed."""
    unfinished = DiceSecret.objects.exclude(game__status__in=Game.ENDED)
    playable = unfinished.exclude(game__room__status=Room.Status.CLOSED)
    seeds = playable.values_list("seed", "game__commitment").iterator()
    deals = Deal.objects.filter(closed=None).values_list("seed", "commitment").iterator()
    lost = 0
    for seed, commitment in chain(seeds, deals):
        try:
            unseal(bytes(seed), commitment)
        except CannotUnseal:
            lost += 1
    return lost


def _write(lines: list[dict[str, Any]]) -> None:
    rows = serializers.deserialize("python", lines)
    for model, alike in groupby(rows, key=lambda row: type(row.object)):
        plain = []
        for row in alike:
            if row.m2m_data:
                row.save()
            else:
                plain.append(row.object)
        model._default_manager.bulk_create(plain)


def _set_sequences() -> None:
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(statement)


def _models() -> list[type[Model]]:
    configs = [(apps.get_app_config(label), None) for label in _APPS]
    models = serializers.sort_dependencies(configs, allow_cycles=True)
    return [model for model in models if model._meta.label not in _LEFT_OUT]


def _migrations() -> list[str]:
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied if app in _APPS)
