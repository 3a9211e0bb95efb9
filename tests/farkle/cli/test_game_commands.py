"""`python -m farkle replay` and `verify`: records and proofs that hold, and those that do not."""

import json
from dataclasses import replace
from random import Random

import pytest

from farkle import PRESETS, Record, replay
from farkle.ai.deals.spread import spread_of
from farkle.ai.players import LEVELS
from farkle.cli.advice_commands import rolled_by
from farkle.engine.deal import rules_of_deal
from farkle.engine.fairness import commitment_of
from tests.support.engine.command_line import Call, answers, refused
from tests.support.engine.proved_game import SEED, forged, played, played_alone, text


@pytest.fixture
def record(tmp_path):
    """A finished game of three players, in a file."""
    file = tmp_path / "game.json"
    keys = Random(2)

    class Keys:
        def readline(self):
            return keys.choice(["\n", "all\n", "all b\n"])

    argv = ("play", "Ines", "Teo", "Ravi", "--set", "target=2000", "--save", str(file))
    call = Call(*argv, typed=Keys(), dice=rolled_by(Random(4)))
    assert call.code == 0
    assert call.out.endswith(f"Saved in {file}.\n")
    return file


def test_replay(record):
    out = answers("replay", str(record)).splitlines()
    data = json.loads(record.read_text())
    assert out[0] == "Ines, Teo and Ravi play to 2,000."
    assert " with " in out[-2]
    assert out[-1] == f"The moves are valid: {len(data['steps'])} actions to the end."
    assert answers("replay", str(record), "--quiet") == f"{out[-1]}\n"
    answer = json.loads(answers("replay", str(record), "--json"))
    last = replay(Record.from_dict(data))
    assert answer == {
        "holds": True,
        "actions": len(data["steps"]),
        "over": True,
        "names": ["Ines", "Teo", "Ravi"],
        "scores": list(last.scores),
        "winners": list(last.winners),
    }
    assert Call("replay", "-", typed=record.read_text()).out.splitlines() == out


def test_replay_of_a_game_that_is_not_over(record):
    data = json.loads(record.read_text())
    data["steps"] = data["steps"][:3]
    call = Call("replay", "-", "--quiet", typed=json.dumps(data))
    assert call.out == "The moves are valid: 3 actions, and the game isn't finished.\n"


def tampered(data, what):
    """Tamper with `data` and return the number of the step."""
    steps = data["steps"]

    def first(name):
        return next(
            (number, event)
            for number, step in enumerate(steps, 1)
            for event in step["events"]
            if event["e"] == name
        )

    if what == "points":
        number, event = first("kept")
        event["points"] += 50
    elif what == "total":
        number, event = first("banked")
        event["total"] += 50
    elif what == "dice":
        number, event = first("rolled")
        event["dice"] = steps[number - 1]["dice"] = [2, 2, 3, 3, 4, 6]
    elif what == "fewer dice":
        number, event = first("rolled")
        event["dice"] = steps[number - 1]["dice"] = event["dice"][:5]
    elif what == "more dice":
        number, event = first("rolled")
        event["dice"] = steps[number - 1]["dice"] = [*event["dice"], 1]
    elif what == "keep":
        number, event = first("kept")
        steps[number - 1]["keep"] = [2, 2]
    elif what == "step left out":
        number, _ = first("kept")
        del steps[number - 1]
    elif what == "after the end":
        steps.append(steps[0])
        number = len(steps)
    elif what == "start":
        number = 0
        turn = data["start"]["events"][-1]
        turn["seat"] = (turn["seat"] + 1) % 3
    elif what == "no roll-off":
        number = 0
        data["start"]["dice"] = []
        data["start"]["events"] = [
            one for one in data["start"]["events"] if one["e"] != "rolled_off"
        ]
    else:
        number = 0
        data["rules"]["target"] = 0
    return number


@pytest.mark.parametrize(
    "what",
    [
        *("points", "total", "dice", "fewer dice", "more dice", "keep", "step left out"),
        *("after the end", "start", "no roll-off", "rules"),
    ],
)
def test_a_tampered_record_is_refused_at_its_step(record, what):
    data = json.loads(record.read_text())
    number = tampered(data, what)
    call = Call("replay", "-", typed=json.dumps(data))
    assert call.code == 1
    where = f"step {number}" if number else "the start"
    assert call.err.startswith(f"farkle: At {where} the record says ")
    answer = Call("replay", "-", "--json", typed=json.dumps(data))
    assert (answer.code, answer.data["holds"], answer.data["step"]) == (1, False, number)
    assert answer.data["recorded"] != answer.data["replayed"]
    # The steps before it are printed all the same.
    whole = answers("replay", str(record)).splitlines()
    shown = call.out.splitlines()
    assert shown == whole[: len(shown)]
    assert bool(shown) == bool(number)


def test_data_that_is_not_a_record_is_refused(record):
    data = json.loads(record.read_text())
    for change, says in (
        ({"version": 9}, "A record must be an object of version 1."),
        ({"players": 0}, "players of a record must be a whole number from 1."),
        ({"steps": [1]}, "Step 1 of a record must be an object."),
        ({"steps": [{"do": "dance"}]}, 'An action must say what to "do"'),
        ({"rules": {"version": 1, "luck": 1}}, "Unknown fields in a rule set: 'luck'."),
    ):
        assert says in refused("replay", "-", typed=json.dumps({**data, **change}))


