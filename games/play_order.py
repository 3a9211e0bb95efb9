"""Who begins a rematch: the order of seats is turned so that this one comes first."""

from games import story
from games.models import Game, Player, Standing, Turn
from games.play_table import Table
from games.room_settings import settings_of


def turned(table: Table, seated: list[Player]) -> list[Player]:
    """The same people in the order of the next game; as they are where the rules say who begins."""
    rule, last = settings_of(table.room)["starts"], table.last
    if rule == "rules" or last is None or last.status != Game.Status.OVER:
        return seated
    first = _first(table, last, rule)
    at = next((at for at, player in enumerate(seated) if player.seat == first), 0)
    if rule == "rotate":
        at = (at + 1) % len(seated)
    return seated[at:] + seated[:at]


def place(table: Table, seated: list[Player]) -> list[story.Stored]:
    """Have them sit in this order from now on; [] where they do."""
    if seated == table.seated():
        return []
    gone = sorted((p for p in table.players.values() if p.left), key=lambda p: p.place)
    for number, player in enumerate([*seated, *gone], 1):
        if player.place != number:
            table.change_player(player, place=number)
    return [{"e": "order", "players": [player.seat for player in seated]}]


def _first(table: Table, last: Game, rule: str) -> int | None:
    """The player whom the rule means; None where the game cannot tell."""
    if rule == "rotate":
        turns = [turn for turn in table.turns if turn.game is last]
        turns += Turn.objects.filter(game=last).order_by("number")[:1]
        return last.players[min(turns, key=lambda turn: turn.number).seat] if turns else None
    if rule == "winner":
        return last.players[last.winners[0]] if last.winners else None
    standings = [one for one in table.standings if one.game is last]
    standings += Standing.objects.filter(game=last).order_by("-rank")[:1]
    return last.players[max(standings, key=lambda one: one.rank).seat] if standings else None
