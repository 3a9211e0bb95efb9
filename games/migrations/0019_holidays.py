"""Remember who is on holiday in a slow game."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0018_contacts"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="holidays",
            field=models.JSONField(default=dict),
        ),
    ]
