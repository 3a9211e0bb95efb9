"""Remember on which devices people want notices, and which are still to be sent."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_recovery_codes"),
    ]

    operations = [
        migrations.CreateModel(
            name="RoomMark",
            fields=[
                (
                    "room",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="notice_mark",
                        serialize=False,
                        to="games.room",
                    ),
                ),
                ("seen", models.PositiveBigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="Device",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("endpoint", models.TextField()),
                ("endpoint_hash", models.CharField(max_length=64, unique=True)),
                ("p256dh", models.CharField(max_length=90)),
                ("auth", models.CharField(max_length=24)),
                ("name", models.CharField(max_length=60)),
                ("zone", models.CharField(default="UTC", max_length=64)),
                ("language", models.CharField(default="en", max_length=16)),
                ("created", models.DateTimeField()),
                ("reached", models.DateTimeField(null=True)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="devices",
                        to="games.person",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=12)),
                ("body", models.JSONField(default=dict)),
                ("key", models.CharField(max_length=120, unique=True)),
                ("target", models.CharField(max_length=255)),
                ("due", models.DateTimeField()),
                ("until", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("claimed", "Claimed"), ("done", "Done")],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("changed", models.DateTimeField()),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="games.device",
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.room",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "waiting")), fields=["due"], name="notice_due"
                    ),
                    models.Index(fields=["state", "changed"], name="notice_changed"),
                ],
            },
        ),
    ]
