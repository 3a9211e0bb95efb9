"""Games as they are taken along, and `python -m farkle verify`: what holds and what does not."""

import json
from dataclasses import replace

import pytest

from farkle import PRESETS, Disagreement, GameState, Record, RecordError
from farkle.engine.fairness import Proof, Unproven, commitment_of, throw
from farkle.engine.gamefile import GameFile, games_in
from tests.support.engine.calls import Call, answers, refused
from tests.support.engine.policy import thrifty

SEED = bytes(range(3, 35))
STRINGS = ("mara-string", "")


def played(rules="kcd", target=1500, seed=SEED, strings=STRINGS):
    """A game to the end with the dice of `seed`."""
    k = 0

    def cup(count):
        nonlocal k
        k += 1
        return throw(seed, strings, k, count)

    rules = replace(PRESETS[rules], target=target)
    state, batch = GameState.start(rules, 2, cup)
    record = Record(rules, 2, batch, names=("Mara", "Teo"))
    while state.phase != "over":
        action = thrifty(state)
        state, batch = state.apply(action, cup)
        record = record.and_then(action, batch)
    proof = Proof(commitment_of(seed), seed, tuple(strings))
    return GameFile(record, proof, {"number": 3, "status": "over", "times": [1, 2, None]}), k


def text(game):
    return json.dumps(game.to_dict())


def test_a_game_comes_back_as_it_went():
    game, thrown = played()
    again = GameFile.from_dict(json.loads(text(game)))
    assert again == game
    assert again.record.names == ("Mara", "Teo")
    checked = again.check()
    assert checked.throws == thrown
    assert checked.last.phase == "over"


def test_a_bare_record_is_a_game_without_a_proof():
    game, _ = played()
    (bare,) = games_in(game.record.to_dict())
    assert bare.proof is None
    assert bare.check().throws is None


def test_many_games():
    game, _ = played()
    data = {"farkle": "games", "version": 1, "games": [game.to_dict()] * 3}
    assert games_in(data) == [game] * 3
    data["games"][1] = {"farkle": "game", "version": 2}
    with pytest.raises(RecordError, match="Game 2: A file of a game must have version 1"):
        games_in(data)


def forged(data, at, dice):
    """The throw of step `at` made `dice`, wherever it stands."""
    step = data["record"]["steps"][at - 1]
    step["dice"] = dice
    next(event for event in step["events"] if event["e"] == "rolled")["dice"] = dice
    return data


def test_a_throw_that_the_seed_does_not_give_is_found_at_its_step():
    game, _ = played()
    data = game.to_dict()
    first = data["record"]["steps"][0]["dice"]
    forged(data, 1, first[::-1])  # the same faces in another order: the rules are content with it
    found = GameFile.from_dict(data)
    with pytest.raises(Unproven, match="At step 1 the record says that throw 2 was") as caught:
        found.check()
    assert caught.value.step == 1
    with pytest.raises(Disagreement):
        GameFile.from_dict(forged(game.to_dict(), 1, [2, 3, 4, 6, 2, 3])).check()


def test_the_roll_off_is_thrown_as_well():
    game, _ = played()
    start = replace(game.record.start[1], dice=game.record.start[1].dice[::-1])
    record = replace(game.record, start=(game.record.start[0], start, *game.record.start[2:]))
    with pytest.raises(Unproven, match="At the start the record says that throw 1 was") as caught:
        game.proof.check(record)
    assert caught.value.step == 0


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"seed": bytes(32)}, "not the one that was committed to"),
        ({"strings": ("mara-string", "", "")}, "3 strings were added to the dice, by 2 players"),
        ({"strings": ("", "mara-string")}, "the seed gives"),
    ],
)
def test_a_proof_that_does_not_fit(change, why):
    game, _ = played()
    with pytest.raises(Unproven, match=why):
        replace(game.proof, **change).check(game.record)


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        {"farkle": "games"},
        {"farkle": "game", "version": 1},
        {"farkle": "game", "version": True, "record": {}, "dice": None, "about": {}},
        {"farkle": "games", "version": 1, "games": {}},
        {"farkle": "games", "version": 1, "games": [1]},
    ],
)
def test_what_is_no_game(wrong):
    with pytest.raises(RecordError):
        games_in(wrong)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("dice", {"commitment": "0" * 64}),
        ("dice", {"commitment": "0" * 63, "seed": "0" * 64, "strings": []}),
        ("dice", {"commitment": "0" * 64, "seed": "G" * 64, "strings": []}),
        ("dice", {"commitment": "0" * 64, "seed": "0" * 64, "strings": "abc"}),
        ("dice", {"commitment": "0" * 64, "seed": "0" * 64, "strings": ["a,b,c,d,e"]}),
        ("dice", {"commitment": "0" * 64, "seed": "0" * 64, "strings": [None]}),
        ("about", []),
        ("about", {"who": "me"}),
        ("about", {"room": "x" * 201}),
        ("about", {"number": 1.5}),
        ("about", {"number": True}),
        ("about", {"times": [1, [2]]}),
        ("about", {"times": [10**15]}),
        ("record", {}),
    ],
)
def test_parts_of_a_wrong_shape(part, value):
    game, _ = played()
    with pytest.raises(RecordError):
        GameFile.from_dict(game.to_dict() | {part: value})


# On the command line


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(text(played()[0]))
    return str(path)


def test_verify(file):
    game, thrown = played()
    lines = answers("verify", file).splitlines()
    assert lines[0] == f"The record holds: {len(game.record.steps)} actions to the end."
    assert lines[1] == f"The dice hold: {thrown} throws, each as the seed gives it."
    assert commitment_of(SEED) in lines[2]
    assert Call("verify", file, "--json").data == [
        {
            "holds": True,
            "actions": len(game.record.steps),
            "throws": thrown,
            "commitment": commitment_of(SEED),
        }
    ]
    assert answers("replay", file, "--quiet") == f"{lines[0]}\n"


def test_verify_many(tmp_path):
    data = played()[0].to_dict()
    wrong = forged(played()[0].to_dict(), 1, data["record"]["steps"][0]["dice"][::-1])
    many = json.dumps({"farkle": "games", "version": 1, "games": [data, wrong]})
    call = Call("verify", "-", typed=many)
    assert call.code == 1
    assert [line for line in call.out.splitlines() if line.startswith("Game")] == [
        "Game 1",
        "Game 2",
    ]
    assert "At step 1 the record says that throw 2 was" in call.out
    found = Call("verify", "-", "--json", typed=many).data
    assert [one["holds"] for one in found] == [True, False]
    assert found[1]["step"] == 1
    assert refused("replay", "-", typed=many) == "- has 2 games: use verify to check them all."


def test_verify_without_a_proof():
    game, _ = played()
    call = Call("verify", "-", typed=json.dumps(game.record.to_dict()))
    assert call.code == 1
    assert "Nothing in it says where its dice came from." in call.out


def test_verify_of_what_cannot_be_read():
    assert "is no JSON" in refused("verify", "-", typed="{")
    assert "no game of Farkle" in refused("verify", "-", typed='{"farkle": "chess"}')
