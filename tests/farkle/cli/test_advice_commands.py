"""Commands about the best play: their output as text and as JSON."""

import json
from pathlib import Path
from typing import Any

import pytest

from farkle import PRESETS
from farkle.ai.chance.files import find_chances
from farkle.ai.players import LEVELS
from farkle.ai.turn.solver import solve
from farkle.cli.advice_commands import interval
from tests.support.engine.command_line import Call, answers, refused

# After a roll


def test_best_play_of_a_throw():
    lines = answers(
        "best", "1", "1", "5", "2", "3", "4", "--turn", "300", "--rules", "family"
    ).splitlines()
    assert lines[0] == "keep 1, roll 5        638.3 points, banked in 84%"
    assert "keep 1 1 5, bank      550.0 points" in lines
    first = json.loads(answers("best", "115234", "--turn", "300", "--rules", "family", "--json"))[0]
    assert (first["do"], first["keep"]) == ("roll", [1])
    assert first["points"] == solve(PRESETS["family"]).value(400, 5)


def test_best_play_to_get_in():
    bank = answers("best", "1", "--turn", "950", "--not-in").splitlines()[0]
    assert bank == "keep 1, bank    1,050.0 points"
    within = answers(
        "best",
        "15",
        "--turn",
        "300",
        "--not-in",
        "--throws",
        "3",
        "--rules",
        "4iam",
        "--set",
        "entry_rolls=3",
    )
    assert within.splitlines()[0].endswith("0.0 points, banked in 0%")


def test_best_play_of_a_blank_throw_and_of_a_farkle():
    assert answers("best", "223346", "--turn", "500", "--rules", "specials").startswith("roll 6")
    assert answers("best", "2", "3") == "Nothing scores: a farkle.\n"
    assert json.loads(answers("best", "2", "3", "--json")) == []


# After a roll, by the chance to win


def test_a_bank_that_wins_comes_first():
    call = ("best", "1", "5", "3", "--turn", "300", "--scores", "3700", "2000", "--rules", "kcd")
    lines = answers(*call).splitlines()
    assert lines[0] == "Exact chances to win, with best play on both sides:"
    assert lines[1].split() == ["keep", "1,", "bank", "100.00%"]
    first = json.loads(answers(*call, "--json"))[0]
    assert first == {"do": "bank", "keep": [1], "chance": 1.0, "exact": True}


def test_far_behind_it_rolls_what_it_would_bank_otherwise():
    call = ("best", "1", "1", "5", "2", "--turn", "450", "--rules", "kcd", "--scores")
    even = json.loads(answers(*call, "1000", "1000", "--json"))[0]
    behind = json.loads(answers(*call, "1000", "3950", "--json"))[0]
    assert even["do"] == "bank"
    assert behind["do"] == "roll"


def test_it_says_why_where_points_say_something_else():
    call = ("best", "4", "4", "3", "4", "2", "6", "--rules", "kcd", "--scores", "3350", "1750")
    assert answers(*call).splitlines()[1:] == [
        "keep 4 4 4, bank    93.25%",
        "keep 4 4 4, roll 3  91.84%",
        (
            "Keep three 4s, bank 400: 93% to win, rolling 92%. "
            "Rolling scores more on average, but a farkle would risk your lead."
        ),
    ]


def test_in_a_last_turn_only_getting_ahead_counts():
    call = ("best", "1", "5", "2", "--turn", "300", "--rules", "entry", "--scores", "9700", "10200")
    found = json.loads(answers(*call, "--json"))
    banks = [one for one in found if one["do"] == "bank"]
    assert banks
    assert all(one["chance"] == 0 for one in banks)
    assert found[0]["do"] == "roll"
    assert 0 < found[0]["chance"] < 1


def test_rules_that_are_not_solved_are_estimated():
    call = ("best", "1", "5", "2", "--turn", "300", "--scores", "3000", "4000")
    assert answers(*call, "--set", "target=9900").startswith("Estimated chances to win")


def test_a_player_below_zero_is_on_the_board_unless_it_is_penalties_alone():
    call = ("best", "1", "5", "2", "--turn", "300", "--rules", "family", "--json", "--scores")
    banks = {
        mine: [one for one in json.loads(answers(*call, mine, "0")) if one["do"] == "bank"]
        for mine in ("-500", "-1000")
    }
    assert banks["-500"]
    assert not banks["-1000"]


