"""Files of rule sets, records and games."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from farkle.engine.gamefile import GameFile, games_in
from farkle.engine.record import Record
from farkle.errors import FarkleError, RulesError
from farkle.rules.playability import verdict
from farkle.rules.presets import DEFAULT_PRESET, PRESETS
from farkle.rules.ruleset import RuleSet

from .arguments import WrongCall, change_fields, suggest


def rules_of(args: Namespace) -> RuleSet:
    """Return the rules of --rules and --set. Raise WrongCall if no game would come to an end."""
    rules = read_rules(args.rules or DEFAULT_PRESET, args.set)
    if errors := verdict(rules).errors:
        raise WrongCall(f"These rules can't be played: {' '.join(map(str, errors))}")
    return rules


def read_rules(name: str, settings: Sequence[str]) -> RuleSet:
    """Return a preset, or the rule set of a JSON file or under its "rules", with changed fields."""
    if name in PRESETS:
        return change_fields(PRESETS[name], settings)
    if not (name.endswith(".json") or Path(name).is_file()):
        raise WrongCall(f"There's no rule set {name!r}.{suggest(name, PRESETS)}")
    data = read_json(name)
    if isinstance(data, dict) and isinstance(data.get("rules"), dict):
        data = data["rules"]
    try:
        rules = RuleSet.from_dict(data)
    except RulesError as error:
        raise WrongCall(f"{name}: {error}") from error
    return change_fields(rules, settings)


def read_record(name: str) -> Record:
    """Return the record in a file of one game. Raise WrongCall."""
    games = read_games(name)
    if len(games) != 1:
        raise WrongCall(f"{name} has {len(games)} games. Use verify to check them all.")
    return games[0].record


def read_games(name: str) -> list[GameFile]:
    """Return all games of a file, or its bare record. Raise WrongCall."""
    data = read_json(name)
    try:
        return games_in(data)
    except FarkleError as error:
        raise WrongCall(f"{name}: {error}") from error


def read_json(name: str) -> Any:
    """Read a JSON file; "-" is standard input. Raise WrongCall."""
    try:
        return json.loads(sys.stdin.read() if name == "-" else Path(name).read_text("utf-8"))
    except OSError as error:
        raise WrongCall(f"Can't read {name}: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise WrongCall(f"{name} isn't valid JSON: {error}") from error


def make_folder(name: str) -> Path:
    """Return a writable folder, created if missing. Raise WrongCall."""
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongCall(f"Can't use the folder {name}: {error.strerror}.") from error
    if not os.access(folder, os.W_OK):
        raise WrongCall(f"Can't write to the folder {name}.")
    return folder


def require_new_file(name: str) -> None:
    """Raise WrongCall if a file has this name."""
    if Path(name).exists():
        raise WrongCall(f"{name} already exists. Choose another name, or --resume it.")


def write_record(name: str, record: Record) -> None:
    """Write `record` atomically, one step per line. Raise WrongCall."""
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
