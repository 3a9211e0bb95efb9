"""Files of the command line: rule sets that are read, and files that cannot be."""

import json

from farkle import PRESETS
from tests.support.engine.command_line import Call, answers, refused


def test_house_rules_from_options_and_from_files(tmp_path):
    out = answers("rules", "--set", "building=yes", "--set", "target=100000")
    assert out.startswith("Standard with piggybacking, winning score 100,000\n")
    assert "\nUnusual: A game may take about " in out
    file = tmp_path / "ours.json"
    file.write_text(answers("rules", "kcd", "--set", "target=5000", "--json"))
    assert "First to 5,000 wins." in answers("rules", str(file))
    assert "straight 500" in answers("score", "12345", "--rules", str(file))
    file.write_text(json.dumps(PRESETS["patch"].to_dict()))
    assert answers("score", "1111", "--rules", str(file)) == "1,000: four 1s 1,000\n"


def test_rules_of_which_no_game_would_end_are_refused_by_every_command():
    says = "These rules can't be played: A single bank would win: the winning score must be"
    for command in (["simulate", "pip", "pip"], ["play", "Ines", "Teo"], ["best", "1", "1", "5"]):
        assert says in refused(*command, "--set", "target=500", "--set", "bank_min=600")
    call = Call("rules", "--set", "target=500", "--set", "bank_min=600")
    assert "\nCan't be played: A single bank would win" in call.out
    assert call.code == 1


def test_bad_files(tmp_path):
    file = tmp_path / "x.json"
    for content, says in (
        ("{", "isn't valid JSON"),
        ("[" * 100_000, "isn't valid JSON"),
        ("\xff", "isn't valid JSON"),
        ("1" * 5_000, "isn't valid JSON"),
        ("[]", "A rule set must be an object"),
        ('{"version": 1, "luck": 1}', "Unknown fields in a rule set: 'luck'."),
        ('{"rules": {"version": 2}}', "This rule set has version 2"),
    ):
        file.write_bytes(content.encode("latin-1"))
        said = refused("score", "1", "--rules", str(file))
        assert said.startswith(str(file))
        assert says in said
    assert "A record must be an object" in refused("replay", str(file))
    assert f"Can't read {tmp_path}: Is a directory" in refused("replay", str(tmp_path))
    nowhere = str(tmp_path / "no" / "game.json")
    assert f"Can't write {nowhere}: No such file" in refused("play", "A", "B", "--save", nowhere)
