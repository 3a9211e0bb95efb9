"""Keep totals of the site, and find players and rooms by index."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0023_awake_marks"),
    ]

    operations = [
        migrations.CreateModel(
            name="SiteTotals",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("upto", models.PositiveBigIntegerField(default=0)),
                ("games", models.PositiveBigIntegerField(default=0)),
                ("turns", models.PositiveBigIntegerField(default=0)),
                ("throws", models.PositiveBigIntegerField(default=0)),
                ("farkles", models.PositiveBigIntegerField(default=0)),
                ("deserved", models.FloatField(default=0.0)),
                ("ones", models.PositiveBigIntegerField(default=0)),
                ("twos", models.PositiveBigIntegerField(default=0)),
                ("threes", models.PositiveBigIntegerField(default=0)),
                ("fours", models.PositiveBigIntegerField(default=0)),
                ("fives", models.PositiveBigIntegerField(default=0)),
                ("sixes", models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                condition=models.Q(("before__isnull", False)),
                fields=["before"],
                name="player_before",
            ),
        ),
        migrations.AddIndex(
            model_name="room",
            index=models.Index(
                condition=models.Q(("status", "playing")), fields=["id"], name="room_playing"
            ),
        ),
    ]
