"""Let the plans of notices pass over rooms that sleep."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def mark_sleeping_rooms(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    marks = apps.get_model("games", "RoomMark").objects
    rooms = apps.get_model("games", "Room").objects
    planned = rooms.filter(due_at=None, notice_mark__seen=models.F("head"))
    marks.filter(pk__in=planned.values("pk")).update(awake=False)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0022_passkeys"),
    ]

    operations = [
        migrations.AddField(
            model_name="roommark",
            name="awake",
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.RunPython(mark_sleeping_rooms, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex(
            model_name="roommark",
            index=models.Index(
                condition=models.Q(("awake", True)), fields=["room"], name="mark_awake"
            ),
        ),
    ]
