"""Teams. They are formed between games, and a game keeps those it started with."""

from collections import Counter
from collections.abc import Iterable

from games.models import Player
from games.protocol.commands import Command, SetTeam, SetTeams
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored
from games.services.tables.handlers import handles
from games.services.tables.table import Table

MOST_TEAMS = 12


@handles(SetTeams, by="host")
def set_teams(table: Table, command: Command, body: SetTeams, host: Player) -> PendingEvent:
    """Set the number of teams. Players without a team, or whose team is gone, join the smallest."""
    if body.count == 1 or body.count > MOST_TEAMS:
        raise Refused("bad_team")
    seated = table.seated()
    table.change_room(teams=body.count)
    changed = [player for player in seated if player.team is None or player.team >= body.count]
    for player in changed:
        table.change(player, team=None)
    for player in changed:
        table.change(player, team=smallest_team(body.count, seated))
    return table.record(command, [_teams_event(table, seated)], player=host.seat)


@handles(SetTeam, by="player")
def set_team(table: Table, command: Command, body: SetTeam, asker: Player) -> PendingEvent:
    """Put a player into a team: the host any player, the others their own seats."""
    whom = table.players.get(body.whom)
    if whom is None or whom.left:
        raise Refused("no_player")
    if command.person is None or not table.is_held_by(whom, command.person):
        table.require_host(command, body.player)
    if body.team >= table.room.teams:
        raise Refused("bad_team")
    table.change(whom, team=body.team)
    return table.record(command, [_teams_event(table, [whom])], player=asker.seat)


def smallest_team(teams: int, seated: Iterable[Player]) -> int | None:
    """Return the team that the next player joins; None if there are no teams."""
    sizes = Counter(player.team for player in seated)
    return min(range(teams), key=lambda team: sizes[team], default=None)


def _teams_event(table: Table, players: list[Player]) -> Stored:
    return {
        "e": "teams",
        "count": table.room.teams,
        "players": [player.seat for player in players],
        "teams": [player.team for player in players],
    }
