"""Every refusal: its name, its sentence, and that it changes nothing."""

import pytest

from farkle import Bank, Build, IllegalAction, Join, Leave, Roll, errors
from farkle.errors import FarkleError
from tests.support.engine.scripted_game import Game, Script, faces


def leaves(kind):
    """The errors that are raised: those of which there is no special case."""
    below = kind.__subclasses__()
    return {leaf for one in below for leaf in leaves(one)} if below else {kind}


def hot():
    return Game("entry").roll("111234").roll(keep="111").skip().roll("111555")


def built(**changes):
    return Game("4iam", 3, building=True, **changes)


def four():
    return Game("classic", roll_after_four=True).roll("333326")


def last():
    return Game("4iam", entry_rolls=1).roll("555234")


def in_play_off():
    return built(target=500).banks(500).banks(500).banks(500)


REFUSALS = [
    ("GameIsOver", lambda: Game("classic").banks(10000), Roll(), "The game is over."),
    ("NotRolled", lambda: Game("family"), Bank(), "Roll first."),
    (
        "NothingToKeep",
        lambda: Game("family"),
        Roll((1,)),
        "Roll first.",
    ),
    (
        "NothingToKeep",
        lambda: Game("specials").roll("223346"),
        Bank((2,)),
        "Roll first.",
    ),
    (
        "NothingKept",
        lambda: Game("family").roll("123446"),
        Roll(),
        "Select at least one scoring die.",
    ),
    (
        "NotThrown",
        lambda: Game("family").roll("123446"),
        Roll((5, 1)),
        "Those dice aren't in this roll: 1 5.",
    ),
    (
        "NotThrown",
        lambda: Game("family").roll("123446"),
        Bank((1, 1)),
        "Those dice aren't in this roll: 1 1.",
    ),
    (
        "DoesNotScore",
        lambda: Game("family").roll("123446"),
        Roll((1, 4)),
        "That 4 doesn't score.",
    ),
    (
        "DoesNotScore",
        lambda: Game("family").roll("115446"),
        Bank(faces("1154")),
        "That 4 doesn't score.",
    ),
    (
        "DoesNotScore",
        lambda: Game("family").roll("222334"),
        Bank(faces("22233")),
        "That 3 doesn't score.",
    ),
    (
        "DoesNotScore",
        lambda: Game("family").roll("122334"),
        Bank(faces("22")),
        "That 2 doesn't score.",
    ),
    (
        "DoesNotScore",
        lambda: Game("kcd").roll("123456"),
        Bank(faces("123456")[1:4]),
        "That 2 doesn't score.",
    ),
    (
        "MustKeepAll",
        lambda: Game("family", keep="all").roll("115234"),
        Roll((1, 1)),
        "Keep as many dice as can score together: 3.",
    ),
    (
        "EntryMissing",
        lambda: Game("family").roll("111155"),
        Bank((1, 5, 5)),
        "You need 1,000 in one turn to get on the board: 800 more.",
    ),
    (
        "BankTooLow",
        lambda: Game("absolute").banks(1000).skip().roll("333225"),
        Bank(faces("333")),
        "You need 350 to bank. You have 300.",
    ),
    (
        "HotDiceFirst",
        hot,
        Bank(faces("111555")),
        "All six dice scored: roll them again before you bank.",
    ),
    (
        "FourFirst",
        four,
        Bank(faces("3333")),
        "After four of a kind you must roll once more.",
    ),
    (
        "LastThrow",
        last,
        Roll(faces("555")),
        "That was roll 1, your last to get on the board: bank now.",
    ),
    (
        "BuildingOff",
        lambda: Game("4iam").banks(500),
        Build(),
        "Piggybacking is off.",
    ),
    (
        "NoBuildingInPlayOff",
        in_play_off,
        Build(),
        "There's no piggybacking in a tiebreaker.",
    ),
    (
        "NothingToBuildOn",
        built,
        Build(),
        "You can only piggyback on a turn that was banked.",
    ),
    (
        "TurnUnderWay",
        lambda: built(entry_min=0).banks(500).roll("123446"),
        Build(),
        "You can only piggyback at the start of your turn.",
    ),
    (
        "NotAllEntered",
        lambda: built().banks(500),
        Build(),
        "Piggybacking starts once everyone is on the board.",
    ),
    ("NoSuchSeat", lambda: Game("family"), Leave(2), "There's no player in that seat."),
    (
        "AlreadyLeft",
        lambda: Game("family", 3).leave(1),
        Leave(1),
        "That player has already left the game.",
    ),
    (
        "TooLateToJoin",
        lambda: Game("family").banks(10000),
        Join(),
        "It's the final round. You can join the next game.",
    ),
    (
        "TeamNeeded",
        lambda: Game("family", teams=(0, 1)),
        Join(),
        "This is a team game: choose a team.",
    ),
    ("NoTeams", lambda: Game("family"), Join(0), "This game has no teams."),
]


@pytest.mark.parametrize(("name", "game", "action", "sentence"), REFUSALS)
def test_a_refusal_has_a_name_and_a_sentence_and_changes_nothing(name, game, action, sentence):
    before = game().state
    again = game().state
    with pytest.raises(IllegalAction) as caught:
        before.apply(action, Script())
    assert type(caught.value) is getattr(errors, name)
    assert str(caught.value) == sentence
    assert before == again
    assert before.to_dict() == again.to_dict()
    if isinstance(action, Roll | Bank | Build):
        reason = before.legal.why_not(action)
        assert (type(reason), str(reason)) == (type(caught.value), sentence)


def test_every_refusal_is_tested_above():
    assert {name for name, *_ in REFUSALS} == {kind.__name__ for kind in leaves(IllegalAction)}


def test_every_refusal_has_a_code_of_its_own():
    codes = {kind.code for kind in leaves(IllegalAction)}
    assert len(codes) == len(leaves(IllegalAction))
    assert all(code.replace("_", "").isalpha() and code.islower() for code in codes)


def test_a_refusal_can_be_translated():
    error = Game("family").roll("111155").refuses(Bank((1,)))
    assert error.template.format(**error.params) == str(error)
    assert error.params == {"entry_min": 1000, "missing": 900}
    assert repr(error) == "EntryMissing(entry_min=1000, missing=900)"
    assert issubclass(IllegalAction, FarkleError)
