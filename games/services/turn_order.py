"""Who begins a rematch: the order of seats is turned so that this one comes first."""

from games.models import Game, Player, Standing, Turn
from games.protocol import events
from games.services.table import Table
from games.state.room_settings import settings_of
from games.state.turns import EndedTurn


def turned(table: Table, seated: list[Player]) -> list[Player]:
    """The same people in the order of the next game; as they are where the rules say who begins."""
    rule, last = settings_of(table.room)["starts"], table.last
    if rule == "rules" or last is None or last.status != Game.Status.OVER:
        return seated
    order = [player.seat for player in seated]
    first = _first(table, last, rule, order)
    at = 0 if first is None else order.index(first)
    return seated[at:] + seated[:at]


def place(table: Table, seated: list[Player]) -> list[events.Stored]:
    """Have them sit in this order from now on; [] where they do."""
    if seated == table.seated():
        return []
    gone = sorted((p for p in table.players.values() if p.left), key=lambda p: p.place)
    for number, player in enumerate([*seated, *gone], 1):
        if player.place != number:
            table.change_player(player, place=number)
    return [{"e": "order", "players": [player.seat for player in seated]}]


def _first(table: Table, last: Game, rule: str, order: list[int]) -> int | None:
    """Whom the rule means, of the players of `order`; None where the game cannot tell."""
    if rule == "rotate":
        turns: list[Turn | EndedTurn] = [*table.turns_of(last)]
        turns += Turn.objects.filter(game=last).order_by("number")[:1]
        began = min(turns, key=lambda turn: turn.number, default=None)
        return None if began is None else _next_one(last.players, began.seat, order)
    standings = [one for one in table.standings if one.game is last]
    standings = standings or list(Standing.objects.filter(game=last).order_by("seat"))
    ranks = {last.players[one.seat]: one.rank for one in standings}
    here = [player for player in ranks if player in order]
    best_or_worst = min if rule == "winner" else max
    return best_or_worst(here, key=ranks.__getitem__, default=None)


def _next_one(played: list[int], seat: int, order: list[int]) -> int | None:
    """Who comes after the one who sat at `seat`; who played next, where that one has gone."""
    if played[seat] in order:
        return order[(order.index(played[seat]) + 1) % len(order)]
    return next((one for one in played[seat:] + played[:seat] if one in order), None)
