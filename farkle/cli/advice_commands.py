"""Commands about the best play: after a roll, at the start of a turn, and between computers."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, groupby
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Any

from farkle.ai.estimate.judge import Judge
from farkle.ai.hints.hints import hint
from farkle.ai.players import LEVELS, decide
from farkle.ai.turn.solver import solve
from farkle.engine.actions import Bank, Roll
from farkle.engine.state import GameState
from farkle.engine.transition import Source
from farkle.rules.named_dice import Weights, check_chosen
from farkle.rules.named_odds import cups_of
from farkle.rules.ruleset import RuleSet
from farkle.rules.scoring import Dice
from farkle.text.examples import percent
from farkle.text.message import faces

from .arguments import Answer, WrongCall, dice_from, levels_from
from .files import make_folder, rules_of

if TYPE_CHECKING:
    from farkle.ai.chance.table import Chances

# Modules that need numpy are imported where they are used, because it takes a moment to load.


def rolled_by(random: Random) -> Source:
    """Return a source of dice rolled by `random`."""

    def roll(count: int, weights: Sequence[Weights] = ()) -> list[int]:
        if weights:
            return [random.choices(range(1, 7), weights=each)[0] for each in weights]
        return [random.randint(1, 6) for _ in range(count)]

    return roll


# After a roll


def run_best(args: Namespace) -> Answer:
    rules = rules_of(args)
    throw = dice_from(args.dice, rules.dice)
    letters, cup = _named_dice(args, rules, throw)
    if args.scores is not None:
        return _best_to_win(args, rules, throw)
    plan = solve(rules, "enter" if args.not_in else "points", letters)
    choices = plan.choices(args.turn, throw, rolls=args.throws, cup=cup)
    if not choices:
        return Answer(["Nothing scores: a farkle."], [])
    worths, data = [], []
    for action, points, chance in choices:
        banked = f", banked in {percent(Fraction(chance))}%" if isinstance(action, Roll) else ""
        worths.append((action, f"{points:>8,.1f} points{banked}"))
        data.append(_describe(action) | {"points": points, "chance": chance})
    return Answer(_align(worths, throw, rules), data)


def _named_dice(args: Namespace, rules: RuleSet, throw: Dice) -> tuple[str, str]:
    """Return the player's named dice and those that show `throw`; "" without. Raise WrongCall."""
    if args.named is None:
        if args.lying is not None:
            raise WrongCall("--lying needs --named.")
        return "", ""
    if args.scores is not None:
        raise WrongCall("The chance to win isn't known with named dice. Leave out --scores.")
    letters = check_chosen(args.named, rules.dice)
    lying = letters if args.lying is None else args.lying
    if lying not in cups_of(letters) or len(lying) != len(throw):
        raise WrongCall(f"--lying needs {len(throw)} of the dice {letters}, in their order.")
    return letters, lying


def _best_to_win(args: Namespace, rules: RuleSet, throw: Dice) -> Answer:
    from farkle.ai.chance.files import find_chances
    from farkle.ai.chance.position import Exact
    from farkle.ai.review.worth import Worth

    _check_totals(rules, *args.scores)
    _check_points(rules, args.turn)
    state = _state_after_roll(args, rules, throw)
    if not rules.table.keeps(throw):
        return Answer(["Nothing scores: a farkle."], [])
    chances = find_chances(rules, args.tables)
    worth = Worth(state.rules, None if chances is None else Exact(chances), [state])
    worths, data = [], []
    for action, chance in worth.choices(state).items():
        if isinstance(action, Roll | Bank):
            worths.append((action, f"{100 * chance:>6.2f}%"))
            data.append(_describe(action) | {"chance": chance, "exact": worth.exact})
    exact = "Exact" if worth.exact else "Estimated"
    head = f"{exact} chances to win, with best play on both sides:"
    lines = [head, *_align(worths, throw, rules)]
    why = hint(state)
    if why is not None and why.by == "win" and why.choices[0][0] == worths[0][0]:
        lines.append(str(why.why))
    return Answer(lines, data)


