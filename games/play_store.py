"""Writing down what happened at some tables: few statements, whatever the number of commands."""

from collections.abc import Sequence

from games.models import DiceSecret, Event, Game, Player, Room, Standing, Turn
from games.play_table import Table


def store(tables: Sequence[Table]) -> None:
    """Write every change of these tables, in the transaction that holds their locks."""
    Player.objects.bulk_create([player for table in tables for player in table.new_players])
    for table in tables:
        _changed_rows(table)
    _new_games([new for table in tables for new in table.new_games])
    Event.objects.bulk_create([event for table in tables for event in table.events])
    Turn.objects.bulk_create([turn for table in tables for turn in table.turns])
    Standing.objects.bulk_create([one for table in tables for one in table.standings])


def _changed_rows(table: Table) -> None:
    room = table.room
    if table.room_changes:
        Room.objects.filter(pk=room.pk).update(
            **{name: getattr(room, name) for name in table.room_changes}
        )
    for game, changed in table.game_changes.items():
        Game.objects.filter(pk=game.pk).update(**{name: getattr(game, name) for name in changed})
    if table.player_changes:
        names = set[str]().union(*table.player_changes.values())
        Player.objects.bulk_update(table.player_changes, names)
    for seat, (number, text) in table.strings.items():
        player = Player.objects.filter(room=room, seat=seat)
        player.update(string=text, string_game=number)


def _new_games(new: Sequence[tuple[Game, bytes]]) -> None:
    Game.objects.bulk_create([game for game, _ in new])
    DiceSecret.objects.bulk_create([DiceSecret(game=game, seed=seed) for game, seed in new])
