"""An exhaustive search for whether a rule set can be played.

It shares nothing with the checks of `farkle`; scores come from the brute-force scorer.
"""

from .bruteforce import BruteForce, has_scoring_four, has_scoring_set, throws, wins_at_once


class Search:
    def __init__(self, rules):
        self.rules = rules
        brute = BruteForce(rules)
        self.ways = {}  # dice thrown -> the possible (points, dice kept, another throw required)
        self.blank = False  # whether a throw of all dice can be blank
        for count in range(1, rules.dice + 1):
            found = set()
            for throw in throws(count):
                keeps = brute.keeps(throw)
                for keep, points in keeps.items():
                    forced = rules.roll_after_four and has_scoring_four(rules, keep, count)
                    forced |= rules.lone_five and keep == (5,)
                    forced |= rules.roll_after_sets and has_scoring_set(rules, keep, count)
                    forced &= not wins_at_once(rules, keep, count)
                    found.add((points, len(keep), forced))
                if count == rules.dice and not keeps and not brute.is_toxic(throw):
                    self.blank = rules.blank_first_roll > 0
            self.ways[count] = found

    def playable(self):
        """Return whether a player can get in, and can then bank a turn."""
        rules = self.rules
        entry = not rules.entry_min or self.can_bank(rules.entry_min, rules.entry_rolls)
        return entry and self.can_bank(rules.bank_min, rules.bank_rolls)

    def can_bank(self, need, limit):
        """Return whether a turn can be banked with `need` points within `limit` throws."""
        seen = set()
        todo = [(0, self.rules.dice, 0, 0)]
        while todo:
            at = todo.pop()
            if at in seen:
                continue
            seen.add(at)
            points, dice, thrown, hot = at
            times = 1 + hot if self.rules.hot_dice_times else 1
            for gained, left, forced in self.throw(dice, first=thrown == 0):
                total = min(points + gained * times, need)
                if total >= need and not forced:
                    return True
                if limit and thrown + 1 >= limit and total < need:
                    continue
                after = hot + (left == self.rules.dice) if self.rules.hot_dice_times else 0
                # Below the minimum more hot dice than points are needed for make no difference.
                todo.append((total, left, min(thrown + 1, max(limit, 1)), min(after, limit or 3)))
        return False

    def throw(self, dice, *, first):
        rules = self.rules
        for points, kept, always in self.ways[dice]:
            hot = kept == dice
            bonus = rules.hot_dice_bonus if hot else 0
            few = not hot and rules.dice - dice + kept < rules.bank_aside
            forced = always or few or (hot and rules.hot_dice == "mandatory")
            yield points + bonus, rules.dice if hot else dice - kept, forced
        if dice == rules.dice and self.blank and (first or rules.blank_scope == "any_six"):
            forced = rules.hot_dice == "mandatory"
            yield rules.blank_first_roll + rules.hot_dice_bonus, dice, forced
