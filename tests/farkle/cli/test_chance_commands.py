"""`python -m farkle chance`: its output as text and as JSON, and what it refuses."""

import json

from tests.support.engine.command_line import Call, answers, refused


def test_the_chance_to_win():
    told = answers("chance", "1000", "1,500", "--rules", "kcd")
    assert told.startswith("44.83% to win, with best play on both sides.\n")
    assert "With 3 dice left, bank at 500 or more." in told
    assert told.endswith("With 6 dice left, bank once you reach the target.\n")
    data = json.loads(answers("chance", "1000", "1500", "--rules", "kcd", "--json"))
    assert data["exact"] is True
    assert f"{100 * data['chance']:.2f}%" in told
    assert sorted(data["bank_from"]) == list("123456")


def test_house_rules_are_solved_when_asked_for_and_kept(tmp_path):
    call = ("chance", "0", "100", "--rules", "kcd", "--set", "target=400")
    told = answers(*call, "--tables", str(tmp_path))
    assert len(list(tmp_path.iterdir())) == 1
    assert answers(*call, "--tables", str(tmp_path)) == told == answers(*call)


def test_a_damaged_table_is_a_sentence(tmp_path):
    call = ("chance", "0", "100", "--rules", "kcd", "--set", "target=450")
    answers(*call, "--tables", str(tmp_path))
    file = next(tmp_path.iterdir())
    file.write_bytes(file.read_bytes()[:-9])
    from farkle.ai.chance.files import _read

    _read.cache_clear()
    assert refused(*call, "--tables", str(tmp_path)) == (
        f"{file.name} cannot be used. This table of chances is torn or damaged. "
        "Delete it to have it solved again."
    )


def test_wrong_totals_are_refused():
    assert "is already reached" in refused("chance", "0", "4000", "--rules", "kcd")
    assert "multiples of 50" in refused("chance", "1", "0", "--rules", "kcd")
    assert Call("chance", "-5", "0").code == 2
    assert Call("chance", "5").code == 2
