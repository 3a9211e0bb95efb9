"""The choices after a throw by the chance to win against one other player, for the command line."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from farkle.ai.chance.table import Chances
from farkle.ai.review.worth import Worth
from farkle.ai.turn.advice import Answer, Moment, in_words
from farkle.engine.actions import Bank, Roll
from farkle.engine.state import GameState
from farkle.errors import FarkleError
from farkle.rules.ruleset import RuleSet
from farkle.rules.scoring import Dice

from .hints import hint


class NoSuchScores(FarkleError):
    """Raised for scores at which there is no decision to make."""


class Scores(NamedTuple):
    """The totals of the player to decide and of the other; 0 is not on the board yet, where the
    rules have an opening score. From the target on the other one has started the last round."""

    mine: int
    theirs: int


def best_to_win(
    rules: RuleSet, throw: Dice, moment: Moment, scores: Scores, chances: Chances | None
) -> Answer:
    """Return every choice after `throw` with the chance to win, best first. Raise NoSuchScores.

    `chances` are the solved ones of these rules; without them they are estimated.
    """
    state = _state(rules, throw, moment, scores)
    if not rules.table.keeps(throw):
        return ["Nothing scores: a farkle."], []
    worth = Worth(state.rules, chances, [state])
    choices = [
        (action, chance)
        for action, chance in worth.choices(state).items()
        if isinstance(action, Roll | Bank)
    ]
    exact = "Exact" if worth.exact else "Estimated"
    width = max(len(in_words(action, throw)) for action, _ in choices)
    lines = [f"{exact} chances to win, with best play on both sides:"]
    lines += [
        f"{in_words(action, throw):<{width}} {100 * chance:>6.2f}%" for action, chance in choices
    ]
    data = [
        {
            "do": "bank" if isinstance(action, Bank) else "roll",
            "keep": action.keep,
            "chance": chance,
            "exact": worth.exact,
        }
        for action, chance in choices
    ]
    why = hint(state)
    if why is not None and why.by == "win" and why.choices[0][0] == choices[0][0]:
        lines.append(str(why.why))
    return lines, data


def _state(rules: RuleSet, throw: Dice, moment: Moment, scores: Scores) -> GameState:
    rules = replace(rules, first_player="seat")
    is_last = not rules.rounds and scores.theirs >= rules.target
    if not rules.rounds and scores.mine >= rules.target:
        raise NoSuchScores(
            f"With {scores.mine:,} points, the target of {rules.target:,} is already reached."
        )
    if is_last and (rules.ending == "immediate" or _has_ended(rules, scores.theirs)):
        raise NoSuchScores(f"With {scores.theirs:,} points, the other player has already won.")
    begun, _ = GameState.start(rules, 2, lambda count: (1,) * count)
    entered = [_is_on_board(rules, total) for total in scores]
    entered[0] = entered[0] and moment.entered
    data = begun.to_dict() | {
        "scores": list(scores),
        "entered": entered,
        "throw": list(throw),
        "aside": [1] * (6 - len(throw)),
        "turn_points": moment.points,
        "rolls": max(moment.rolls, 2 if len(throw) < 6 else 1),
    }
    if is_last:
        data |= {"phase": "final", "leader": 1, "queue": [], "reached": [1]}
    return GameState.from_dict(rules, data)


def _is_on_board(rules: RuleSet, total: int) -> bool:
    """Return whether the player with this total is on the board, as far as it tells: penalties
    alone come to a multiple of theirs."""
    if total > 0 or not rules.entry_min:
        return True
    return bool(rules.farkle_penalty) and total % rules.farkle_penalty != 0


def _has_ended(rules: RuleSet, total: int) -> bool:
    return rules.ending == "exact" and total == rules.target
