"""Writing down what happened at some tables: few statements, whatever the number of commands."""

from collections.abc import Sequence

from games.models import DiceSecret, Game, Player, Room
from games.play_statements import insert, update
from games.play_table import Table


def store(tables: Sequence[Table]) -> None:
    """Write every change of these tables, in the transaction that holds their locks."""
    Player.objects.bulk_create([player for table in tables for player in table.new_players])
    update(Room, ((table.room, table.room_changes) for table in tables))
    update(Game, (change for table in tables for change in table.game_changes.items()))
    update(Player, (change for table in tables for change in table.player_changes.items()))
    for table in tables:
        _strings(table)
    _new_games([new for table in tables for new in table.new_games])
    events = [event for table in tables for event in table.events]
    for event in events:
        if event.game_id is None and event.game is not None:
            event.game = event.game  # which has its key now
    insert(events)
    insert([turn for table in tables for turn in table.turns])
    insert([one for table in tables for one in table.standings])


def _strings(table: Table) -> None:
    for seat, (number, text) in table.strings.items():
        player = Player.objects.filter(room=table.room, seat=seat)
        player.update(string=text, string_game=number)


def _new_games(new: Sequence[tuple[Game, bytes]]) -> None:
    Game.objects.bulk_create([game for game, _ in new])
    DiceSecret.objects.bulk_create([DiceSecret(game=game, seed=seed) for game, seed in new])
