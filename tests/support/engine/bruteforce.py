"""A second scorer that works differently: it tries every partition of the dice into groups.

It shares no code and no constant with `farkle`, and reads only the fields of a rule set. It is slow
on purpose, except that partitions and groups are computed once, because they do not depend on the
rules, and that the score of what a group leaves is known already.
"""

from functools import cache, lru_cache
from itertools import combinations_with_replacement, product

Sorted = tuple[int, ...]


@cache
def partitions(dice: Sorted) -> frozenset[tuple[Sorted, ...]]:
    """Return every partition of `dice` into groups; partitions and groups are sorted."""
    if not dice:
        return frozenset({()})
    return frozenset(
        tuple(sorted((group, *parted)))
        for group, others in first_groups(dice)
        for parted in partitions(others)
    )


@cache
def first_groups(dice: Sorted) -> tuple[tuple[Sorted, Sorted], ...]:
    """Return every group that the first of `dice` forms with any of the others, and the rest."""
    first, rest = dice[0], dice[1:]
    found = set()
    for mask in range(1 << len(rest)):
        group = (first, *(die for at, die in enumerate(rest) if mask >> at & 1))
        found.add((group, tuple(die for at, die in enumerate(rest) if not mask >> at & 1)))
    return tuple(found)


@cache
def throws(count: int) -> tuple[Sorted, ...]:
    """Return the different throws of `count` dice, sorted, out of all 6^count."""
    return tuple(
        sorted({tuple(sorted(dice)) for dice in product((1, 2, 3, 4, 5, 6), repeat=count)})
    )


@cache
def all_throws(most: int = 6) -> tuple[Sorted, ...]:
    return tuple(throw for count in range(1, most + 1) for throw in throws(count))


@cache
def keepable(throw: Sorted) -> tuple[Sorted, ...]:
    """Return every different choice of at least one die of `throw`."""
    masks = range(1, 1 << len(throw))
    return tuple({tuple(die for at, die in enumerate(throw) if mask >> at & 1) for mask in masks})


class BruteForce:
    """Scores and keeps under one rule set, by brute force."""

    def __init__(self, rules):
        self.rules = rules
        every = all_throws(rules.dice if rules else 6)
        natural = {throw: self.group(throw) for throw in every}
        wild = self.wild_number()
        self.worth = {throw: self.best(throw, natural, wild) for throw in every}
        self.scores = {}
        for throw in every:  # what a group leaves comes before
            self.scores[throw] = self._score(throw)

    def wild_number(self):
        return wild_number(self.rules)

    def best(self, dice, natural, wild):
        """Return the points of `dice` as a single combination, in which every wild die stands for
        the number that is worth most; alone it is worth nothing."""
        if len(dice) == 1:
            return 0 if dice == (wild,) else natural[dice]
        return max(natural[same] for same in without_wild(dice, wild))

    def group(self, dice):
        """Return the points of `dice` as a single combination; 0 if they are none."""
        rules = self.rules
        a, size = dice[0], len(dice)
        shape = sorted((dice.count(face) for face in set(dice)), reverse=True)
        if size == 1:
            return {1: rules.single_1, 5: rules.single_5}.get(a, 0)
        if dice == (1, 2, 3, 4, 5, 6):
            return rules.straight
        five = rules.straight if rules.dice == 5 else 0  # of five dice it is any straight
        if dice == (1, 2, 3, 4, 5):
            return max(rules.straight_low, five)
        if dice == (2, 3, 4, 5, 6):
            return max(rules.straight_high, five)
        if shape == [2, 2, 2]:
            return rules.three_pairs
        if shape == [3, 3]:
            return rules.two_triplets
        if shape == [4, 2]:
            return rules.four_plus_two
        if shape == [3, 2] and rules.full_house_bonus:
            three = sorted(dice)[2]  # the middle one of five dice belongs to the three
            return getattr(rules, "triple_" + str(three)) + rules.full_house_bonus
        if len(shape) > 1:
            return 0
        worth = max(self.alike(a, size), jackpot(rules, a, size))
        if size == 6 and rules.six_as_pairs:
            return max(worth, rules.three_pairs, rules.two_triplets)
        return worth

    def alike(self, face, size):
        """Return the points of at least three dice of one face as such; 0 for fewer."""
        rules = self.rules
        if size >= 3:
            triple = getattr(rules, "triple_" + str(face))
            if size == 3:
                return triple
            # The lists end at six of a kind, and more alike count as much.
            return {
                "none": 0,
                "double": triple * (1, 2, 4, 8, 16, 32)[size - 3],
                "linear": triple * (1, 2, 3, 4, 5, 6)[size - 3],
                "fixed": (*rules.fixed_kinds, *rules.fixed_kinds[-1:] * 2)[size - 4],
                "plus": triple and triple + (size - 3) * rules.kind_plus,
                "times": triple * (*rules.kind_times, *rules.kind_times[-1:] * 2)[size - 4],
            }[rules.n_kind]
        return 0

    def is_toxic(self, throw):
        return self.rules.toxic_twos and sum(die == 2 for die in throw) > 3

    def _score(self, dice):
        if self.is_toxic(dice):
            return 0
        worth, scores = self.worth, self.scores
        return max(
            [
                worth[group] + (scores[rest] if rest else 0)
                for group, rest in first_groups(dice)
                if worth[group] > 0 and (not rest or scores[rest])
            ],
            default=0,
        )

    def worths(self, dice):
        """Yield the points of the groups of each partition of `dice`."""
        for groups in partitions(dice):
            yield [self.worth[group] for group in groups]

    def worth_in(self, throw, keep):
        """Return the points of dice kept of this throw: of fewer than all only 1s and 5s score,
        where sets need a full throw."""
        if not self.rules.full_throw_sets or len(throw) == self.rules.dice:
            return self.scores[keep]
        worths = [self.worth[(die,)] for die in keep]
        return sum(worths) if min(worths) else 0

    def keeps(self, throw):
        """Return every legal keep of `throw` with its points."""
        if self.is_toxic(throw):
            return {}
        found = {keep: self.worth_in(throw, keep) for keep in keepable(throw)}
        found = {keep: points for keep, points in found.items() if points}
        if self.rules.keep == "all":
            most = max((len(keep) for keep in found), default=0)
            found = {keep: points for keep, points in found.items() if len(keep) == most}
        return found


