"""`python -m farkle play`: games typed in, with prepared dice."""

import io
import json
from random import Random

import pytest

from farkle import Record, replay
from farkle.__main__ import main
from farkle.cli.rules_commands import rolled_by
from tests.support.engine.command_line import Call, refused

QUICK = ("--set", "entry_min=0", "--set", "first_player=seat", "--set", "target=1000")


def play(*lines, throws=(), argv=("Ines", "Teo", *QUICK)):
    """Type `lines` into a game; all `throws` must be used."""
    call = Call("play", *argv, typed="".join(f"{line}\n" for line in lines), throws=throws)
    assert (call.code, call.err) == (0, "")
    assert call.script.throws == [], "never thrown"
    return call


WHOLE_GAME = """\
A game to 1,000 for Ines and Teo.
Round 1.
Ines has the dice.
Type help for what can be typed.
Ines> Ines throws six dice: 1 2 3 4 4 6.
  1     100     100 at risk, five dice to throw (7.7% farkle)
Ines> Ines keeps a 1: 100 at risk.
Ines throws five dice: 2 3 4 4 6.
Farkle. 100 rubbed out, Ines stays at 0.
Teo has the dice.
Teo> Teo throws six dice: 1 1 1 5 5 6.
  1             100     100 at risk, five dice to throw (7.7% farkle)
  5              50      50 at risk, five dice to throw (7.7% farkle)
  1 1           200     200 at risk, four dice to throw (16% farkle)
  1 5           150     150 at risk, four dice to throw (16% farkle)
  5 5           100     100 at risk, four dice to throw (16% farkle)
  1 1 1       1,000   1,000 at risk, three dice to throw (28% farkle)
  1 1 5         250     250 at risk, three dice to throw (28% farkle)
  1 5 5         200     200 at risk, three dice to throw (28% farkle)
  1 1 1 5     1,050   1,050 at risk, two dice to throw (44% farkle)
  1 1 5 5       300     300 at risk, two dice to throw (44% farkle)
  1 1 1 5 5   1,100   1,100 at risk, one die to throw (67% farkle)
Teo> Teo keeps three 1s and two 5s: 1,100 at risk.
Teo banks 1,100 and stands at 1,100.
Teo stands at 1,100. One last turn for everybody else.
Ines has a last turn, and needs 1,150 to beat Teo.
Ines> Ines throws six dice: 2 2 3 3 4 6.
Farkle. Ines stays at 0.
Second farkle in a row. A third costs 1,000.
Teo wins with 1,100.
  Ines        0  farkles in a row: 2
  Teo     1,100
"""


def test_a_whole_game():
    call = play("", "1", "", "15151 bank", "r", throws=["123446", "23446", "111556", "223346"])
    assert call.out == WHOLE_GAME


@pytest.mark.parametrize(
    "line", ["15 bank", "b 15", "b 1 5", "1 5 b", "1,5 BANK", "51 b", "all b", "bank a"]
)
def test_ways_to_bank(line):
    out = play("", line, throws=["123345"]).out
    assert "Ines keeps a 1 and a 5: 150 at risk.\nInes banks 150 and stands at 150.\n" in out


@pytest.mark.parametrize("line", ["15", "r 15", "1 5 r", "5 1", "roll 15", "throw 1 5", "all"])
def test_ways_to_throw_on(line):
    out = play("", line, throws=["123345", "2346"]).out
    assert "Ines keeps a 1 and a 5: 150 at risk.\nInes throws four dice: 2 3 4 6." in out


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("b", "Choose at least one die that scores."),
        ("r", "Choose at least one die that scores."),
        ("6", "The 6 does not score here."),
        ("11", "This throw has no such dice: 1 1."),
        ("789", "This throw has no such dice: 7 8 9."),
        ("1 b r", "Throw or bank: not both."),
        ("luck", '"luck" says nothing here. Type help for what does.'),
        ("²", '"²" says nothing here. Type help for what does.'),
        ("build", "These rules know no building."),
        ("undo", "Dice that have been thrown stay thrown."),
        ("join", "Say who comes: join NAME."),
        ("join Teo", "There is a Teo at the table already."),
    ],
)
def test_lines_that_are_answered_with_a_reason(line, says):
    before = play("", throws=["123346"]).out
    after = play("", line, throws=["123346"]).out
    head = before.removesuffix("\nThe game stops here.\n")
    assert after == f"{head}{says}\nInes> \nThe game stops here.\n"


