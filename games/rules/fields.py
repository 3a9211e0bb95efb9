"""The fields of a rule set as the editor shows them, made from their declarations in the engine."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from farkle import FIELDS, PRESETS, Dice

Text = str | Promise


@dataclass(frozen=True)
class Option:
    """One value of a choice and the words on its button."""

    value: str
    label: Text


@dataclass(frozen=True)
class Field:
    """One field, its words translated to the reader's language."""

    name: str

    @property
    def label(self) -> Text:
        return _translated(FIELDS[self.name].title)

    @property
    def help(self) -> Text:
        return _translated(FIELDS[self.name].help)

    @property
    def needs(self) -> Text:
        """When the field takes effect; empty if it always does."""
        return _translated(FIELDS[self.name].needs)

    @property
    def kind(self) -> str:
        """ "number", "numbers", "choice" or "yes"."""
        info = FIELDS[self.name]
        if info.length:
            return "numbers"
        return {"choice": "choice", "yes/no": "yes"}.get(info.unit, "number")

    @property
    def options(self) -> tuple[Option, ...]:
        info = FIELDS[self.name]
        labels = map(_translated, info.labels)
        return tuple(map(Option, info.choices, labels))

    @property
    def parts(self) -> tuple[Text, ...]:
        """The labels of the numbers in a field that holds several."""
        return tuple(map(_translated, FIELDS[self.name].parts))

    @property
    def step(self) -> int:
        """How much a tap on plus adds; 0 for a field that is no number."""
        return FIELDS[self.name].step

    @property
    def usual(self) -> int:
        """The number that switching the field on starts with."""
        values = (getattr(rules, self.name) for rules in PRESETS.values())
        return next((value for value in values if value), _USUAL.get(self.name, self.step))

    @property
    def dice(self) -> Dice:
        """The dice drawn beside the field."""
        return FIELDS[self.name].dice


_USUAL: Final = MappingProxyType({"rounds": 6})
"""For fields that no preset uses and where one step would be a poor start, such as a game of one
round."""


@dataclass(frozen=True)
class Group:
    """Fields under one heading."""

    key: str
    title: Text
    fields: tuple[Field, ...]


def _translated(text: str) -> Text:
    return _(text) if text else ""


def _fields(group: str) -> tuple[Field, ...]:
    return tuple(Field(name) for name, info in FIELDS.items() if info.group == group)


GROUPS = (
    Group("scoring", _("Scoring"), _fields("scoring")),
    Group("turn", _("Turn"), _fields("turn")),
    Group("ending", _("Ending"), _fields("game")),
    Group("house", _("House rules"), _fields("house")),
)
"""Every field of a rule set, once."""

QUICK = (
    ("entry_min", _("Points to get on the board"), _("Any score")),
    ("target", _("Points to win"), _("No winning score")),
    ("farkle_penalty", _("Three farkles in a row cost"), _("Nothing")),
)
"""The fields that are changed most often, with their labels in the choice of rules: one for the
field, one for 0."""

LABELS = {field.name: field.label for group in GROUPS for field in group.fields}
