"""Write the test vectors of farkle/vectors anew: `python -m tests.support.play.vectors`."""

import gzip
import json
import random
from dataclasses import replace
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import farkle
from farkle import PRESETS, Action, Bank, GameState, Record, Roll, RuleSet, keeps, score

FOLDER = Path(farkle.__file__).with_name("vectors")
THROWS = 10_000
HOUSE_RULES = {
    "piggybacking": replace(PRESETS["family"], building=True),
    "second chance, toxic 2s": replace(PRESETS["classic"], second_chance=True, toxic_twos=True),
    "hot dice bonus, six rounds": replace(PRESETS["specials"], hot_dice_bonus=500, rounds=6),
    "five dice": replace(PRESETS["standard"], dice=5),
    "eight dice": replace(PRESETS["standard"], dice=8),
    "keep all, roll after four": replace(PRESETS["4iam"], keep="all", roll_after_four=True),
}


def throws(rules: RuleSet, chance: random.Random) -> list[Any]:
    """Return each throw of up to six dice in sorted order, then random ones."""
    most = min(6, rules.dice)
    all_sorted = [
        list(dice)
        for count in range(1, most + 1)
        for dice in combinations_with_replacement(range(1, 7), count)
    ]
    more = THROWS - len(all_sorted)
    others = [chance.choices(range(1, 7), k=chance.randint(1, most)) for _ in range(more)]
    return [answer(rules, dice) for dice in all_sorted + others]


def answer(rules: RuleSet, dice: list[int]) -> list[Any]:
    legal = {"".join(map(str, keep)): points for keep, points in keeps(rules, dice).items()}
    return ["".join(map(str, dice)), score(rules, dice), legal]


def game(rules: RuleSet, players: int, chance: random.Random) -> dict[str, Any]:
    """Return the record of a game between players who choose at random, and bank at times."""

    def dice(count: int) -> list[int]:
        return chance.choices(range(1, 7), k=count)

    state, start = GameState.start(rules, players, dice)
    record = Record(rules, players, start)
    while state.phase != "over":
        actions = state.legal.actions
        banks = [action for action in actions if isinstance(action, Bank)]
        worth = [choice.total for choice in state.legal.choices]
        action: Action = chance.choice(actions)
        if banks and max(worth, default=0) >= 500:
            action = max(banks, key=lambda bank: len(bank.keep))
        elif isinstance(action, Bank):
            action = chance.choice([other for other in actions if isinstance(other, Roll)] or banks)
        state, events = state.apply(action, dice)
        record = record.and_then(action, events)
    return record.to_dict()


def games(rules: RuleSet, chance: random.Random) -> list[dict[str, Any]]:
    """Return a game of two and one of three, with a toxic roll in them if the rules have that."""
    while True:
        played = [game(rules, players, chance) for players in (2, 3)]
        if not rules.toxic_twos or '"toxic": true' in json.dumps(played):
            return played


def write() -> None:
    scored = {
        name: {"rules": rules.to_dict(), "throws": throws(rules, random.Random(name))}
        for name, rules in PRESETS.items()
    }
    played = {
        name: games(rules, random.Random(name)) for name, rules in (PRESETS | HOUSE_RULES).items()
    }
    for name, content in (("throws", scored), ("games", played)):
        text = json.dumps(
            {"format": f"farkle-{name}", "version": 1, name: content}, separators=(",", ":")
        )
        packed = gzip.compress(text.encode(), mtime=0)
        (FOLDER / f"{name}.json.gz").write_bytes(packed)


if __name__ == "__main__":
    write()