def _state_after_roll(args: Namespace, rules: RuleSet, throw: Dice) -> GameState:
    """Return the state of --scores after `throw`. If the other player has reached the target, this
    is the last turn. Raise WrongCall for scores at which there is no decision to make."""
    own, theirs = args.scores
    if args.not_in and not rules.entry_min:
        raise WrongCall("Everyone is on the board from the start under these rules.")
    if args.not_in and own > 0:
        raise WrongCall("A player who isn't on the board yet has no points.")
    _check_target(rules, own)
    changes: dict[str, Any] = {}
    if not rules.rounds and theirs >= rules.target:
        if not rules.has_last_turns or rules.wins_at(theirs):
            raise WrongCall(f"With {theirs:,} points, the other player has already won.")
        changes = {"phase": "final", "leader": 1, "queue": [], "reached": [1]}
    if args.not_in:
        changes["entered"] = [False, _is_on_board(rules, theirs)]
    return _state_at(
        rules,
        (own, theirs),
        throw=list(throw),
        aside=[1] * (rules.dice - len(throw)),
        turn_points=args.turn,
        rolls=max(args.throws, 2 if len(throw) < rules.dice else 1),
        **changes,
    )


def _align(worths: Sequence[tuple[Roll | Bank, str]], throw: Dice, rules: RuleSet) -> list[str]:
    """Return a line for each choice, such as "keep 1, roll 5", with its worth."""
    names = []
    for action, _ in worths:
        kept = f"keep {faces(action.keep)}, " if action.keep else ""
        dice = len(throw) - len(action.keep) or rules.dice
        names.append(f"{kept}bank" if isinstance(action, Bank) else f"{kept}roll {dice}")
    width = max(map(len, names))
    return [f"{name:<{width}} {worth}" for name, (_, worth) in zip(names, worths, strict=True)]


def _describe(action: Roll | Bank) -> dict[str, Any]:
    return {"do": action.do, "keep": action.keep}


# At the start of a turn


