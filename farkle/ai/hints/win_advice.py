"""The choices after a throw by the chance to win against one other player, for the command line."""

from __future__ import annotations

from typing import NamedTuple

from farkle.ai.chance.answer import is_on_board, state_at
from farkle.ai.chance.position import Exact
from farkle.ai.chance.table import Chances
from farkle.ai.review.worth import Worth
from farkle.ai.turn.advice import Answer, Moment, align, describe
from farkle.engine.actions import Bank, Roll
from farkle.engine.state import GameState
from farkle.errors import FarkleError
from farkle.rules.ruleset import RuleSet
from farkle.rules.scoring import Dice

from .hints import hint


class NoSuchScores(FarkleError):
    """Raised for scores at which there is no decision to make."""


class Scores(NamedTuple):
    """The totals of the player to decide and of the opponent. With an opening score, 0 is not on
    the board. If the opponent has reached the target, this is the last turn."""

    own: int
    theirs: int


def best_to_win(
    rules: RuleSet, throw: Dice, moment: Moment, scores: Scores, chances: Chances | None
) -> Answer:
    """Return every choice after `throw` with the chance to win, best first. Without solved
    `chances` of these rules they are estimated. Raise NoSuchScores."""
    state = _state(rules, throw, moment, scores)
    if not rules.table.keeps(throw):
        return ["Nothing scores: a farkle."], []
    worth = Worth(state.rules, None if chances is None else Exact(chances), [state])
    choices = [
        (action, chance)
        for action, chance in worth.choices(state).items()
        if isinstance(action, Roll | Bank)
    ]
    exact = "Exact" if worth.exact else "Estimated"
    lines = [f"{exact} chances to win, with best play on both sides:"]
    lines += align([(action, f"{100 * chance:>6.2f}%") for action, chance in choices], throw)
    data = [
        describe(action) | {"chance": chance, "exact": worth.exact} for action, chance in choices
    ]
    why = hint(state)
    if why is not None and why.by == "win" and why.choices[0][0] == choices[0][0]:
        lines.append(str(why.why))
    return lines, data


def _state(rules: RuleSet, throw: Dice, moment: Moment, scores: Scores) -> GameState:
    is_last = not rules.rounds and scores.theirs >= rules.target
    if not rules.rounds and scores.own >= rules.target:
        raise NoSuchScores(
            f"With {scores.own:,} points, the target of {rules.target:,} is already reached."
        )
    has_won = rules.ending == "exact" and scores.theirs == rules.target
    if is_last and (rules.ending == "immediate" or has_won):
        raise NoSuchScores(f"With {scores.theirs:,} points, the other player has already won.")
    entered = [is_on_board(rules, total) for total in scores]
    last = {"phase": "final", "leader": 1, "queue": [], "reached": [1]} if is_last else {}
    return state_at(
        rules,
        scores,
        entered=[entered[0] and moment.entered, entered[1]],
        throw=list(throw),
        aside=[1] * (6 - len(throw)),
        turn_points=moment.points,
        rolls=max(moment.rolls, 2 if len(throw) < 6 else 1),
        **last,
    )
