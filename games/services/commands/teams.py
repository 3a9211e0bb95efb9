"""Teams and the order of turns. A game keeps those it started with; for a rematch the order is
rotated so that the right player begins."""

from collections import Counter
from collections.abc import Iterable

from games.models import Game, Player, Standing, Turn
from games.protocol.commands import SetTeam, SetTeams
from games.protocol.errors import Refused
from games.protocol.events import Stored
from games.services.tables.handlers import handles
from games.services.tables.table import Table
from games.state.archive import archived_turns
from games.state.room_settings import settings_of
from games.state.turns import EndedTurn

MOST_TEAMS = 12
TEAM_COUNTS = range(2, MOST_TEAMS + 1)


@handles(SetTeams, by="host")
def set_teams(table: Table, body: SetTeams, _host: Player) -> list[Stored]:
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
    return [_teams_event(table, seated)]


@handles(SetTeam, by="player")
def set_team(table: Table, body: SetTeam, _asker: Player) -> list[Stored]:
    """Put a player into a team. The host may put any player, the others their own seats."""
    whom = table.players.get(body.whom)
    if whom is None or whom.left:
        raise Refused("no_player")
    if not table.is_held_by_asker(whom):
        table.require_host(body.player)
    if body.team >= table.room.teams:
        raise Refused("bad_team")
    table.change(whom, team=body.team)
    return [_teams_event(table, [whom])]


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


def order_of_next_game(table: Table, seated: list[Player]) -> list[Player]:
    """Return the seated players in the order of the next game, unchanged if the rules decide it."""
    rule, last = settings_of(table.room)["starts"], table.last
    if rule == "rules" or last is None or last.status != Game.Status.OVER:
        return seated
    order = [player.seat for player in seated]
    first = _first_player(table, last, rule, order)
    at = 0 if first is None else order.index(first)
    return seated[at:] + seated[:at]


def set_places(table: Table, seated: list[Player]) -> Stored:
    """Put the players in this order, and those who left behind them. Return the event."""
    others = sorted((p for p in table.players.values() if p.left), key=lambda p: p.place)
    for number, player in enumerate([*seated, *others], 1):
        if player.place != number:
            table.change(player, place=number)
    return {"e": "order", "players": [player.seat for player in seated]}


def _first_player(table: Table, last: Game, rule: str, order: list[int]) -> int | None:
    """Return the player who begins by the setting `rule`; None if the last game does not decide."""
    if rule == "rotate":
        turns: list[Turn | EndedTurn] = [*table.unstored_turns(last)]
        # Of archived turns, the row of the first is deleted last.
        turns += Turn.objects.filter(game=last).order_by("number")[:1] or archived_turns(last)[:1]
        began = min(turns, key=lambda turn: turn.number, default=None)
        return None if began is None else _next_seated(last.players, began.seat, order)
    standings = [standing for standing in table.standings if standing.game is last]
    standings = standings or list(Standing.objects.filter(game=last).order_by("seat"))
    ranks = {last.players[standing.seat]: standing.rank for standing in standings}
    present = [player for player in ranks if player in order]
    best_or_worst = min if rule == "winner" else max
    return best_or_worst(present, key=ranks.__getitem__, default=None)


def _next_seated(played: list[int], seat: int, order: list[int]) -> int | None:
    """Return the next player after `seat` in `order`, or in the last game if `seat` has left."""
    if played[seat] in order:
        return order[(order.index(played[seat]) + 1) % len(order)]
    return next((player for player in played[seat:] + played[:seat] if player in order), None)
