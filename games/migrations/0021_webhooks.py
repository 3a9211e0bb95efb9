"""Remember which chats rooms tell what happens."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0020_mail"),
    ]

    operations = [
        migrations.AlterField(
            model_name="notice",
            name="device",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notices",
                to="games.device",
            ),
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.BinaryField()),
                ("target", models.CharField(max_length=255)),
                (
                    "format",
                    models.CharField(
                        choices=[
                            ("discord", "Discord"),
                            ("slack", "Slack"),
                            ("matrix", "Matrix"),
                            ("json", "Json"),
                        ],
                        max_length=8,
                    ),
                ),
                ("set_by", models.PositiveIntegerField()),
                ("site", models.CharField(max_length=300)),
                ("language", models.CharField(default="en", max_length=16)),
                ("since", models.DateTimeField()),
                ("answered", models.DateTimeField(null=True)),
                ("status", models.PositiveSmallIntegerField(default=0)),
                ("problem", models.CharField(blank=True, max_length=40)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("failing_since", models.DateTimeField(null=True)),
                ("off", models.DateTimeField(null=True)),
                (
                    "why",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("gone", "Gone"),
                            ("failing", "Failing"),
                            ("blocked", "Blocked"),
                            ("sealed", "Sealed"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "room",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhook",
                        to="games.room",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="notice",
            name="webhook",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notices",
                to="games.webhook",
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("device__isnull", False), ("webhook__isnull", True)),
                    models.Q(("device__isnull", True), ("webhook__isnull", False)),
                    _connector="OR",
                ),
                name="notice_for_one",
            ),
        ),
    ]
