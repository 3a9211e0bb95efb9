"""What `play` does about teams, which are made in the lobby and frozen in a game when it starts."""

from collections import Counter
from collections.abc import Iterable

from games.models import Player
from games.protocol import commands as c
from games.protocol import events
from games.protocol.commands import Command
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent
from games.services.handlers import handles
from games.services.table import Table

MOST_TEAMS = 12


@handles(c.SetTeams)
def set_teams(table: Table, command: Command, body: c.SetTeams) -> PendingEvent:
    """So many teams; who has none yet, or one that is gone, comes into the smallest."""
    host = table.host(command, body.player)
    if body.count == 1 or body.count > MOST_TEAMS:
        raise Refused("bad_team")
    seated = table.seated()
    table.change_room(teams=body.count)
    changed = [player for player in seated if player.team is None or player.team >= body.count]
    for player in changed:
        table.change_player(player, team=None)
    for player in changed:
        table.change_player(player, team=smallest(body.count, seated))
    return table.record(command, [_told(table, seated)], player=host.seat)


@handles(c.SetTeam)
def set_team(table: Table, command: Command, body: c.SetTeam) -> PendingEvent:
    """The host puts anybody into a team; the others choose for themselves."""
    asker = table.own(command, body.player)
    whom = table.players.get(body.whom)
    if whom is None or whom.left:
        raise Refused("no_player")
    if command.person is None or not table.is_held_by(whom, command.person):
        table.host(command, body.player)
    if body.team >= table.room.teams:
        raise Refused("bad_team")
    table.change_player(whom, team=body.team)
    return table.record(command, [_told(table, [whom])], player=asker.seat)


def smallest(teams: int, seated: Iterable[Player]) -> int | None:
    """The team that the next one comes into; None where there are none."""
    sizes = Counter(player.team for player in seated)
    return min(range(teams), key=lambda team: sizes[team], default=None)


def _told(table: Table, players: list[Player]) -> events.Stored:
    return {
        "e": "teams",
        "count": table.room.teams,
        "players": [player.seat for player in players],
        "teams": [player.team for player in players],
    }
