"""All tables, each in one operation, those that others refer to first."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import CASCADE, PROTECT, SET_NULL, Q
from django.utils import timezone

_ID = {"auto_created": True, "primary_key": True, "serialize": False, "verbose_name": "ID"}


def _choices(*values: str) -> list[tuple[str, str]]:
    return [(value, value.capitalize()) for value in values]


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Person",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                (
                    "user",
                    models.OneToOneField(
                        settings.AUTH_USER_MODEL,
                        CASCADE,
                        blank=True,
                        null=True,
                        related_name="person",
                    ),
                ),
                ("key_hash", models.CharField(max_length=64, null=True, unique=True)),
                ("name", models.CharField(blank=True, max_length=24)),
                ("settings", models.JSONField(default=dict)),
                ("created", models.DateTimeField()),
                ("barred", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(user__isnull=False) | Q(key_hash__isnull=False),
                        name="person_is_known_somehow",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="SavedRules",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                (
                    "person",
                    models.ForeignKey(
                        "games.person", CASCADE, db_index=False, related_name="saved"
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
                ]
            },
        ),
        migrations.CreateModel(
            name="ImportedGame",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                ("key", models.CharField(max_length=16, unique=True)),
                (
                    "person",
                    models.ForeignKey(
                        "games.person", CASCADE, db_index=False, related_name="imported"
                    ),
                ),
                ("packed", models.BinaryField()),
                ("at", models.DateTimeField()),
                ("opened", models.DateTimeField(default=timezone.now)),
            ],
            options={"indexes": [models.Index(fields=["person", "at"], name="imported_person")]},
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                (
                    "user",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL,
                        CASCADE,
                        db_index=False,
                        related_name="recovery_codes",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("hashed", models.CharField(max_length=128)),
                ("made", models.DateTimeField()),
                ("used", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "number"), name="recovery_code_number")
                ]
            },
        ),
        migrations.CreateModel(
            name="Passkey",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                (
                    "user",
                    models.ForeignKey(settings.AUTH_USER_MODEL, CASCADE, related_name="passkeys"),
                ),
                ("name", models.CharField(max_length=24)),
                ("handle", models.BinaryField(max_length=32)),
                ("data", models.BinaryField()),
                ("id_hash", models.CharField(max_length=64, unique=True)),
                ("count", models.PositiveBigIntegerField(default=0)),
                ("made", models.DateTimeField()),
                ("used", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="MailAddress",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                (
                    "user",
                    models.OneToOneField(settings.AUTH_USER_MODEL, CASCADE, related_name="mail"),
                ),
                ("pending", models.EmailField(blank=True, max_length=254)),
                ("asked", models.DateTimeField(null=True)),
                ("confirmed", models.DateTimeField(null=True)),
                ("digest", models.BooleanField(default=True)),
                ("digest_at", models.DateTimeField(null=True)),
                ("failing_since", models.DateTimeField(null=True)),
                ("site", models.CharField(max_length=300)),
            ],
        ),
        migrations.CreateModel(
            name="Email",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                (
                    "user",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL, CASCADE, null=True, related_name="emails"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=_choices(
                            "confirm", "reset", "address", "codes", "passkeys", "password"
                        ),
                        max_length=8,
                    ),
                ),
                ("site", models.CharField(max_length=300)),
                ("to", models.EmailField(blank=True, max_length=254)),
                ("due", models.DateTimeField(db_index=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Deal",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                ("key", models.CharField(max_length=12, unique=True)),
                (
                    "kind",
                    models.CharField(choices=_choices("daily", "challenge", "room"), max_length=9),
                ),
                ("rules", models.JSONField()),
                ("preset", models.CharField(blank=True, max_length=20)),
                ("commitment", models.CharField(max_length=64, unique=True)),
                ("seed", models.BinaryField()),
                (
                    "maker",
                    models.ForeignKey("games.person", SET_NULL, null=True, related_name="+"),
                ),
                ("day", models.DateField(null=True, unique=True)),
                ("created", models.DateTimeField()),
                ("until", models.DateTimeField()),
                ("closed", models.DateTimeField(null=True)),
                ("turn_seconds", models.PositiveIntegerField(default=0)),
                ("spread", models.JSONField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=Q(closed__isnull=True), fields=["until"], name="deal_open"
                    ),
                    models.Index(fields=["maker", "created"], name="deal_maker"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(kind="daily", day__isnull=False)
                        | ~Q(kind="daily") & Q(day=None),
                        name="deal_daily_has_a_day",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Room",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                ("code", models.CharField(max_length=8, unique=True)),
                ("name", models.CharField(blank=True, max_length=40)),
                ("opened_by", models.ForeignKey("games.person", PROTECT, related_name="+")),
                ("opened_from", models.CharField(blank=True, max_length=16)),
                ("language", models.CharField(default="en", max_length=16)),
                ("host", models.PositiveIntegerField(null=True)),
                (
                    "deal",
                    models.ForeignKey("games.deal", PROTECT, null=True, related_name="rooms"),
                ),
                ("race", models.ForeignKey("games.deal", PROTECT, null=True, related_name="+")),
                ("rules", models.JSONField()),
                ("preset", models.CharField(blank=True, max_length=20)),
                ("base", models.CharField(max_length=20)),
                ("teams", models.PositiveSmallIntegerField(default=0)),
                ("settings", models.JSONField(default=dict)),
                (
                    "status",
                    models.CharField(
                        choices=_choices("lobby", "playing", "over", "closed"),
                        default="lobby",
                        max_length=8,
                    ),
                ),
                ("played", models.PositiveIntegerField(default=0)),
                ("head", models.PositiveBigIntegerField(default=0)),
                ("deadlines", models.JSONField(default=dict)),
                ("due_at", models.DateTimeField(null=True)),
                ("absence", models.JSONField(default=dict)),
                ("knocks", models.JSONField(default=list)),
                ("seasons", models.JSONField(default=list)),
                ("holidays", models.JSONField(default=dict)),
                ("created", models.DateTimeField()),
                (
                    "is_offered",
                    models.GeneratedField(
                        db_persist=True,
                        expression=models.ExpressionWrapper(
                            Q(due_at__isnull=False, settings__listed=True), models.BooleanField()
                        ),
                        output_field=models.BooleanField(),
                    ),
                ),
                (
                    "has_knocks",
                    models.GeneratedField(
                        db_persist=True,
                        expression=models.ExpressionWrapper(~Q(knocks=[]), models.BooleanField()),
                        output_field=models.BooleanField(),
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=Q(is_offered=True), fields=["id"], name="room_offered"),
                    models.Index(condition=Q(has_knocks=True), fields=["id"], name="room_knocked"),
                    models.Index(
                        condition=Q(due_at__isnull=False), fields=["due_at"], name="room_due"
                    ),
                    models.Index(condition=Q(status="playing"), fields=["id"], name="room_playing"),
                    models.Index(fields=["opened_by", "created"], name="room_opened"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(status__in=("lobby", "playing", "over", "closed")),
                        name="room_status_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="FormerLink",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                ("room", models.ForeignKey("games.room", CASCADE, related_name="former_links")),
                ("code", models.CharField(max_length=8, unique=True)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Contact",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                (
                    "person",
                    models.ForeignKey(
                        "games.person", CASCADE, db_index=False, related_name="contacts"
                    ),
                ),
                ("other", models.ForeignKey("games.person", CASCADE, related_name="+")),
                ("favourite", models.BooleanField(default=False)),
                ("blocked", models.BooleanField(default=False)),
                ("room", models.ForeignKey("games.room", SET_NULL, null=True, related_name="+")),
                ("changed", models.DateTimeField(db_index=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("person", "other"), name="contact")]
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                (
                    "room",
                    models.ForeignKey(
                        "games.room", CASCADE, db_index=False, related_name="players"
                    ),
                ),
                ("seat", models.PositiveIntegerField()),
                (
                    "person",
                    models.ForeignKey("games.person", PROTECT, null=True, related_name="players"),
                ),
                (
                    "before",
                    models.ForeignKey(
                        "games.person", SET_NULL, db_index=False, null=True, related_name="+"
                    ),
                ),
                ("level", models.CharField(blank=True, max_length=20)),
                ("since", models.DateTimeField()),
                ("name", models.CharField(max_length=24)),
                ("colour", models.PositiveSmallIntegerField()),
                ("material", models.CharField(default="ivory", max_length=10)),
                ("dice", models.CharField(blank=True, max_length=8)),
                ("place", models.PositiveIntegerField()),
                ("team", models.PositiveSmallIntegerField(null=True)),
                ("ready", models.BooleanField(default=False)),
                ("left", models.BooleanField(default=False)),
                ("removed", models.BooleanField(default=False)),
                ("string", models.CharField(blank=True, max_length=64)),
                ("string_game", models.PositiveIntegerField(default=0)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=Q(before__isnull=False), fields=["before"], name="player_before"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("room", "seat"), name="player_seat"),
                    models.CheckConstraint(
                        condition=Q(level="", person__isnull=False)
                        | (Q(person__isnull=True) & ~Q(level="")),
                        name="player_person_or_level",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Holder",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                (
                    "player",
                    models.ForeignKey(
                        "games.player", CASCADE, db_index=False, related_name="holders"
                    ),
                ),
                ("person", models.ForeignKey("games.person", CASCADE, related_name="held")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("player", "person"), name="holder")]
            },
        ),
        migrations.CreateModel(
            name="SeatCode",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                ("player", models.OneToOneField("games.player", CASCADE, related_name="code")),
                ("code_hash", models.CharField(max_length=64, unique=True)),
                ("how", models.CharField(choices=_choices("move", "double"), max_length=6)),
                ("until", models.DateTimeField()),
                (
                    "used_by",
                    models.ForeignKey("games.person", CASCADE, null=True, related_name="+"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                (
                    "room",
                    models.ForeignKey("games.room", CASCADE, db_index=False, related_name="games"),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=_choices("waiting", "playing", "over", "abandoned"),
                        default="waiting",
                        max_length=9,
                    ),
                ),
                (
                    "deal",
                    models.ForeignKey("games.deal", PROTECT, null=True, related_name="games"),
                ),
                ("commitment", models.CharField(max_length=64)),
                ("rules", models.JSONField(null=True)),
                ("preset", models.CharField(blank=True, max_length=20)),
                ("players", models.JSONField(default=list)),
                ("strings", models.JSONField(default=list)),
                ("teams", models.JSONField(null=True)),
                ("terms", models.JSONField(default=list)),
                ("snapshot", models.JSONField(null=True)),
                ("snapshot_event", models.PositiveBigIntegerField(default=0)),
                ("ply", models.PositiveIntegerField(default=0)),
                ("thrown", models.PositiveIntegerField(default=0)),
                ("started", models.DateTimeField(null=True)),
                ("finished", models.DateTimeField(null=True)),
                ("winners", models.JSONField(default=list)),
                ("archived", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=Q(archived__isnull=True, finished__isnull=False),
                        fields=["finished"],
                        name="game_finished",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("room", "number"), name="game_number"),
                    models.UniqueConstraint(
                        condition=Q(status__in=("waiting", "playing")),
                        fields=("room",),
                        name="game_one_at_a_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Try",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                (
                    "deal",
                    models.ForeignKey("games.deal", CASCADE, related_name="tries"),
                ),
                (
                    "person",
                    models.ForeignKey("games.person", PROTECT, null=True, related_name="tries"),
                ),
                (
                    "player",
                    models.ForeignKey("games.player", CASCADE, null=True, related_name="tries"),
                ),
                ("game", models.OneToOneField("games.game", CASCADE, related_name="attempt")),
                ("is_first", models.BooleanField()),
                ("by_guest", models.BooleanField()),
                ("is_shown", models.BooleanField(default=False)),
                ("began", models.DateTimeField()),
                ("ended", models.DateTimeField(null=True)),
                ("points", models.IntegerField(null=True)),
                ("turns", models.JSONField(default=list)),
                ("total", models.IntegerField(default=0)),
                ("turn", models.PositiveIntegerField(default=1)),
                ("light", models.CharField(blank=True, max_length=7)),
                ("accuracy", models.FloatField(null=True)),
                ("costs", models.JSONField(default=list)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=Q(is_first=True, points__isnull=False),
                        fields=["deal", "by_guest", "points", "is_first"],
                        name="try_spread",
                    ),
                    models.Index(
                        condition=Q(is_first=True, points__isnull=False),
                        fields=["deal", "id"],
                        name="try_newest",
                    ),
                    models.Index(
                        condition=Q(is_first=True, is_shown=True, points__isnull=False),
                        fields=["deal", "points"],
                        name="try_board",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=Q(is_first=True, player=None),
                        fields=("deal", "person"),
                        name="try_first",
                    ),
                    models.UniqueConstraint(
                        condition=Q(player__isnull=False),
                        fields=("deal", "player"),
                        name="try_of_player",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Question",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                ("deal", models.ForeignKey("games.deal", CASCADE, related_name="questions")),
                ("attempt", models.ForeignKey("games.try", CASCADE, related_name="+")),
                ("step", models.PositiveIntegerField()),
                ("position", models.JSONField()),
                ("asked", models.DateTimeField()),
                ("shown", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Vote",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                (
                    "question",
                    models.ForeignKey(
                        "games.question", CASCADE, db_index=False, related_name="votes"
                    ),
                ),
                ("attempt", models.ForeignKey("games.try", CASCADE, related_name="+")),
                ("do", models.CharField(max_length=4)),
                ("keep", models.CharField(blank=True, max_length=12)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("question", "attempt"), name="vote_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="DiceSecret",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        "games.game",
                        CASCADE,
                        primary_key=True,
                        related_name="secret",
                        serialize=False,
                    ),
                ),
                ("seed", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                (
                    "game",
                    models.ForeignKey(
                        "games.game", CASCADE, db_index=False, related_name="standings"
                    ),
                ),
                ("player", models.ForeignKey("games.player", CASCADE, related_name="standings")),
                (
                    "person",
                    models.ForeignKey(
                        "games.person", PROTECT, db_index=False, null=True, related_name="standings"
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
                        choices=_choices("won", "lost", "abandoned", "alone"), max_length=9
                    ),
                ),
                ("turns", models.PositiveIntegerField()),
                ("farkles", models.PositiveIntegerField()),
                ("best_turn", models.PositiveIntegerField()),
                ("best_dice", models.JSONField(default=list)),
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
            name="Accuracy",
            fields=[
                (
                    "standing",
                    models.OneToOneField(
                        "games.standing",
                        CASCADE,
                        primary_key=True,
                        related_name="accuracy",
                        serialize=False,
                    ),
                ),
                ("decided", models.PositiveIntegerField()),
                ("loss", models.FloatField()),
            ],
        ),
        migrations.CreateModel(
            name="Turn",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                (
                    "game",
                    models.ForeignKey("games.game", CASCADE, db_index=False, related_name="turns"),
                ),
                ("player", models.ForeignKey("games.player", CASCADE, related_name="turns")),
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
                ]
            },
        ),
        migrations.CreateModel(
            name="SiteTotals",
            fields=[
                ("id", models.BigAutoField(**_ID)),
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
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                (
                    "room",
                    models.ForeignKey("games.room", CASCADE, db_index=False, related_name="events"),
                ),
                ("number", models.PositiveBigIntegerField()),
                (
                    "game",
                    models.ForeignKey("games.game", CASCADE, null=True, related_name="events"),
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
                ]
            },
        ),
        migrations.CreateModel(
            name="Archive",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        "games.game",
                        CASCADE,
                        primary_key=True,
                        related_name="archive",
                        serialize=False,
                    ),
                ),
                ("packed", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                (
                    "room",
                    models.ForeignKey(
                        "games.room", CASCADE, db_index=False, related_name="messages"
                    ),
                ),
                ("player", models.ForeignKey("games.player", CASCADE, related_name="+")),
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
        migrations.CreateModel(
            name="Device",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                ("person", models.ForeignKey("games.person", CASCADE, related_name="devices")),
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
            ],
        ),
        migrations.CreateModel(
            name="RoomMark",
            fields=[
                (
                    "room",
                    models.OneToOneField(
                        "games.room",
                        CASCADE,
                        primary_key=True,
                        related_name="notice_mark",
                        serialize=False,
                    ),
                ),
                ("seen", models.PositiveBigIntegerField()),
                ("awake", models.BooleanField(default=True)),
            ],
            options={
                "indexes": [
                    models.Index(condition=Q(awake=True), fields=["room"], name="mark_awake")
                ]
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                ("room", models.OneToOneField("games.room", CASCADE, related_name="webhook")),
                ("address", models.BinaryField()),
                ("target", models.CharField(max_length=255)),
                (
                    "format",
                    models.CharField(
                        choices=_choices("discord", "slack", "matrix", "json"), max_length=8
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
                        choices=_choices("gone", "failing", "blocked", "sealed"),
                        max_length=8,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                ("kind", models.CharField(max_length=12)),
                (
                    "device",
                    models.ForeignKey("games.device", CASCADE, null=True, related_name="notices"),
                ),
                (
                    "webhook",
                    models.ForeignKey("games.webhook", CASCADE, null=True, related_name="notices"),
                ),
                ("room", models.ForeignKey("games.room", CASCADE, related_name="+")),
                ("body", models.JSONField(default=dict)),
                ("key", models.CharField(max_length=120, unique=True)),
                ("target", models.CharField(max_length=255)),
                ("due", models.DateTimeField()),
                ("until", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=_choices("waiting", "claimed", "done"),
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("changed", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(condition=Q(state="waiting"), fields=["due"], name="notice_due"),
                    models.Index(fields=["state", "changed"], name="notice_changed"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(device__isnull=False, webhook__isnull=True)
                        | Q(device__isnull=True, webhook__isnull=False),
                        name="notice_for_one",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Upkeep",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                ("begun", models.DateTimeField()),
                ("ended", models.DateTimeField(null=True)),
                ("failed", models.JSONField(default=dict)),
            ],
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("id", models.BigAutoField(**_ID)),
                ("process", models.CharField(max_length=16, unique=True)),
                ("number", models.BigIntegerField()),
            ],
        ),
    ]
