"""The engine on the command line: `python -m farkle --help`.

The only place of the package that reads and writes files, or rolls dice.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from secrets import SystemRandom
from typing import Any, Final, TextIO

from .advice import Moment, best, odds
from .arguments import (
    WrongCall,
    changed,
    dice_from,
    levels_from,
    names_from,
    parser,
    preset,
)
from .decide import Source
from .difference import TITLES, difference, line
from .errors import Disagreement, FarkleError, RulesError
from .examples import chance_sentences, chances, examples
from .presets import PRESETS
from .record import Record, states
from .rules import RuleSet
from .scoring import breakdown, keeps, score
from .sentence import Sentence, faces
from .telling import tell, tell_start
from .terminal import Quit, Sitting
from .tournament import tournament
from .words import sections


def main(
    argv: Sequence[str] | None = None,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    dice: Source | None = None,
    stderr: TextIO | None = None,
) -> int:
    """Run one command and return its exit code; what is left out is that of the process."""
    with redirect_stdout(stdout or sys.stdout), redirect_stderr(stderr or sys.stderr):
        try:
            args = parser().parse_args(argv)
            args.stdin = stdin or sys.stdin
            args.throw = dice or rolled_by(SystemRandom())
            return COMMANDS[args.command](args)
        except SystemExit as asked:  # argparse has shown help, or what is wrong with the call
            return int(asked.code or 0)
        except Disagreement as error:
            print(f"farkle: {error}", file=sys.stderr)
            return 1
        except FarkleError as error:
            print(f"farkle: {error}", file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            print()
            return 130


def rolled_by(random: Random) -> Source:
    """Dice from a generator: `SystemRandom` to play, a seeded one to see the same game again."""
    return lambda count: [random.randint(1, 6) for _ in range(count)]


# The commands: each prints its answer and returns the exit code


def run_score(args: Namespace) -> int:
    rules, dice = playable(rules_of(args)), dice_from(args.dice)
    points, split = score(rules, dice), breakdown(rules, dice)
    best = max(keeps(rules, dice).items(), key=lambda item: item[1], default=None)
    if args.json:
        parts = [{"kind": one.kind, "dice": one.dice, "points": one.points} for one in split]
        print_json({"dice": dice, "score": points, "combinations": parts})
    elif points:
        print(f"{points:,}: {' + '.join(map(str, split))}")
    elif best is None:
        print("0: nothing scores.")
    else:
        print(f"0: not every die scores. Of these, {faces(best[0])} would be {best[1]:,}.")
    return 0


def run_keeps(args: Namespace) -> int:
    rules, throw = playable(rules_of(args)), dice_from(args.dice)
    found = keeps(rules, throw)
    if args.json:
        options = [{"dice": keep, "points": points} for keep, points in found.items()]
        print_json({"throw": throw, "farkle": not found, "keeps": options})
        return 0
    for keep, points in found.items():
        split = " + ".join(map(str, breakdown(rules, keep)))
        print(f"{faces(keep):<11} {points:>6,}  {split}")
    if not found:
        print("Nothing scores: a farkle.")
    return 0


def run_rules(args: Namespace) -> int:
    if args.name is None and not args.set:
        if args.json:
            titles = {key: str(title) for key, title in TITLES.items()}
            print_json([{"key": k, "title": titles[k], "line": str(line(k))} for k in PRESETS])
        else:
            print("\n".join(f"{key:<9} {line(key)}" for key in PRESETS))
        return 0
    name = args.name or "family"
    rules = changed(named_rules(name), args.set)
    problems = rules.validate()
    if args.json:
        print_json(
            {
                "rules": rules.to_dict(),
                "errors": [str(one) for one in problems.errors],
                "warnings": [str(one) for one in problems.warnings],
                "sections": [one.to_dict() for one in sections(rules)],
                "examples": [one.to_dict() for one in examples(rules)],
                "chances": [float(chance) for chance in chances(rules)],
            }
        )
    else:
        print(difference(rules, name if name in PRESETS else "family"), end="\n\n")
        print("\n\n".join(map(str, sections(rules))))
        for problem in problems.errors:
            print(f"\nCannot be played: {problem}")
        for problem in problems.warnings:
            print(f"\nOdd: {problem}")
    return 1 if problems.errors else 0


def run_chances(args: Namespace) -> int:
    rules = playable(rules_of(args))
    if args.json:
        found = enumerate(chances(rules), 1)
        print_json([{"dice": n, "farkle": float(p), "exactly": str(p)} for n, p in found])
    else:
        print("\n".join(map(str, chance_sentences(rules))))
    return 0


def run_odds(args: Namespace) -> int:
    return answer(args, odds(playable(rules_of(args)), args.dice))


def run_best(args: Namespace) -> int:
    moment = Moment(args.turn, args.throws, not args.not_in)
    return answer(args, best(playable(rules_of(args)), dice_from(args.dice), moment))


def run_simulate(args: Namespace) -> int:
    rules, levels = playable(rules_of(args)), levels_from(args.levels)
    source = args.throw if args.seed is None else rolled_by(Random(args.seed))
    return answer(args, tournament(rules, levels, args.games, source))


def run_play(args: Namespace) -> int:
    file = Path(args.save or args.resume) if args.save or args.resume else None

    def ask(prompt: str) -> str:
        print(prompt, end="", flush=True)
        answer: str = args.stdin.readline()
        if not answer:
            raise EOFError
        return answer

    def keep(record: Record) -> None:
        if file is not None:
            write(file, record)

    sitting = None
    code = 0
    try:
        sitting = _sit_down(args, ask, keep)
        print("Type help for what can be typed.")
        sitting.play(ask)
    except Quit:
        print("The game stops here.")
    except (EOFError, KeyboardInterrupt) as stop:
        print("\nThe game stops here.")
        code = 130 if isinstance(stop, KeyboardInterrupt) else 0
    if sitting is not None and file is not None:
        print(f"It is kept in {file}.")
    return code


def _sit_down(
    args: Namespace, ask: Callable[[str], str], keep: Callable[[Record], None]
) -> Sitting:
    if args.save and Path(args.save).exists():
        raise WrongCall(f"{args.save} is there already: choose another name, or --resume it.")
    if args.resume:
        if args.names or args.rules or args.set:
            raise WrongCall("A game that goes on has its players and rules: leave them out.")
        sitting = Sitting(read_record(args, args.resume), args.throw, print, keep)
        if sitting.state.phase == "over":
            raise WrongCall(f"The game in {args.resume} is over. Use replay to see it.")
        return sitting
    rules = playable(rules_of(args))
    names = args.names or ask("Who plays? Names, with commas between: ").split(",")
    return Sitting.start(rules, names_from(names), args.throw, print, keep)


def run_replay(args: Namespace) -> int:
    record = read_record(args, args.file)

    def show(told: Sequence[Sentence]) -> None:
        if not args.quiet and not args.json:
            print("\n".join(map(str, told)))

    played = states(record)
    try:
        last = next(played)
        show(tell_start(record.rules, record.start, record.names))
        for step, state in zip(record.steps, played, strict=True):
            show(tell(last, step.events, record.names))
            last = state
    except Disagreement as error:
        if not args.json:
            raise
        found = {"step": error.step, "recorded": error.recorded, "replayed": error.replayed}
        print_json({"holds": False, **found})
        return 1
    if args.json:
        print_json(
            {
                "holds": True,
                "actions": last.ply,
                "over": last.phase == "over",
                "names": record.names,
                "scores": last.scores,
                "winners": last.winners,
            }
        )
    elif last.phase == "over":
        print(f"The record holds: {last.ply:,} actions to the end.")
    else:
        print(f"The record holds: {last.ply:,} actions, and the game is not over.")
    return 0


COMMANDS: Final[dict[str, Callable[[Namespace], int]]] = {
    "score": run_score,
    "keeps": run_keeps,
    "rules": run_rules,
    "chances": run_chances,
    "odds": run_odds,
    "best": run_best,
    "simulate": run_simulate,
    "play": run_play,
    "replay": run_replay,
}


# Files


def rules_of(args: Namespace) -> RuleSet:
    return changed(named_rules(args.rules or "family"), args.set)


def named_rules(name: str) -> RuleSet:
    """A preset, or the rule set in a JSON file: as it is, or as `rules` of what is there."""
    if name in PRESETS or not (name.endswith(".json") or Path(name).is_file()):
        return preset(name)
    data = read_json(name, None)
    if isinstance(data, dict) and isinstance(data.get("rules"), dict):
        data = data["rules"]
    try:
        return RuleSet.from_dict(data)
    except RulesError as error:
        raise WrongCall(f"{name}: {error}") from error


def playable(rules: RuleSet) -> RuleSet:
    errors = rules.validate().errors
    if errors:
        raise RulesError("These rules cannot be played: " + " ".join(map(str, errors)))
    return rules


def read_record(args: Namespace, name: str) -> Record:
    try:
        return Record.from_dict(read_json(name, args.stdin))
    except WrongCall:
        raise
    except FarkleError as error:
        raise WrongCall(f"{name}: {error}") from error


def read_json(name: str, stdin: TextIO | None) -> Any:
    """What is in the file `name`, or comes from `stdin` if that is "-". Raises WrongCall."""
    try:
        text = stdin.read() if stdin and name == "-" else Path(name).read_text(encoding="utf-8")
        return json.loads(text)
    except OSError as error:
        raise WrongCall(f"{name} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise WrongCall(f"{name} is no JSON: {error}") from error


def write(file: Path, record: Record) -> None:
    """Put `record` there whole or not at all, a step a line. Raises WrongCall."""
    data = record.to_dict()
    steps = ",\n".join(json.dumps(step, separators=(",", ":")) for step in data.pop("steps"))
    head = json.dumps(data, ensure_ascii=False)
    new = file.with_name(f"{file.name}.new")
    try:
        new.write_text(f'{head[:-1]}, "steps": [\n{steps}\n]}}\n', encoding="utf-8")
        new.replace(file)
    except OSError as error:
        raise WrongCall(f"{file} cannot be written: {error.strerror}.") from error


def answer(args: Namespace, told: tuple[list[str], Any]) -> int:
    """Print lines, or the data of the same answer."""
    lines, data = told
    if args.json:
        print_json(data)
    else:
        print("\n".join(lines))
    return 0


def print_json(data: object) -> None:
    print(json.dumps(data, ensure_ascii=False))


if __name__ == "__main__":
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has seen enough, as in `... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    sys.exit(code)
