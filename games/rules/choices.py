"""The rule sets that the lobby offers: the presets, and simple variants of them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from farkle import PRESETS, RuleSet
from farkle.rules import codec
from farkle.rules.presets import ALIASES
from farkle.text import difference
from games.formats import listed, together
from games.rules.messages import translate


@dataclass(frozen=True)
class Choice:
    """A rule set that the lobby offers."""

    key: str
    base: str  # the preset that it is, or varies
    rules: RuleSet
    purpose: str | Promise  # a sentence that recommends it
    telling: tuple[str, ...]  # its most characteristic fields
    title: str | Promise = ""
    country: bool = False  # True for the usual game of a country

    @property
    def name(self) -> str:
        return str(self.title) or translate(difference.TITLES[self.key])

    @property
    def text(self) -> str:
        """The rules code."""
        return codec.write(self.rules, self.base)

    @property
    def address(self) -> str:
        """The name of its page: a preset has one of its own."""
        return self.key if self.key in PRESETS else self.text

    @property
    def words(self) -> str:
        """Other names by which a search finds it."""
        return " ".join((self.key, *ALIASES.get(self.key, ())))

    @property
    def changes(self) -> dict[str, Any]:
        """The fields in which it differs from its base."""
        names = codec.changes(self.rules, self.base)
        return {name: getattr(self.rules, name) for name in names}

    @property
    def line(self) -> str:
        """The most characteristic rules, in one line."""
        phrases = listed([translate(difference.phrase(self.rules, name)) for name in self.telling])
        return phrases[:1].upper() + phrases[1:]

    @property
    def summary(self) -> str:
        return together([str(self.purpose), str(self.line)])


def _preset(key: str, purpose: str | Promise, *telling: str) -> Choice:
    return Choice(key, key, PRESETS[key], purpose, telling)


_CLASSIC: Final = PRESETS["classic"]

_EVERYWHERE: Final = (
    _preset("standard", _("New to Farkle? Start here."), "straight", "three_pairs"),
    _preset("classic", _("As simple as it gets."), "straight", "ending"),
    Choice(
        "children",
        "classic",
        replace(_CLASSIC, target=5000),
        _("A shorter game, and no penalties."),
        ("target",),
        _("With children"),
    ),
    _preset(
        "kcd",
        _("From the video game. For a short break, also with weighted dice."),
        "target",
        "straight_low",
        "straight_high",
    ),
    Choice(
        "group",
        "classic",
        replace(_CLASSIC, rounds=6),
        _("For six or more players. Highest score wins."),
        ("rounds",),
        _("Big group"),
    ),
    _preset("family", _("For a long evening."), "entry_min", "farkle_penalty"),
    _preset("4iam", _("For friends who know the game."), "entry_min", "straight", "farkle_penalty"),
    _preset(
        "specials",
        _("Big combinations, big scores."),
        "straight",
        "full_house_bonus",
        "blank_first_roll",
    ),
    _preset(
        "patch",
        _("Sets pay more, three 1s less."),
        "triple_1",
        "three_pairs",
        "two_triplets",
    ),
    _preset("absolute", _("For serious games."), "entry_min", "bank_min"),
    _preset("entry", _("For experts."), "n_kind", "entry_ends_turn", "hot_dice"),
)

_BY_COUNTRY: Final = (
    _preset(
        "zehntausend",
        _("As in Germany: small turns cannot be banked, and many dice alike pay a lot."),
        "bank_min",
        "n_kind",
    ),
    _preset(
        "macke",
        _("As in Berlin: five dice, three rolls in a turn, and four of a kind pay a lot."),
        "bank_min",
        "bank_rolls",
        "straight",
    ),
    _preset(
        "dixmille",
        _("As in France: five dice, and sets count in a full roll only."),
        "dice",
        "straight_low",
        "straight_high",
    ),
    _preset(
        "cinquemila",
        _("As in Italy: five dice, and exactly the winning score wins."),
        "target",
        "entry_min",
        "hot_dice",
    ),
    _preset(
        "diezmil",
        _("As in Argentina: five dice, and five of a kind are the whole game."),
        "straight_low",
        "straight_high",
    ),
    _preset(
        "tiotusen",
        _("As in Sweden and its neighbours: a high opening score, no penalty."),
        "entry_min",
        "three_pairs",
    ),
    _preset(
        "5000en",
        _("As in the Netherlands: a short game, and the round is finished."),
        "target",
        "bank_min",
    ),
    _preset(
        "kostky",
        _("As in Czechia: bank only with two dice left or fewer."),
        "bank_min",
        "bank_aside",
    ),
    _preset(
        "tysiac",
        _("As in Poland: five dice, small numbers, and five of a kind win."),
        "target",
        "straight_low",
        "straight_high",
    ),
    _preset(
        "zonk",
        _("As in Russia: small turns cannot be banked."),
        "bank_min",
        "n_kind",
        "three_pairs",
    ),
)

_OFFERED: Final = (*_EVERYWHERE, *(replace(choice, country=True) for choice in _BY_COUNTRY))

CHOICES: Final[Mapping[str, Choice]] = MappingProxyType({choice.key: choice for choice in _OFFERED})
"""All choices by key, in the order of the lobby: those for newcomers first, countries' last."""

_VARIANTS: Final = MappingProxyType(
    {choice.rules: choice for choice in _OFFERED if choice.key not in PRESETS}
)


def variant_of(rules: RuleSet) -> Choice | None:
    """Return the choice with exactly these rules, unless they are a preset."""
    return _VARIANTS.get(rules)
