"""The database tables.

Only `games.services` and `games.people.identity` write to them; `games.notices` writes to its own
tables and to its part of a person's settings. Events are append-only; turns and standings can be
derived from them again. Clients know a player by `Player.seat`. A foreign key has no index of its
own where a constraint that begins with it provides one.
"""

# Backups list the tables in this order.
# isort: off
from games.models.people import ImportedGame, Person, SavedRules
from games.models.access import Email, MailAddress, Passkey, RecoveryCode
from games.models.deals import Deal, Question, Try, Vote
from games.models.rooms import FormerLink, Room
from games.models.company import Contact
from games.models.seats import FOUNDER, MATERIALS, Holder, Player, SeatCode
from games.models.games import DiceSecret, Game
from games.models.results import Accuracy, SiteTotals, Standing, Turn
from games.models.log import Archive, Event, Message
from games.models.notices import Device, Notice, RoomMark, Webhook
from games.models.upkeep import Heartbeat, Upkeep

# isort: on
