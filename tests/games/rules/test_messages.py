"""Remarks on a rule set, in words that players know."""

from dataclasses import replace

from farkle import PRESETS
from farkle.text.message import say
from games.rules.messages import remarks, side_name, translate

FAMILY = PRESETS["family"]


def test_a_side_has_the_name_of_its_team_or_player() -> None:
    names = ("Mara", "Ines", "Teo")
    assert [side_name(seat, None, names) for seat in range(3)] == ["Mara", "Ines", "Teo"]
    assert [side_name(seat, (1, 0, 1), names) for seat in range(3)] == [
        "Team B",
        "Team A",
        "Team B",
    ]


def test_remarks_use_the_names_that_players_know() -> None:
    (dead,) = remarks(replace(FAMILY, straight=850, straight_high=750))
    assert dead.text == "Straight never counts: the same dice score as much without it."
    assert (dead.fields, dead.error) == (("straight",), False)
    found = remarks(replace(FAMILY, target=0))
    assert [one.error for one in found] == [True]
    hopeless = remarks(replace(FAMILY, target=9_000_000))
    assert [(one.fields, one.error) for one in hopeless] == [(("target",), True)]
    assert remarks(replace(FAMILY, target=90_000))[0].text.startswith("A game may take about")


def test_a_score_below_zero_has_the_minus_sign_of_a_penalty() -> None:
    told = translate(say("−{penalty:,}. Your score: {total:,}.", penalty=1000, total=-1150))
    assert told == "−1,000. Your score: −1,150."
