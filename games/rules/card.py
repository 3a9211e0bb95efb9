"""The rules card: a rule set in words, with its scores, examples and chances."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from farkle import ALTERNATIVES, PRESETS, Dice, RuleSet, score
from farkle.rules import codec
from farkle.rules.odds import first_farkle_chances, later_farkle_chances
from farkle.text import difference, rules_text
from farkle.text.brief import brief
from farkle.text.examples import examples, percent
from games.formats import listed, points
from games.rules.choices import CHOICES, Choice, variant_of
from games.rules.duration import minutes
from games.rules.messages import Remark, remarks, translate

_MOST_NEWS = 3
# What stands in the goal, and what the room may have decided instead of the rules
_NOT_LISTED = frozenset({"target", "rounds", "ending", "first_player"})
_HALF_WIDTH = 3  # maximum number of dice in a row of half the width


@dataclass(frozen=True)
class Row:
    """Dice that score together, and their points as text."""

    dice: Dice
    points: str

    @property
    def wide(self) -> bool:
        return len(self.dice) > _HALF_WIDTH


@dataclass(frozen=True)
class CardLine:
    """A sentence, `changed` if the preset lacks it, with the dice to draw beside it."""

    text: str
    changed: bool = False
    dice: Dice = ()


@dataclass(frozen=True)
class Section:
    """Sentences about one topic; `key` is as in `farkle.text.rules_text`."""

    key: str
    title: str
    lines: tuple[CardLine, ...]


@dataclass(frozen=True)
class Card:
    """A rule set as pages show it."""

    name: str
    difference: str  # the differences from the preset in a sentence; empty for the preset itself
    changes: str  # the same in a few words without the preset and the goal, which stand beside it
    text: str  # its rules code
    remarks: tuple[Remark, ...]
    idle: tuple[str, ...]  # fields without effect
    brief: tuple[tuple[str, str], ...]  # subjects and rules in a few words, for a small screen
    scores: tuple[Row, ...]
    sections: tuple[Section, ...]
    chances: tuple[str, ...]
    first_chance: str  # farkle chance of a first roll, if it differs; else empty
    goal: str  # the goal in a few words, such as "First to 10,000"
    stakes: tuple[str, ...]  # the opening score, minimum bank and penalty, if any
    wins: str  # the goal in a sentence
    minutes: tuple[int, ...]  # see `games.rules.duration`
    news: str = ""  # what is new since the last game of a room

    @property
    def aside(self) -> str:
        """What stands below the goal: the host's changes, or else the stakes."""
        return self.changes or " · ".join(self.stakes)

    @property
    def facts(self) -> dict[str, Any]:
        """What the scripts of a room need of the card."""
        return {
            "name": self.name,
            "text": self.text,
            "news": self.news,
            "goal": self.goal,
            "stakes": self.aside,
            "minutes": self.minutes,
            "idle": self.idle,
            "remarks": list(map(asdict, self.remarks)),
        }


def card_of(rules: RuleSet, base: str = "", *, teams: bool = False, in_game: bool = False) -> Card:
    """Return the card of `rules` in the reader's language.

    They are compared with the preset `base`, by default the nearest. `teams`: for a game in teams.
    `in_game`: a game is played by them, so `name_in_game` names them.
    """
    return _card_of(rules, base or codec.nearest(rules), teams, in_game, get_language())


def name_of(rules: RuleSet, base: str = "") -> str:
    """Return the name of the rules, such as "Family" or "Family (2 changes)"."""
    variant = variant_of(rules)
    if variant:
        return variant.name
    key = base or codec.nearest(rules)
    count = len(codec.changes(rules, key))
    name = CHOICES[key].name
    if not count:
        return name
    template = ngettext("%(name)s (%(count)s change)", "%(name)s (%(count)s changes)", count)
    return template % {"name": name, "count": count}


def name_in_game(rules: RuleSet, base: str = "") -> str:
    """Return the name of the rules of a game. Who goes first and what becomes of a tie do not count
    as changes, because the room may have decided them and not the host's rules, nor does the goal,
    which pages show."""
    usual = PRESETS[base or codec.nearest(rules)]
    rules = replace(rules, first_player=usual.first_player, tie_break=usual.tie_break)
    if not variant_of(rules):
        rules = replace(rules, target=usual.target, rounds=usual.rounds)
    return name_of(rules, base)


def news_of(rules: RuleSet, before: RuleSet, name: str) -> str:
    """Return in a sentence what has changed since `before`: only the `name` of the rules if that
    is much, and "" if it is nothing."""
    names = [name for name in difference.differing(rules, before) if name != "first_player"]
    if not names:
        return ""
    if len(names) > _MOST_NEWS:
        return _("New rules: %(name)s.") % {"name": name}
    return _("New: %(changes)s.") % {"changes": _phrases(rules, names)}


