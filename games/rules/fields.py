"""The fields of a rule set as the editor shows them: what each is called, and how it is set.

What a field means and which values it takes is the engine's (`farkle.FIELDS`); here are the words
beside it, the dice drawn with it, and the steps of its number.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from farkle import FIELDS, PRESETS, Dice, RuleSet

Text = str | Promise


@dataclass(frozen=True)
class Option:
    """One value of a choice and the words on its button."""

    value: str
    label: Text


@dataclass(frozen=True)
class Field:
    """A field. `step`: what a tap on plus adds, 0 where it is no number. `off`: 0 switches it off.
    `usual`: what switching it on begins with."""

    name: str
    label: Text
    help: Text = ""
    step: int = 0
    off: bool = True
    dice: Dice = ()
    options: tuple[Option, ...] = ()
    parts: tuple[Text, ...] = ()
    """The names of the numbers, where the field holds several."""

    @property
    def needs(self) -> Text:
        """When it plays a part, for a field that does not always."""
        return _NEEDS.get(self.name, "")

    @property
    def most(self) -> int:
        return FIELDS[self.name].most

    @property
    def kind(self) -> str:
        """ "number", "numbers", "choice" or "yes"."""
        if self.parts:
            return "numbers"
        return "number" if self.step else "choice" if self.options else "yes"

    @property
    def usual(self) -> int:
        values = (getattr(rules, self.name) for rules in PRESETS.values())
        return next((value for value in values if value), self.step)


@dataclass(frozen=True)
class Group:
    """Fields under one heading."""

    key: str
    title: Text
    fields: tuple[Field, ...]


def _options(**labels: Text) -> tuple[Option, ...]:
    return tuple(Option(value, label) for value, label in labels.items())


_NEEDS: dict[str, Text] = {
    "fixed_kinds": _("Only where four alike are fixed."),
    "blank_scope": _("Only where a throw in which nothing scores is worth points."),
    "entry_ends_turn": _("Only where there is something to get in with."),
    "entry_rolls": _("Only where there is something to get in with."),
    "penalty_floor": _("Only where three farkles in a row cost points."),
    "target": _("Not where the number of rounds ends the game."),
    "ending": _("Not where the number of rounds ends the game."),
    "tie_break": _("Only where a tie can be the end: not with the ending that is set."),
    "playoff_order": _("Only where there are play-offs that begin with somebody."),
}
"""By field: what must be set for it to count."""

_SCORING = (
    Field("single_1", _("A single 1"), step=10, dice=(1,)),
    Field("single_5", _("A single 5"), step=10, dice=(5,)),
    Field("triple_1", _("Three 1s"), step=50, dice=(1, 1, 1)),
    Field("triple_2", _("Three 2s"), step=50, dice=(2, 2, 2)),
    Field("triple_3", _("Three 3s"), step=50, dice=(3, 3, 3)),
    Field("triple_4", _("Three 4s"), step=50, dice=(4, 4, 4)),
    Field("triple_5", _("Three 5s"), step=50, dice=(5, 5, 5)),
    Field("triple_6", _("Three 6s"), step=50, dice=(6, 6, 6)),
    Field(
        "n_kind",
        _("Four, five, six alike"),
        _("Each die beyond three doubles it, or adds the three once more, or they are fixed."),
        options=_options(none=_("None"), double=_("Double"), linear=_("Add up"), fixed=_("Fixed")),
    ),
    Field(
        "fixed_kinds",
        _("Fixed points"),
        _("For four, five and six alike, whatever the number."),
        step=100,
        parts=(_("Four alike"), _("Five alike"), _("Six alike")),
    ),
    Field("straight", _("Straight"), step=50, dice=(1, 2, 3, 4, 5, 6)),
    Field("straight_low", _("Low straight"), step=50, dice=(1, 2, 3, 4, 5)),
    Field("straight_high", _("High straight"), step=50, dice=(2, 3, 4, 5, 6)),
    Field(
        "three_pairs",
        _("Three pairs"),
        _("Three different numbers."),
        step=50,
        dice=(2, 2, 4, 4, 6, 6),
    ),
    Field("four_plus_two", _("Four alike and a pair"), step=50, dice=(3, 3, 3, 3, 2, 2)),
    Field(
        "two_triplets",
        _("Two triplets"),
        _("Off, they score as two threes."),
        step=50,
        dice=(2, 2, 2, 4, 4, 4),
    ),
    Field(
        "full_house_bonus",
        _("Full house"),
        _("This on top of what the three are worth."),
        step=50,
        dice=(3, 3, 3, 2, 2),
    ),
    Field(
        "blank_first_roll",
        _("Nothing scores"),
        _("Six dice of which none scores count as if all had."),
        step=50,
        dice=(2, 3, 3, 4, 6, 6),
    ),
    Field(
        "blank_scope",
        _("That holds for"),
        options=_options(first_roll=_("First throw"), any_six=_("Any six dice")),
    ),
)
_TURN = (
    Field("entry_min", _("To get in"), _("In one turn, before anything counts."), step=50),
    Field(
        "entry_ends_turn",
        _("Getting in ends the turn"),
        _("What reaches it is banked by itself."),
    ),
    Field("entry_rolls", _("Throws to get in"), _("Within so many of one turn."), step=1),
    Field("bank_min", _("Smallest bank"), _("In every turn, once in."), step=50),
    Field(
        "hot_dice",
        _("Hot dice"),
        _("When all six have scored."),
        options=_options(optional=_("May roll"), mandatory=_("Must roll")),
    ),
    Field(
        "keep",
        _("Set aside"),
        _("Of the dice that score."),
        options=_options(any=_("Any"), all=_("All")),
    ),
    Field(
        "building",
        _("Building"),
        _("Go on from where the player before you banked."),
    ),
    Field("farkle_penalty", _("Three farkles in a row"), _("Taken off the total."), step=50),
    Field(
        "penalty_floor",
        _("That takes a total"),
        options=_options(none=_("Below zero"), zero=_("To zero at most")),
    ),
)
_ENDING = (
    Field("target", _("Target"), _("The total that is played to."), step=500),
    Field(
        "ending",
        _("At the target"),
        _("One last turn for the others, the end, or the end at exactly that."),
        options=_options(final_round=_("Last turns"), immediate=_("At once"), exact=_("Exact")),
    ),
    Field(
        "tie_break",
        _("A tie"),
        _("One more turn each, or who was there first wins."),
        options=_options(playoff=_("Play off"), leader=_("First there")),
    ),
    Field(
        "playoff_order",
        _("A play-off starts with"),
        options=_options(seat=_("The first seat"), leader_first=_("First there")),
    ),
    Field(
        "first_player",
        _("Who starts"),
        _("The highest of one die each, or seat 1."),
        options=_options(roll_off=_("Roll-off"), seat=_("Seat 1")),
    ),
)
_HOUSE = (
    Field("toxic_twos", _("Toxic twos"), _("Four 2s in one throw lose the turn.")),
    Field("hot_dice_bonus", _("Hot dice bonus"), _("Each time all six have scored."), step=50),
    Field(
        "second_chance",
        _("Second chance"),
        _("A farkle on the first throw is thrown once more."),
    ),
    Field(
        "roll_after_four",
        _("Throw again after four alike"),
        _("No bank before one more throw."),
    ),
    Field(
        "rounds",
        _("Rounds"),
        _("So many turns each; the target plays no part."),
        step=1,
    ),
    Field(
        "late_start",
        _("Who comes late starts with"),
        options=_options(zero=_("Nothing"), lowest=_("The lowest total")),
    ),
)

GROUPS = (
    Group("scoring", _("Scoring"), _SCORING),
    Group("turn", _("The turn"), _TURN),
    Group("ending", _("The end"), _ENDING),
    Group("house", _("House rules"), _HOUSE),
)
"""Every field of a rule set, once."""

QUICK = ("entry_min", "target")
"""What tables change most; set in the waiting room itself."""

LABELS = {field.name: field.label for group in GROUPS for field in group.fields}


def value_of(rules: RuleSet, name: str) -> object:
    """A field's value as JSON has it."""
    value = getattr(rules, name)
    return list(value) if isinstance(value, tuple) else value
