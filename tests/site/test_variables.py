"""Single variables: what fits, and the sentence about what does not."""

from pathlib import Path

import pytest

from farkle_site import variables
from farkle_site.variables import WrongEnvironment


@pytest.mark.parametrize(("value", "fine"), [("1", True), ("65535", True), ("65536", False)])
def test_whole_numbers_have_bounds(value: str, fine: bool) -> None:
    def port() -> int:
        return variables.whole_number({"PORT": value}, "PORT", 8000, lowest=1, highest=65535)

    if fine:
        assert port() == int(value)
    else:
        with pytest.raises(WrongEnvironment, match=r"PORT is '65536'.*from 1 to 65535"):
            port()


def test_a_text_may_be_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text(" from a file\n")
    named = {"NAME": "given", "NAME_FILE": str(tmp_path / "kept")}
    assert variables.text(named, "NAME") == "from a file"
    assert variables.text({"NAME": " given "}, "NAME") == "given"
    assert variables.text({"NAME": " "}, "NAME") is None
    with pytest.raises(WrongEnvironment, match="NAME_FILE names a file that cannot be read"):
        variables.text({"NAME_FILE": str(tmp_path)}, "NAME")


def test_lists_and_choices() -> None:
    assert variables.items({"NAMES": " a, ,b"}, "NAMES") == ["a", "b"]
    assert variables.yes_or_no({}, "SWITCH", default="yes")
    assert not variables.yes_or_no({"SWITCH": "no"}, "SWITCH", default="yes")
    assert variables.yes_or_no({"SWITCH": "True"}, "SWITCH")
    assert not variables.yes_or_no({"SWITCH": "0"}, "SWITCH", default="yes")
    with pytest.raises(WrongEnvironment, match="SWITCH is 'maybe'; it must be yes or no"):
        variables.yes_or_no({"SWITCH": "maybe"}, "SWITCH")
