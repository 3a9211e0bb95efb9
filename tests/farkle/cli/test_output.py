"""Answers of the commands are printed as text, or as JSON."""

from argparse import Namespace

import pytest

from farkle.cli.output import print_answer


@pytest.mark.parametrize(
    ("as_json", "printed"), [(False, "fünf\n1,000\n"), (True, '{"title": "fünf"}\n')]
)
def test_an_answer_is_printed(
    as_json: bool, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert print_answer(Namespace(json=as_json), (["fünf", "1,000"], {"title": "fünf"})) == 0
    assert capsys.readouterr().out == printed
