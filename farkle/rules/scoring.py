"""The scores of dice under a rule set: its combinations, and the keeps of a roll.

Kept dice score as their best split into combinations, and every die must be part of one. There are
only 923 different rolls of one to six dice, so a `ScoreTable` computes all scores at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement, islice
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from farkle.errors import translatable

from .declaration import MAX_DICE
from .fields import RuleFields

Dice = tuple[int, ...]
"""Faces from 1 to 6. A keep is sorted; a roll keeps its order."""

FACES: Final = range(1, 7)
NUMBERS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")


@dataclass(frozen=True, slots=True)
class Combination:
    """Dice that score together. `kind` is a key of `KINDS`; `dice` are sorted. `face` is the number
    that dice alike count as; 0 is their own."""

    kind: str
    dice: Dice
    points: int
    face: int = 0

    def __str__(self) -> str:
        return f"{self.name} {self.points:,}"

    @property
    def name(self) -> str:
        """For example, "a 1", "three 5s" or "a straight"."""
        if self.kind == "single":
            return f"a {self.dice[0]}"
        if self.kind in ("triple", "n_kind"):
            return f"{NUMBERS[len(self.dice)]} {self.number}s"
        return KINDS[self.kind]

    def to_dict(self) -> dict[str, Any]:
        """Return the fields for JSON; `face` only of a set that a wild number completes."""
        data = {"kind": self.kind, "dice": list(self.dice), "points": self.points}
        return {**data, "face": self.face} if self.face else data

    @property
    def number(self) -> int:
        """The number of a single die or of dice alike."""
        return self.face or self.dice[0]


KINDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "single": "a single",
        "triple": "three of a kind",
        "n_kind": "four or more of a kind",
        "straight": translatable("a straight"),
        "straight_low": translatable("a low straight"),
        "straight_high": translatable("a high straight"),
        "three_pairs": translatable("three pairs"),
        "four_plus_two": translatable("four of a kind and a pair"),
        "two_triplets": translatable("two triplets"),
        "full_house": translatable("a full house"),
        "jackpot": translatable("a jackpot"),
    }
)


JACKPOTS: Final[Mapping[str, tuple[Iterable[int], int]]] = {
    "five_ones": ((1,), 5),
    "six_ones": ((1,), 6),
    "five": (FACES, 5),
    "six": (FACES, 6),
}
"""The faces and the number of dice alike of each jackpot."""


def all_combinations(rules: RuleFields) -> Iterator[Combination]:
    """Yield all combinations that score under `rules`; those that a wild number completes are
    `completions` of them."""
    return (
        combination
        for combination in _combinations(rules)
        if combination.points > 0 and len(combination.dice) <= rules.dice
    )


def _combinations(rules: RuleFields) -> Iterator[Combination]:
    yield Combination("single", (1,), rules.single_1)
    yield Combination("single", (5,), rules.single_5)
    triples: dict[int, int] = {face: getattr(rules, f"triple_{face}") for face in FACES}
    for face, points in triples.items():
        yield Combination("triple", (face,) * 3, points)
        yield from _more_alike(rules, face, points)
        if rules.six_as_pairs:
            yield Combination("three_pairs", (face,) * 6, rules.three_pairs)
            yield Combination("two_triplets", (face,) * 6, rules.two_triplets)
    faces, count = JACKPOTS.get(rules.jackpot, ((), 0))
    for face in faces:
        yield Combination("jackpot", (face,) * count, rules.jackpot_worth)
    low, high = tuple(FACES)[:5], tuple(FACES)[1:]
    for straight in (low, high) if rules.dice == 5 else (tuple(FACES),):
        yield Combination("straight", straight, rules.straight)
    yield Combination("straight_low", low, rules.straight_low)
    yield Combination("straight_high", high, rules.straight_high)
    for pairs in combinations(FACES, 3):
        yield Combination("three_pairs", tuple(sorted(pairs * 2)), rules.three_pairs)
    for one, other in combinations(FACES, 2):
        yield Combination("two_triplets", (one,) * 3 + (other,) * 3, rules.two_triplets)
        for many, few in ((one, other), (other, one)):
            dice = tuple(sorted((many,) * 4 + (few,) * 2))
            yield Combination("four_plus_two", dice, rules.four_plus_two)
            if rules.full_house_bonus > 0:
                dice = tuple(sorted((many,) * 3 + (few,) * 2))
                yield Combination("full_house", dice, triples[many] + rules.full_house_bonus)


def _more_alike(rules: RuleFields, face: int, triple: int) -> Iterator[Combination]:
    """Yield four or more dice of one face, whose three are worth `triple`."""
    for count in range(4, rules.dice + 1):
        more = count - 3
        listed = min(more, len(rules.fixed_kinds)) - 1  # seven and eight alike count as six
        points = {
            "none": 0,
            "double": triple * 2**more,
            "linear": triple * (1 + more),
            "fixed": rules.fixed_kinds[listed],
            "plus": triple and triple + rules.kind_plus * more,
            "times": triple * rules.kind_times[listed],
        }[rules.n_kind]
        yield Combination("n_kind", (face,) * count, points)


def completions(combination: Combination, wild: int) -> Iterator[Combination]:
    """Yield `combination`, and the same with a wild number in place of some or all of its dice.
    Alone the wild number scores nothing."""
    dice = combination.dice
    if len(dice) == 1 or not wild:
        if dice != (wild,):
            yield combination
        return
    yield combination
    face = combination.number if len(set(dice)) == 1 else 0
    for shown in _with_wild(dice, wild):
        yield Combination(combination.kind, shown, combination.points, face)


@lru_cache(maxsize=1024)
def _with_wild(dice: Dice, wild: int) -> tuple[Dice, ...]:
    """Return the dice that a wild number in place of some or all of them makes."""
    kept = ((), *parts(dice))
    shown = (tuple(sorted((*part, *(wild,) * (len(dice) - len(part))))) for part in kept)
    return tuple(each for each in dict.fromkeys(shown) if each != dice)


def _counting(rules: RuleFields) -> Iterable[Combination]:
    """Return all combinations, those that a wild number completes included: for the same dice the
    best one, and among equals the one without a wild number."""
    if not rules.wild_face:
        return all_combinations(rules)
    found = [tuple(completions(combo, rules.wild_face)) for combo in all_combinations(rules)]
    best: dict[Dice, Combination] = {}
    for combo in chain(*(each[:1] for each in found), *(each[1:] for each in found)):
        if combo.dice not in best or combo.points > best[combo.dice].points:
            best[combo.dice] = combo
    return best.values()


FORCING: Final = "hot_dice bank_aside lone_five roll_after_four roll_after_sets"
"""The fields that force another roll; see `ScoreTable.forced_roll`."""

_FOURS: Final = ("n_kind", "four_plus_two", "jackpot")  # kinds with four or more dice alike


def _of_kinds(rules: RuleFields, *kinds: str) -> frozenset[Dice]:
    """Return the dice of these kinds of combinations."""
    found = (combo for combo in all_combinations(rules) if combo.kind in kinds)
    return frozenset(more.dice for combo in found for more in completions(combo, rules.wild_face))


def _has_one(keep: Dice, wanted: frozenset[Dice]) -> bool:
    """Return True if any of the `wanted` dice are all among those kept."""
    return not wanted.isdisjoint(parts(keep))


# A set of dice as one number, four bits per face: putting dice together is an addition.
def _key(dice: Iterable[int]) -> int:
    return sum(1 << 4 * (face - 1) for face in dice)


@lru_cache(maxsize=MAX_DICE)
def sets(most: int) -> tuple[Dice, ...]:
    """Return the different rolls of one to `most` dice, sorted, smaller ones first."""
    sizes = range(1, most + 1)
    return tuple(dice for size in sizes for dice in combinations_with_replacement(FACES, size))


_SET_OF_KEY: Final = {_key(dice): dice for dice in ((), *sets(MAX_DICE))}
_KEY_OF_SET: Final = {dice: key for key, dice in _SET_OF_KEY.items()}


class _Split(NamedTuple):
    points: int
    fewer: int  # minus the number of combinations, so that the shorter of equal splits wins
    last: Combination | None
    rest: int


class ScoreTable:
    """The scores of all dice under one rule set. `points` has the sorted dice that all score.
    `singles`: those of a roll in which no combinations count (field `full_throw_sets`)."""

    def __init__(self, rules: RuleFields, *, singles: bool = False) -> None:
        kinds = {"single"} if singles else KINDS
        counting = [combo for combo in _counting(rules) if combo.kind in kinds]
        self._few: ScoreTable | None = None
        if rules.full_throw_sets and not singles:
            self._few = ScoreTable(rules, singles=True)
        self._keep_all = rules.keep == "all"
        self._hot_rolls = rules.hot_dice == "mandatory"
        self._four_rolls = rules.roll_after_four
        self._five_rolls = rules.lone_five
        self._most_left = max(0, rules.dice - rules.bank_aside)
        self._toxic_twos = rules.toxic_twos
        self._dice = rules.dice
        self._splits = _best_splits(counting, rules.dice)
        self.points: Mapping[Dice, int] = {
            _SET_OF_KEY[key]: split.points
            for key, split in self._splits.items()
            if key and not self.is_toxic(_SET_OF_KEY[key])
        }
        self._sets: frozenset[Dice] = frozenset()
        if rules.roll_after_sets:
            self._sets = frozenset(
                dice for dice in self.points if len(self.breakdown(dice)) < len(dice)
            )
        self._keeps: dict[Dice, Mapping[Dice, int]] = {}
        self._wild = rules.wild_face
        self._fours = frozenset() if singles else _of_kinds(rules, *_FOURS)
        self.winning: frozenset[Dice] = frozenset()
        """Keeps with a jackpot that wins the game."""
        if rules.wins_by_jackpot and not singles:
            jackpots = _of_kinds(rules, "jackpot")
            self.winning = frozenset(keep for keep in self.points if _has_one(keep, jackpots))

    def of(self, dice: int) -> ScoreTable:
        """Return the scores of a roll of so many dice."""
        return self if self._few is None or dice == self._dice else self._few

    def is_toxic(self, throw: Dice) -> bool:
        """Return True if `throw` has four 2s that lose the turn (field `toxic_twos`)."""
        return self._toxic_twos and throw.count(2) >= 4

    def forced_roll(self, keep: Dice, left: int) -> str:
        """Return why the player must roll again after `keep`, whatever the points: the code of a
        refusal, or "". `left` is the number of dice not set aside: none with hot dice."""
        if self.winning and self.wins(keep, left):
            return ""
        if not left and self._hot_rolls:
            return "hot_dice_first"
        if self._four_rolls and self.of(len(keep) + left).has_four(keep):
            return "roll_first"
        if self._sets and self.has_set(keep, len(keep) + left):
            return "roll_first"
        if left > self._most_left:
            return "dice_left"
        if self._five_rolls and keep == (5,):
            return "roll_first"
        return ""

    def has_set(self, keep: Dice, thrown: int) -> bool:
        """Return True if dice of this keep count together, in a roll of so many (field
        `roll_after_sets`)."""
        return keep in self.of(thrown)._sets

    def has_four(self, keep: Dice) -> bool:
        """Return True if four or more of a kind score as such (field `roll_after_four`)."""
        if len(keep) < 4 or (not self._wild and max(map(keep.count, keep)) < 4):
            return False
        return _has_one(keep, self._fours)

    def wins(self, keep: Dice, left: int) -> bool:
        """Return True if keeping these dice, with so many left, wins the game at once."""
        return keep in self.of(len(keep) + left).winning

    def keeps(self, throw: Dice) -> Mapping[Dice, int]:
        """Return the points of each legal keep; empty means a farkle."""
        dice = tuple(sorted(throw))
        if dice not in self._keeps:
            self._keeps[dice] = MappingProxyType(self._find_keeps(dice))
        return self._keeps[dice]

    def legal(self, thrown: int) -> Iterable[tuple[Dice, int]]:
        """Return the keeps that some roll of so many dice allows, with their points."""
        if self._keep_all:
            throws = combinations_with_replacement(FACES, thrown)
            return {
                keep: points for throw in throws for keep, points in self.keeps(throw).items()
            }.items()
        # The other dice may show a number that makes nothing toxic.
        keeps = self.of(thrown).points.items()
        return [(keep, points) for keep, points in keeps if len(keep) <= thrown]

    def _find_keeps(self, dice: Dice) -> dict[Dice, int]:
        if self.is_toxic(dice):
            return {}
        points = self.of(len(dice)).points
        keeps = {part: points[part] for part in parts(dice) if part in points}
        if self._keep_all and keeps:
            # Any keep with the maximum number of dice counts as keeping all.
            most = max(map(len, keeps))
            keeps = {keep: points for keep, points in keeps.items() if len(keep) == most}
        return keeps

    def is_best(self, combination: Combination) -> bool:
        """Return True if its dice score the most as this combination."""
        split = self._splits.get(_KEY_OF_SET[combination.dice])
        if split is None or split.rest or self.is_toxic(combination.dice):
            return False
        return split.last == combination

    def breakdown(self, dice: Dice) -> tuple[Combination, ...]:
        """Return the best split of `dice`, highest first; () if any die scores nothing."""
        keep = tuple(sorted(dice))
        if keep not in self.points:
            return ()
        best: list[Combination] = []
        split = self._splits[_KEY_OF_SET[keep]]
        while split.last is not None:
            best.append(split.last)
            split = self._splits[split.rest]
        return tuple(sorted(best, key=lambda combination: (-combination.points, combination.dice)))


def _best_splits(counting: Iterable[Combination], most: int) -> dict[int, _Split]:
    """Return the best split of each set of up to `most` dice that scores as a whole, by its key."""
    by_size: dict[int, list[tuple[int, int, Combination]]] = {n: [] for n in range(1, most + 1)}
    for combo in counting:
        by_size[len(combo.dice)].append((_KEY_OF_SET[combo.dice], combo.points, combo))
    splits: dict[int, _Split] = {0: _Split(0, 0, None, 0)}
    # Smaller sets come first: their splits are final.
    for base, dice in islice(_SET_OF_KEY.items(), 1 + len(sets(most))):
        so_far = splits.get(base)
        if so_far is None:
            continue
        fewer = so_far.fewer - 1
        for size in range(1, most + 1 - len(dice)):
            for key, more, combo in by_size[size]:
                points, old = so_far.points + more, splits.get(base + key)
                if old is None or (points, fewer) > old[:2]:
                    splits[base + key] = _Split(points, fewer, combo, base)
    return splits


@lru_cache(maxsize=len(_SET_OF_KEY))
def parts(dice: Dice) -> tuple[Dice, ...]:
    """Return the distinct non-empty subsets of `dice` (sorted), smaller ones first."""
    return tuple(
        part for size in range(1, len(dice) + 1) for part in sorted(set(combinations(dice, size)))
    )


def check_dice(faces: Iterable[int], most: int) -> Dice:
    """Return `faces` as a tuple. Raise ValueError unless it is 1 to `most` faces from 1 to 6."""
    dice = tuple(faces)
    check_number(len(dice), most)
    for face in dice:
        if type(face) is not int or not 1 <= face <= 6:
            raise ValueError(f"A die shows 1 to 6, not {face!r}.")
    return dice


def check_number(dice: int, most: int) -> None:
    """Raise ValueError unless a roll can have this many of `most` dice."""
    if not 1 <= dice <= most:
        raise ValueError(f"A roll has one to {NUMBERS[most]} dice, not {dice}.")
