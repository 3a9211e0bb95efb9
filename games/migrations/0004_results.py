from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from farkle import GameState
from games.rules.catalogue import rules_of
from games.services.standings import standings_of


def fill(apps: Any, _schema_editor: Any) -> None:
    """Make the standings of games that ended before anew, from their turns and last states."""
    game_model = apps.get_model("games", "Game")
    player_model = apps.get_model("games", "Player")
    standing_model = apps.get_model("games", "Standing")
    for game in game_model.objects.filter(status__in=("over", "abandoned")).iterator():
        state = GameState.from_dict(rules_of(game.rules), game.snapshot["state"])
        players = {one.seat: one for one in player_model.objects.filter(room=game.room_id)}
        standing_model.objects.filter(game=game).delete()
        rows = []
        for values in standings_of(state, game.turns.all()):
            player = players[game.players[values["seat"]]]
            rows.append(
                standing_model(
                    game=game,
                    player=player,
                    person_id=player.person_id,
                    finished=game.finished,
                    preset=game.preset,
                    players=len(game.players),
                    **values,
                )
            )
        standing_model.objects.bulk_create(rows)


def counter(name: str) -> migrations.AddField:
    return migrations.AddField(
        "standing", name, models.PositiveIntegerField(default=0), preserve_default=False
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_waits"),
    ]

    operations = [
        migrations.AddField(
            "standing",
            "person",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="standings",
                to="games.person",
            ),
        ),
        migrations.AddField(
            "standing",
            "finished",
            models.DateTimeField(default=django.utils.timezone.now),
            preserve_default=False,
        ),
        migrations.AddField("standing", "preset", models.CharField(blank=True, max_length=20)),
        counter("players"),
        migrations.AddField(
            "standing",
            "result",
            models.CharField(
                choices=[("won", "Won"), ("lost", "Lost"), ("abandoned", "Abandoned")],
                default="lost",
                max_length=9,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            "standing",
            "points",
            models.PositiveBigIntegerField(default=0),
            preserve_default=False,
        ),
        counter("throws"),
        migrations.AddField(
            "standing", "deserved", models.FloatField(default=0), preserve_default=False
        ),
        *map(counter, ("ones", "twos", "threes", "fours", "fives", "sixes")),
        migrations.AddIndex(
            "standing",
            models.Index(fields=["person", "finished", "game"], name="standing_person"),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
