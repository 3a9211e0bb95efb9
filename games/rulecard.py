"""A rule set on a card: what a player must know in a line each, and what scores how much.

Only what is in force is said; what follows from the common rules of Farkle is not repeated.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from farkle import PRESETS, Dice, RuleSet, score

NAMES: dict[str, str | Promise] = {
    "family": gettext_lazy("Family rules"),
    "classic": gettext_lazy("Classic rules"),
    "specials": gettext_lazy("Classic with specials"),
    "absolute": gettext_lazy("Absolute rules"),
    "entry": gettext_lazy("Entry rules"),
    "4iam": gettext_lazy("4iam rules"),
    "patch": gettext_lazy("4iam, patched"),
    "kcd": gettext_lazy("Tavern rules"),
}
"""Presets by key, as they are called on the pages, in the order they are offered."""

SHORT_NAMES: dict[str, str | Promise] = {
    "family": gettext_lazy("Family"),
    "classic": gettext_lazy("Classic"),
    "specials": gettext_lazy("Specials"),
    "absolute": gettext_lazy("Absolute"),
    "entry": gettext_lazy("Entry"),
    "4iam": gettext_lazy("4iam"),
    "patch": gettext_lazy("Patch"),
    "kcd": gettext_lazy("Tavern"),
}
"""The same for a button."""

_HALF_WIDTH = 3  # so many dice fit beside another row


@dataclass(frozen=True)
class Row:
    """Dice that score together and their points as text."""

    dice: Dice
    points: str

    @property
    def wide(self) -> bool:
        """Whether the row needs the whole width of the card."""
        return len(self.dice) > _HALF_WIDTH


@dataclass(frozen=True)
class Card:
    """What the pages show of a rule set. `lines` are pairs: the point, and what it means."""

    name: str
    lines: tuple[tuple[str, str], ...]
    scores: tuple[Row, ...]
    notes: tuple[str, ...]


def card_of(rules: RuleSet) -> Card:
    """The card of `rules` in the reader's language."""
    return _card_of(rules, get_language())


def name_of(rules: RuleSet) -> str:
    """What these rules are called: the preset's name, or that they are the table's own."""
    for key, preset in PRESETS.items():
        if preset == rules:
            return str(NAMES[key])
    return _("House rules")


@lru_cache(maxsize=200)
def _card_of(rules: RuleSet, _language: str | None) -> Card:
    return Card(name_of(rules), tuple(_lines(rules)), tuple(_scores(rules)), tuple(_notes(rules)))


def _points(value: int) -> str:
    return number_format(value, use_l10n=True, force_grouping=True)


def _lines(rules: RuleSet) -> Iterator[tuple[str, str]]:
    yield _goal(rules)
    yield from _entry(rules)
    if rules.bank_min:
        yield _("%(points)s to bank a turn.") % {"points": _points(rules.bank_min)}, ""
    if rules.hot_dice == "mandatory":
        yield _("All six score?"), _("Roll them again before you bank.")
    else:
        yield _("All six score?"), _("Roll them again or bank.")
    if rules.hot_dice_bonus:
        yield _("Hot dice bring %(points)s more.") % {"points": _points(rules.hot_dice_bonus)}, ""
    if rules.keep == "all":
        yield _("Every die that scores"), _("must be set aside.")
    if rules.building:
        yield _("Building:"), _("take over the banked turn before yours, once everybody is in.")
    if rules.farkle_penalty:
        points = _points(rules.farkle_penalty)
        floor = _("but never below zero") if rules.penalty_floor == "zero" else ""
        cost = _("cost %(points)s") % {"points": points}
        yield _("Three farkles in a row"), f"{cost}, {floor}." if floor else f"{cost}."
    yield from _house(rules)
    yield from _ties(rules)


def _goal(rules: RuleSet) -> tuple[str, str]:
    if rules.rounds:
        return (
            _("%(turns)s turns each.") % {"turns": _points(rules.rounds)},
            _("The highest total wins."),
        )
    target = _("First to %(points)s.") % {"points": _points(rules.target)}
    if rules.ending == "immediate":
        return target, _("The bank that reaches it wins at once.")
    if rules.ending == "exact":
        return target, _("Exactly that wins at once; above it everybody else has one last turn.")
    return target, _("Then everybody else has one last turn.")


def _entry(rules: RuleSet) -> Iterator[tuple[str, str]]:
    if not rules.entry_min:
        return
    entry = _("%(points)s in one turn") % {"points": _points(rules.entry_min)}
    yield entry, _("before anything counts.")
    if rules.entry_ends_turn:
        yield _("Getting in ends the turn:"), _("the points are banked by themselves.")
    if rules.entry_rolls:
        rolls = _("At most %(rolls)s throws") % {"rolls": _points(rules.entry_rolls)}
        yield rolls, _("of one turn to get in.")


def _house(rules: RuleSet) -> Iterator[tuple[str, str]]:
    if rules.toxic_twos:
        yield _("Four 2s in one throw"), _("lose the turn, whatever else scores.")
    if rules.second_chance:
        yield _("A farkle on the first throw"), _("is thrown once more.")
    if rules.roll_after_four:
        yield _("After four alike"), _("roll at least once more.")


def _ties(rules: RuleSet) -> Iterator[tuple[str, str]]:
    if rules.ending == "immediate" and not rules.rounds:
        return
    if rules.tie_break == "playoff":
        yield _("A tie"), _("is played off, one turn each.")
    else:
        yield _("A tie"), _("goes to whoever was there first.")


def _scores(rules: RuleSet) -> Iterator[Row]:
    throws: list[Dice] = [(1,), (5,), *((face,) * 3 for face in range(1, 7))]
    wholes: tuple[tuple[int, Dice], ...] = (
        (rules.straight, (1, 2, 3, 4, 5, 6)),
        (rules.straight_low, (1, 2, 3, 4, 5)),
        (rules.straight_high, (2, 3, 4, 5, 6)),
        (rules.three_pairs, (2, 2, 4, 4, 6, 6)),
        (rules.four_plus_two, (3, 3, 3, 3, 2, 2)),
        (rules.two_triplets, (2, 2, 2, 4, 4, 4)),
        (rules.full_house_bonus, (3, 3, 3, 2, 2)),
    )
    throws += [dice for points, dice in wholes if points]
    for dice in throws:
        worth = score(rules, dice)
        if worth:
            yield Row(dice, _points(worth))


def _notes(rules: RuleSet) -> Iterator[str]:
    if rules.n_kind == "double":
        yield _("Four alike double the three, five double again, six once more.")
    elif rules.n_kind == "linear":
        yield _("Each die more alike adds the three once more.")
    elif rules.n_kind == "fixed":
        four, five, six = (_points(points) for points in rules.fixed_kinds)
        yield _("Four alike %(four)s, five %(five)s, six %(six)s.") % {
            "four": four,
            "five": five,
            "six": six,
        }
    if rules.full_house_bonus:
        yield _("Three and a pair: what the three are worth and %(points)s more.") % {
            "points": _points(rules.full_house_bonus)
        }
    if rules.blank_first_roll:
        throw = (
            _("any throw of six dice")
            if rules.blank_scope == "any_six"
            else _("the first throw of a turn")
        )
        yield _("Nothing scores in %(throw)s? %(points)s all the same, and all six come back.") % {
            "throw": throw,
            "points": _points(rules.blank_first_roll),
        }
