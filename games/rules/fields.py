"""The fields of a rule set as the editor shows them."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from farkle import FIELDS, PRESETS, Dice

Text = str | Promise


@dataclass(frozen=True)
class Field:
    """A field with lazily translated texts; see `farkle.FieldInfo`."""

    name: str
    kind: str  # "number", "numbers", "choice" or "yes"
    label: Text
    words: str  # other names by which a search finds it
    help: Text
    needs: Text
    options: tuple[tuple[str, Text], ...]  # values of a choice, with labels
    parts: tuple[Text, ...]
    step: int
    usual: int  # the number with which the field is switched on
    dice: Dice


@dataclass(frozen=True)
class Group:
    """Fields under one heading."""

    key: str
    title: Text
    fields: tuple[Field, ...]


_USUAL: Final = MappingProxyType({"rounds": 6, "entry_min": 500, "entry_rolls": 3, "bank_min": 100})
"""`Field.usual` of fields for which the first preset's number, or one step, is a poor start."""


def _translate(text: str) -> Text:
    return _(text) if text else ""


def _field(name: str) -> Field:
    info = FIELDS[name]
    kind = {"choice": "choice", "yes/no": "yes"}.get(info.unit, "number")
    options = tuple(zip(info.choices, map(_translate, info.labels), strict=True))
    if info.least:  # few numbers, of which there is always one
        options = tuple((str(n), str(n)) for n in range(info.least, info.most + 1))
    values = (getattr(rules, name) for rules in PRESETS.values())
    return Field(
        name=name,
        kind="numbers" if info.length else "choice" if options else kind,
        label=_translate(info.title),
        help=_translate(info.help),
        needs=_translate(info.needs),
        options=options,
        parts=tuple(map(_translate, info.parts)),
        step=info.step,
        usual=_USUAL.get(name) or next((value for value in values if value), info.step),
        words=info.words,
        dice=info.dice,
    )


QUICK = (
    ("entry_min", _("Points to get on the board"), _("Any score")),
    ("target", _("Points to win"), _("No winning score")),
    ("farkle_penalty", _("Farkles in a row cost"), _("Nothing")),
)
"""The fields that are changed most often, with a label and the label of 0."""
_OFTEN: Final = (
    *("target", "entry_min", "bank_min"),
    *("straight", "three_pairs", "farkle_penalty", "building"),
)


def _fields(group: str) -> tuple[Field, ...]:
    names = (name for name, info in FIELDS.items() if info.group == group)
    return tuple(_field(name) for name in names if name not in _OFTEN)


GROUPS = (
    Group("often", _("Often changed"), tuple(map(_field, _OFTEN))),
    Group("scoring", _("Scoring"), _fields("scoring")),
    Group("turn", _("Turn"), _fields("turn")),
    Group("ending", _("Ending"), _fields("game")),
    Group("house", _("House rules"), _fields("house")),
)

LABELS = {field.name: field.label for group in GROUPS for field in group.fields}
