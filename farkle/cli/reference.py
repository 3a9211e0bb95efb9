"""All fields and presets as Markdown: what `python -m farkle fields` prints."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill
from typing import Final

from farkle.rules.declaration import FieldInfo
from farkle.rules.fields import FIELDS
from farkle.rules.presets import ALTERNATIVES, PRESETS
from farkle.text.difference import TITLES

WIDTH: Final = 120

_GROUPS = {
    "scoring": "Scoring",
    "turn": "The turn",
    "game": "The game",
    "house": "House rules beyond the documents",
}


def reference() -> str:
    parts = ["\n".join(_fields(group)) for group in _GROUPS]
    return "\n\n".join([*parts, "\n".join(_presets())])


def _fields(group: str) -> Iterator[str]:
    yield f"### {_GROUPS[group]}"
    yield ""
    for name, info in FIELDS.items():
        if info.group == group:
            yield _fill(f"- `{name}` ({_values(info)}): {info.description}", indent="  ")


def _values(info: FieldInfo) -> str:
    if info.choices:
        return ", ".join(f"`{choice}`" for choice in info.choices)
    if info.unit == "yes/no":
        return "yes, no"
    several = f"{info.length} numbers, " if info.length else ""
    return f"{several}{info.least} to {info.most:,} {info.unit}"


def _presets() -> Iterator[str]:
    yield "### The presets"
    yield ""
    yield _fill("; ".join(f"`{key}`: {title}" for key, title in TITLES.items()) + ".")
    yield ""
    yield f"| field | {' | '.join(f'`{key}`' for key in TITLES)} |"
    yield f"|---|{'---|' * len(TITLES)}"
    same = []
    for name in FIELDS:
        cells = [_cell(key, name) for key in TITLES]
        if len(set(cells)) == 1:
            same.append(f"`{name}` {cells[0]}")
        else:
            yield f"| `{name}` | {' | '.join(cells)} |"
    yield ""
    yield _fill(f"The same in all: {'; '.join(same)}.")


def _fill(text: str, indent: str = "") -> str:
    return fill(
        text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _cell(key: str, name: str) -> str:
    value = _show_value(getattr(PRESETS[key], name))
    others = ALTERNATIVES[key].get(name, ())[1:]
    return f"{value} (or {', '.join(map(_show_value, others))})" if others else value


def _show_value(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_show_value, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else str(value)
