"""The chances and the scores of a past game, put together for its chart."""

from games.replay.chart import Bands, Chart, Turn, chart_of
from games.replay.context import ReplayContext
from games.replay.text import where
from games.replay.turning import turning_points
from games.replay.winning import side_names


def graph_of(context: ReplayContext) -> Chart | None:
    """Return the chart of a game; without chances until they have been worked out."""
    turns = [
        Turn(turn.round, context.folded.last_step_of(turn.last), turn.totals)
        for turn in context.folded.summary.turns
    ]
    rules = context.folded.rules
    goal = None if rules.rounds else rules.target
    return chart_of(turns, context.names, context.pens, context.last, bands_of(context), goal)


def bands_of(context: ReplayContext) -> Bands | None:
    """Return the chances of all sides after every step; None while there are none."""
    winning = context.winning
    if winning is None:
        return None
    sides = side_names(context, winning)
    chances = []
    for number in range(context.last + 1):
        action = context.folded.action_of(number)
        moment = winning.moments[action]
        # If another step of the same action follows, this one was the choice alone.
        is_last = number == context.last or context.folded.action_of(number + 1) != action
        vector = moment.after if is_last else moment.chosen
        chances.append(tuple(vector[side] for side in sides))
    return Bands(
        names=[name for name, _pen in sides.values()],
        pens=[pen for _name, pen in sides.values()],
        chances=chances,
        turns=[
            (where(context.names, turn), context.folded.last_step_of(turn.last))
            for turn in context.folded.summary.turns
        ],
        marks=[(one["letter"], one["scene"]) for one in turning_points(context)],
    )
