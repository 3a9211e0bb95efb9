"""How a field of a rule set is declared: its kind of value, its limits and its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

MAX_POINTS: Final = 1_000_000
MAX_TARGET: Final = 10_000_000
MAX_COUNT: Final = 1_000

Group = Literal["scoring", "turn", "game", "house"]


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """What is known about one field of `RuleSet`.

    `unit` is "points", "rolls", "turns", "yes/no" or "choice". Numbers range from 0 to `most`.

    `title`, `help`, `needs`, `labels` and `parts` are templates for translators, shown by an
    editor: what the field is called, what it does, when it takes effect, its choices in words, and
    its numbers in words where it holds several. `text` and `source` are for the reference: what it
    does, and the document it comes from.
    """

    group: Group
    unit: str
    title: str
    text: str
    source: str
    help: str = ""
    needs: str = ""
    choices: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    most: int = 0
    step: int = 0
    """How much one tap on plus adds; 0 for a field that is no number."""
    dice: tuple[int, ...] = ()
    """Dice to draw beside the field."""
    newer: bool = False
    """Whether the field is newer than the first tables of chances. These are found by the digest of
    their rules, which therefore leaves the field out while it has its default."""

    @property
    def length(self) -> int:
        """How many numbers the field holds; 0 for a single value."""
        return len(self.parts)


def points(
    default: int | tuple[int, ...],
    group: Group,
    title: str,
    text: str,
    *,
    source: str,
    step: int = 50,
    most: int = MAX_POINTS,
    **more: Any,
) -> Any:
    """Declare a number of points, or several."""
    return _declare(
        default, FieldInfo(group, "points", title, text, source, step=step, most=most, **more)
    )


def count(
    default: int, group: Group, title: str, text: str, *, source: str, unit: str, **more: Any
) -> Any:
    """Declare a number of rolls or turns."""
    return _declare(
        default, FieldInfo(group, unit, title, text, source, step=1, most=MAX_COUNT, **more)
    )


def flag(default: bool, group: Group, title: str, text: str, *, source: str, **more: Any) -> Any:
    """Declare a rule that is on or off."""
    return _declare(default, FieldInfo(group, "yes/no", title, text, source, **more))


def choice(
    default: str,
    group: Group,
    title: str,
    text: str,
    *,
    source: str,
    labels: Mapping[str, str],
    **more: Any,
) -> Any:
    """Declare one of several named choices; `labels` has what each is called."""
    info = FieldInfo(
        group,
        "choice",
        title,
        text,
        source,
        choices=tuple(labels),
        labels=tuple(labels.values()),
        **more,
    )
    return _declare(default, info)


def _declare(default: object, info: FieldInfo) -> Any:
    return field(default=default, metadata={"info": info})
