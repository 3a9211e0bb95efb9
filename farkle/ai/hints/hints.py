"""Hints: the value of each choice, the best one, and the reason.

Choices are measured by the points of the turn, or by the chance to get on the board before that;
and by the chance to win where it recommends another choice. Against one other player under a solved
rule set the chances are exact; otherwise the best choice is that of Abacus.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from farkle.ai.estimate.judge import is_last
from farkle.ai.exact import exact_of
from farkle.ai.players import (
    Decision,
    chances_to_win,
    choices_of,
    decide,
    plan_of,
    prepare,
    reach_choices,
)
from farkle.ai.review.winning import MISTAKE
from farkle.engine.actions import Bank, Build, Roll
from farkle.engine.legality import Choice, farkle_chance_after
from farkle.engine.state import GameState
from farkle.rules.scoring import Dice
from farkle.text.message import COUNTED, Param, Sentence, faces, name_dice, say

from .hint_words import WHY

Measure = Literal["points", "entry", "win"]
Params = dict[str, int | str]

_TOLERANCES: Final = {"points": 1.5, "entry": 0.01, "win": MISTAKE}
"""Choices whose values differ by less count as equal."""

_SOLVED_TOLERANCE: Final = 1e-7
"""Solved chances that differ by less count as equal."""

_SOON_TURNS: Final = 1.5
"""A side that needs at most this many average turns may win soon."""

_MIN_SURE: Final = 0.9995
_MAX_HOPELESS: Final = 0.0005


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint. `choices` are actions with their values, the recommended one first, then best first.

    `by` is the measure: points of the turn, the chance to get on the board, or the chance to win.
    `code` is a key of `WHY`; in `params`, `dice` is a number, `keep` and `other` are faces, `rival`
    is a seat, and chances are whole percentages. `exact`: chances are solved, not estimated.
    """

    by: Measure
    choices: tuple[tuple[Decision, float], ...]
    code: str
    params: Mapping[str, int | str]
    exact: bool

    @property
    def why(self) -> Sentence:
        """The reason for the first choice, in one sentence."""
        params: dict[str, Param] = {**self.params}
        if "dice" in self.params:
            params["dice"] = COUNTED[int(self.params["dice"])]
        for name in ("keep", "other"):
            if name in self.params:
                params[name] = name_dice(map(int, str(self.params[name]).split()))
        if "rival" in self.params:
            params["rival"] = say("the other player")
        return WHY[self.code].with_params(**params)

    def to_dict(self) -> dict[str, Any]:
        """Return {"by", "exact", "choices": [[do, keep, value], ...], "why": [code, params]}."""
        return {
            "by": self.by,
            "exact": self.exact,
            "choices": [
                [
                    type(action).__name__.lower(),
                    "" if isinstance(action, Build) else "".join(map(str, action.keep)),
                    round(worth, 1 if self.by == "points" else 4),
                ]
                for action, worth in self.choices
            ],
            "why": [self.code, dict(self.params)],
        }


NO_HINT: Final = Hint("points", (), "unknown", {}, exact=False)
"""Stands for a hint that could not be worked out."""


def hint(state: GameState) -> Hint | None:
    """Return a hint for the current player, or None if there is no choice."""
    if state.phase == "over":
        return None
    best, exact = decide(state, "abacus"), _exact(state)
    if exact and exact.get(best, 0.0) < max(exact.values()) - _SOLVED_TOLERANCE:
        best = max(exact, key=lambda action: exact[action])
    by, worths = _measure(state, best, exact)
    first = worths.pop(best, None)
    if first is None or not worths:
        return None
    # Among equals the larger keep first: "banking 600 would lose" says more than 500.
    ranked = sorted(worths.items(), key=lambda item: (item[1], len(_keep(item[0]))), reverse=True)
    code, params = _reason(state, by, (best, first), ranked)
    return Hint(by, ((best, first), *ranked), code, params, bool(exact))


def _exact(state: GameState) -> dict[Decision, float] | None:
    """Return the solved chance to win after every choice, None where it is not known."""
    solved = exact_of(state) if state.throw or state.legal.build is None else None
    if solved is None:
        return None
    ends = {Roll(choice.keep) for choice in state.legal.choices if choice.ends}
    return {act: chance for act, chance in solved.choices(state).items() if act not in ends}


def _measure(
    state: GameState, best: Decision, exact: dict[Decision, float] | None
) -> tuple[Measure, dict[Decision, float]]:
    """Return the measure by which `best` is the best, and the value of every choice."""
    wins = exact or chances_to_win(state)
    if not state.throw:
        return "win", wins or {}
    plan = plan_of(state)
    listed = choices_of(plan, state)
    if listed and listed[0][0] == best:
        if plan.goal == "enter":
            return "entry", {action: chance for action, _, chance in listed}
        worths: dict[Decision, float] = {action: points for action, points, _ in listed}
        if not (wins and _is_even("points", best, worths)) or _is_even("win", best, wins):
            return "points", worths
    if wins:
        return "win", wins
    # A last turn that needs very many points: use the chance to reach them.
    return "win", {action: chance for action, _, chance in reach_choices(state)}


