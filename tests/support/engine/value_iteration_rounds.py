"""Plain recursion over the turns of a game with a fixed number of rounds, for two players.

Like `value_iteration.py`, it shares no code with the solver. Unlike it, it plays with totals and
remembers who scored last.
"""

from functools import cache

from .value_iteration import SEVERAL, Plain


def solve(plain: Plain):
    """Return a function: (players, me, left, last) -> the chance of who is to move.

    `players` are two of (total, entered, farkles in a row), in the order of seats and of turns;
    `last` is who scored last, None for nobody. Totals count steps.
    """
    rules = plain.rules
    fall = rules.farkle_penalty // plain.step
    leads = plain.play_off() if rules.tie_break == "playoff" else 0.0

    def over(players, me, last):
        lead = players[me][0] - players[1 - me][0]
        if lead:
            return float(lead > 0)
        if rules.tie_break == "shared":
            return 0.5
        if rules.tie_break == "playoff":
            return leads if me == 0 else 1 - leads
        return float(last != me) if last is not None else float(me == 0)

    def shifted(players):
        """Only the difference counts; this keeps what is remembered small."""
        low = min(total for total, _, _ in players)
        return tuple((total - low, *others) for total, *others in players)

    @cache
    def chance(players, me, left, last):
        if not left:
            return over(players, me, last)
        total, entered, streak = players[me]

        def then(mine, by):
            both = (mine, players[1]) if me == 0 else (players[0], mine)
            return 1 - chance(shifted(both), 1 - me, left - 1, by)

        values = [then((total + at, True, 0), me) for at in range(SEVERAL)]
        if not fall:
            lost = then((total, entered, 0), last)
        elif streak + 1 < rules.farkle_streak:
            lost = then((total, entered, streak + 1), last)
        else:
            lost = then((total - fall, entered, 0), me)
        turn = plain.shaped(values, entered, lost)
        turn.nothing = then((total, entered, streak), last)
        return plain.turn(turn)

    return chance
