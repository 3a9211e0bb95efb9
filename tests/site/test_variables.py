"""Single variables: what fits, and the sentence about what does not."""

from pathlib import Path

import pytest

from farkle_site import variables
from farkle_site.variables import WrongEnvironment


@pytest.mark.parametrize("value", ["1", "65535"])
def test_whole_numbers_have_bounds(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("PORT", value)
    assert variables.whole_number("PORT", 8000, highest=65535) == int(value)


@pytest.mark.parametrize("value", ["0", "65536", "-1", "1.5", "many", "²", "9" * 5000])
def test_other_numbers_are_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("PORT", value)
    with pytest.raises(WrongEnvironment, match=rf"PORT is '{value}'; .* from 1 to 65535"):
        variables.whole_number("PORT", 8000, highest=65535)


def test_a_text_may_be_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NAME", " given ")
    assert variables.text("NAME") == "given"
    (tmp_path / "kept").write_text(" from a file\n")
    monkeypatch.setenv("NAME_FILE", str(tmp_path / "kept"))
    assert variables.text("NAME") == "from a file"
    monkeypatch.setenv("NAME_FILE", str(tmp_path))
    with pytest.raises(WrongEnvironment, match="NAME_FILE names a file that cannot be read"):
        variables.text("NAME")


def test_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAMES", " a, ,b")
    assert variables.items("NAMES") == ["a", "b"]
    with pytest.raises(WrongEnvironment, match="NAMES holds 'a'; each must look like b"):
        variables.items("NAMES", "b", "b")


def test_switches(monkeypatch: pytest.MonkeyPatch) -> None:
    assert variables.yes_or_no("SWITCH", default=True)
    for value, is_on in (("no", False), ("True", True), ("0", False), (" ON ", True)):
        monkeypatch.setenv("SWITCH", value)
        assert variables.yes_or_no("SWITCH", default=not is_on) is is_on
    monkeypatch.setenv("SWITCH", "maybe")
    with pytest.raises(WrongEnvironment, match="SWITCH is 'maybe'; it must be yes or no"):
        variables.yes_or_no("SWITCH")
