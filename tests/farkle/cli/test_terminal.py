"""`python -m farkle play`: games typed in, with prepared dice."""

import io
import json
from random import Random

import pytest

from farkle import PRESETS, Record, replay
from farkle.cli.advice_commands import rolled_by
from farkle.rules.named_odds import farkle_chance_of
from farkle.text.examples import percent
from tests.support.engine.command_line import Call, refused

FAMILY = ("--rules", "family")
QUICK = (*FAMILY, "--set", "entry_min=0", "--set", "first_player=seat", "--set", "target=1000")


def play(*lines, throws=(), argv=("Ines", "Teo", *QUICK)):
    """Type `lines` into a game; all `throws` must be used."""
    call = Call("play", *argv, typed="".join(f"{line}\n" for line in lines), throws=throws)
    assert (call.code, call.err) == (0, "")
    assert call.script.throws == [], "never thrown"
    return call


WHOLE_GAME = """\
Ines and Teo play to 1,000.
Round 1.
Ines's turn.
Type help for a list of commands.
Ines> Ines rolled 1 2 3 4 4 6.
  1     100     100 at risk, 5 dice to roll (7.7% farkle risk)
Ines> Ines keeps a 1: 100 at risk.
Ines rolled 2 3 4 4 6.
Farkle! Ines loses 100 and stays at 0.
Teo's turn.
Teo> Teo rolled 1 1 1 5 5 6.
  1             100     100 at risk, 5 dice to roll (7.7% farkle risk)
  5              50      50 at risk, 5 dice to roll (7.7% farkle risk)
  1 1           200     200 at risk, 4 dice to roll (16% farkle risk)
  1 5           150     150 at risk, 4 dice to roll (16% farkle risk)
  5 5           100     100 at risk, 4 dice to roll (16% farkle risk)
  1 1 1       1,000   1,000 at risk, 3 dice to roll (28% farkle risk)
  1 1 5         250     250 at risk, 3 dice to roll (28% farkle risk)
  1 5 5         200     200 at risk, 3 dice to roll (28% farkle risk)
  1 1 1 5     1,050   1,050 at risk, 2 dice to roll (44% farkle risk)
  1 1 5 5       300     300 at risk, 2 dice to roll (44% farkle risk)
  1 1 1 5 5   1,100   1,100 at risk, 1 die to roll (67% farkle risk)
Teo> Teo keeps three 1s and two 5s: 1,100 at risk.
Teo banks 1,100 for a total of 1,100.
Teo has 1,100. Everyone still to play gets one last turn.
Last turn for Ines: 1,150 needed to beat Teo.
Ines> Ines rolled 2 2 3 3 4 6.
Farkle! Ines stays at 0.
One more farkle in a row will cost 1,000.
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
    assert "Ines keeps a 1 and a 5: 150 at risk.\nInes banks 150 for a total of 150.\n" in out


@pytest.mark.parametrize("line", ["15", "r 15", "1 5 r", "5 1", "roll 15", "throw 1 5", "all"])
def test_ways_to_throw_on(line):
    out = play("", line, throws=["123345", "2346"]).out
    assert "Ines keeps a 1 and a 5: 150 at risk.\nInes rolled 2 3 4 6." in out


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("b", "Select at least one scoring die."),
        ("r", "Select at least one scoring die."),
        ("6", "That 6 doesn't score."),
        ("11", "Those dice aren't in this roll: 1 1."),
        ("789", "Those dice aren't in this roll: 7 8 9."),
        ("1 b r", "Roll or bank, not both."),
        ("luck", '"luck" isn\'t a command. Type help for a list.'),
        ("²", '"²" isn\'t a command. Type help for a list.'),
        ("build", "Piggybacking is off."),
        ("undo", "You can't undo a roll."),
        ("join", "Add a name: join NAME."),
        ("join Teo", "Teo is already playing."),
    ],
)
def test_lines_that_are_answered_with_a_reason(line, says):
    before = play("", throws=["123346"]).out
    after = play("", line, throws=["123346"]).out
    head = before.removesuffix("\nGame stopped.\n")
    assert after == f"{head}{says}\nInes> \nGame stopped.\n"


def test_nothing_to_bank_before_a_throw():
    assert "Ines> Roll first.\n" in play("b").out
    assert "Ines> Roll first.\n" in play("1").out
    assert "Ines> There's nothing to undo.\n" in play("undo").out


def test_an_empty_line_shows_the_dice_again():
    out = play("", "", throws=["123346"]).out
    assert out.count("  1     100     100 at risk") == 2


def test_why_there_is_no_bank():
    out = play("", throws=["123345"], argv=("A", "B", *FAMILY, "--set", "first_player=seat")).out
    assert "1 5     150     150 at risk, 4 dice to roll (16% farkle risk), no bank\n" in out
    assert "\n  You need 1,000 in one turn to get on the board: 850 more.\n" in out


def test_undo_takes_back_actions_without_dice():
    out = play("", "1 b", "undo", "5 b", "scores", throws=["123345"]).out
    assert "Ines banks 100 for a total of 100." in out
    assert "Teo> Undone.\n  1 " in out
    assert "Ines banks 50 for a total of 50." in out
    assert "Teo>   Ines       50\n  Teo         0\n" in out


def test_undo_removes_the_step_from_the_file(tmp_path):
    file = tmp_path / "game.json"
    argv = ("A", "B", *QUICK, "--save", str(file))
    play("", "1 b", "undo", throws=["123345"], argv=argv)
    assert kept(file).scores == (0, 0)


def test_undo_of_a_latecomer():
    out = play("join Ravi", "undo", "join Mara", "skip", "skip", "skip").out
    assert "Ravi joined with 0 points." in out
    assert "Mara's turn." not in out.split("Undone.")[0]
    assert "Mara joined with 0 points." in out
    assert "Ravi" not in out.split("Undone.")[1]


def test_players_join_and_leave():
    out = play("leave", "scores", argv=("Ines", "Teo", "Mara", *QUICK)).out
    assert "Ines left the game.\nTeo's turn.\n" in out
    assert "  Ines        0  left\n" in out
    out = play("join Ravi", "skip", "skip", "skip").out
    assert "Ravi joined with 0 points.\n" in out
    assert "Round 2.\nInes's turn.\n" in out
    assert play("leave").out.endswith(
        "Ines left the game.\nTeo wins with 0.\n  Ines        0  left\n  Teo         0\n"
    )


def test_building():
    argv = ("Ines", "Teo", *QUICK[:6], "--set", "building=yes")
    out = play("", "11115 b", "build", throws=["111145", "1"], argv=argv).out
    assert "  build: continue from 2,050 with 1 die\nTeo> Teo continues the previous turn" in out


def test_help_rules_and_scores():
    out = play("help", "?", "rules", "scores").out
    assert out.count("undo the last action") == 2
    assert "What scores\n" in out
    assert "  Ines        0\n  Teo         0\n" in out
    assert (
        "not on the board yet"
        in play("s", argv=("A", "B", *FAMILY, "--set", "first_player=seat")).out
    )


def test_a_turn_that_ends_by_itself():
    argv = ("Ines", "Teo", "--rules", "entry", "--set", "first_player=seat")
    out = play("", "111", throws=["111234"], argv=argv).out
    assert "  1 1 1   1,000   1,000 at risk, and the turn ends\n" in out
    assert "Ines is on the board with 1,000.\n" in out


def test_a_blank_throw():
    argv = ("Ines", "Teo", "--rules", "specials", "--set", "first_player=seat")
    out = play("", "", "15 b", throws=["223346", "123345"], argv=argv).out
    assert "No scoring dice: 500 bonus." in out
    assert "Ines banks 650" in out
    out = play("", "b", throws=["223346"], argv=argv).out
    assert "Ines banks 500" in out


def test_names_are_asked_for():
    out = play(" Ines ,Teo", argv=QUICK).out
    assert out.startswith("Players' names, separated by commas: Ines and Teo play to 1,000")
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
    assert out.endswith(f"B> Game stopped.\nSaved in {file}.\n")
    assert kept(file).scores == (100, 0)
    assert [one.name for one in tmp_path.iterdir()] == ["game.json"]


def test_end_of_the_input(tmp_path):
    file = tmp_path / "game.json"
    out = play("", throws=["123446"], argv=("A", "B", *QUICK, "--save", str(file))).out
    assert out.endswith(f"A> \nGame stopped.\nSaved in {file}.\n")
    assert kept(file).throw == (1, 2, 3, 4, 4, 6)
    assert Call("play").out.endswith("commas: \nGame stopped.\n")


def test_control_c(tmp_path):
    file = tmp_path / "game.json"
    argv = ("play", "A", "B", *QUICK, "--save", str(file))
    call = Call(*argv, typed=Interrupted("\n"), throws=["123446"])
    assert (call.code, call.err) == (130, "")
    assert call.out.endswith(f"A> \nGame stopped.\nSaved in {file}.\n")
    assert kept(file).throw == (1, 2, 3, 4, 4, 6)
    assert Call("play", typed=Interrupted()).code == 130
    # From a command that does not wait for input.
    assert Call("replay", "-", typed=Interrupted()).code == 130


def test_a_saved_game_resumes(tmp_path):
    file = tmp_path / "game.json"
    play("", "join Mara", throws=["123446"], argv=("Ines", "Teo", *QUICK, "--save", str(file)))
    out = play("1 b", "undo", "1 b", "scores", argv=("--resume", str(file))).out
    assert out.startswith("Type help for a list of commands.\n  1     100     100 at risk")
    assert "Teo>   Ines      100\n  Teo         0\n  Mara        0\n" in out
    assert kept(file).scores == (100, 0, 0)
    other = tmp_path / "other.json"
    play("skip", argv=("--resume", str(file), "--save", str(other)))
    assert kept(other).ply == kept(file).ply + 1


def test_a_game_file_is_never_overwritten(tmp_path):
    file = tmp_path / "game.json"
    file.write_text("precious")
    said = refused("play", "A", "B", "--save", str(file))
    assert said == f"{file} already exists. Choose another name, or --resume it."
    assert file.read_text() == "precious"


def test_games_that_cannot_be_resumed(tmp_path):
    file = tmp_path / "game.json"
    argv = ["play", "A", "B", *QUICK, "--save", str(file)]
    random = Random(1)
    typed = "".join(random.choice(["\n", "all\n", "all b\n"]) for _ in range(999))
    assert Call(*argv, typed=typed, dice=rolled_by(Random(2))).code == 0
    assert refused("play", "--resume", str(file)) == (
        f"The game in {file} is over. Use replay to see it."
    )
    for more in (["Ines", "Teo"], ["--rules", "kcd"], ["--set", "target=1"]):
        assert refused("play", "--resume", str(file), *more) == (
            "A resumed game has its players, rules and dice already. Leave them out."
        )
    data = json.loads(file.read_text())
    data["steps"][0]["events"][0]["dice"] = data["steps"][0]["dice"] = [1]
    file.write_text(json.dumps(data))
    call = Call("play", "--resume", str(file))
    assert call.code == 1
    assert call.err.startswith("farkle: At step 1 the record says")


def test_the_same_seed_gives_the_same_game():
    def once(seed):
        return Call("play", "A", "B", typed="\nall\n" * 9, dice=rolled_by(Random(seed))).out

    assert once(1) == once(1) != once(2)
    faces = rolled_by(Random(3))(6_000)
    assert sorted(set(faces)) == [1, 2, 3, 4, 5, 6]


def test_a_game_with_named_dice(tmp_path):
    file = tmp_path / "game.json"
    argv = ("Ines", "Teo", *QUICK, "--named", "SSSEEE", "--named", "OOOOOO", "--save", str(file))
    out = play("", "222", "q", throws=["222134", "346"], argv=argv).out
    assert "Ines has the dice SSSEEE.\nTeo has the dice OOOOOO.\n" in out
    assert "  the dice, in this order: SSSEEE\n" in out
    risk = percent(farkle_chance_of(PRESETS["family"], "EEE"))
    assert f" 200 at risk, 3 dice to roll ({risk}% farkle risk)\n" in out
    record = Record.from_dict(json.loads(file.read_text()))
    assert record.chosen == ("SSSEEE", "OOOOOO")
    assert replay(record).current == 1
    assert "rules and dice already" in refused("play", "--resume", str(file), "--named", "OOOOOO")
    assert refused("play", *argv[:-4]).startswith("Either every player chooses dice")
