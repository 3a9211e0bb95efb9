"""The arguments: fields of every kind, and calls that are refused. How answers are printed."""

import json

import pytest

from farkle import PRESETS, RuleSet
from farkle.cli.arguments import Answer
from tests.support.engine.command_line import Call, answers, refused


def test_every_kind_of_field_can_be_set():
    out = answers(
        *("rules", "--set", "n_kind=fixed", "--set", "fixed_kinds=900,1800,2700"),
        *("--set", "keep=all", "--set", "toxic_twos=on", "--set", "rounds = 9", "--json"),
    )
    rules = RuleSet.from_dict(json.loads(out)["rules"])
    assert rules.fixed_kinds == (900, 1800, 2700)
    assert (rules.n_kind, rules.keep, rules.toxic_twos, rules.rounds) == ("fixed", "all", True, 9)


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["score", "7"], "A die shows 1 to 6, not 7."),
        (["score", "1234561"], "A roll has one to six dice, not 7."),
        (["score", "-1"], "Dice are faces from 1 to 6, such as 1 1 5; not '-1'."),
        (["keeps", "one"], "Dice are faces from 1 to 6, such as 1 1 5; not 'one'."),
        (["keeps", "²"], "Dice are faces from 1 to 6, such as 1 1 5; not '²'."),
        (["rules", "famly"], "There's no rule set 'famly'. Did you mean family?"),
        (["score", "1", "--set", "targt=1"], "There's no field 'targt'. Did you mean target?"),
        (
            ["score", "1", "--set", "target"],
            "Use target=VALUE. Winning score. Points needed to win.",
        ),
        (["score", "1", "--set", "target=x"], "target must be a whole number, not 'x'."),
        (["score", "1", "--set", "building=1"], "building must be true or false, not '1'."),
        (["score", "1", "--set", "keep=1"], "keep must be one of any, all, not '1'."),
        (["score", "1", "--set", "fixed_kinds=a"], "fixed_kinds must be a list of 3 numbers."),
        (["score", "1", "--set", "fixed_kinds=1"], "fixed_kinds must be a list of 3 numbers."),
        (
            ["score", "1", "--set", "target=99999999999"],
            "target must be at most 10,000,000, not 99999999999.",
        ),
        (["play", "Ines"], "A game needs at least two players."),
        (["play", "Ines", "Ines"], "Every player needs a name of their own."),
        (["replay", "missing.json"], "Can't read missing.json: No such file or directory."),
        (["rules", "missing.json"], "Can't read missing.json: No such file or directory."),
    ],
)
def test_a_wrong_call_is_refused_with_a_sentence(argv, says):
    assert refused(*argv) == says


def test_an_unknown_name_lists_the_known_ones():
    assert refused("rules", "zzz").endswith("Choose one of: " + ", ".join(PRESETS) + ".")


@pytest.mark.parametrize("argv", [[], ["dance"], ["score"], ["score", "--json"]])
def test_calls_that_cannot_be_parsed(argv):
    call = Call(*argv)
    assert (call.code, call.out) == (2, "")
    assert "usage: python -m farkle" in call.err


@pytest.mark.parametrize(
    ("as_json", "printed"), [(False, "fünf\n1,000\n"), (True, '{"title": "fünf"}\n')]
)
def test_an_answer_is_printed(as_json, printed, capsys):
    Answer(["fünf", "1,000"], {"title": "fünf"}).print(as_json=as_json)
    assert capsys.readouterr().out == printed
