"""The arguments of `python -m farkle`: the parser, and the conversion of values."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from farkle.ai.players import LEVELS
from farkle.errors import FarkleError
from farkle.rules.declaration import MAX_COUNT, MAX_POINTS, MAX_TARGET, FieldInfo
from farkle.rules.fields import FIELDS
from farkle.rules.presets import PRESETS
from farkle.rules.ruleset import RuleSet
from farkle.rules.scoring import Dice, check_dice

ABOUT: Final = """\
Farkle: score dice, read rules in plain words, play at the terminal, check a recorded game.

  python -m farkle score 1 1 5                      what these dice are worth together
  python -m farkle keeps 1 2 2 4 6 6                what may be kept of a roll
  python -m farkle rules                            list the rule sets
  python -m farkle rules kcd                        one of them in plain words
  python -m farkle fields                           every field and every preset, in tables
  python -m farkle chances --rules patch            how often a roll is a farkle
  python -m farkle odds                             and how often all its dice score
  python -m farkle best 1 1 5 2 3 4 --turn 300      the best move after a roll, 300 at risk
  python -m farkle chance 1000 1500 --rules kcd     the chance to win against one other
  python -m farkle simulate abacus pip --games 20   computers against each other
  python -m farkle play Ines Teo --save game.json   a game for two at this keyboard
  python -m farkle replay game.json                 replay it and check every step
  python -m farkle verify game.json                 and reproduce its rolls from the seed"""

EPILOG: Final = """\
House rules: --rules takes a preset or a JSON file, --set changes one field and may be repeated.

  python -m farkle score 1 2 3 4 5 --set straight_low=500
  python -m farkle rules family --set building=yes --set target=5000 --json > ours.json
  python -m farkle play --rules ours.json