@pytest.mark.parametrize(
    ("scores", "why"),
    [
        (("4000", "0"), "With 4,000 points, the target of 4,000 is already reached."),
        (("0", "4000"), "With 4,000 points, the other player has already won."),
    ],
)
def test_scores_of_a_game_that_is_over_are_refused(scores, why):
    assert refused("best", "1", "--rules", "kcd", "--scores", *scores) == why


def test_nothing_scores_whatever_the_totals():
    assert answers("best", "2", "--scores", "0", "0") == "Nothing scores: a farkle.\n"


# The chance to win


def solved(*argv: str) -> str:
    """Return the output of a run that solves its rules, and says so meanwhile."""
    call = Call(*argv)
    assert (call.code, call.err) == (0, "Solving these rules. This can take two minutes.\n")
    return call.out


def chance(*argv: str) -> Any:
    return json.loads(answers("chance", *argv, "--json"))


def test_the_chance_is_that_of_the_table():
    data = chance("1000", "1500", "--rules", "kcd")
    assert data["chance"] == find_chances(PRESETS["kcd"]).to_move(1000, 1500, entered=(True, True))
    assert data["exact"] is True


def test_who_is_far_behind_risks_more():
    ahead = chance("3000", "1000", "--rules", "kcd")["bank_from"]
    behind = chance("1000", "3700", "--rules", "kcd")["bank_from"]
    assert ahead["2"] < behind["2"]
    assert ahead["3"] < behind["3"]


def test_nothing_is_banked_before_there_is_enough_to_get_in():
    call = ("chance", "0", "400", "--rules", "4iam", "--set", "target=600")
    lines = solved(*call, "--set", "ending=immediate").splitlines()
    assert lines[1] == "Roll to start your turn."
    assert lines[2].startswith("With 1")
    assert all(line.endswith(" once you reach the target.") for line in lines[2:])


def test_what_cannot_be_solved_is_estimated_and_says_why():
    call = ("0", "3000", "--rules", "family", "--set", "farkle_penalty=5000")
    data = chance(*call)
    assert data["exact"] is False
    assert 0.1 < data["chance"] < 0.25
    assert answers("chance", *call) == f"About 17% to win (estimate).\n{data['why']}\n"
    assert "penalty" in data["why"]


def test_who_has_scored_is_in_even_below_zero():
    on_the_board, outside = (
        chance(total, "3000", "--rules", "family", "--set", "farkle_penalty=5000")
        for total in ("-4500", "-5000")
    )
    assert on_the_board["chance"] > outside["chance"] + 0.01


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
    told = solved(*call, "--tables", str(tmp_path))
    assert len(list(tmp_path.iterdir())) == 1
    assert answers(*call, "--tables", str(tmp_path)) == told == solved(*call)


def test_a_damaged_table_is_a_sentence(tmp_path):
    call = ("chance", "0", "100", "--rules", "kcd", "--set", "target=450")
    solved(*call, "--tables", str(tmp_path))
    file = next(tmp_path.iterdir())
    file.write_bytes(file.read_bytes()[:-9])
    from farkle.ai.chance.files import _read

    _read.cache_clear()
    assert refused(*call, "--tables", str(tmp_path)) == (
        f"{file.name} cannot be used. The win-chance table is truncated or corrupt. "
        "Delete it to have it solved again."
    )


