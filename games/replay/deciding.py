"""Find the turn that decided a game by the chance to win. The result in the room names it."""

from games.replay.context import ReplayContext
from games.replay.percents import both
from games.replay.text import where
from games.replay.winning import turn_words


def deciding_turn(context: ReplayContext) -> dict[str, str] | None:
    """Return the turn that brought the winners most, as {where, words, before, after}.

    Return None while the chances are unknown, or if no turn raised the winners' chance.
    """
    winning = context.winning
    winners = context.folded.last.winners
    if winning is None or not winners:
        return None
    side = winning.sides[winners[0]]
    found = [
        (winning.moments[turn.last].after[side], winning.moments[turn.first - 1].after[side], turn)
        for turn in context.folded.summary.turns
    ]
    if not found:
        return None
    after, before, turn = max(found, key=lambda one: one[0] - one[1])
    if after <= before:
        return None
    shown = both(before, after)
    return {
        "where": where(context.names, turn),
        "words": turn_words(context, turn),
        "before": shown[0],
        "after": shown[1],
    }
