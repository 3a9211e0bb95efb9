"""Let rooms in which a game was played sleep instead of close, and give notice before a running game
is abandoned."""

from datetime import UTC, datetime
from typing import Any

from django.db import migrations

DAY_MS = 24 * 60 * 60 * 1000
AT_ONCE = 500


def sleep(apps: Any, _editor: Any) -> None:
    _rename(apps, "over", "idle", "sleep", 0)
    _rename(apps, "playing", "idle", "notice", -DAY_MS)


def close(apps: Any, _editor: Any) -> None:
    _rename(apps, "over", "sleep", "idle", 0)
    _rename(apps, "playing", "notice", "idle", DAY_MS)


def _rename(apps: Any, status: str, old: str, new: str, later: int) -> None:
    rooms = apps.get_model("games", "Room").objects
    changed = []
    for room in rooms.filter(status=status).only("pk", "deadlines").iterator(AT_ONCE):
        if old not in room.deadlines:
            continue
        due = room.deadlines.pop(old) + later
        room.deadlines[new] = due
        room.due_at = datetime.fromtimestamp(min(room.deadlines.values()) / 1000, tz=UTC)
        changed.append(room)
        if len(changed) == AT_ONCE:
            rooms.bulk_update(changed, ("deadlines", "due_at"))
            changed.clear()
    rooms.bulk_update(changed, ("deadlines", "due_at"))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_accuracy"),
    ]

    operations = [
        migrations.RunPython(sleep, close),
    ]
