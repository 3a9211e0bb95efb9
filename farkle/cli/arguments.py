"""Arguments and answers of the commands of `python -m farkle`."""

from __future__ import annotations

import argparse
import difflib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from farkle.ai.deals.spread import RUNS
from farkle.ai.players import LEVELS
from farkle.errors import FarkleError
from farkle.rules.declaration import MAX_COUNT, MAX_DICE, MAX_POINTS, MAX_TARGET, FieldInfo
from farkle.rules.fields import FIELDS
from farkle.rules.presets import DEFAULT_PRESET, PRESETS
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
  python -m farkle dice                             the named dice and their chances
  python -m farkle best 1 1 5 2 3 4 --turn 300      the best move after a roll, 300 at risk
  python -m farkle chance 1000 1500 --rules kcd     the chance to win against one other
  python -m farkle simulate abacus pip --games 20   computers against each other
  python -m farkle play Ines Teo --save game.json   a game for two at this keyboard
  python -m farkle replay game.json                 replay it and check every step
  python -m farkle verify game.json                 and reproduce its rolls from the seed
  python -m farkle deal try.json                    what computers make of the same dice"""

EPILOG: Final = """\
House rules: --rules takes a preset or a JSON file, --set changes one field and may be repeated.

  python -m farkle score 1 2 3 4 5 --set straight_low=500
  python -m farkle rules family --set building=yes --set target=5000 --json > ours.json
  python -m farkle play --rules ours.json

