"""The order of turns, which is rotated so that the right player begins a rematch."""

from games.models import Game, Player, Standing, Turn
from games.protocol.events import Stored
from games.services.tables.table import Table
from games.state.archive import archived_turns
from games.state.room_settings import settings_of
from games.state.turns import EndedTurn


def order_of_next_game(table: Table, seated: list[Player]) -> list[Player]:
    """Return the seated players in the order of the next game.

    Their order stays if the rules of the game say who begins.
    """
    rule, last = settings_of(table.room)["starts"], table.last
    if rule == "rules" or last is None or last.status != Game.Status.OVER:
        return seated
    order = [player.seat for player in seated]
    first = _first(table, last, rule, order)
    at = 0 if first is None else order.index(first)
    return seated[at:] + seated[:at]


def set_places(table: Table, seated: list[Player]) -> Stored:
    """Seat the players in this order from now on, and those who left behind them."""
    others = sorted((p for p in table.players.values() if p.left), key=lambda p: p.place)
    for number, player in enumerate([*seated, *others], 1):
        if player.place != number:
            table.change(player, place=number)
    return {"e": "order", "players": [player.seat for player in seated]}


def _first(table: Table, last: Game, rule: str, order: list[int]) -> int | None:
    """Return the player of `order` who begins by the setting; None if the last game does not decide
    it."""
    if rule == "rotate":
        turns: list[Turn | EndedTurn] = [*table.unstored_turns(last)]
        # The first is the last to be deleted once they are in an archive.
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
    """Return the player who follows `seat`; if that one has left, the next who is still seated."""
    if played[seat] in order:
        return order[(order.index(played[seat]) + 1) % len(order)]
    return next((player for player in played[seat:] + played[:seat] if player in order), None)
