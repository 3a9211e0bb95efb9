"""The tables: people, rooms, seats, games, what is derived from them, and the log of each room.

Only `games.services` and `games.people.identity` write to them. Events are append-only; turns and
standings can be derived from them again. Clients know a player by `Player.seat`. A foreign key has
no index of its own where a constraint that begins with it provides one.
"""

# Backups list the tables in this order.
# isort: off
from games.models.people import Person, SavedRules
from games.models.rooms import FormerLink, Room
from games.models.seats import FOUNDER, Holder, Player, SeatCode
from games.models.games import DiceSecret, Game
from games.models.results import Accuracy, Standing, Turn
from games.models.imports import ImportedGame
from games.models.log import Event, Message

# isort: on

__all__ = [
    "FOUNDER",
    "Accuracy",
    "DiceSecret",
    "Event",
    "FormerLink",
    "Game",
    "Holder",
    "ImportedGame",
    "Message",
    "Person",
    "Player",
    "Room",
    "SavedRules",
    "SeatCode",
    "Standing",
    "Turn",
]
