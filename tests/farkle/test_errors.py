"""Every refusal: its code, its sentence, and that it changes nothing."""

import pytest

from farkle import Bank, Build, IllegalAction, Join, Leave, Roll, errors
from farkle.errors import FarkleError
from tests.support.engine.scripted_game import Game, Script, faces


def hot():
    return Game("entry").roll("111234").roll(keep="111").skip().roll("111555")


def built(**changes):
    return Game("4iam", 3, building=True, **changes)


def four():
    return Game("classic", roll_after_four=True).roll("333326")


def aside():
    return Game("classic", bank_aside=4).roll("115234")


def near():
    return Game("classic", ending="only_exact", target=1000).banks(600).farkles().roll("555234")


def behind():
    rules = {"last_turn": "chase", "target": 1000, "ending": "final_round"}
    return Game("classic", **rules).banks(1000).roll("111234")


def last():
    return Game("4iam", entry_rolls=1).roll("555234")


def in_play_off():
    return built(target=500).banks(500).banks(500).banks(500)


REFUSALS = [
    ("not_ahead", behind, Bank((1, 1, 1)), "Get ahead of everyone else before you bank."),
    ("game_over", lambda: Game("classic").banks(10000), Roll(), "The game is over."),
    ("not_rolled", lambda: Game("family"), Bank(), "Roll first."),
    (
        "nothing_to_keep",
        lambda: Game("family"),
        Roll((1,)),
        "Roll first.",
    ),
    (
        "nothing_to_keep",
        lambda: Game("specials").roll("223346"),
        Bank((2,)),
        "Roll first.",
    ),
    (
        "nothing_kept",
        lambda: Game("family").roll("123446"),
        Roll(),
        "Select at least one scoring die.",
    ),
    (
        "not_thrown",
        lambda: Game("family").roll("123446"),
        Roll((5, 1)),
        "Those dice aren't in this roll: 1 5.",
    ),
    (
        "not_thrown",
        lambda: Game("family").roll("123446"),
        Bank((1, 1)),
        "Those dice aren't in this roll: 1 1.",
    ),
    (
        "does_not_score",
        lambda: Game("family").roll("123446"),
        Roll((1, 4)),
        "That 4 doesn't score.",
    ),
    (
        "does_not_score",
        lambda: Game("family").roll("115446"),
        Bank(faces("1154")),
        "That 4 doesn't score.",
    ),
    (
        "does_not_score",
        lambda: Game("family").roll("222334"),
        Bank(faces("22233")),
        "That 3 doesn't score.",
    ),
    (
        "does_not_score",
        lambda: Game("family").roll("122334"),
        Bank(faces("22")),
        "That 2 doesn't score.",
    ),
    (
        "does_not_score",
        lambda: Game("kcd").roll("123456"),
        Bank(faces("123456")[1:4]),
        "That 2 doesn't score.",
    ),
    (
        "must_keep_all",
        lambda: Game("family", keep="all").roll("115234"),
        Roll((1, 1)),
        "Keep as many dice as can score together: 3.",
    ),
    (
        "entry_missing",
        lambda: Game("family").roll("111155"),
        Bank((1, 5, 5)),
        "You need 1,000 in one turn to get on the board: 800 more.",
    ),
    (
        "bank_too_low",
        lambda: Game("absolute").banks(1000).skip().roll("333225"),
        Bank(faces("333")),
        "You need 350 to bank. You have 300.",
    ),
    (
        "hot_dice_first",
        hot,
        Bank(faces("111555")),
        "All dice scored: roll them again before you bank.",
    ),
    (
        "roll_first",
        four,
        Bank(faces("3333")),
        "Roll once more before you bank.",
    ),
    (
        "dice_left",
        aside,
        Bank(faces("115")),
        "Set more dice aside before you bank.",
    ),
    (
        "confirm_first",
        lambda: (
            Game("classic", roll_after_sets=True, confirm_points=300)
            .roll("222134")
            .roll("134", "222")
        ),
        Bank((1,)),
        "After a set, score 300 more before you bank.",
    ),
    (
        "beat_first",
        lambda: Game("classic", beat_last=True).roll("555234").bank("555").roll("444236"),
        Bank(faces("444")),
        "Beat what the turn before yours banked.",
    ),
    (
        "no_multiple",
        lambda: Game("classic", bank_multiple=100).roll("155234"),
        Bank(faces("15")),
        "You can only bank a multiple of 100.",
    ),
    (
        "passes_target",
        near,
        Bank(faces("555")),
        "Passing 1,000 counts nothing.",
    ),
    (
        "last_throw",
        last,
        Roll(faces("555")),
        "That was your last roll: bank now.",
    ),
    (
        "building_off",
        lambda: Game("4iam").banks(500),
        Build(),
        "Piggybacking is off.",
    ),
    (
        "no_building_in_playoff",
        in_play_off,
        Build(),
        "There's no piggybacking in a tiebreaker.",
    ),
    (
        "nothing_to_build_on",
        built,
        Build(),
        "You can only piggyback on a turn that was banked.",
    ),
    (
        "turn_under_way",
        lambda: built(entry_min=0).banks(500).roll("123446"),
        Build(),
        "You can only piggyback at the start of your turn.",
    ),
    (
        "not_all_entered",
        lambda: built().banks(500),
        Build(),
        "Piggybacking starts once everyone is on the board.",
    ),
    ("no_such_seat", lambda: Game("family"), Leave(2), "There's no player in that seat."),
    (
        "already_left",
        lambda: Game("family", 3).leave(1),
        Leave(1),
        "That player has already left the game.",
    ),
    (
        "too_late_to_join",
        lambda: Game("family").banks(10000),
        Join(),
        "It's the final round. You can join the next game.",
    ),
    (
        "team_needed",
        lambda: Game("family", teams=(0, 1)),
        Join(),
        "This is a team game: choose a team.",
    ),
    ("no_teams", lambda: Game("family"), Join(0), "This game has no teams."),
]


@pytest.mark.parametrize(("code", "game", "action", "sentence"), REFUSALS)
def test_a_refusal_has_a_code_and_a_sentence_and_changes_nothing(code, game, action, sentence):
    before = game().state
    again = game().state
    with pytest.raises(IllegalAction) as caught:
        before.apply(action, Script())
    assert caught.value.code == code
    assert str(caught.value) == sentence
    assert before == again
    assert before.to_dict() == again.to_dict()
    if isinstance(action, Roll | Bank | Build):
        reason = before.legal.why_not(action)
        assert (reason.code, str(reason)) == (code, sentence)


def test_every_refusal_is_tested_above():
    assert {code for code, *_ in REFUSALS} == set(errors.REFUSALS)


def test_a_refusal_can_be_translated():
    error = Game("family").roll("111155").refuses(Bank((1,)))
    assert error.template.format(**error.params) == str(error)
    assert error.params == {"entry_min": 1000, "missing": 900}
    assert repr(error) == "IllegalAction('entry_missing', entry_min=1000, missing=900)"
    assert issubclass(IllegalAction, FarkleError)