def test_nothing_to_bank_before_a_throw():
    assert "Ines> Roll first.\n" in play("b").out
    assert "Ines> No dice lie there to set aside: roll.\n" in play("1").out
    assert "Ines> There is nothing to take back.\n" in play("undo").out


def test_an_empty_line_shows_the_dice_again():
    out = play("", "", throws=["123346"]).out
    assert out.count("  1     100     100 at risk") == 2


def test_why_there_is_no_bank():
    out = play("", throws=["123345"], argv=("A", "B", "--set", "first_player=seat")).out
    assert "1 5     150     150 at risk, four dice to throw (16% farkle), no bank\n" in out
    assert "\n  1,000 in one turn to get in. 850 to go.\n" in out


def test_undo_takes_back_actions_without_dice():
    out = play("", "1 b", "undo", "5 b", "scores", throws=["123345"]).out
    assert "Ines banks 100 and stands at 100." in out
    assert "Teo> Taken back.\n  1 " in out
    assert "Ines banks 50 and stands at 50." in out
    assert "Teo>   Ines       50\n  Teo         0\n" in out


def test_undo_removes_the_step_from_the_file(tmp_path):
    file = tmp_path / "game.json"
    argv = ("A", "B", *QUICK, "--save", str(file))
    play("", "1 b", "undo", throws=["123345"], argv=argv)
    assert kept(file).scores == (0, 0)


def test_undo_of_a_latecomer():
    out = play("join Ravi", "undo", "join Mara", "skip", "skip", "skip").out
    assert "Ravi joins and starts at 0." in out
    assert "Mara has the dice." not in out.split("Taken back.")[0]
    assert "Mara joins and starts at 0." in out
    assert "Ravi" not in out.split("Taken back.")[1]


def test_players_join_and_leave():
    out = play("leave", "scores", argv=("Ines", "Teo", "Mara", *QUICK)).out
    assert "Ines leaves the game.\nTeo has the dice.\n" in out
    assert "  Ines        0  left\n" in out
    out = play("join Ravi", "skip", "skip", "skip").out
    assert "Ravi joins and starts at 0.\n" in out
    assert "Round 2.\nInes has the dice.\n" in out
    assert play("leave").out.endswith(
        "Ines leaves the game.\nTeo wins with 0.\n  Ines        0  left\n  Teo         0\n"
    )


def test_building():
    argv = ("Ines", "Teo", *QUICK[:4], "--set", "building=yes")
    out = play("", "11115 b", "build", throws=["111145", "1"], argv=argv).out
    assert "  build: go on from 2,050 with one die\nTeo> Teo builds on the turn before" in out


def test_help_rules_and_scores():
    out = play("help", "?", "rules", "scores").out
    assert out.count("take the last action back") == 2
    assert "What scores\n" in out
    assert "  Ines        0\n  Teo         0\n" in out
    assert "not in yet" in play("s", argv=("A", "B", "--set", "first_player=seat")).out


def test_a_turn_that_ends_by_itself():
    argv = ("Ines", "Teo", "--rules", "entry", "--set", "first_player=seat")
    out = play("", "111", throws=["111234"], argv=argv).out
    assert "  1 1 1   1,000   1,000 at risk, and the turn ends\n" in out
    assert "Ines is in, with 1,000.\n" in out


def test_a_blank_throw():
    argv = ("Ines", "Teo", "--rules", "specials", "--set", "first_player=seat")
    out = play("", "", "15 b", throws=["223346", "123345"], argv=argv).out
    assert "Nothing in six dice: 500 for it." in out
    assert "Ines banks 650" in out
    out = play("", "b", throws=["223346"], argv=argv).out
    assert "Ines banks 500" in out


def test_names_are_asked_for():
    out = play(" Ines ,Teo", argv=QUICK).out
    assert out.startswith("Who plays? Names, with commas between: A game to 1,000 for Ines and Teo")
    assert refused("play", typed="Ines\n") == "A game needs at least two players."


# Stopping and resuming


