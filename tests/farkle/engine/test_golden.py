"""Golden games, replayed line by line; a wrong line is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from farkle import PRESETS, Record
from tests.support.engine.golden import (
    FOLDER,
    NO,
    Golden,
    Wrong,
    of_record,
    parse,
    play,
    read,
    write,
)

FILES = sorted(FOLDER.glob("*.txt"))


def replayed(golden: Golden) -> Record:
    """Return the record of `golden`, played with its dice. Raise Wrong at the first difference."""
    played, record = play(golden)
    for written, now in zip(golden.lines, played.lines, strict=True):
        for column in ("dice", "text"):
            was, comes = getattr(written, column), getattr(now, column)
            if was != comes:
                raise golden.wrong(written.number, f"written is\n  {was}\nplayed is\n  {comes}")
    for part in ("start", "end"):
        if getattr(golden, part) != getattr(played, part):
            raise Wrong(f"{golden.path}: the {part}: played is {getattr(played, part)}")
    return record


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_is_played_as_it_is_written(path: Path) -> None:
    golden = read(path)
    record = replayed(golden)
    assert golden.about, "a golden game says what a reader should see"
    assert any(event.name == "over" for event in record.steps[-1].events)
    assert write(golden) == path.read_text(encoding="utf-8"), "its columns are straight"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_is_the_record_of_the_game_and_back(path: Path) -> None:
    golden = read(path)
    _, record = play(golden)
    again = Record.from_dict(record.to_dict())
    written = of_record(again)
    assert play(parse(write(written)))[1] == record
    assert [(one.who, one.does, one.dice, one.text) for one in written.lines] == [
        (one.who, one.does, one.dice, one.text)
        for one in golden.lines
        if not one.text.startswith(NO)
    ]


def test_there_is_a_whole_game_for_every_preset() -> None:
    played = {key for key, rules in PRESETS.items() for path in FILES if read(path).rules == rules}
    assert played == set(PRESETS)


GAME = """\
# Ann wins at once.
rules: classic, target 100, first_player seat
players: Ann, Bob
start: round 1; Ann's turn

Ann | bank         |             | no: not rolled
Ann | roll         | 1 2 3 4 4 6 |
Ann | keep 1, bank |             | +100; banks 100, has 100; Ann wins

end: Ann 100, Bob 0
"""


def test_reads_and_writes() -> None:
    assert write(parse(GAME)) == GAME
    assert replayed(parse(GAME)).rules.target == 100


@pytest.mark.parametrize(
    ("good", "bad", "says"),
    [
        ("Ann wins\n\n", "Bob wins\n\n", "golden game:8: written is"),
        ("has 100", "has 150", "golden game:8: written is"),
        ("keep 1, bank", "keep 2, bank", "golden game:8: this cannot be: That 2 doesn't score"),
        ("1 2 3 4 4 6 |", "1 2 3 4 4 6 / 1 |", "golden game:7: dice that were not thrown"),
        ("1 2 3 4 4 6 |", "1 2 3 4 4 |", "golden game:7: this cannot be"),
        ("Ann | roll", "Bob | roll", "golden game:7: it is Ann's turn"),
        ("| roll ", "| rest ", "golden game:7: no such action: rest"),
        ("Ann | roll", "Ann - roll", "golden game:7: not a line"),
        ("not rolled", "not so", "golden game:6: written is"),
        ("Ann | bank ", "Ann | roll ", "golden game:6: this can be done"),
        ("round 1;", "round 2;", "golden game: the start"),
        ("end: Ann 100", "end: Ann 101", "golden game: the end"),
        ("target 100", "goal 100", "golden game: no good head"),
    ],
)
def test_a_wrong_line_is_named(good: str, bad: str, says: str) -> None:
    assert GAME.count(good) == 1
    with pytest.raises(Wrong, match=says):
        replayed(parse(GAME.replace(good, bad)))
