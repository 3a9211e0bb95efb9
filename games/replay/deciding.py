"""Find the turn that decided a game by the chance to win. The result in the room names it."""

from games.replay.context import ReplayContext
from games.replay.percents import both
from games.replay.turning import swings


def deciding_turn(context: ReplayContext) -> dict[str, str] | None:
    """Return what brought the winners most, a turn or a player who left, as {where, words, before,
    after}.

    Return None while the chances are unknown, or if nothing raised the winners' chance.
    """
    winning = context.winning
    winners = context.folded.last.winners
    found = list(swings(context)) if winners else []
    if winning is None or not found:
        return None
    side = winning.sides[winners[0]]
    most = max(found, key=lambda one: one.after[side] - one.before[side])
    if most.after[side] <= most.before[side]:
        return None
    before, after = both(most.before[side], most.after[side])
    return {"where": most.where, "words": most.words, "before": before, "after": after}