@pytest.mark.no_cover
def test_any_damage_is_reported_without_a_traceback(record):
    """Hundreds of small changes anywhere in the file are accepted, disproved or refused."""
    random = Random(1)
    text = record.read_text()
    codes = set()
    for _ in range(300):
        data = json.loads(text)
        node = data
        while True:
            key = random.choice(list(node) if isinstance(node, dict) else range(len(node)))
            if not isinstance(node[key], dict | list) or not node[key] or random.random() < 0.2:
                break
            node = node[key]
        node[key] = random.choice([None, -1, 0, 1, 3, 7, 10**30, "x", [], {}, True, [1, 2], [9]])
        call = Call("replay", "-", "--quiet", typed=json.dumps(data))
        assert call.err.count("\n") == (1 if call.code else 0)
        codes.add(call.code)
    assert codes == {0, 1, 2}


# Verify


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(text(played()[0]))
    return str(path)


def test_verify(file):
    game, thrown = played()
    lines = answers("verify", file).splitlines()
    assert lines[0] == f"The moves are valid: {len(game.record.steps)} actions to the end."
    assert lines[1] == f"The dice are fair: {thrown} rolls, all reproduced from the seed."
    assert commitment_of(SEED) in lines[2]
    assert lines[3] == (
        f"The game's fingerprint is {game.proof.fingerprint}. "
        "It covers the rules and the names as well."
    )
    assert Call("verify", file, "--json").data == [
        {
            "holds": True,
            "finished": True,
            "actions": len(game.record.steps),
            "throws": thrown,
            "commitment": commitment_of(SEED),
            "fingerprint": game.proof.fingerprint,
            "names": True,
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
    assert "At step 1 the record says that roll 2 was" in call.out
    found = Call("verify", "-", "--json", typed=many).data
    assert [one["holds"] for one in found] == [True, False]
    assert found[1]["step"] == 1
    assert refused("replay", "-", typed=many) == "- has 2 games. Use verify to check them all."


def verified(data):
    return Call("verify", "-", typed=json.dumps(data))


def test_verify_finds_other_names_and_other_rules():
    data = played()[0].to_dict()
    data["record"]["names"] = ["Mara", "Eve"]
    call = verified(data)
    assert call.code == 0
    assert "It covers the rules as well." in call.out
    assert "The names are not those the game began with" in call.out
    data["record"]["rules"]["late_start"] = "lowest"  # without effect in this game
    call = verified(data)
    assert call.code == 1
    assert "These aren't the rules that the game began with." in call.out


def test_verify_recognises_a_cut_end():
    data = played()[0].to_dict()
    del data["record"]["steps"][-3:]
    call = verified(data)
    assert call.code == 1
    assert "The end of the game is missing" in call.out
    data["about"]["status"] = "abandoned"
    call = verified(data)
    assert call.code == 0
    assert "and the game isn't finished" in call.out


def test_verify_without_a_proof():
    game, _ = played()
    call = Call("verify", "-", typed=json.dumps(game.record.to_dict()))
    assert call.code == 1
    assert "The file has no seed, so its dice can't be checked." in call.out


def test_verify_refuses_unreadable_files():
    assert "isn't valid JSON" in refused("verify", "-", typed="{")
    assert "isn't a Farkle game file" in refused("verify", "-", typed='{"farkle": "chess"}')


def test_deal(tmp_path):
    file = tmp_path / "try.json"
    file.write_text(text(played_alone(PRESETS["standard"], 3)))
    spread = spread_of(rules_of_deal(PRESETS["standard"], 3), SEED, 20)
    data = json.loads(answers("deal", str(file), "--runs", "20", "--json"))
    assert data == spread.to_dict()
    lines = answers("deal", str(file), "--runs", "20").splitlines()
    assert [line.split()[0] for line in lines] == [*LEVELS, "par", "ceiling"]
    low, high = spread.levels["penny"].points[0][0], spread.levels["penny"].points[-1][0]
    assert lines[2].endswith(f" on average, {low:,} to {high:,}")
    assert lines[-2].split()[1] == f"{spread.par:,}"
    assert lines[-1].split()[1] == f"{spread.perfect:,}"


def test_deal_of_another_file(record):
    assert refused("deal", str(record)).endswith("isn't a try of a deal whose seed is open.")
    assert "isn't a try" in refused("deal", "-", typed=text(played()[0]))


def test_deal_with_a_false_die():
    file = played_alone(PRESETS["standard"], 3)
    seed = bytes(32)
    proof = replace(file.proof, seed=seed, commitment=commitment_of(seed))
    call = Call("deal", "-", typed=text(replace(file, proof=proof)))
    assert (call.code, call.out) == (1, "")


def test_the_dice_of_a_game_with_named_dice_are_verified(tmp_path):
    game, rolls = played(chosen=("AASSOO", "EEOOUU"))
    file = tmp_path / "game.json"
    file.write_text(text(game))
    assert f"The dice are fair: {rolls:,} rolls" in answers("verify", str(file))
    file.write_text(text(game).replace("AASSOO", "AASSOS"))
    call = Call("verify", str(file))
    assert call.code == 1
    assert "These aren't the rules that the game began with." in call.out
