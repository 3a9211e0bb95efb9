"""Every example in the engine's README runs as shown."""

import doctest
import re
import shlex
from pathlib import Path

import farkle
from farkle.__main__ import COMMANDS
from tests.support.engine.command_line import Call

README = Path(farkle.__file__).with_name("README.md")


def test_the_python_examples():
    result = doctest.testfile(
        str(README), module_relative=False, optionflags=doctest.FAIL_FAST, encoding="utf-8"
    )
    assert result.failed == 0
    assert result.attempted > 50


def console():
    """Yield each call and the output shown below it."""
    blocks = re.findall(r"```console\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    for call in re.split(r"^\$ ", "".join(blocks), flags=re.MULTILINE)[1:]:
        command, _, output = call.partition("\n")
        yield command, output


def test_the_calls():
    calls = list(console())
    assert len(calls) >= 5
    for command, output in calls:
        argv = shlex.split(command)
        assert argv[:3] == ["python", "-m", "farkle"]
        call = Call(*argv[3:])
        assert call.out + call.err == output, command


def test_every_public_name_and_every_command_is_shown():
    text = README.read_text(encoding="utf-8")
    # Types of results of functions that are shown.
    quiet = {"Action", "Batch", "Choice", "Combination", "Dice", "Event", "FarkleError"}
    quiet |= {"FieldInfo", "Legal", "Problem", "Source", "Step", "Validation", "VERSION"}
    quiet |= {"batch_from_dicts", "dice_of", "states", "RecordError"}
    missing = [name for name in farkle.__all__ if name not in text and name not in quiet]
    assert missing == []
    for command in COMMANDS:
        assert re.search(rf"\b{command}\b", text), command
