"""Plain value iteration where farkles in a row cost points, for games to a few hundred points.

Like `value_iteration.py`, it shares no code with the solver.
"""

from itertools import product

from .value_iteration import SEVERAL, Plain


def solve(plain: Plain, lowest: int, sweeps=60, near=1e-9):  # noqa: C901  # one recursion
    """Return {(me, other, order): the chance of who is to move}, me and other by (total, entered,
    farkles in a row). A total below `lowest` counts as it; totals count steps."""
    rules, target = plain.rules, plain.target
    fall = rules.farkle_penalty // plain.step if rules.streak_cost == "points" else target
    ties = plain.ties()
    orders = range(len(ties))
    replies = {}

    def reply(order, entered, missing):
        """Return the chance of a last turn that needs so many steps."""
        key = order, entered, missing
        if key not in replies:
            tie = ties[order]
            top = max(missing + 2, plain.least(entered) + 1)
            values = [1.0 if at > missing else tie * (at == missing) for at in range(top)]
            replies[key] = plain.turn(plain.shaped(values, entered, 0.0))
        return replies[key]

    totals = [(total, True) for total in range(lowest, target)]
    if rules.entry_min:
        totals += [(total, False) for total in range(0, lowest - 1, -fall)]
    players = [(*total, streak) for total in totals for streak in range(rules.farkle_streak)]
    pairs = sorted(product(players, players), key=lambda pair: -pair[0][0] - pair[1][0])
    win = {(*pair, order): 0.5 for pair in pairs for order in orders}

    def banked(total, other, order):
        if total < target:
            return 1 - win[other, (total, True, 0), order]
        if plain.ends(total, order):
            return 1.0
        return 1 - reply(order, other[1], total - other[0])

    def farkled(me):
        total, entered, streak = me
        if streak + 1 < rules.farkle_streak:
            return total, entered, streak + 1
        ends_at_zero = rules.penalty_floor == "zero" or rules.streak_cost == "everything"
        down = 0 if ends_at_zero else lowest
        return max(down, total - fall), entered, 0

    def turn(me, other, order):
        then = orders[-1] - order
        length = target + SEVERAL - me[0]
        if rules.ending == "immediate":
            length = max(target - me[0], plain.least(me[1])) + 1
        values = [banked(me[0] + at, other, then) for at in range(length)]
        shaped = plain.shaped(values, me[1], 1 - win[other, farkled(me), then])
        shaped.nothing = 1 - win[other, me, then]
        return plain.turn(shaped)

    for _ in range(sweeps):
        changed = 0.0
        for me, other in pairs:
            for order in orders:
                new = turn(me, other, order)
                changed = max(changed, abs(new - win[me, other, order]))
                win[me, other, order] = new
        if changed < near:
            return win
    raise AssertionError(f"still changing by {changed}")
