"""Games played to the end at a table, through the commands of its sockets."""

from games.models import Game
from games.protocol.commands import SetRules, Start
from games.state.room_state import position_of
from tests.games.views.conftest import Table
from tests.support.rooms import careful


def play(table: Table, rules: str | dict[str, object] = "kcd", *, most: int = 2000) -> Game:
    """Start a game by `rules`, play it out or for so many moves, and return it."""
    host = next(iter(table.clients))
    table.asks(host, SetRules(table.seat(host), rules))
    table.asks(host, Start(table.seat(host)))
    game = Game.objects.get(room=table.room, status=Game.Status.PLAYING)
    play_on(table, game, most=most)
    return game


def play_on(table: Table, game: Game, *, most: int = 2000) -> None:
    """Play a game out or for so many moves, and read it again."""
    names = {player.seat: player.name for player in table.room.players.all()}
    for _ in range(most):
        if game.status != Game.Status.PLAYING:
            break
        state = position_of(game).state
        player = game.players[state.current]
        table.asks(names[player], careful(state, player, game.number))
        game.refresh_from_db()
