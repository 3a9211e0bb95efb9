"""Translated sentences of the engine, the names of sides, and remarks on a rule set."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from farkle import RulesError, RuleSet
from farkle.rules.playability import verdict
from farkle.rules.validation import Problem
from farkle.text.message import Sentence
from farkle.text.turn_narration import team_letter
from games.formats import joined, points
from games.rules.fields import LABELS, Text


@dataclass(frozen=True)
class Remark:
    """An error in a rule set, which prevents a game, or an oddity, and its fields."""

    fields: tuple[str, ...]
    text: str
    error: bool


class Figure(int):
    """A number whose `{:,}` uses the thousands separator of the active language."""

    def __format__(self, spec: str) -> str:
        if spec == ",":
            return points(self)
        return int.__format__(self, spec)


def figures(params: Mapping[str, object]) -> dict[str, object]:
    """Return the parameters of a sentence with `Figure`s for integers."""
    return {name: Figure(value) if type(value) is int else value for name, value in params.items()}


def translate(sentence: Sentence) -> str:
    """Return a sentence of the engine in the reader's language."""
    return sentence.text(_, Figure)


def team_name(team: int) -> str:
    return _("Team %(letter)s") % {"letter": team_letter(team)}


def side_name(seat: int, teams: Sequence[int] | None, names: Sequence[str]) -> str:
    """Return the name of the seat's team, or of its player in a game without teams."""
    return names[seat] if teams is None else team_name(teams[seat])


def side_names(seats: Sequence[int], teams: Sequence[int] | None, names: Sequence[str]) -> str:
    """Return the names of the sides of these seats, such as "Ann and Ben"."""
    sides = dict.fromkeys(side_name(seat, teams, names) for seat in seats)
    return joined(list(sides))


def remarks(rules: RuleSet) -> tuple[Remark, ...]:
    """Return the errors in `rules`, or else the oddities."""
    return _remarks(rules, get_language())


def error_text(error: RulesError, labels: Mapping[str, Text] = MappingProxyType({})) -> str:
    """Return the message of `error` in the reader's language. `labels` names its field."""
    params = figures(error.params)
    if "field" in params:
        params["field"] = labels.get(str(params["field"]), params["field"])
    return _(error.template).format(**params)


def error_in(rules: RuleSet) -> str:
    """Return the first error in these rules, or ""."""
    return next((remark.text for remark in remarks(rules) if remark.error), "")


@lru_cache(maxsize=500)
def _remarks(rules: RuleSet, _language: str | None) -> tuple[Remark, ...]:
    found = verdict(rules)
    problems = found.errors or found.warnings
    return tuple(_remark(problem, error=bool(found.errors)) for problem in problems)


def _remark(problem: Problem, *, error: bool) -> Remark:
    params = figures(dict(problem.params))
    if "field" in params:
        params["field"] = LABELS[str(params["field"])]
    return Remark(problem.fields, _(problem.template).format(**params), error)
