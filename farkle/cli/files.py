"""Files of the command line: rule sets, records and games."""

from __future__ import annotations

import json
import os
from argparse import Namespace
from pathlib import Path
from typing import Any, TextIO

from farkle.engine.gamefile import GameFile, games_in
from farkle.engine.record import Record
from farkle.errors import FarkleError, RulesError
from farkle.rules.presets import PRESETS
from farkle.rules.ruleset import RuleSet

from .arguments import WrongCall, changed, preset


def rules_of(args: Namespace) -> RuleSet:
    return changed(named_rules(args.rules or "family"), args.set)


def named_rules(name: str) -> RuleSet:
    """Return a preset, or the rule set in a JSON file, at its top level or under "rules"."""
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
        raise RulesError(
            "These rules can't be played: {problems}", problems=" ".join(map(str, errors))
        )
    return rules


def read_record(args: Namespace, name: str) -> Record:
    """Return the record in a file: bare, or that of the only game. Raise WrongCall."""
    games = read_games(args, name)
    if len(games) != 1:
        raise WrongCall(f"{name} has {len(games)} games. Use verify to check them all.")
    return games[0].record


def read_games(args: Namespace, name: str) -> list[GameFile]:
    """Return every game in a file, or a bare record. Raise WrongCall."""
    try:
        return games_in(read_json(name, args.stdin))
    except WrongCall:
        raise
    except FarkleError as error:
        raise WrongCall(f"{name}: {error}") from error


def read_json(name: str, stdin: TextIO | None) -> Any:
    """Return the data in a JSON file, or from `stdin` if `name` is "-". Raise WrongCall."""
    try:
        text = stdin.read() if stdin and name == "-" else Path(name).read_text(encoding="utf-8")
        return json.loads(text)
    except OSError as error:
        raise WrongCall(f"Can't read {name}: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise WrongCall(f"{name} isn't valid JSON: {error}") from error


def exists(name: str) -> bool:
    return Path(name).exists()


def writable(name: str) -> Path:
    """Return the folder of this name; make it if there is none. Raise WrongCall unless it can be
    written to."""
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongCall(f"Can't use the folder {name}: {error.strerror}.") from error
    if not os.access(folder, os.W_OK):
        raise WrongCall(f"Can't write to the folder {name}.")
    return folder


def write(name: str, record: Record) -> None:
    """Write `record` atomically, with one step per line. Raise WrongCall."""
    file = Path(name)
    data = record.to_dict()
    steps = ",\n".join(json.dumps(step, separators=(",", ":")) for step in data.pop("steps"))
    head = json.dumps(data, ensure_ascii=False)
    new = file.with_name(f"{file.name}.new")
    try:
        new.write_text(f'{head[:-1]}, "steps": [\n{steps}\n]}}\n', encoding="utf-8")
        new.replace(file)
    except OSError as error:
        raise WrongCall(f"Can't write {file}: {error.strerror}.") from error
