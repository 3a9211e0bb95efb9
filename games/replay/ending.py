"""Prepare the end of a game for the page of its room: the roll that decided it, everybody's way to
it as lines, and each player's best turn, luck and costliest choice."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any, Final

from farkle import Dice
from farkle.ai.review.review import PlayedTurn
from farkle.engine.events import Blank, Event, HotDice, Kept, Rolled, TurnStarted
from games.formats import chance
from games.replay.context import ReplayContext, length_words
from games.replay.winning import account_parts

MOST_LINES: Final = 6
"""Number of sides that have a line, besides the reader's."""
MOST_POINTS: Final = 80
"""Number of points of a line; of longer games not every turn has one."""


def ending_of(context: ReplayContext) -> dict[str, Any]:
    """Return {length, deciding, lines, seats}."""
    return {
        "length": length_words(context.game, context.rounds) if context.rounds else "",
        "deciding": _deciding(context),
        "lines": lines_of(context),
        "seats": [_seat(context, seat) for seat in range(len(context.folded.last.scores))],
    }


def _deciding(context: ReplayContext) -> dict[str, Any] | None:
    """Return the roll that brought most in the deciding turn; None for a game without a winner or
    without such a turn. `how` is lead, ahead or best, as in `_deciding_turn`; `kept` are positions
    in `dice`; `at` is the end of the turn, as a fraction of the game."""
    turn, how = _deciding_turn(context)
    rolls = list(_rolls(context, turn)) if turn else []
    if turn is None or not rolls:
        return None
    turns = context.folded.summary.turns
    dice, kept, _points = max(rolls, key=lambda roll: roll[2])
    return {
        "seat": turn.seat,
        "round": turn.round,
        "playoff": turn.playoff,
        "points": turn.points,
        "how": how,
        "dice": dice,
        "kept": _positions(dice, kept),
        "at": (turns.index(turn) + 1) / len(turns),
    }


def _deciding_turn(context: ReplayContext) -> tuple[PlayedTurn | None, str]:
    """Return the turn that brought the winners most since they have led for good, and how it
    decided: it took the "lead" or put them further "ahead". Where the lead is nobody's merit (the
    others left, or lost points), it is the "best" of all their turns."""
    last, summary = context.folded.last, context.folded.summary
    if not last.winners:
        return None, "best"
    side = last.side(last.winners[0])
    lead = summary.decisive
    led = lead is not None and last.side(lead.seat) == side
    since = summary.turns.index(lead) if lead and led else 0
    scored = (
        turn for turn in summary.turns[since:] if turn.points and last.side(turn.seat) == side
    )
    most = max(scored, key=lambda turn: turn.points, default=None)
    return most, ("lead" if most is lead else "ahead") if led else "best"


def _rolls(context: ReplayContext, turn: PlayedTurn) -> Iterator[tuple[Dice, Dice, int]]:
    """Yield the rolls of a turn that scored: the dice, those kept, and what these brought."""
    dice: Dice = ()
    kept: Dice = ()
    points = 0
    for event in _events(context, turn):
        if isinstance(event, Rolled):
            if points:
                yield dice, kept, points
            dice, kept, points = event.dice, (), 0
        elif isinstance(event, Kept):
            kept, points = event.dice, event.points
        elif isinstance(event, Blank):
            kept, points = dice, event.points
        elif isinstance(event, HotDice):
            points += event.bonus
    if points:
        yield dice, kept, points


def _events(context: ReplayContext, turn: PlayedTurn) -> Iterator[Event]:
    for number in range(turn.first, turn.last + 1):
        events = context.folded.actions[number].events
        yield from takewhile(lambda event: not isinstance(event, TurnStarted), events)


def _positions(dice: Dice, kept: Dice) -> list[int]:
    left, positions = list(kept), []
    for at, face in enumerate(dice):
        if face in left:
            left.remove(face)
            positions.append(at)
    return positions


def lines_of(context: ReplayContext) -> dict[str, Any] | None:
    """Return {kind, sides}: the chances to win from turn to turn, or while these are unknown the
    totals, of those who came first and of the reader. Each side has its `seats` and `values`
    between 0 and 1. Return None for a game without a turn."""
    if not context.folded.summary.turns:
        return None
    last, turns, winning = context.folded.last, context.folded.summary.turns, context.winning
    by_side: dict[int, list[int]] = {}
    for player in context.players:  # by place
        by_side.setdefault(last.side(player.seat), []).append(player.seat)
    own = {last.side(seat) for seat in context.game.own_seats}
    shown = [
        seats for at, (side, seats) in enumerate(by_side.items()) if at < MOST_LINES or side in own
    ]
    every = -(-len(turns) // MOST_POINTS)
    ends = [*range(every - 1, len(turns) - 1, every), len(turns) - 1]
    values: Sequence[Sequence[float]]
    if winning:
        moments = [
            winning.moments[0].after,
            *(winning.moments[turns[at].last].after for at in ends),
        ]
        values = [[moment[winning.sides[seats[0]]] for moment in moments] for seats in shown]
    else:
        totals = [[0.0, *(_total(turns[at], seats) for at in ends)] for seats in shown]
        most = max(1.0, *(max(each) for each in totals))
        values = [[max(0.0, total / most) for total in each] for each in totals]
    return {
        "kind": "chances" if winning else "scores",
        "sides": [
            {"seats": seats, "values": [round(value, 3) for value in each]}
            for seats, each in zip(shown, values, strict=True)
        ],
    }


def _total(turn: PlayedTurn, seats: Sequence[int]) -> float:
    """Return the total of seats after a turn. Who joins later has none yet."""
    return float(sum(turn.totals[seat] for seat in seats if seat < len(turn.totals)))


def _seat(context: ReplayContext, seat: int) -> dict[str, Any]:
    """Return the dice kept in the best turn (`kept`), roll by roll, its `round`, and while the
    chances are known the accuracy (`percent`), the `luck` of the seat's side with its own dice, and
    the seat's costliest `mistake` as {loss, exact, url}."""
    best, winning = context.folded.summary.players[seat].best, context.winning
    percent = context.luck.accuracy(seat) if context.luck else None
    luck, mistake = None, None
    if winning:
        percent = winning.accuracies[seat].percent
        _start, luck, *_others = account_parts(winning.accounts[winning.sides[seat]])
        worst = next((each for each in winning.mistakes if each.seat == seat), None)
        if worst:
            link = context.link_to(worst.step)
            mistake = {
                "loss": chance(worst.loss, 1),
                "exact": winning.exact,
                "url": link["url"],
            }
    return {
        "kept": [list(kept) for _dice, kept, _points in _rolls(context, best)] if best else [],
        "round": best.round if best else 0,
        "percent": percent,
        "luck": luck,
        "mistake": mistake,
    }
