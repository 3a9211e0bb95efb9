"""The chance to win of two players by plain value iteration, for games to a few hundred points.

It shares no code with the solver. Throws come from counting all faces, turns are valued position by
position, and every pair of totals is valued again and again until nothing changes.
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from math import gcd

from farkle import RuleSet, keeps

from .bruteforce import has_scoring_four, has_scoring_set
from .throw_outcomes import throws

SEVERAL = 24
"""How far above the target totals are told apart, in steps."""
CLOSE = 1e-8
"""Changes of chances that are small enough to stop: they are compared to 1e-6."""


@dataclass
class Turn:
    """How a turn may end: `bank[t]` is the value of banking t steps, or a list of values by dice
    left; None where that is not allowed. `lost` is that of a farkle, `nothing` that of a turn
    that ran out of throws."""

    bank: list
    lost: float
    ends: bool = False
    limit: int = 0
    nothing: float = 0.0


@dataclass
class Plain:
    rules: RuleSet
    step: int = 0
    throws: dict = field(default_factory=dict)
    options: dict = field(default_factory=dict)

    def __post_init__(self):
        rules, every = self.rules, set()
        for dice in range(1, rules.dice + 1):
            count = Counter()
            for faces, often in throws(dice):
                count[self.offered(faces)] += often
            self.options[dice] = sorted({option for some in count for option in some})
            places = {option: at for at, option in enumerate(self.options[dice])}
            self.throws[dice] = [
                (share / 6**dice, [places[option] for option in some])
                for some, share in count.items()
            ]
            every |= {points for points, _, _ in self.options[dice]}
        credit = rules.blank_first_roll + rules.hot_dice_bonus
        self.blank = (credit, rules.dice, rules.hot_dice == "mandatory")
        toxic = sum(often for faces, often in throws(rules.dice) if faces.count(2) >= 4)
        self.toxic = toxic / 6**rules.dice
        self.toxic *= rules.toxic_twos
        if rules.blank_first_roll:
            every.add(credit)
        self.step = gcd(*every)
        self.target = -(-rules.target // self.step)

    def offered(self, faces):
        """Return what may be done with a throw: (points, dice left, must go on), or () for none."""
        rules, found = self.rules, set()
        for keep, points in keeps(rules, faces).items():
            hot = len(keep) == len(faces)
            four = has_scoring_four(rules, keep, len(faces))
            forced = (hot and rules.hot_dice == "mandatory") or (four and rules.roll_after_four)
            forced |= not hot and rules.dice - len(faces) + len(keep) < rules.bank_aside
            forced |= rules.lone_five and keep == (5,)
            forced |= rules.roll_after_sets and has_scoring_set(rules, keep, len(faces))
            worth = points + rules.hot_dice_bonus * hot
            found.add((worth, rules.dice if hot else len(faces) - len(keep), forced))
        return tuple(sorted(found))

    def turn(self, turn):
        """Return the value of a turn with the best play."""
        return TurnValues(self, turn).first()

    def least(self, entered):
        return -(-(self.rules.bank_min if entered else self.rules.entry_min) // self.step)

    def shaped(self, values, entered, lost):
        """Return a turn whose banks have these values from the minimum on."""
        least, rules = self.least(entered), self.rules
        bank = [value if at >= least else None for at, value in enumerate(values)]
        if entered:
            return Turn(bank, lost, limit=rules.bank_rolls, nothing=lost)
        return Turn(bank, lost, rules.entry_ends_turn, rules.entry_rolls, lost)

    def replies(self, tie):
        """Return {(entered, missing): the chance of a last turn that needs so many steps}."""
        found = {}
        for entered in (True, False):
            for missing in range(self.target + SEVERAL + 1):
                top = max(missing + 2, self.least(entered) + 1)
                values = [1.0 if at > missing else tie * (at == missing) for at in range(top)]
                turn = self.shaped(values, entered, 0.0)
                if self.rules.last_turn == "roll":
                    turn.limit = 1
                elif self.rules.last_turn == "chase":
                    turn.bank[: missing + 1] = [None] * (missing + 1)
                found[entered, missing] = self.turn(turn)
        return found

    def play_off(self):
        """Return the chance to win of the player who leads a play-off."""
        chance = 0.5
        before = 0.0
        while abs(chance - before) > 1e-9:
            before, replies = chance, []
            for at in range(SEVERAL):
                values = [1.0 if t > at else (1 - chance) * (t == at) for t in range(at + 9)]
                replies.append(self.turn(self.shaped(values, True, 0.0)))
            second = self.turn(self.shaped([1.0] * 9, True, 1 - chance))
            values = [1 - reply for reply in replies]
            chance = self.turn(self.shaped(values, True, 1 - second))
        return chance

    def ties(self):
        """Return the chance to win of a player who ties in the last turn, by order.

        An even order leads play-offs, if that depends on the seat; the lower half is first in a
        round that is finished.
        """
        rules, finishes = self.rules, self.rules.ending == "finish_round"
        can_tie = rules.ending == "final_round" or finishes
        ties = [0.5 if can_tie and rules.tie_break == "shared" else 0.0]
        if rules.tie_break == "playoff" and can_tie:
            leads = self.play_off()
            ties = [leads, 1 - leads] if rules.playoff_order == "seat" else [1 - leads]
        return ties * 2 if finishes else ties

    def ends(self, total, order):
        """Return whether reaching so many steps ends the game; the other player has this order."""
        rules, finishes = self.rules, self.rules.ending == "finish_round"
        seats = rules.tie_break == "playoff" and rules.playoff_order == "seat"
        if finishes and order < (2 if seats else 1):  # no turn of the round is left
            return True
        exactly = rules.ending == "exact" and total * self.step == rules.target
        return rules.ending in ("immediate", "only_exact") or exactly

    def solve(self, sweeps=40):
        """Return {((total, entered), (total, entered), order): the chance of who is to move}.

        `ties` explains `order`; totals count steps.
        """
        rules, target = self.rules, self.target
        ties = self.ties()
        orders = range(len(ties))
        replies = {}
        for order, tie in enumerate(ties):  # of the player whose last turn it is
            last_turns = rules.ending not in ("immediate", "only_exact")
            replies[order] = self.replies(tie) if last_turns else {}
        players = [(total, True) for total in range(target)]
        players += [(0, False)] if rules.entry_min else []
        pairs = sorted(product(players, players), key=lambda pair: -pair[0][0] - pair[1][0])
        pairs.sort(key=lambda pair: (not pair[0][1]) + (not pair[1][1]))
        win = {(*pair, order): 0.5 for pair in pairs for order in orders}

        def banked(total, other, order):
            if total < target:
                return 1 - win[other, (total, True), order]
            if self.ends(total, order):
                return 1.0
            return 1 - replies[order][other[1], total - other[0]]

        for group in ([pair for pair in pairs if pair[0][1] + pair[1][1] == n] for n in (2, 1, 0)):
            for _ in range(sweeps):
                changed = 0.0
                for me, other in group:
                    for order in orders:
                        then = orders[-1] - order
                        values = [
                            banked(me[0] + at, other, then)
                            for at in range(target + SEVERAL - me[0])
                        ]
                        if rules.ending == "immediate":
                            values = values[: max(target - me[0], self.least(me[1])) + 1]
                        lost = 1 - win[other, me, then]
                        if rules.ending == "only_exact":  # a turn beyond the target counts nothing
                            past = target + 1 - me[0]
                            values[past:] = [lost] * len(values[past:])
                        new = self.turn(self.shaped(values, me[1], lost))
                        changed = max(changed, abs(new - win[me, other, order]))
                        win[me, other, order] = new
                if changed < CLOSE:
                    break
        return win


class TurnValues:
    """The value of throwing each number of dice in one turn, by throws done and steps at risk."""

    def __init__(self, plain, turn):
        self.plain, self.turn = plain, turn
        self.top = len(turn.bank) - 1
        self.stages = turn.limit + 1 if turn.limit else 1
        row = [0.0] * (plain.rules.dice + 1)
        self.value = [[[*row] for _ in range(self.top + 1)] for _ in range(self.stages)]
        for stage in range(self.stages - 1, -1, -1):
            for at in range(self.top, -1, -1):
                over = turn.limit and stage == self.stages - 1
                if not (over and turn.bank[at] is None):
                    self.settle(stage, at)

    def settle(self, stage, at):
        """Value throws at the top again and again: there they lead to themselves."""
        done = stage + (1 if self.turn.limit else 2)
        for _ in range(60 if at == self.top else 1):
            before = list(self.value[stage][at])
            for dice in range(1, self.plain.rules.dice + 1):
                self.value[stage][at][dice] = self.throw(dice, at, done)
            if before == self.value[stage][at]:
                break

    def taken(self, options, at, done):
        """Return the value of each option after so many throws."""
        turn, step, top = self.turn, self.plain.step, self.top
        last = 0 < turn.limit <= done
        over, after, found = turn.ends or last, self.value[min(done, self.stages - 1)], []
        for points, dice, forced in options:
            to = min(top, at + points // step)
            bank, then = turn.bank[to], after[to][dice]
            if isinstance(bank, list):
                bank = bank[dice]
            if bank is None:
                found.append(turn.nothing if last else then)
            elif forced or (then > bank and not over):
                found.append(then)
            else:
                found.append(bank)
        return found

    def throw(self, dice, at, done):
        worth = 0.0
        taken = self.taken(self.plain.options[dice], at, done).__getitem__
        for share, some in self.plain.throws[dice]:
            if some:
                worth += share * max(map(taken, some))
            else:
                worth += self.without_score(dice, share, at, done)
        return worth

    def without_score(self, dice, share, at, done):
        plain, rules = self.plain, self.plain.rules
        whole = dice == rules.dice and (done == 1 or rules.blank_scope == "any_six")
        if rules.blank_first_roll and whole:
            [blank] = self.taken([plain.blank], at, done)
            return plain.toxic * self.turn.lost + (share - plain.toxic) * blank
        return share * self.turn.lost

    def first(self, dice=None, at=0):
        """Return the value of the first throw, which a second chance may repeat."""
        dice = dice or self.plain.rules.dice
        at = min(at, self.top)
        first = self.throw(dice, at, 1)
        if not self.plain.rules.second_chance:
            return first
        once = fails = 0.0
        taken = self.taken(self.plain.options[dice], at, 1)
        for share, some in self.plain.throws[dice]:
            if some:
                once += share * max([taken[place] for place in some])
            else:
                fails += share
        return once + fails * first