Exit code: 0 everything is fine, 1 a game file or rule set has errors, 2 wrong arguments."""


class WrongCall(FarkleError):
    """An unusable argument, or a file named by one."""


class Answer(NamedTuple):
    """The answer of a command as lines of text and as data for --json, and its exit code."""

    lines: Sequence[str]
    data: Any = None
    code: int = 0

    def print(self, *, as_json: bool) -> None:
        if as_json:
            print(json.dumps(self.data, ensure_ascii=False))
        elif self.lines:
            print("\n".join(self.lines))


def parser() -> argparse.ArgumentParser:
    """Return the parser, which sets `command` to a key of `COMMANDS` in `__main__`."""
    top = argparse.ArgumentParser(
        prog="python -m farkle",
        description=ABOUT,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.set_defaults(json=False)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, text: str, *shared: argparse.ArgumentParser) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=text, description=text, parents=shared)

    as_json = _share("--json", action="store_true", help="for a program to read")
    dice = _share("dice", nargs="+", metavar="DIE", help="faces from 1 to 6: 1 1 5, or 115")
    text = "change one field, such as target=5000; can be repeated"
    change = _share("--set", metavar="FIELD=VALUE", action="append", default=[], help=text)
    text = f"{', '.join(PRESETS)}, or a JSON file ({DEFAULT_PRESET})"
    rules = _share("--rules", metavar="NAME", help=text)
    text = "named dice (see dice), a letter each, such as AAOOSS; what is further left goes first"
    named = _share("--named", metavar="LETTERS", help=text)
    text = f"{text}; once for each player"
    all_named = _share("--named", metavar="LETTERS", action="append", default=[], help=text)
    text = "read solved rule sets from this folder; chance saves new ones in it"
    tables = _share("--tables", metavar="FOLDER", help=text)

    text = "What dice set aside together are worth, and why."
    command("score", text, dice, rules, change, as_json)
    command("keeps", "What may be kept of a roll, and its points.", dice, rules, change, as_json)
    text = "A rule set in plain words; without a name, a list of them."
    sub = command("rules", text, change, as_json)
    sub.add_argument("name", nargs="?", help=f"{', '.join(PRESETS)}, or a JSON file")
    command("fields", "Every field and every preset, as tables in Markdown.")
    command("chances", "How often each number of dice is a farkle.", rules, change, as_json)
    text = "Chances of a roll: to farkle, to score with all its dice."
    sub = command("odds", text, named, rules, change, as_json)
    text = "the scores of a roll of this many dice"
    sub.add_argument("dice", nargs="?", type=_number(1, MAX_DICE), help=text)
    command("dice", "The named dice, and how often each shows each number.", as_json)

    text = "The options after a roll, the one with the most points on average first."
    sub = command("best", text, dice, named, tables, rules, change, as_json)
    text = "those of the named dice that were rolled, in their order (all)"
    sub.add_argument("--lying", metavar="LETTERS", help=text)
    turn, throws = _number(0, MAX_POINTS), _number(1, MAX_COUNT)
    text = "at risk before this roll"
    sub.add_argument("--turn", type=turn, default=0, metavar="POINTS", help=text)
    text = "rolls in this turn so far"
    sub.add_argument("--throws", type=throws, default=1, metavar="N", help=text)
    text = "for a player who isn't on the board yet"
    sub.add_argument("--not-in", action="store_true", help=text)
    total = _number(-MAX_TARGET, MAX_TARGET)
    text = "order by the chance to win against one other player, before this turn is banked"
    sub.add_argument("--scores", nargs=2, type=total, metavar=("MINE", "THEIRS"), help=text)
    text = "The chance to win against one other player, at the start of my turn."
    sub = command("chance", text, tables, rules, change, as_json)
    for name, text in (("mine", "my total"), ("theirs", "the other's total")):
        more = f"{text}; 0 means not on the board yet, if there is an opening score"
        sub.add_argument(name, type=total, metavar=name.upper(), help=more)

    text = "Computer players against each other."
    sub = command("simulate", text, all_named, rules, change, as_json)
    text = f"who plays: {', '.join(LEVELS)}; without names: all, two at a time"
    sub.add_argument("levels", nargs="*", metavar="LEVEL", help=text)
    games = _number(1, 1_000_000)
    sub.add_argument("--games", type=games, default=200, help="games to play (200)")
    sub.add_argument("--seed", type=int, help="for repeatable dice")
    sub = command("play", "A game for several people at one keyboard.", all_named, rules, change)
    sub.add_argument("names", nargs="*", metavar="NAME", help="the players; asked for if left out")
    sub.add_argument("--save", metavar="FILE", help="save the game there after every action")
    sub.add_argument("--resume", metavar="FILE", help="continue a saved game")
    sub = command("replay", "Replay a game file and check every step.", as_json)
    sub.add_argument("file", metavar="FILE", help="a game file; - for standard input")
    sub.add_argument("--quiet", action="store_true", help="only say whether it is valid")
    sub = command("verify", "Check downloaded games: the rules, every roll, the seed.", as_json)
    text = "a file with one or more games; - for standard input"
    sub.add_argument("file", metavar="FILE", help=text)
    text = "What computers make of a closed deal, and the most points in its dice."
    sub = command("deal", text, as_json)
    sub.add_argument("file", metavar="FILE", help="a try of it; - for standard input")
    text = "games of a level that makes random mistakes (1,000)"
    sub.add_argument("--runs", type=_number(1, 100_000), default=RUNS, metavar="N", help=text)
    return top


def _share(*names: str, **options: Any) -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument(*names, **options)
    return shared


def _number(least: int, most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        value = int(text.replace(",", ""))
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"must be from {least:,} to {most:,}, not {text}")
        return value

    return number


def levels_from(words: Sequence[str]) -> Sequence[str]:
    """Return the levels of no computer players, or of at least two. Raise WrongCall."""
    for word in words:
        if word not in LEVELS:
            raise WrongCall(f"There's no computer player {word!r}.{suggest(word, LEVELS)}")
    if len(words) == 1:
        raise WrongCall("A game needs at least two players.")
    return words


def dice_from(words: Iterable[str], most: int) -> Dice:
    """Read 1 to `most` dice such as "1 1 5", "115" or "1,1,5". Raise WrongCall."""
    text = "".join(words).replace(",", "")
    if not (text.isascii() and text.isdigit()):
        raise WrongCall(f"Dice are faces from 1 to 6, such as 1 1 5; not {text[:20]!r}.")
    try:
        return check_dice(map(int, text), most)
    except ValueError as error:
        raise WrongCall(str(error)) from error


def names_from(words: Iterable[str]) -> tuple[str, ...]:
    """Return at least two distinct names. Raise WrongCall."""
    names = tuple(" ".join(word.split()) for word in words if word.strip())
    if len(names) < 2:
        raise WrongCall("A game needs at least two players.")
    if len(set(names)) < len(names):
        raise WrongCall("Every player needs a name of their own.")
    return names


def change_fields(rules: RuleSet, settings: Sequence[str]) -> RuleSet:
    """Return `rules` with settings such as "target=5000". Raise WrongCall or RulesError."""
    values = rules.to_dict()
    for setting in settings:
        name, equals, text = setting.partition("=")
        name, text = name.strip(), text.strip()
        if name not in FIELDS:
            raise WrongCall(f"There's no field {name!r}.{suggest(name, FIELDS)}")
        if not equals or not text:
            raise WrongCall(f"Use {name}=VALUE. {FIELDS[name].description}")
        values[name] = _parse_value(FIELDS[name], text)
    return RuleSet.from_dict(values)


_YES_NO: Final = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def _parse_value(info: FieldInfo, text: str) -> Any:
    """Return the value in `text`, or `text` itself for `RuleSet.from_dict` to refuse."""
    if info.unit == "yes/no":
        return _YES_NO.get(text.lower(), text)
    try:
        if info.length:
            return [int(number) for number in text.split(",")]
        return text if info.choices else int(text.replace(",", ""))
    except ValueError:
        return text


def suggest(word: str, known: Mapping[str, object]) -> str:
    """Return a sentence with the closest known word, or with all of them."""
    near = difflib.get_close_matches(word, known, 1)
    return f" Did you mean {near[0]}?" if near else f" Choose one of: {', '.join(known)}."
