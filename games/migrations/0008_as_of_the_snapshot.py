"""Store the ply and the number of throws of a running game as of its snapshot.

Until now they were those of its newest event. The rest of the row is already as of the snapshot.
"""

from typing import Any

from django.db import migrations


def as_of_the_snapshot(apps: Any, _editor: Any) -> None:
    games = apps.get_model("games", "Game").objects
    events = apps.get_model("games", "Event").objects
    for game in games.filter(status="playing").iterator():
        later = events.filter(
            room_id=game.room_id, game_id=game.pk, number__gt=game.snapshot_event
        ).values_list("events", flat=True)
        throws = sum(one["e"] in ("rolled", "rolled_off") for batch in later for one in batch)
        game.ply = game.snapshot["state"]["ply"]
        game.thrown -= throws
        game.save(update_fields=("ply", "thrown"))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_devices"),
    ]

    operations = [
        migrations.RunPython(as_of_the_snapshot, migrations.RunPython.noop, elidable=True),
    ]
