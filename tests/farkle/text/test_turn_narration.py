"""Turns in words: throws, keeps, farkles and banks."""

from tests.support.engine.narrated_game import NarratedGame
from tests.support.engine.scripted_game import faces


def family(players=2, **changes):
    return NarratedGame("family", players, **{"entry_min": 0, **changes})


def test_throw_keep_and_bank():
    game = family().roll("444362")
    assert game.sentences() == ["Ines rolled 4 4 4 3 6 2."]
    assert game.sentences(you=0) == ["You rolled 4 4 4 3 6 2."]
    game.roll("123", keep="444")
    assert game.sentences() == [
        "Ines keeps three 4s: 400 at risk.",
        "Ines rolled 1 2 3.",
    ]
    game.bank("1")
    assert game.sentences() == [
        "Ines keeps a 1 for 100: 500 at risk.",
        "Ines banks 500 for a total of 500.",
        "Teo's turn.",
    ]
    assert game.sentences(you=0)[:2] == [
        "You keep a 1 for 100: 500 at risk.",
        "You bank 500. Your score: 500.",
    ]
    assert game.sentences(you=1)[2] == "Your turn."


def test_a_keep_is_named_by_its_combinations():
    game = family().roll("111556").roll("6", keep="11155")
    assert game.sentences()[0] == "Ines keeps three 1s and two 5s: 1,100 at risk."
    game = NarratedGame("specials").roll("222331").roll("6", keep="22233")
    assert game.sentences()[0] == "Ines keeps a full house: 450 at risk."


def test_farkle():
    game = family().banks(500)
    game.roll(faces("223346"))
    assert game.sentences() == [
        "Teo rolled 2 2 3 3 4 6.",
        "Farkle! Teo stays at 0.",
        "Round 2.",
        "Ines's turn.",
    ]
    game.roll("111346").roll("234", keep="111")
    assert game.sentences()[2] == "Farkle! Ines loses 1,000 and stays at 500."
    assert game.sentences(you=0)[2] == "Farkle! You lose 1,000 points. Your score stays 500."


def test_farkles_in_a_row():
    game = family()
    game.farkles().banks(50).farkles()
    assert "One more farkle in a row will cost 1,000." in game.sentences()
    game.banks(50).farkles()
    assert "Three farkles in a row: −1,000. Ines has −1,000." in game.sentences()
    assert "Three farkles in a row: −1,000. Your score: −1,000." in game.sentences(you=0)
    free = family(farkle_penalty=0).farkles().banks(50).farkles()
    assert not any("in a row" in one for one in free.sentences())
    floor = family(penalty_floor="zero").farkles().banks(50).farkles().banks(50).farkles()
    assert "Three farkles in a row, but no points to lose." in floor.sentences()


def test_other_costs_of_farkles():
    game = family(farkle_cost=50, farkle_penalty=0).farkles()
    assert "Penalty: −50. Ines has −50." in game.sentences()
    game = family(streak_cost="last_bank", farkle_streak=2).farkles()
    assert "One more farkle in a row will cost the last bank." in game.sentences()
    game = family(streak_cost="everything", farkle_streak=5).farkles()
    assert not any("in a row" in said for said in game.sentences())


def test_toxic_twos_and_second_chance():
    game = family(toxic_twos=True, second_chance=True).roll("222215", again="222246")
    assert game.sentences()[:4] == [
        "Ines rolled 2 2 2 2 1 5.",
        "No score on the first roll: second chance.",
        "Ines rolled 2 2 2 2 4 6.",
        "Four 2s: farkle! Ines stays at 0.",
    ]


def test_hot_dice():
    game = family(hot_dice_bonus=300).roll("123456").roll("223346", keep="123456")
    assert game.sentences()[:3] == [
        "Ines keeps a straight: 1,500 at risk.",
        "Hot dice bonus: 300.",
        "Hot dice! Ines can roll all dice again with 1,800 at risk.",
    ]
    game = family().roll("123456").bank("123456")
    assert game.sentences()[1:3] == [
        "Hot dice! All dice scored.",
        "Ines banks 1,500 for a total of 1,500.",
    ]


def test_blank():
    game = NarratedGame("specials").roll("223346")
    assert game.sentences()[1:] == [
        "No scoring dice: 500 bonus.",
        "Hot dice! Ines can roll all dice again with 500 at risk.",
    ]


def test_getting_in():
    game = NarratedGame("family").roll("111234").bank("111")
    assert game.sentences()[1:3] == [
        "Ines is on the board with 1,000.",
        "Ines banks 1,000 for a total of 1,000.",
    ]
    assert game.sentences(you=0)[1] == "You're on the board with 1,000!"
    game = NarratedGame("family", entry_rolls=1).roll("123446").roll(keep="1")
    assert game.sentences()[1] == (
        "That was the last roll of the turn. Ines loses 100 and stays at 0."
    )


def test_building():
    game = family(building=True).roll("111145").bank("11115")
    game.build("1")
    assert game.sentences() == [
        "Teo continues the previous turn: 2,050 at risk, 1 die to roll.",
        "Teo rolled 1.",
    ]
    assert game.sentences(you=1)[0].startswith("You continue the previous turn: 2,050")


def test_a_seat_without_a_name():
    game = family().roll("123446")
    assert game.sentences(names=()) == ["Seat 1 rolled 1 2 3 4 4 6."]
    assert game.sentences(names=("", "Teo")) == ["Seat 1 rolled 1 2 3 4 4 6."]
    assert game.sentences(names=("{x} & <b>", "Teo")) == ["{x} & <b> rolled 1 2 3 4 4 6."]
