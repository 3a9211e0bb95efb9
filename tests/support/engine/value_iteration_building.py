"""The chance to win of two players who may build on each other's turns, by plain value iteration.

It shares no code with the solver: every pair of totals is valued again and again, with every offer
that a turn can leave, until nothing changes.
"""

from itertools import product

from .value_iteration import CLOSE, SEVERAL, TurnValues


def solve(plain, sweeps=60):
    """Return {((total, entered), (total, entered), order, offer): the chance of who is to move}.

    `offer` is None, or the steps and the dice left of the turn before, which was banked. `order` is
    0 for a player who leads play-offs, where it matters; totals count steps.
    """
    building = Building(plain)
    for _ in range(sweeps):
        if building.sweep() < CLOSE:
            break
    return building.win


class Building:
    def __init__(self, plain):
        self.plain, rules = plain, plain.rules
        self.ties = plain.ties()
        self.orders = range(len(self.ties))
        players = [(total, True) for total in range(plain.target)]
        players += [(0, False)] if rules.entry_min else []
        self.pairs = list(product(players, players, self.orders))
        self.win = {(*pair, None): 0.5 for pair in self.pairs}
        self.replies = {}

    def sweep(self):
        """Value everything once, and return the largest change."""
        changed = 0.0
        for me, other, order in self.pairs:
            for offer, value in self.turn(me, other, order).items():
                before = self.win.get((me, other, order, offer), 0.0)
                changed = max(changed, abs(value - before))
                self.win[me, other, order, offer] = value
        return changed

    def turn(self, me, other, order):
        """Return the value of a turn by the offer that is taken."""
        plain, then = self.plain, self.orders[-1] - order
        values = [
            [self.banked(me, other, then, at, dice) for dice in range(self.plain.rules.dice + 1)]
            for at in range(plain.target + SEVERAL - me[0])
        ]
        lost = 1 - self.win[other, me, then, None]
        turn = TurnValues(plain, plain.shaped(values, me[1], lost))
        found = {None: turn.first()}
        if me[1] and other[1]:
            dice_left = range(1, self.plain.rules.dice + 1)
            for scored, dice in product(range(1, other[0] + 1), dice_left):
                found[scored, dice] = turn.first(dice, scored)
        return found

    def banked(self, me, other, order, scored, dice):
        total = me[0] + scored
        offers = {None, (scored, dice) if other[1] and dice else None}
        if total < self.plain.target:
            then = other, (total, True), order
            return 1 - max(self.win.get((*then, offer), 0.0) for offer in offers)
        if self.plain.ends(total, order):
            return 1.0
        return 1 - max(self.reply(other[1], total - other[0], order, offer) for offer in offers)

    def reply(self, entered, lead, order, offer):
        """Return the chance of a last turn of a player who is behind by `lead`."""
        key = entered, lead, order, offer
        if key not in self.replies:
            top, tie = max(lead + 2, self.plain.least(entered) + 1), self.ties[order]
            values = [1.0 if at > lead else tie * (at == lead) for at in range(top)]
            turn = TurnValues(self.plain, self.plain.shaped(values, entered, 0.0))
            self.replies[key] = turn.first(offer[1], offer[0]) if offer else turn.first()
        return self.replies[key]
