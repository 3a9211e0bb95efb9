"""static/js/pages/dice-check.js finds in a game file what `python -m farkle verify` finds."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from farkle import PRESETS, RuleSet
from farkle.engine.fairness import Proof
from farkle.rules.named_dice import NAMED_DICE
from tests.support import node
from tests.support.engine.proved_game import played, played_alone
from tests.support.engine.simple_players import careful

Data = dict[str, Any]


def found(files: list[Data]) -> list[Data]:
    base = RuleSet().to_dict()
    weights = {die.letter: die.weights for die in NAMED_DICE.values()}
    known = {"base": base, "weights": weights}
    return node.run("checkFile", [{"file": file, **known} for file in files])


def file_of(change: Callable[[Data], object] = lambda data: None) -> Data:
    data = played()[0].to_dict()
    change(data)
    return data


def test_it_covers_rules_and_names_under_every_preset() -> None:
    names = ("Zoë \U0001f3b2", 'a,"b\\c')
    games = [played(rules, names=names, policy=careful) for rules in PRESETS]
    for (game, thrown), told in zip(games, found([one.to_dict() for one, _ in games]), strict=True):
        assert isinstance(game.proof, Proof)
        assert told == {
            "commitment": True,
            "throws": thrown,
            "wrong": 0,
            "covers": {"fingerprint": game.proof.fingerprint, "rules": True, "names": True},
            "end": "over",
        }


def test_it_checks_named_dice() -> None:
    games = [
        played(seed=bytes([at]) * 32, chosen=("AFSLHU", letters), policy=careful)
        for at, letters in enumerate(("OXOXTE", "EEEOOO", "SSSLLL", "OOOOOO"))
    ]
    files = [game.to_dict() for game, _ in games]
    forged = games[0][0].to_dict()
    forged["record"]["start"]["events"][0]["chosen"] = ["AFSLHU", "OXOXTX"]
    *honest, odd = found([*files, forged])
    for (game, thrown), told in zip(games, honest, strict=True):
        assert isinstance(game.proof, Proof)
        assert (told["throws"], told["wrong"]) == (thrown, 0)
        assert told["covers"]["rules"]
        assert told["covers"]["fingerprint"] == game.proof.fingerprint
    assert not odd["covers"]["rules"]


def test_it_says_what_differs_and_what_is_missing() -> None:
    names, rules, cut, stopped = found(
        [
            file_of(lambda data: data["record"]["names"].reverse()),
            file_of(lambda data: data["record"]["rules"].update(late_start="lowest")),
            file_of(lambda data: data["record"]["steps"].pop()),
            file_of(lambda data: (data["record"]["steps"].pop(), data["about"].pop("status"))),
        ]
    )
    assert (names["covers"]["rules"], names["covers"]["names"]) == (True, False)
    assert (rules["covers"]["rules"], rules["covers"]["names"]) == (False, True)
    assert (cut["end"], stopped["end"]) == ("missing", "unfinished")


def test_it_checks_a_try_of_a_deal_with_second_chances() -> None:
    files = [
        played_alone(replace(PRESETS["kcd"], second_chance=True), seed=bytes([at]) * 32)
        for at in range(12)
    ]
    forged = files[0].to_dict()
    forged["dice"]["strings"] = [""]
    *honest, odd = found([*(file.to_dict() for file in files), forged])
    for file, told in zip(files, honest, strict=True):
        assert isinstance(file.proof, Proof)
        assert (told["commitment"], told["wrong"]) == (True, 0)
        assert told["throws"] == file.check().throws
        assert told["covers"]["fingerprint"] == file.proof.fingerprint
    assert odd["wrong"] > 0
