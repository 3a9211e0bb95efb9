"""What a computer player has to decide now, found out for whoever lets it think."""

from typing import NamedTuple

from farkle import GameState
from games.models import Game, Player, Room
from games.state.absence import AbsenceState
from games.state.room_state import position_of


class PendingComputerTurn(NamedTuple):
    """A computer of this level is at turn in a room's game number `game`."""

    room: int
    code: str
    game: int
    level: str
    state: GameState


def thought_in(room: Room) -> PendingComputerTurn | None:
    """What is to be decided there; None where the game went on, or ended, meanwhile."""
    game = Game.objects.filter(room=room, status=Game.Status.PLAYING).first()
    if game is None:
        return None
    state = position_of(game).state
    if state.phase == "over":
        return None
    player = Player.objects.get(room=room, seat=game.players[state.current])
    level = AbsenceState.from_dict(room.waits).mind_for(player.seat) or player.level
    return PendingComputerTurn(room.pk, room.code, game.number, level, state) if level else None
