"""Create every table in one step.

A new database uses this migration. One that has applied some of those it replaces, but not all,
goes on with the rest of them; they change stored data, which a new database does not have.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("games", "0001_initial"),
        ("games", "0002_rules_and_teams"),
        ("games", "0003_waits"),
        ("games", "0004_results"),
        ("games", "0005_talk"),
        ("games", "0006_imported_games"),
        ("games", "0007_devices"),
        ("games", "0008_as_of_the_snapshot"),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Person",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="person",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("key_hash", models.CharField(max_length=64, null=True, unique=True)),
                ("name", models.CharField(blank=True, max_length=24)),
                ("settings", models.JSONField(default=dict)),
                ("created", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("user__isnull", False), ("key_hash__isnull", False), _connector="OR"
                        ),
                        name="person_is_known_somehow",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SavedRules",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="saved",
                        to="games.person",
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("rules", models.JSONField()),
                ("base", models.CharField(max_length=20)),
                ("saved", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("person", "name"), name="saved_name")
                ],
            },
        ),
        migrations.CreateModel(
            name="Room",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=8, unique=True)),
                ("name", models.CharField(blank=True, max_length=40)),
                (
                    "opened_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.person",
                    ),
                ),
                ("host", models.PositiveIntegerField(null=True)),
                ("rules", models.JSONField()),
                ("preset", models.CharField(blank=True, max_length=20)),
                ("base", models.CharField(default="family", max_length=20)),
                ("teams", models.PositiveSmallIntegerField(default=0)),
                ("settings", models.JSONField(default=dict)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("lobby", "Lobby"),
                            ("playing", "Playing"),
                            ("over", "Over"),
                            ("closed", "Closed"),
                        ],
                        default="lobby",
                        max_length=8,
                    ),
                ),
                ("played", models.PositiveIntegerField(default=0)),
                ("head", models.PositiveBigIntegerField(default=0)),
                ("deadlines", models.JSONField(default=dict)),
                ("due_at", models.DateTimeField(null=True)),
                ("waits", models.JSONField(default=dict)),
                ("created", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("due_at__isnull", False)),
                        fields=["due_at"],
                        name="room_due",
                    ),
                    models.Index(fields=["opened_by", "created"], name="room_opened"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ("lobby", "playing", "over", "closed"))),
                        name="room_status_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="games.room",
                    ),
                ),
                ("seat", models.PositiveIntegerField()),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="players",
                        to="games.person",
                    ),
                ),
                (
                    "before",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="games.person",
                    ),
                ),
                ("level", models.CharField(blank=True, max_length=20)),
                ("name", models.CharField(max_length=24)),
                ("colour", models.PositiveSmallIntegerField()),
                ("place", models.PositiveIntegerField()),
                ("team", models.PositiveSmallIntegerField(null=True)),
                ("ready", models.BooleanField(default=False)),
                ("left", models.BooleanField(default=False)),
                ("removed", models.BooleanField(default=False)),
                ("string", models.CharField(blank=True, max_length=64)),
                ("string_game", models.PositiveIntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("room", "seat"), name="player_seat"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("level", ""), ("person__isnull", False)),
                            models.Q(
                                ("person__isnull", True), models.Q(("level", ""), _negated=True)
                            ),
                            _connector="OR",
                        ),
                        name="player_person_or_level",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Holder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="holders",
                        to="games.player",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="held",
                        to="games.person",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "person"), name="holder")
                ],
            },
        ),
        migrations.CreateModel(
            name="SeatCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="code",
                        to="games.player",
                    ),
                ),
                ("code_hash", models.CharField(max_length=64, unique=True)),
                (
                    "how",
                    models.CharField(
                        choices=[("move", "Move"), ("double", "Double")], max_length=6
                    ),
                ),
                ("until", models.DateTimeField()),
                (
                    "used_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.person",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="games.room",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("playing", "Playing"),
                            ("over", "Over"),
                            ("abandoned", "Abandoned"),
                        ],
                        default="waiting",
                        max_length=9,
                    ),
                ),
                ("commitment", models.CharField(max_length=64)),
                ("rules", models.JSONField(null=True)),
                ("preset", models.CharField(blank=True, max_length=20)),
                ("players", models.JSONField(default=list)),
                ("strings", models.JSONField(default=list)),
                ("teams", models.JSONField(null=True)),
                ("snapshot", models.JSONField(null=True)),
                ("snapshot_event", models.PositiveBigIntegerField(default=0)),
                ("ply", models.PositiveIntegerField(default=0)),
                ("thrown", models.PositiveIntegerField(default=0)),
                ("started", models.DateTimeField(null=True)),
                ("finished", models.DateTimeField(null=True)),
                ("winners", models.JSONField(default=list)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("room", "number"), name="game_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ("waiting", "playing"))),
                        fields=("room",),
                        name="game_one_at_a_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DiceSecret",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="secret",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("seed", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to="games.player",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="standings",
                        to="games.person",
                    ),
                ),
                ("finished", models.DateTimeField()),
                ("preset", models.CharField(blank=True, max_length=20)),
                ("players", models.PositiveIntegerField()),
                ("seat", models.PositiveIntegerField()),
                ("score", models.IntegerField()),
                ("rank", models.PositiveIntegerField()),
                (
                    "result",
                    models.CharField(
                        choices=[("won", "Won"), ("lost", "Lost"), ("abandoned", "Abandoned")],
                        max_length=9,
                    ),
                ),
                ("turns", models.PositiveIntegerField()),
                ("farkles", models.PositiveIntegerField()),
                ("best_turn", models.PositiveIntegerField()),
                ("points", models.PositiveBigIntegerField()),
                ("throws", models.PositiveIntegerField()),
                ("deserved", models.FloatField()),
                ("ones", models.PositiveIntegerField()),
                ("twos", models.PositiveIntegerField()),
                ("threes", models.PositiveIntegerField()),
                ("fours", models.PositiveIntegerField()),
                ("fives", models.PositiveIntegerField()),
                ("sixes", models.PositiveIntegerField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["person", "finished", "game"], name="standing_person")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seat"), name="standing_seat")
                ],
            },
        ),
        migrations.CreateModel(
            name="Turn",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="turns",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="turns",
                        to="games.player",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("seat", models.PositiveIntegerField()),
                ("round", models.PositiveIntegerField()),
                ("rolls", models.JSONField()),
                ("outcome", models.CharField(max_length=8)),
                ("points", models.PositiveIntegerField()),
                ("built", models.PositiveIntegerField()),
                ("penalty", models.PositiveIntegerField()),
                ("total", models.IntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="turn_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="ImportedGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=16, unique=True)),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imported",
                        to="games.person",
                    ),
                ),
                ("packed", models.BinaryField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["person", "at"], name="imported_person")],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="games.room",
                    ),
                ),
                ("number", models.PositiveBigIntegerField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="games.game",
                    ),
                ),
                ("ply", models.PositiveIntegerField(null=True)),
                ("player", models.PositiveIntegerField(null=True)),
                ("events", models.JSONField()),
                ("command", models.CharField(max_length=40)),
                ("asker", models.PositiveBigIntegerField(null=True)),
                ("intent", models.CharField(max_length=32)),
                ("at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("room", "number"), name="event_number"),
                    models.UniqueConstraint(fields=("room", "command"), name="event_command"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="games.room",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                ("text", models.CharField(max_length=200)),
                ("at", models.DateTimeField()),
                ("command", models.CharField(max_length=40)),
            ],
            options={
                "indexes": [models.Index(fields=["room", "id"], name="message_room")],
                "constraints": [
                    models.UniqueConstraint(fields=("room", "command"), name="message_command")
                ],
            },
        ),
    ]
