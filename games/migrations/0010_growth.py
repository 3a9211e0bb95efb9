"""Remember when an imported game was last looked at. For those there are, that is now."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_host_and_doors"),
    ]

    operations = [
        migrations.AddField(
            model_name="importedgame",
            name="opened",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
    ]
