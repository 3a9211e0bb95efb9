"""Remember what a game's fingerprint covers. Games that have begun go on without one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_sealed_seeds"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="terms",
            field=models.JSONField(default=list),
        ),
    ]
