"""Archive the events and turns of games that ended long ago."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.exceptions import IrreversibleError


def keep_archives(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Refuse to go back and lose what only archives have."""
    if apps.get_model("games", "Archive").objects.exists():
        raise IrreversibleError("Games are archived, which the version before cannot read.")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0024_a_million_games"),
    ]

    operations = [
        migrations.CreateModel(
            name="Archive",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="archive",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("packed", models.BinaryField()),
            ],
        ),
        migrations.AddField(
            model_name="game",
            name="archived",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("archived__isnull", True), ("finished__isnull", False)),
                fields=["finished"],
                name="game_finished",
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, keep_archives, elidable=True),
    ]