class Interrupted(io.StringIO):
    """Input that ends with Ctrl-C."""

    def readline(self, size=-1):
        line = super().readline(size)
        if not line:
            raise KeyboardInterrupt
        return line

    def read(self, size=-1):
        raise KeyboardInterrupt


def kept(file):
    return replay(Record.from_dict(json.loads(file.read_text())))


@pytest.mark.parametrize("stop", ["quit", "q", "EXIT"])
def test_quit(stop, tmp_path):
    file = tmp_path / "game.json"
    out = play("", "1 b", stop, throws=["123446"], argv=("A", "B", *QUICK, "--save", str(file))).out
    assert out.endswith(f"B> The game stops here.\nIt is kept in {file}.\n")
    assert kept(file).scores == (100, 0)
    assert [one.name for one in tmp_path.iterdir()] == ["game.json"]


def test_end_of_the_input(tmp_path):
    file = tmp_path / "game.json"
    out = play("", throws=["123446"], argv=("A", "B", *QUICK, "--save", str(file))).out
    assert out.endswith(f"A> \nThe game stops here.\nIt is kept in {file}.\n")
    assert kept(file).throw == (1, 2, 3, 4, 4, 6)
    assert Call("play").out.endswith("between: \nThe game stops here.\n")


def test_control_c(tmp_path):
    file = tmp_path / "game.json"
    argv = ("play", "A", "B", *QUICK, "--save", str(file))
    call = Call(*argv, typed=Interrupted("\n"), throws=["123446"])
    assert (call.code, call.err) == (130, "")
    assert call.out.endswith(f"A> \nThe game stops here.\nIt is kept in {file}.\n")
    assert kept(file).throw == (1, 2, 3, 4, 4, 6)
    assert Call("play", typed=Interrupted()).code == 130
    # From a command that does not wait for input.
    assert Call("replay", "-", typed=Interrupted()).code == 130


def test_a_saved_game_resumes(tmp_path):
    file = tmp_path / "game.json"
    play("", "join Mara", throws=["123446"], argv=("Ines", "Teo", *QUICK, "--save", str(file)))
    out = play("1 b", "undo", "1 b", "scores", argv=("--resume", str(file))).out
    assert out.startswith("Type help for what can be typed.\n  1     100     100 at risk")
    assert "Teo>   Ines      100\n  Teo         0\n  Mara        0\n" in out
    assert kept(file).scores == (100, 0, 0)
    other = tmp_path / "other.json"
    play("skip", argv=("--resume", str(file), "--save", str(other)))
    assert kept(other).ply == kept(file).ply + 1


def test_a_game_file_is_never_overwritten(tmp_path):
    file = tmp_path / "game.json"
    file.write_text("precious")
    said = refused("play", "A", "B", "--save", str(file))
    assert said == f"{file} is there already: choose another name, or --resume it."
    assert file.read_text() == "precious"


def test_games_that_cannot_be_resumed(tmp_path):
    file = tmp_path / "game.json"
    argv = ["play", "A", "B", *QUICK, "--save", str(file)]
    random = Random(1)
    keyboard = io.StringIO("".join(random.choice(["\n", "all\n", "all b\n"]) for _ in range(999)))
    assert main(argv, keyboard, io.StringIO(), rolled_by(Random(2))) == 0
    assert refused("play", "--resume", str(file)) == (
        f"The game in {file} is over. Use replay to see it."
    )
    for more in (["Ines", "Teo"], ["--rules", "kcd"], ["--set", "target=1"]):
        assert refused("play", "--resume", str(file), *more) == (
            "A game that goes on has its players and rules: leave them out."
        )
    data = json.loads(file.read_text())
    data["steps"][0]["events"][0]["dice"] = data["steps"][0]["dice"] = [1]
    file.write_text(json.dumps(data))
    call = Call("play", "--resume", str(file))
    assert call.code == 1
    assert call.err.startswith("farkle: At step 1 the record says")


def test_the_same_seed_gives_the_same_game():
    def once(seed):
        out = io.StringIO()
        main(["play", "A", "B"], io.StringIO("\nall\n" * 9), out, rolled_by(Random(seed)))
        return out.getvalue()

    assert once(1) == once(1) != once(2)
    faces = rolled_by(Random(3))(6_000)
    assert sorted(set(faces)) == [1, 2, 3, 4, 5, 6]
