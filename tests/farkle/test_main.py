"""`python -m farkle` as a whole: its help, and runs as a process."""

import json
import subprocess
import sys
from pathlib import Path

import farkle
from farkle import Record, replay
from farkle.__main__ import COMMANDS
from tests.support.engine.command_line import Call, answers

ROOT = Path(farkle.__file__).parent.parent


def test_help_shows_an_example_of_every_command():
    call = Call("--help")
    assert (call.code, call.err) == (0, "")
    shown = [
        line.strip() for line in call.out.splitlines() if line.startswith("  python -m farkle")
    ]
    assert len(shown) == 18
    for command in COMMANDS:
        assert any(f"farkle {command}" in line for line in shown)
        assert Call(command, "--help").code == 0
    for line in shown:
        argv = line.partition(">")[0].split("   ")[0].split()[3:]
        if argv[0] not in ("play", "replay", "verify", "deal"):  # those need a keyboard and a file
            answers(*argv)


# As a process


def run(*argv, typed=""):
    return subprocess.run(
        [sys.executable, "-m", "farkle", *argv],
        check=False,
        input=typed,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )


def test_running_as_a_process():
    done = run("score", "1", "1", "5")
    assert (done.returncode, done.stdout) == (0, "250: a 1 100 + a 1 100 + a 5 50\n")
    done = run("score", "9")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "farkle: A die shows 1 to 6, not 9.\n"


def test_a_game_with_real_dice(tmp_path):
    file = tmp_path / "game.json"
    typed = "Ines, Teo\n" + "\nall\nall b\n" * 12
    done = run("play", "--set", "entry_min=0", "--save", str(file), typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f"Game stopped.\nSaved in {file}.\n")
    assert replay(Record.from_dict(json.loads(file.read_text()))).ply > 5


def test_a_closed_pipe_ends_quietly():
    with subprocess.Popen(
        [sys.executable, "-m", "farkle", "rules", "patch", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141
