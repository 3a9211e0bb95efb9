"""Declarations of rule-set fields: type, limits and texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

MAX_POINTS: Final = 1_000_000
MAX_TARGET: Final = 10_000_000
MAX_COUNT: Final = 1_000
MAX_DICE: Final = 8

Group = Literal["scoring", "turn", "game", "house"]


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """A field of `RuleSet`. Texts are shown in the editor, translated."""

    group: Group
    unit: str  # "points", "rolls", "turns", "times", "dice", "yes/no" or "choice"
    title: str
    help: str = ""
    when: Callable[[Any], bool] = lambda _: True  # under these rules the field takes effect
    needs: str = ""  # the same in words, for the editor
    words: str = ""  # other names of the rule, by which a search finds it
    text: str = ""  # replaces title and help in the reference
    choices: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()  # of the choices
    phrases: tuple[str, ...] = ()
    """The field in few words: for each choice, or with it and without it (0 or no). `{n}` is its
    number, `{list}` its numbers."""
    goals: tuple[str, ...] = ()
    """For each choice the goal of the game, in few words; `{target}` is the winning score."""
    sentences: tuple[str, ...] = ()  # the same in full
    details: Mapping[str, str] = field(default_factory=dict)
    """Fields with the numbers of choices, whose phrases stand for those choices."""
    parts: tuple[str, ...] = ()  # labels of several numbers
    least: int = 0  # numbers range from this ...
    most: int = 0  # ... to this
    step: int = 0  # amount that a tap on plus adds; 0 if not a number
    dice: tuple[int, ...] = ()  # dice drawn beside the field
    exact: bool | tuple[str, ...] = False
    """Whether newer rules of play, or which of their choices, are solved exactly. Others are only
    estimated. What dice score always is solved."""
    newer: bool = False
    """True for fields added after the first tables of chances. `RuleSet.digest`, by which tables
    are found, leaves them out at their default."""

    @property
    def length(self) -> int:
        """Number of values; 0 for a single one."""
        return len(self.parts)

    def is_solved(self, value: object) -> bool:
        """Return whether the exact solvers know this value of a field, other than its default."""
        if isinstance(self.exact, tuple):
            return value in self.exact
        return self.exact or not self.newer or self.group == "scoring"

    @property
    def description(self) -> str:
        """The field in English, for the reference."""
        dice = f" ({' '.join(map(str, self.dice))})" if len(self.dice) > 3 else ""
        return self.text or f"{self.title}{dice}. {self.help}".rstrip()


def points(
    default: int | tuple[int, ...],
    group: Group,
    title: str,
    *,
    step: int = 50,
    most: int = MAX_POINTS,
    **more: Any,
) -> Any:
    """Declare a number of points, or several."""
    return _declare(default, group, "points", title, step=step, most=most, **more)


def count(
    default: int | tuple[int, ...],
    group: Group,
    title: str,
    *,
    unit: str,
    most: int = MAX_COUNT,
    **more: Any,
) -> Any:
    """Declare a number of rolls, turns, times or dice, or several."""
    return _declare(default, group, unit, title, step=1, most=most, **more)


def flag(default: bool, group: Group, title: str, **more: Any) -> Any:
    """Declare a rule that is on or off."""
    return _declare(default, group, "yes/no", title, **more)


def choice(
    default: str, group: Group, title: str, *, labels: Mapping[str, str], **more: Any
) -> Any:
    """Declare a choice. `labels` has the values and their names."""
    words = tuple(labels.values())
    return _declare(default, group, "choice", title, choices=tuple(labels), labels=words, **more)


def _declare(default: object, group: Group, unit: str, title: str, **more: Any) -> Any:
    return field(default=default, metadata={"info": FieldInfo(group, unit, title, **more)})
