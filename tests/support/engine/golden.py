"""Golden games: whole games as readable text, one line per action.

    # What a reader should see, in a comment.
    rules: family, target 2000, entry_min 0
    players: Ann, Bob
    start: Ann 4, Bob 6; round 1; Bob's turn

    Bob | roll           | 1 2 3 4 4 6 |
    Bob | keep 1, roll   | 2 3 4 4 6   | +100; farkle, 100 lost, 1 in a row; Ann's turn

    end: Ann 0, Bob 0

A line says who acts, the action, the dice thrown (two throws in one action are separated by "/")
and what happened. `rules` is a preset and the fields that differ from it; `teams: 0 1 0` gives the
team of each player, `dice: SSSOOO, OOOOOO` the named dice. For an action that is refused the last
column is "no:" and the name of the error. Lines with # are comments.

To write a new game, give the first three columns; `python -m tests.support.engine.golden FILE`
prints the file with the last column filled in by the engine. Check it against the rules by hand.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

from farkle import (
    FIELDS,
    PRESETS,
    Action,
    Bank,
    Batch,
    Build,
    GameState,
    IllegalAction,
    Join,
    Leave,
    Record,
    Roll,
    RuleSet,
    Skip,
    dice_of,
)
from farkle.engine.events import Rolled

from .checked_game import CheckedGame
from .golden_text import tell

NO = "no: "
FOLDER = Path(__file__).parents[2] / "farkle" / "engine" / "golden"


class Wrong(AssertionError):
    """A golden game that is played differently; the message names the file and the line."""


@dataclass(frozen=True)
class GoldenLine:
    """One action; `above` are the comments and blank lines before it, `number` its line number."""

    who: str
    does: str
    dice: str
    text: str
    above: tuple[str, ...] = ()
    number: int = 0


@dataclass(frozen=True)
class Golden:
    """A file. `names` are the players at the start; late joiners are named in their lines."""

    rules: RuleSet
    names: tuple[str, ...]
    teams: tuple[int, ...] | None
    start: str
    lines: tuple[GoldenLine, ...]
    end: str
    about: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    path: str = "golden game"
    chosen: tuple[str, ...] = ()

    def wrong(self, number: int, message: str) -> Wrong:
        return Wrong(f"{self.path}:{number}: {message}")


# Reading


def read(path: Path) -> Golden:
    """Return the golden game in the file at `path`. Raise Wrong if it is not one."""
    return parse(path.read_text(encoding="utf-8"), path.name)


def parse(text: str, path: str = "golden game") -> Golden:
    """Return the golden game in `text`. Raise Wrong if it is not one."""
    head: dict[str, str] = {}
    lines: list[GoldenLine] = []
    about: tuple[str, ...] = ()
    above: list[str] = []
    for number, raw in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in raw.split("|")]
        name, colon, value = raw.partition(":")
        if not raw.strip() or raw.startswith("#"):
            above.append(raw)
        elif len(cells) == 4:
            lines.append(GoldenLine(*cells, above=tuple(above), number=number))
            above = []
        elif colon and name in ("rules", "players", "teams", "dice", "start", "end"):
            head[name] = value.strip()
            if not about:
                about, above = tuple(above), []
        else:
            raise Wrong(f"{path}:{number}: not a line of a golden game: {raw}")
    try:
        teams = head.get("teams")
        return Golden(
            rules=_rules(head["rules"]),
            names=tuple(head["players"].split(", ")),
            teams=None if teams is None else tuple(map(int, teams.split())),
            start=head["start"],
            lines=tuple(lines),
            end=head["end"],
            about=about,
            below=tuple(above),
            path=path,
            chosen=tuple(head["dice"].split(", ")) if "dice" in head else (),
        )
    except (KeyError, ValueError) as error:
        raise Wrong(f"{path}: no good head: {error!r}") from error


def _rules(text: str) -> RuleSet:
    preset, *changes = text.split(", ")
    values = dict(change.split(" ", 1) for change in changes)
    return replace(PRESETS[preset], **{name: _value(name, values[name]) for name in values})


def _value(name: str, text: str) -> object:
    info = FIELDS[name]
    if info.choices:
        return text
    if info.unit == "yes/no":
        return {"yes": True, "no": False}[text]
    return tuple(map(int, text.split("/"))) if info.length else int(text)


def _action(line: GoldenLine, names: Sequence[str], teams: Sequence[int] | None) -> Action:
    do, _, rest = line.does.partition(" ")
    if do == "keep":
        faces, _, then = rest.partition(", ")
        keep = tuple(map(int, faces.split()))
        return {"roll": Roll(keep), "bank": Bank(keep)}[then]
    if do == "leave":
        return Leave(names.index(line.who))
    if do == "join":
        return Join(int(rest.removeprefix("team ")) if teams is not None else None)
    return {"roll": Roll(), "bank": Bank(), "build": Build(), "skip": Skip()}[line.does]


# Playing


def play(golden: Golden) -> tuple[Golden, Record]:
    """The same game with `start`, `text` and `end` as the engine plays them, and its record.

    Raises Wrong where an action is not open, another player is at turn, or the dice do not fit.
    """
    rules, names = golden.rules, list(golden.names)
    try:
        shown = golden.start.partition("round ")[0]  # Ann 4, Bob 6; ...
        dice = [int(one.split()[-1]) for one in shown.replace(";", ",").split(",") if one.strip()]
        checked = CheckedGame(rules, len(names), golden.teams, dice, golden.chosen)
    except (AssertionError, ValueError) as error:
        raise Wrong(f"{golden.path}: the start cannot be played: {error}") from error
    start = tell(checked.record.start, names)
    lines = []
    for line in golden.lines:
        fallen = tuple(int(face) for face in line.dice.replace("/", " ").split())
        try:
            action = _action(line, names, golden.teams)
        except (KeyError, ValueError) as error:
            raise golden.wrong(line.number, f"no such action: {line.does}") from error
        if not isinstance(action, Leave | Join) and line.who != names[checked.state.current]:
            raise golden.wrong(line.number, f"it is {names[checked.state.current]}'s turn")
        if line.text.startswith(NO):
            lines.append(replace(line, text=NO + _refusal(golden, line, checked.state, action)))
            continue
        if isinstance(action, Join):
            names.append(line.who)
        try:
            batch = checked.do(action, fallen)
        except (IllegalAction, AssertionError, ValueError) as error:
            raise golden.wrong(line.number, f"this cannot be: {error}") from error
        if dice_of(batch) != fallen:
            raise golden.wrong(line.number, f"dice that were not thrown: {line.dice}")
        text = tell(batch, names, names.index(line.who), action, checked.state)
        lines.append(replace(line, dice=_throws(batch), text=text))
    checked.check_record()
    record = replace(checked.record, names=tuple(names))
    end = _scores(names, checked.state)
    return replace(golden, start=start, lines=tuple(lines), end=end), record


def _refusal(golden: Golden, line: GoldenLine, state: GameState, action: Action) -> str:
    try:
        state.apply(action, lambda count: (1,) * count)
    except IllegalAction as error:
        return error.code.replace("_", " ")
    raise golden.wrong(line.number, f"this can be done: {line.does}")


def _throws(batch: Batch) -> str:
    throws = [event.dice for event in batch if isinstance(event, Rolled)]
    return " / ".join(" ".join(map(str, throw)) for throw in throws)


def _scores(names: Sequence[str], state: GameState) -> str:
    return ", ".join(f"{name} {points}" for name, points in zip(names, state.scores, strict=True))


# Writing


def write(golden: Golden) -> str:
    """Return the text of a golden game."""
    head = [*golden.about, f"rules: {_rules_text(golden.rules)}"]
    head.append("players: " + ", ".join(golden.names))
    if golden.teams is not None:
        head.append("teams: " + " ".join(map(str, golden.teams)))
    if golden.chosen:
        head.append("dice: " + ", ".join(golden.chosen))
    head.append(f"start: {golden.start}")
    wide = [max((len(cells[at]) for cells in _cells(golden)), default=0) for at in range(3)]
    body = []
    for line, cells in zip(golden.lines, _cells(golden), strict=True):
        body += line.above
        padded = [cell.ljust(width) for cell, width in zip(cells, wide, strict=True)]
        body.append(" | ".join((*padded, line.text)).rstrip())
    return "\n".join((*head, *body, *golden.below, f"end: {golden.end}", ""))


def _cells(golden: Golden) -> list[tuple[str, str, str]]:
    return [(line.who, line.does, line.dice) for line in golden.lines]


def _rules_text(rules: RuleSet) -> str:
    """Return the nearest preset and the fields that differ from it."""
    differing = {
        key: [
            one.name
            for one in fields(rules)
            if getattr(rules, one.name) != getattr(preset, one.name)
        ]
        for key, preset in PRESETS.items()
    }
    key = min(differing, key=lambda key: len(differing[key]))
    return ", ".join((key, *(f"{name} {_shown(rules, name)}" for name in differing[key])))


def _shown(rules: RuleSet, name: str) -> str:
    value = getattr(rules, name)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "/".join(map(str, value)) if isinstance(value, tuple) else str(value)


def of_record(record: Record, about: Sequence[str] = ()) -> Golden:
    """Return a played game as a golden one; `record.names` must name every seat."""
    names = record.names
    state = GameState.begin(record.rules, record.start)
    lines = []
    for step in record.steps:
        actor = state.current
        state = state.fold(step.events)
        if isinstance(step.action, Leave):
            actor = step.action.seat
        elif isinstance(step.action, Join):
            actor = len(state.scores) - 1
        text = tell(step.events, names, actor, step.action, state)
        lines.append(GoldenLine(names[actor], _does(step.action), _throws(step.events), text))
    return Golden(
        rules=record.rules,
        names=names[: record.players],
        teams=record.teams,
        start=tell(record.start, names),
        lines=tuple(lines),
        end=_scores(names, state),
        about=tuple(about),
        chosen=record.chosen,
    )


def _does(action: Action) -> str:
    match action:
        case Roll(keep) | Bank(keep):
            do = "roll" if isinstance(action, Roll) else "bank"
            return f"keep {' '.join(map(str, keep))}, {do}" if keep else do
        case Join(team):
            return "join" if team is None else f"join team {team}"
        case _:
            return str(action.to_dict()["do"])


if __name__ == "__main__":
    for name in sys.argv[1:]:
        sys.stdout.write(write(play(read(Path(name)))[0]))