def _phrases(rules: RuleSet, names: Sequence[str]) -> str:
    return listed(list(map(translate, difference.phrases(rules, names))))


def choices_for_editor() -> dict[str, Any]:
    """Return by key what the scripts of a room need of each choice. `rules` of a variant are those
    that it changes; `also` are other values that the document of a preset offers."""
    return {
        choice.key: {
            "name": choice.name,
            "line": choice.line,
            "base": choice.base,
            "rules": choice.changes or choice.rules.to_dict(),
            "also": dict(ALTERNATIVES.get(choice.key, {})),
            "minutes": minutes,
        }
        for choice, minutes in choices_with_minutes()
    }


def choices_with_minutes() -> list[tuple[Choice, tuple[int, ...]]]:
    """Return the choices of the lobby with their durations (`games.rules.duration`)."""
    return [(choice, minutes(choice.rules, choice.base)) for choice in CHOICES.values()]


@lru_cache(maxsize=300)
def _card_of(rules: RuleSet, base: str, teams: bool, in_game: bool, _language: str | None) -> Card:
    scores = bool(rules.table.points)
    changed = difference.differing(rules, PRESETS[base])
    changes = _phrases(rules, [name for name in changed if name not in _NOT_LISTED])
    return Card(
        name=name_in_game(rules, base) if in_game else name_of(rules, base),
        difference=translate(difference.difference(rules, base)) if rules != PRESETS[base] else "",
        changes="" if variant_of(rules) else changes[:1].upper() + changes[1:],
        text=codec.write(rules, base),
        # The site's own choices get no warnings.
        remarks=() if variant_of(rules) else remarks(rules),
        idle=tuple(sorted(difference.without_effect(rules))),
        brief=tuple(
            (translate(title), translate(text)) for title, text in brief(rules, teams=teams)
        ),
        scores=tuple(_scores(rules)),
        sections=tuple(_sections(rules, base, teams)) if scores else (),
        chances=tuple(translate(percent(chance)) for chance in later_farkle_chances(rules))
        if scores
        else (),
        first_chance=_first(rules) if scores else "",
        goal=_goal(rules),
        stakes=tuple(_stakes(rules)),
        wins=translate(rules_text.goal_sentence(rules)),
        minutes=minutes(rules, base),
    )


def _goal(rules: RuleSet) -> str:
    if rules.rounds:
        return ngettext("%(count)s round", "%(count)s rounds", rules.rounds) % {
            "count": rules.rounds
        }
    return translate(rules_text.goal(rules))


def _stakes(rules: RuleSet) -> Iterator[str]:
    for value, template in (
        (rules.entry_min, _("%(points)s to get on the board")),
        (rules.bank_min, _("%(points)s to bank")),
        (rules.farkle_costs[0], _("%(count)s farkles in a row cost %(points)s")),
    ):
        if value:
            yield template % {"points": points(value), "count": rules.farkle_streak}


def _chances(rules: RuleSet) -> Iterator[str]:
    for chance in later_farkle_chances(rules):
        yield translate(percent(chance))


def _first(rules: RuleSet) -> str:
    first = first_farkle_chances(rules)[-1]
    return "" if first == later_farkle_chances(rules)[-1] else translate(percent(first))


def _sections(rules: RuleSet, base: str, teams: bool) -> Iterator[Section]:
    known = {
        str(sentence)
        for section in rules_text.sections(PRESETS[base], teams=teams)
        for sentence in section.sentences
    }
    throws = {str(example.sentence): example.throw for example in examples(rules)}
    for section in rules_text.sections(rules, teams=teams):
        if section.key != "chances":  # shown as a table of its own
            lines = (
                CardLine(translate(line), str(line) not in known, throws.get(str(line), ()))
                for line in section.sentences
            )
            yield Section(section.key, translate(section.title), tuple(lines))


def _scores(rules: RuleSet) -> Iterator[Row]:
    throws: list[Dice] = [(1,), (5,), *((face,) * 3 for face in range(1, 7))]
    wholes: tuple[tuple[int, Dice], ...] = (
        (rules.straight, (1, 2, 3, 4, 5, 6)[: rules.dice]),
        (rules.straight_low, (1, 2, 3, 4, 5)),
        (rules.straight_high, (2, 3, 4, 5, 6)),
        (rules.three_pairs, (2, 2, 4, 4, 6, 6)),
        (rules.four_plus_two, (3, 3, 3, 3, 2, 2)),
        (rules.two_triplets, (2, 2, 2, 4, 4, 4)),
        (rules.full_house_bonus, (3, 3, 3, 2, 2)),
    )
    throws += [dice for bonus, dice in wholes if bonus and len(dice) <= rules.dice]
    for dice in dict.fromkeys(throws):
        worth = score(rules, dice)
        if worth:
            yield Row(dice, points(worth))
