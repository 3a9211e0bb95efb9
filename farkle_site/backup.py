"""Back up the whole database in a form that both SQLite and PostgreSQL can restore.

The file is gzipped, one JSON object per line: a header, then every row, parents before children,
and at the end the number of rows, so that a truncated file is noticed before it is used. Sessions,
which are short-lived, and rows that migrations create are left out.
"""

import gzip
import json
import os
from datetime import datetime
from pathlib import Path
from typing import IO, Any, NamedTuple

from django.apps import apps
from django.core import serializers
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from games.models import DiceSecret, Game, Room
from games.snapshot import snapshot
from games.state.sealing import CannotUnseal, unseal

FORMAT = "farkle backup 1"
_AT_ONCE = 500
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_APPS = ("auth", "games")
_LEFT_OUT = {"auth.Permission", "games.Heartbeat"}


class BadBackup(Exception):
    """The file or the database is not fit for a restore; the message says why."""


def write(path: Path) -> int:
    """Write the database as it is now to a new file and return the number of rows.

    The site may run meanwhile.
    """
    draft = path.with_name(f"{path.name}.part")
    draft.unlink(missing_ok=True)  # a leftover of an interrupted backup may be readable by others
    rows = 0
    with (
        os.fdopen(os.open(draft, _NEW_FILE, 0o600), "wb") as raw,
        gzip.open(raw, "wt", encoding="utf-8", compresslevel=6) as file,
        snapshot(),
    ):
        file.write(json.dumps({"format": FORMAT, "migrations": _migrations()}) + "\n")
        for model in _models():
            for row in model._default_manager.order_by("pk").iterator(_AT_ONCE):
                # Not Django's own JSON encoder, which truncates times to milliseconds.
                [data] = serializers.serialize("python", [row], use_natural_foreign_keys=True)
                file.write(json.dumps(data, default=_text, ensure_ascii=False) + "\n")
                rows += 1
        file.write(json.dumps({"rows": rows}) + "\n")
    draft.rename(path)
    return rows


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


class Restored(NamedTuple):
    """How many rows there are, and how many games lost their dice."""

    rows: int
    lost: int


def restore(path: Path, *, without_dice: bool = False) -> Restored:
    """Fill an empty, migrated database from the file.

    Restores everything or nothing. Raises BadBackup; also if dice cannot be unsealed, unless the
    games may be `without_dice`.
    """
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file, transaction.atomic():
            _check(file)
            rows = _read(file)
            lost = _lost_seeds()
            if lost and not without_dice:
                raise BadBackup(
                    "Games in this backup whose dice were sealed under another SECRET_KEY: "
                    f"{lost}. Restore it with that key, or name the key in SECRET_KEY_FALLBACKS. "
                    "If the key is lost, --without-dice restores all the rest."
                )
            _set_sequences()
            return Restored(rows, lost)
    except (OSError, EOFError, ValueError) as error:
        raise BadBackup(f"{path} cannot be read: {error}.") from error


def _check(file: IO[str]) -> None:
    head = json.loads(file.readline())
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BadBackup("This isn't a backup of this site.")
    if head["migrations"] != _migrations():
        raise BadBackup(
            "The backup was made by another version of the site. Restore it with that version, "
            "after `manage.py migrate`, and upgrade afterwards."
        )
    if any(model._default_manager.exists() for model in _models()):
        raise BadBackup("This database is not empty. Restore the backup into a new one.")


def _read(file: IO[str]) -> int:
    waiting: list[dict[str, Any]] = []
    for rows, line in enumerate(file):
        data = json.loads(line)
        if "rows" in data:
            _write(waiting)
            if data["rows"] != rows:
                raise BadBackup(f"The backup should have {data['rows']} rows but has {rows}.")
            return rows
        waiting.append(data)
        if len(waiting) == _AT_ONCE:
            _write(waiting)
            waiting = []
    raise BadBackup("The backup is cut off.")


def _lost_seeds() -> int:
    """Return how many unfinished games have dice that cannot be unsealed."""
    unfinished = DiceSecret.objects.exclude(game__status__in=Game.ENDED)
    playable = unfinished.exclude(game__room__status=Room.Status.CLOSED).select_related("game")
    lost = 0
    for secret in playable.iterator():
        try:
            unseal(bytes(secret.seed), secret.game.commitment)
        except CannotUnseal:
            lost += 1
    return lost


def _write(lines: list[dict[str, Any]]) -> None:
    same: list[Model] = []
    for found in serializers.deserialize("python", lines):
        if found.m2m_data:
            found.save()
            continue
        if same and type(same[0]) is not type(found.object):
            _create(same)
            same = []
        same.append(found.object)
    _create(same)


def _create(rows: list[Model]) -> None:
    if rows:
        type(rows[0])._default_manager.bulk_create(rows)


def _set_sequences() -> None:
    """Make new keys start after the last ones of the backup."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(statement)


def _models() -> list[type[Model]]:
    configs = [(apps.get_app_config(label), None) for label in _APPS]
    found = serializers.sort_dependencies(configs, allow_cycles=True)
    return [model for model in found if model._meta.label not in _LEFT_OUT]


def _migrations() -> list[str]:
    """Return the migrations that the database has applied."""
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied if app in _APPS)