@cache
def without_wild(dice: Sorted, wild: int) -> frozenset[Sorted]:
    """Return all that `dice` can stand for if each `wild` one is any number."""
    others = [die for die in dice if die != wild]
    instead = combinations_with_replacement((1, 2, 3, 4, 5, 6), len(dice) - len(others))
    return frozenset(tuple(sorted((*others, *chosen))) for chosen in instead)


def wild_number(rules):
    names = ("none", "ones", "twos", "threes", "fours", "fives", "sixes")
    return names.index(rules.wild)


def jackpot(rules, face, count):
    """Return the points of the jackpot if so many of this face are one."""
    worth = rules.jackpot_points
    if rules.jackpot_wins and not rules.rounds:
        worth = max(rules.target, rules.entry_min, rules.bank_min)
    if {"five_ones": 5, "six_ones": 6}.get(rules.jackpot) == count and face == 1:
        return worth
    if {"five": 5, "six": 6}.get(rules.jackpot) == count:
        return worth
    return 0


def wins_at_once(rules, keep, thrown=8):
    """Return whether these dice, of a throw of so many, have a jackpot that wins the game."""
    if not rules.jackpot_wins or rules.rounds or rules.jackpot == "none":
        return False
    if rules.full_throw_sets and thrown < rules.dice:
        return False
    size = 5 if rules.jackpot.startswith("five") else 6
    faces = (1,) if rules.jackpot.endswith("ones") else (1, 2, 3, 4, 5, 6)
    wild = keep.count(wild_number(rules))
    return any(
        keep.count(face) + (wild if face != wild_number(rules) else 0) >= size for face in faces
    )


def has_scoring_set(rules, keep, thrown=8):
    """Return whether some of these dice, of a throw of so many, count together: the best score has
    fewer groups than dice."""
    if not keep or (rules.full_throw_sets and thrown < rules.dice):
        return False
    brute = brute_force(rules)
    found = [(sum(worths), -len(worths)) for worths in brute.worths(keep) if min(worths) > 0]
    return max(found)[1] > -len(keep)


def has_scoring_four(rules, keep, thrown=8):
    """Return whether four or more alike among these dice are worth something as such, in a throw of
    so many dice."""
    if rules.full_throw_sets and thrown < rules.dice:
        return False
    return any(has_natural_four(rules, same) for same in without_wild(keep, wild_number(rules)))


def has_natural_four(rules, keep):
    """Return the same of dice without a wild one."""
    counts = {face: keep.count(face) for face in keep}
    most, *others = sorted(counts.values(), reverse=True) or [0]
    if rules.four_plus_two and most >= 4 and others and others[0] >= 2:
        return True
    for face, count in counts.items():
        if any(jackpot(rules, face, some) for some in range(5, count + 1)):
            return True
        if count >= 4 and rules.n_kind == "fixed" and any(rules.fixed_kinds[: count - 3]):
            return True
        if count >= 4 and rules.n_kind in ("double", "linear", "plus"):
            return getattr(rules, f"triple_{face}") > 0
        if count >= 4 and rules.n_kind == "times" and any(rules.kind_times[: count - 3]):
            return getattr(rules, f"triple_{face}") > 0
    return False


@lru_cache(maxsize=4)
def brute_force(rules):
    return BruteForce(rules)
