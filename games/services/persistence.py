"""Writing down what happened at some tables: few statements, whatever the number of commands."""

from collections.abc import Sequence
from typing import Any

from games.models import DiceSecret, Event, Game, Player, Room, Standing, Turn
from games.services.statements import insert, update
from games.services.table import Table
from games.state.turns import EndedTurn


def store(tables: Sequence[Table]) -> None:
    """Write every change of these tables, in the transaction that holds their locks."""
    new_players = [player for table in tables for player in table.new_players]
    if new_players:
        Player.objects.bulk_create(new_players)
    update(Room, ((table.room, table.room_changes) for table in tables))
    update(Game, (change for table in tables for change in table.game_changes))
    update(Player, (change for table in tables for change in table.player_changes))
    for table in tables:
        _strings(table)
    new_games = [new for table in tables for new in table.new_games]
    if new_games:
        _new_games(new_games)
    # From here on new players and games have their keys.
    insert(Event, [event.values() for table in tables for event in table.events])
    insert(Turn, [_turn(table, *ended) for table in tables for ended in table.turns])
    insert(Standing, [_standing(one) for table in tables for one in table.standings])


def _turn(table: Table, game: Game, turn: EndedTurn) -> dict[str, Any]:
    player = table.players[game.players[turn.seat]]
    return {**turn._asdict(), "game_id": game.pk, "player_id": player.pk}


def _standing(standing: Standing) -> dict[str, Any]:
    return {**vars(standing), "game_id": standing.game.pk, "player_id": standing.player.pk}


def _strings(table: Table) -> None:
    for seat, (number, text) in table.strings.items():
        player = Player.objects.filter(room=table.room, seat=seat)
        player.update(string=text, string_game=number)


def _new_games(new: Sequence[tuple[Game, bytes]]) -> None:
    Game.objects.bulk_create([game for game, _ in new])
    DiceSecret.objects.bulk_create([DiceSecret(game=game, seed=seed) for game, seed in new])