def test_a_folder_that_cannot_be_used_is_refused_before_anything_is_solved(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    call = ("chance", "0", "100", "--rules", "kcd", "--set", "target=550", "--tables")
    for folder in (file, file / "deeper"):
        assert refused(*call, str(folder)).startswith(f"Can't use the folder {folder}: ")


def test_a_solution_that_cannot_be_saved_is_told_all_the_same(tmp_path: Path) -> None:
    call = ("chance", "0", "100", "--rules", "kcd", "--set", "target=600")
    told = solved(*call, "--tables", str(tmp_path))
    table = next(tmp_path.iterdir())
    table.unlink()
    table.mkdir()
    again = Call(*call, "--tables", str(tmp_path))
    assert (again.code, again.out) == (0, told)
    assert f"The solution can't be saved in {tmp_path}: " in again.err


def test_totals_below_zero_are_exact_down_to_a_bound():
    def data(*totals):
        return json.loads(answers("chance", *totals, "--rules", "family", "--json"))

    assert data("-1000", "0")["exact"] is True
    assert data("-500", "2000")["exact"] is True
    lower = data("-1050", "2000")
    assert lower["exact"] is False
    assert lower["why"] == "Below -1,000 points it is only estimated."


@pytest.mark.parametrize("command", [("chance",), ("best", "1", "5", "2", "--scores")])
def test_wrong_totals_are_refused(command):
    assert "is already reached" in refused(*command, "4000", "0", "--rules", "kcd")
    for rules in (("--rules", "kcd"), ("--rules", "kcd", "--set", "building=yes")):
        assert "multiples of 50" in refused(*command, "1", "0", *rules)
    assert "below zero" in refused(*command, "-50", "0", "--rules", "kcd")
    stops = ("--rules", "family", "--set", "penalty_floor=zero")
    assert "below zero" in refused(*command, "0", "-50", *stops)
    assert Call(*command, "5").code == 2
    assert Call(*command, "a", "0").code == 2
    assert Call(*command, "100000000", "0").code == 2


def test_moments_that_contradict_themselves_are_refused():
    call = ("best", "1", "5", "2", "--not-in", "--scores")
    assert "no points" in refused(*call, "1000", "0", "--rules", "family")
    assert "from the start" in refused(*call, "0", "0", "--rules", "kcd")
    call = ("best", "1", "5", "2", "--scores", "0", "0", "--rules", "kcd", "--turn")
    assert "multiples of 50" in refused(*call, "325")


# Between computers


def test_simulate_refuses():
    assert refused("simulate", "ledgr", "pip") == (
        "There's no computer player 'ledgr'. Did you mean ledger?"
    )
    assert refused("simulate", "pip") == "A game needs at least two players."
    assert Call("simulate", "--games", "0").code == 2


def test_simulate_one_table():
    call = ("simulate", "abacus", "pip", "pip", "--rules", "kcd", "--games", "12", "--seed", "1")
    lines = answers(*call).splitlines()
    assert [line.split()[0] for line in lines] == ["Abacus", "Pip", "Pip"]
    assert answers(*call) == "\n".join(lines) + "\n"
    data = json.loads(answers(*call, "--json"))
    assert data[0]["levels"] == ["abacus", "pip", "pip"]
    assert sum(data[0]["wins"]) == data[0]["games"] == 12
    assert data[0]["wins"][0] > 4


def test_simulate_everybody():
    data = json.loads(
        answers(
            "simulate",
            "--games",
            "1",
            "--seed",
            "2",
            "--json",
            "--rules",
            "kcd",
            "--set",
            "target=500",
        )
    )
    pairs = len(LEVELS) * (len(LEVELS) - 1) // 2
    assert len({tuple(one["levels"]) for one in data}) == pairs


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(50, 100, 0.404, 0.596), (0, 10, 0, 0.278), (10, 10, 0.722, 1)],
)
def test_interval(won, games, low, high):
    assert interval(won, games) == pytest.approx((low, high), abs=1e-3)


# Named dice


def test_best_play_with_named_dice() -> None:
    named = ("best", "115", "--named", "AAOOSS", "--lying", "AOS", "--rules", "kcd")
    data = json.loads(answers(*named, "--turn", "300", "--json"))
    plan = solve(PRESETS["kcd"], letters="AAOOSS")
    best, points, _ = plan.choices(300, (1, 1, 5), cup="AOS")[0]
    assert (data[0]["do"], tuple(data[0]["keep"]), data[0]["points"]) == ("roll", best.keep, points)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--lying", "AOS"], "--lying needs --named."),
        (["--named", "AAOOSS"], "--lying needs 3 of the dice AAOOSS, in their order."),
        (["--named", "AAOOSS", "--lying", "SOA"], "--lying needs 3 of the dice AAOOSS"),
        (["--named", "AAOO"], "A set of dice has 6 letters, each one of O A F S L H U E T X."),
        (["--named", "AAOOSS", "--scores", "0", "0"], "The chance to win isn't known with named"),
    ],
)
def test_named_dice_that_do_not_fit_are_refused(more: list[str], why: str) -> None:
    assert refused("best", "115", *more).startswith(why)


def test_computers_with_named_dice_keep_theirs_as_they_move_on() -> None:
    sets = ("--named", "SSSSSS", "--named", "EEEEEE")
    call = ("simulate", "ledger", "ledger", "--games", "40", "--seed", "1", "--rules", "kcd")
    [data] = json.loads(answers(*call, *sets, "--json"))
    assert data["wins"][0] > 22
    assert refused(*call, "--named", "SSSSSS").startswith("--named needs a set of dice for each")
