"""Answers of the commands are printed as text, or as JSON."""

import pytest

from farkle.cli.output import Answer


@pytest.mark.parametrize(
    ("as_json", "printed"), [(False, "fünf\n1,000\n"), (True, '{"title": "fünf"}\n')]
)
def test_an_answer_is_printed(
    as_json: bool, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Answer(["fünf", "1,000"], {"title": "fünf"}).print(as_json=as_json)
    assert capsys.readouterr().out == printed


def test_an_answer_without_lines_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    Answer([]).print(as_json=False)
    assert capsys.readouterr().out == ""
