"""Who knocks at the door of a room, and when each seat was first taken."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0001_squashed_0008_as_of_the_snapshot")]

    operations = [
        migrations.AddField("room", "knocks", models.JSONField(default=list)),
        migrations.AddField("player", "since", models.DateTimeField(null=True)),
    ]