Exit code: 0 everything is fine, 1 a game file or rule set has errors, 2 wrong arguments."""


class WrongCall(FarkleError):
    """An argument, or a file named by one, that cannot be used."""


def parser() -> argparse.ArgumentParser:
    """Return the parser. It sets `command` to a key of `COMMANDS` in `__main__`."""
    top = argparse.ArgumentParser(
        prog="python -m farkle",
        description=ABOUT,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, text: str, *, as_json: bool = True) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text)
        if as_json:
            made.add_argument("--json", action="store_true", help="for a program to read")
        return made

    for name, text in (
        ("score", "What dice set aside together are worth, and why."),
        ("keeps", "What may be kept of a roll, and its points."),
    ):
        made = command(name, text)
        made.add_argument("dice", nargs="+", metavar="DIE", help="one to six faces: 1 1 5, or 115")
        _add_rules(made)
    made = command("rules", "A rule set in plain words; without a name, a list of them.")
    made.add_argument("name", nargs="?", help=f"{', '.join(PRESETS)}, or a JSON file")
    _add_set(made)
    command("fields", "Every field and every preset, as tables in Markdown.", as_json=False)
    _add_rules(command("chances", "How often a roll of one to six dice is a farkle."))
    made = command("odds", "Chances of a roll: to farkle, to score with all its dice.")
    made.add_argument(
        "dice", nargs="?", type=_number(1, 6), help="the scores of a roll of this many dice, 1-6"
    )
    _add_rules(made)
    made = command(
        "best", "The options after a roll, the one with the most points on average first."
    )
    made.add_argument("dice", nargs="+", metavar="DIE", help="one to six faces: 1 1 5, or 115")
    made.add_argument(
        "--turn",
        type=_number(0, MAX_POINTS),
        default=0,
        metavar="POINTS",
        help="at risk before this roll",
    )
    made.add_argument(
        "--throws",
        type=_number(1, MAX_COUNT),
        default=1,
        metavar="N",
        help="rolls in this turn so far",
    )
    made.add_argument(
        "--not-in", action="store_true", help="for a player who isn't on the board yet"
    )
    made.add_argument(
        "--scores",
        nargs=2,
        type=_number(-MAX_TARGET, MAX_TARGET),
        metavar=("MINE", "THEIRS"),
        help="order by the chance to win against one other player, before this turn is banked",
    )
    made.add_argument(
        "--tables", metavar="FOLDER", help="read solved rule sets from this folder, too"
    )
    _add_rules(made)
    made = command("chance", "The chance to win against one other player, at the start of my turn.")
    for name, text in (("mine", "my total"), ("theirs", "the other's total")):
        more = f"{text}; 0 means not on the board yet, if there is an opening score"
        total = _number(-MAX_TARGET, MAX_TARGET)
        made.add_argument(name, type=total, metavar=name.upper(), help=more)
    text = "read solved rule sets from this folder, and save new ones in it"
    made.add_argument("--tables", metavar="FOLDER", help=text)
    _add_rules(made)
    made = command("simulate", "Computer players against each other.")
    text = f"who plays: {', '.join(LEVELS)}; without names: all, two at a time"
    made.add_argument("levels", nargs="*", metavar="LEVEL", help=text)
    made.add_argument(
        "--games", type=_number(1, 1_000_000), default=200, help="games to play (200)"
    )
    made.add_argument("--seed", type=int, help="for repeatable dice")
    _add_rules(made)
    made = command("play", "A game for several people at one keyboard.", as_json=False)
    made.add_argument("names", nargs="*", metavar="NAME", help="the players; asked for if left out")
    _add_rules(made)
    made.add_argument("--save", metavar="FILE", help="save the game there after every action")
    made.add_argument("--resume", metavar="FILE", help="continue a saved game")
    made = command("replay", "Replay a game file and check every step.")
    made.add_argument("file", metavar="FILE", help="a game file; - for standard input")
    made.add_argument("--quiet", action="store_true", help="only say whether it is valid")
    made = command("verify", "Check downloaded games: the rules, every roll, the seed.")
    made.add_argument(
        "file", metavar="FILE", help="a file with one or more games; - for standard input"
    )
    return top


def _add_rules(to: argparse.ArgumentParser) -> None:
    text = f"{', '.join(PRESETS)}, or a JSON file (family)"
    to.add_argument("--rules", metavar="NAME", help=text)
    _add_set(to)


def _add_set(to: argparse.ArgumentParser) -> None:
    text = "change one field, such as target=5000; can be repeated"
    to.add_argument("--set", metavar="FIELD=VALUE", action="append", default=[], help=text)


def _number(least: int, most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        found = int(text.replace(",", ""))
        if not least <= found <= most:
            raise argparse.ArgumentTypeError(f"must be from {least:,} to {most:,}, not {text}")
        return found

    return number


def levels_from(words: Sequence[str]) -> Sequence[str]:
    """Return levels of computer players: none, or at least two. Raise WrongCall."""
    for word in words:
        if word not in LEVELS:
            raise WrongCall(f"There's no computer player {word!r}.{_suggestion(word, LEVELS)}")
    if len(words) == 1:
        raise WrongCall("A game needs at least two players.")
    return words


def dice_from(words: Iterable[str]) -> Dice:
    """Return the dice in "1 1 5", "115" or "1,1,5". Raise WrongCall."""
    text = "".join(words).replace(",", "")
    if not (text.isascii() and text.isdigit()):
        raise WrongCall(f"Dice are faces from 1 to 6, such as 1 1 5; not {text[:20]!r}.")
    try:
        return check_dice(map(int, text))
    except ValueError as error:
        raise WrongCall(str(error)) from error


def names_from(words: Iterable[str]) -> tuple[str, ...]:
    """Return two names or more. Raise WrongCall."""
    names = tuple(" ".join(word.split()) for word in words if word.strip())
    if len(names) < 2:
        raise WrongCall("A game needs at least two players.")
    if len(set(names)) < len(names):
        raise WrongCall("Every player needs a name of their own.")
    return names


def preset(name: str) -> RuleSet:
    """Return a preset. Raise WrongCall for no such preset."""
    if name not in PRESETS:
        raise WrongCall(f"There's no rule set {name!r}.{_suggestion(name, PRESETS)}")
    return PRESETS[name]


def changed(rules: RuleSet, settings: Sequence[str]) -> RuleSet:
    """Return `rules` with fields set as in "target=5000". Raise WrongCall or RulesError."""
    values = rules.to_dict()
    for setting in settings:
        name, equals, text = setting.partition("=")
        name, text = name.strip(), text.strip()
        if name not in FIELDS:
            raise WrongCall(f"There's no field {name!r}.{_suggestion(name, FIELDS)}")
        if not equals or not text:
            raise WrongCall(f"Use {name}=VALUE. {FIELDS[name].description}")
        values[name] = _value(name, FIELDS[name], text)
    return RuleSet.from_dict(values)


_YES_NO: Final = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def _value(name: str, info: FieldInfo, text: str) -> Any:
    if info.unit == "yes/no":
        if text.lower() not in _YES_NO:
            raise WrongCall(f"{name} must be yes or no, not {text[:40]!r}.")
        return _YES_NO[text.lower()]
    if info.choices:
        return text
    try:
        if info.length:
            return [int(number) for number in text.split(",")]
        return int(text.replace(",", ""))
    except ValueError as error:
        many = f"{info.length} numbers with commas" if info.length else "a whole number"
        raise WrongCall(f"{name} must be {many}, not {text[:40]!r}.") from error


def _suggestion(word: str, known: Mapping[str, object]) -> str:
    near = difflib.get_close_matches(word, known, 1)
    return f" Did you mean {near[0]}?" if near else f" Choose one of: {', '.join(known)}."