def _is_even(by: Measure, best: Decision, worths: Mapping[Decision, float]) -> bool:
    """Return whether `best` is about as good as the best choice of the other kind, or as any other
    if all are of one kind."""
    others = {action: worth for action, worth in worths.items() if action != best}
    kinds = [worth for action, worth in others.items() if type(action) is not type(best)]
    return worths.get(best, 0.0) - max(kinds or others.values(), default=0.0) < _TOLERANCES[by]


def _reason(
    state: GameState,
    by: Measure,
    best: tuple[Decision, float],
    others: list[tuple[Decision, float]],
) -> tuple[str, Params]:
    """Return the reason for the best choice, compared with the best of the other kind."""
    action, worth = best
    if not state.throw:
        points, less = state.offer[0] if state.offer else 0, others[0][1]
        if worth - less < _TOLERANCES[by]:
            return "build_even", {"points": points}
        code = "build" if isinstance(action, Build) else "no_build"
        return code, {"points": points, "chance": _percent(worth), "less": _percent(less)}
    does, other_kind = ("bank", Roll) if isinstance(action, Bank) else ("roll", Bank)
    rival = next((choice for choice in others if isinstance(choice[0], other_kind)), None)
    if rival is None:
        return _among_keeps(state, by, best, others[0])
    other, less = rival
    bank, roll = (action, other) if does == "bank" else (other, action)
    params: Params = {"points": _choice(state, bank).total}
    banked, kept_dice = faces(_keep(bank)), faces(_keep(roll))
    if by == "entry":
        return "entry_bank", {**params, "keep": banked}
    dice = params["dice"] = _choice(state, roll).dice
    keep = banked if does == "bank" else kept_dice
    if keep:
        params["keep"] = keep
    none = "" if keep else "_all"  # nothing scored, and yet the roll is worth points
    if does == "bank" and by == "win" and worth > _MIN_SURE:
        return f"win_now{none}", params
    if does == "roll" and by == "win" and less < _MAX_HOPELESS:
        return f"win_not{none}", params
    if worth - less < _TOLERANCES[by]:
        two = banked != kept_dice and banked and kept_dice
        return f"{by}_even{'_two' if two else none}", {
            **params,
            **({"keep": banked, "other": kept_dice} if two else {}),
        }
    if by == "points":
        farkle = _percent(float(farkle_chance_after(state, _keep(roll), dice)))
        return f"points_{does}{none}", {**params, "more": _about(worth - less), "farkle": farkle}
    code, more = ("", {}) if none else _because(state, does, int(params["points"]))
    chances: Params = {"chance": _percent(worth), "less": _percent(less)}
    return f"win_{does}{none or code}", {**params, **chances, **more}


def _because(state: GameState, does: str, points: int) -> tuple[str, Params]:
    """Return the reason why points and the chance to win recommend different choices: the end of a
    code of `WHY` and its params. Empty if there is no simple reason."""
    rules, judge = state.rules, prepare(state.rules).judge
    rivals = [seat for seat in state.order if state.side(seat) != state.side(state.current)]
    plan = plan_of(state)
    other = isinstance(choices_of(plan, state)[0][0], Roll if does == "bank" else Bank)
    if not other or plan.goal == "enter" or is_last(state) or rules.rounds or not rivals:
        return "", {}
    rival = max(rivals, key=state.total)
    total, soon = state.total(state.current) + points, _SOON_TURNS * judge.turns.average
    need = rules.target - state.total(rival)
    if need <= soon:
        return "_near", {"rival": rival, "need": need}
    if does == "roll":
        behind = state.total(rival) - total
        return ("_behind", {"need": behind}) if behind > 0 else ("", {})
    if total > state.total(rival):
        return "_ahead", {}
    left = rules.target - total
    return ("_left", {"need": left}) if 0 < left <= soon else ("", {})


def _among_keeps(
    state: GameState, by: Measure, best: tuple[Decision, float], other: tuple[Decision, float]
) -> tuple[str, Params]:
    """Return the reason for a keep if all choices are rolls or all are banks."""
    (action, worth), (another, less) = best, other
    params: Params = {"keep": faces(_keep(action)), "other": faces(_keep(another))}
    if worth - less < _TOLERANCES[by]:
        return f"{by}_even_keep", params
    if by == "points":
        dice = _choice(state, action).dice
        return "points_keep", {**params, "dice": dice, "more": _about(worth - less)}
    return f"{by}_keep", {**params, "chance": _percent(worth), "less": _percent(less)}


def _choice(state: GameState, action: Decision) -> Choice:
    keep = _keep(action)
    return next(choice for choice in state.legal.choices if choice.keep == keep)


def _keep(action: Decision) -> Dice:
    return () if isinstance(action, Build) else action.keep


def _about(points: float) -> int:
    """Round a difference in points for a hint: to tens from 100 on."""
    return round(points / 10) * 10 if points >= 100 else round(points)


def _percent(chance: float) -> int:
    """Return a chance in whole percent. Only certainty is 0 or 100."""
    return round(100 * chance) if chance in (0.0, 1.0) else min(99, max(1, round(100 * chance)))
