"""Translatable sentences: a template and its parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import groupby
from typing import Any, TypeAlias

from farkle.rules.fields import RuleFields
from farkle.rules.scoring import KINDS, Combination

Param: TypeAlias = "int | str | Sentence | tuple[Param, ...]"
"""A number, untranslated text, a phrase, or a list of these."""


class _Number(int):
    """A number with a true minus sign (U+2212), as in the templates of penalties."""

    def __format__(self, spec: str) -> str:
        return int.__format__(self, spec).replace("-", "\u2212")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence or phrase; `str()` is its English text."""

    template: str
    params: tuple[tuple[str, Param], ...] = ()

    def __str__(self) -> str:
        return self.text(str)

    def text(self, translate: Callable[[str], str], number: Callable[[int], int] = _Number) -> str:
        """Return the translated sentence. `number` returns integers that format themselves."""
        params = {name: _text(value, translate, number) for name, value in self.params}
        return translate(self.template).format(**params)

    def with_params(self, **params: Param) -> Sentence:
        """Return a copy with these parameters instead."""
        return Sentence(self.template, tuple(params.items()))

    def to_dict(self) -> dict[str, Any]:
        """Return {"text": the English text, "template": ..., "params": {...}}."""
        params = {name: _plain(value) for name, value in self.params}
        return {"text": str(self), "template": self.template, "params": params}


def _text(value: Param, translate: Callable[[str], str], number: Callable[[int], int]) -> int | str:
    if isinstance(value, Sentence):
        return value.text(translate, number)
    if isinstance(value, tuple):
        parts = (str(_text(item, translate, number)) for item in value)
        listed = translate(LISTED.template)
        return reduce(lambda first, second: listed.format(first=first, second=second), parts)
    return number(value) if isinstance(value, int) else value


def _plain(value: Param) -> Any:
    if isinstance(value, Sentence):
        return value.to_dict()
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def say(template: str, **params: Param) -> Sentence:
    """Return a sentence. `template` must be a literal, which `makemessages` collects."""
    return Sentence(template, tuple(params.items()))


LISTED = say("{first}, {second}")
"""A list without "and"; of more than two, its first ones are `first`."""


def join_with_and(items: Sequence[Param]) -> Param:
    """Return "a", "a and b" or "a, b and c"."""
    return _join(items, say("{several} and {last}"))


def join_with_or(items: Sequence[Param]) -> Param:
    """Return "a", "a or b" or "a, b or c"."""
    return _join(items, say("{several} or {last}"))


def _join(items: Sequence[Param], joined: Sentence) -> Param:
    if len(items) < 2:
        return items[0] if items else ""
    return joined.with_params(several=tuple(items[:-1]), last=items[-1])


def faces(dice: Iterable[int]) -> str:
    """Return dice as text: "1 2 2 4"."""
    return " ".join(map(str, dice))


COUNTED = (
    say("no dice"),
    say("1 die"),
    say("2 dice"),
    say("3 dice"),
    say("4 dice"),
    say("5 dice"),
    say("6 dice"),
    say("7 dice"),
    say("8 dice"),
)
_STREAKS = (
    say("Two farkles in a row"),
    say("Three farkles in a row"),
    say("Four farkles in a row"),
    say("Five farkles in a row"),
)
"""From two on."""


def farkles_in_a_row(rules: RuleFields) -> Sentence:
    """Return the streak of farkles that costs something."""
    return _STREAKS[rules.farkle_streak - 2]


_ALIKE = (
    say("a {face}"),
    say("two {face}s"),
    say("three {face}s"),
    say("four {face}s"),
    say("five {face}s"),
    say("six {face}s"),
    say("seven {face}s"),
    say("eight {face}s"),
)


def alike(count: int, face: int) -> Sentence:
    """Return dice of one face in words: "a 1", "three 5s"."""
    return _ALIKE[count - 1].with_params(face=face)


def name_dice(dice: Iterable[int]) -> Param:
    """Return kept dice in words: "the 1", "a 1 and three 5s"."""
    keep = sorted(dice)
    if keep == [1, 2, 3, 4, 5, 6]:
        return say("1 to 6")
    if len(keep) == 1:
        return say("the {face}", face=keep[0])
    return join_with_and([alike(len(list(same)), face) for face, same in groupby(keep)])


def parts_of(split: Iterable[Combination]) -> tuple[tuple[Sentence, int], ...]:
    """Return the combinations of a split as phrases with points; equal singles are combined."""
    parts = []
    for combo, same in groupby(split):
        count = len(list(same))
        if combo.kind == "single":
            parts.append((alike(count, combo.number), combo.points * count))
        elif combo.kind in ("triple", "n_kind"):
            parts += [(alike(len(combo.dice), combo.number), combo.points)] * count
        else:
            parts += [(Sentence(KINDS[combo.kind]), combo.points)] * count
    return tuple(parts)