def run_chance(args: Namespace) -> Answer:
    from farkle.ai.chance.game import CannotBeSolved

    rules, totals = rules_of(args), (args.mine, args.theirs)
    _check_totals(rules, *totals)
    for total in totals:
        _check_target(rules, total)
    try:
        chances = _solve(args.tables, totals, rules)
    except CannotBeSolved as why:
        # The estimate of Abacus, in the first round.
        chance = Judge(rules).view(_state_at(rules, totals)).roll(0)
        lines = [f"About {100 * chance:.0f}% to win (estimate).", str(why)]
        return Answer(lines, {"chance": chance, "exact": False, "why": str(why), "do": "roll"})
    entered = (_is_on_board(rules, args.mine), _is_on_board(rules, args.theirs))
    chance = chances.to_move(*totals, entered=entered)
    banks = _banks(chances, totals, entered)
    first = ", in the first turn of the game" if rules.rounds else ""
    lines = [
        f"{100 * chance:.2f}% to win{first}, with best play on both sides.",
        "Roll to start your turn.",
    ]
    missing = 0 if rules.rounds else -(-rules.target // chances.grid) * chances.grid - args.mine
    for points, group in groupby(banks, lambda dice: banks[dice]):
        *others, last = map(str, group)
        number = f"{', '.join(others)} or {last}" if others else last
        left = f"{number} {'die' if number == '1' else 'dice'} left"
        if points == missing:
            lines.append(f"With {left}, bank once you reach the target.")
        else:
            lines.append(f"With {left}, bank at {points:,} or more.")
    return Answer(lines, {"chance": chance, "exact": True, "do": "roll", "bank_from": banks})


def _banks(chances: Chances, totals: tuple[int, int], entered: tuple[bool, bool]) -> dict[int, int]:
    """Return, for each number of dice left, the points from which on the turn is always banked."""
    import numpy as np

    from farkle.ai.chance.game import Start
    from farkle.ai.chance.position import Exact
    from farkle.ai.chance.walk import Walk

    exact, rounds = Exact(chances), chances.rules.rounds
    game, (own, theirs) = exact.game, (total // chances.grid for total in totals)
    ends = [
        exact.ends_below_target(Start(own, theirs, entered, order, left=2 * rounds))
        for order in range(1 if rounds else game.orders)
    ]
    bank = np.mean([bank for bank, _, _ in ends], axis=0)[..., None]
    lost = np.mean([[lost] for _, lost, _ in ends], axis=0)
    walk = Walk(game.throws, bank, lost, game.inside if entered[0] else game.outside)
    banks = {}
    for dice in range(1, game.throws.lines):
        rolls = walk.rolls[dice, : walk.top, 0] > walk.bank[dice, : walk.top, 0] + 1e-12
        last = max(np.flatnonzero(rolls).tolist(), default=-1)
        banks[dice] = max(walk.manner.least, last + 1) * chances.grid
    return banks


def _solve(tables: str | None, totals: tuple[int, int], rules: RuleSet) -> Chances:
    """Return the solved chances, from a file or by solving (and saving) them now.

    Raise CannotBeSolved, also for totals so low that the chances would not be exact.
    """
    from farkle.ai.chance.files import find_chances, keep, plain
    from farkle.ai.chance.game import CannotBeSolved, Game, why_not
    from farkle.ai.chance.table import solve

    why = why_not(rules)
    if why:
        raise CannotBeSolved(why)
    game = Game(rules)
    if game.penalty and min(totals) < game.exact_from * game.grid:
        raise CannotBeSolved(f"Below {game.exact_from * game.grid:,} points it is only estimated.")
    chances = find_chances(rules, tables)
    if chances is not None:
        return chances
    folder = make_folder(tables) if tables else None
    print("Solving these rules. This can take two minutes.", file=sys.stderr, flush=True)
    chances = solve(plain(rules))
    if folder:
        try:
            keep(chances, folder)
        except OSError as error:
            print(f"The solution can't be saved in {folder}: {error.strerror}.", file=sys.stderr)
    return chances


# Totals. With an opening score, a total of 0 is not on the board


def _check_totals(rules: RuleSet, *totals: int) -> None:
    falls = rules.farkle_costs[0] and rules.penalty_floor != "zero"
    if min(totals) < 0 and not falls:
        raise WrongCall("No total falls below zero under these rules.")
    _check_points(rules, *totals)


def _check_points(rules: RuleSet, *totals: int) -> None:
    from farkle.ai.chance.game import grid_of

    grid = grid_of(rules)
    for points in totals:
        if points % grid:
            raise WrongCall(
                f"Points are multiples of {grid:,} under these rules; {points:,} isn't."
            )


def _check_target(rules: RuleSet, total: int) -> None:
    if not rules.rounds and total >= rules.target:
        raise WrongCall(
            f"With {total:,} points, the target of {rules.target:,} is already reached."
        )


def _is_on_board(rules: RuleSet, total: int) -> bool:
    """Return False if the rules have an opening score, and the total is zero or penalties alone."""
    if total > 0 or not rules.entry_min:
        return True
    penalty = rules.farkle_costs[0]
    return penalty > 0 and total % penalty != 0


def _state_at(rules: RuleSet, totals: tuple[int, int], **changes: object) -> GameState:
    """Return a state of a game of two in which the player with the first total is to move."""
    rules = replace(rules, first_player="seat")
    state, _ = GameState.start(rules, 2, lambda count: (1,) * count)
    entered = [_is_on_board(rules, total) for total in totals]
    standing = {"scores": list(totals), "entered": entered, **changes}
    return GameState.from_dict(rules, state.to_dict() | standing)


# Between computers


def run_simulate(args: Namespace) -> Answer:
    """Play games between the levels or, without names, between every pair of levels, moving players
    one seat on after every game."""
    dice = args.throw if args.seed is None else rolled_by(Random(args.seed))
    rules, levels, games = rules_of(args), levels_from(args.levels), args.games
    if args.named and len(args.named) != len(levels):
        raise WrongCall("--named needs a set of dice for each computer player.")
    every = list(LEVELS)[::-1]
    tables = [tuple(levels)] if levels else list[tuple[str, ...]](combinations(every, 2))
    lines, data = [], []
    for table in tables:
        wins = [0.0] * len(table)
        for game in range(games):
            seats = [(place + game) % len(table) for place in range(len(table))]
            chosen = [args.named[place] for place in seats] if args.named else ()
            end = _play_out(rules, [table[place] for place in seats], dice, chosen)
            for seat in end.winners:
                wins[seats[seat]] += 1 / len(end.winners)
        for level, won in zip(table, wins, strict=True):
            low, high = interval(won, games)
            share = f"{won / games:.1%} ({low:.1%} to {high:.1%})"
            lines.append(f"{LEVELS[level].name} wins {won:,.10g} of {games:,} games: {share}")
        data.append({"games": games, "levels": table, "wins": wins})
    return Answer(lines, data)


def interval(won: float, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of the share of games won (Wilson's interval)."""
    share, width = won / games, 1.96**2 / games
    middle = share + width / 2
    spread = sqrt(width * (share * (1 - share) + width / 4))
    return max(0.0, (middle - spread) / (1 + width)), min(1.0, (middle + spread) / (1 + width))


def _play_out(
    rules: RuleSet, levels: Sequence[str], dice: Source, chosen: Sequence[str]
) -> GameState:
    state, _ = GameState.start(rules, len(levels), dice, None, chosen)
    while state.phase != "over":
        state, _ = state.apply(decide(state, levels[state.current]), dice)
    return state
