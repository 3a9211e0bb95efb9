"""A scorer that knows only the sentences about a rule set, not the rule set itself."""

import re
from typing import ClassVar

from .bruteforce import BruteForce

KINDS = ("Three", "Four", "Five", "Six", "Seven", "Eight")
SHAPES = {(2, 2, 2): "Three different pairs", (4, 2): "Four of a kind and", (3, 3): "Two triplets"}


def number(digits):
    return int(digits.replace(",", ""))


def numbers(sentence):
    return [number(digits) for digits in re.findall(r"-?\d[\d,]*", sentence)]


class WordsScorer(BruteForce):
    """Scores by `sentences` about scores and house rules."""

    def __init__(self, sentences):
        self.known = {}
        """Points of a group of dice, or of a shape, by the first words of its sentence."""
        self.houses = {}
        """What a full house adds (key 0), or scores with three of a face (key: the face)."""
        self.toxic = False
        self.dice = 6
        self.wild = 0
        self.six = 0
        """Points of six of a kind as pairs or triplets."""
        for sentence in sentences:
            for start, learn in self.HOW.items():
                if re.match(start, sentence):
                    learn(self, sentence)
                    break
        super().__init__(self)

    def single(self, sentence):
        face, points = numbers(sentence)
        self.known[(face,)] = points

    def some_alike(self, sentence):
        count = KINDS.index(sentence.split()[0]) + 3
        for points, face in re.findall(r"([\d,]*\d) for (\d)s", sentence):
            self.known[(int(face),) * count] = number(points)

    def all_alike(self, sentence):
        count = KINDS.index(sentence.split()[0]) + 3
        for face in range(1, 7):
            self.known[(face,) * count] = numbers(sentence)[0]

    def further(self, sentence):
        every = range(1, self.dice - 2)  # how many dice more than three
        times, added = [1 + more for more in every], 0
        known = numbers(sentence)
        if "doubles it" in sentence:
            times = [2**more for more in every]
        elif sentence.startswith("Four or more"):
            listed = numbers(sentence.partition(" times ")[0])
            times, known = (listed + listed[-1:] * 4)[: self.dice - 3], known[len(listed) :]
        elif "the same" not in sentence:
            added, times, known = known[0], [1] * len(every), known[1:]
        for dice, points in list(self.known.items()):
            for more, factor in zip(every, times, strict=True):
                if len(dice) == 3 and isinstance(dice, tuple):
                    self.known[dice[:1] * (3 + more)] = points * factor + added * more
        face, *example = known
        assert example == [self.known[(face,) * (3 + more)] for more in every]

    def straight(self, sentence):
        found = re.fullmatch(r"[^(]*straight \(([\d or]+)\) scores ([\d,]+)\.", sentence)
        for shown in found[1].split(" or "):
            dice = tuple(map(int, shown.split()))
            self.known[dice] = max(self.known.get(dice, 0), number(found[2]))

    def number_of_dice(self, sentence):
        (self.dice,) = numbers(sentence)

    def shape(self, sentence):
        for start in SHAPES.values():
            if sentence.startswith(start):
                self.known[start] = numbers(sentence)[0]

    def house(self, sentence):
        self.houses[0] = numbers(sentence)[0]

    def house_with(self, sentence):
        face, points = numbers(sentence)
        self.houses[face] = points

    def six_as_pairs(self, sentence):
        (self.six,) = numbers(sentence)

    def jackpot(self, sentence):
        words = sentence.split()
        for face in (1,) if "1s" in words else range(1, 7):
            dice = (face,) * {"five": 5, "six": 6}[words[1]]
            points = numbers(sentence)[-1]
            self.known[dice] = max(points, self.known.get(dice, 0))

    def toxic_twos(self, sentence):
        self.toxic = True

    def is_wild(self, sentence):
        self.wild, again = numbers(sentence)
        assert again == self.wild

    def wild_number(self):
        return self.wild

    HOW: ClassVar = {
        r"A turn starts with": number_of_dice,
        r"A [15] scores": single,
        r"\w+ of a kind:": some_alike,
        r"\w+ of a kind scores ": all_alike,
        r"Each extra matching die|Four or more of a kind": further,
        r"A (low |high )?straight \(": straight,
        r"|".join(SHAPES.values()): shape,
        r"Six of a kind counts as": six_as_pairs,
        r"A full house": house,
        r"Jackpot:": jackpot,
        r"\ds are wild": is_wild,
        r"With three \ds it scores": house_with,
        r"Four or more 2s": toxic_twos,
    }

    def group(self, dice):
        if len(dice) == 6 == dice.count(dice[0]):
            return max(self.known.get(dice, 0), self.six)
        if dice in self.known:
            return self.known[dice]
        shape = sorted((dice.count(face) for face in set(dice)), reverse=True)
        if shape == [3, 2] and self.houses:
            three = sorted(dice)[2]
            return self.houses.get(three) or self.known.get((three,) * 3, 0) + self.houses[0]
        return self.known.get(SHAPES.get(tuple(shape)), 0)

    def is_toxic(self, throw):
        return self.toxic and throw.count(2) >= 4
