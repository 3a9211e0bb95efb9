"""Games in words: starts and ends, every kind of event, and the right numbers."""

import re
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from farkle import GameState, IllegalAction, Join, Leave, Skip
from farkle.engine.events import EVENTS
from farkle.text.narration import Narrator, tell, tell_start
from tests.support.engine.narrated_game import NAMES, NarratedGame
from tests.support.engine.strategies import CI, seatings, short_rule_sets
from tests.support.engine.translatable_texts import literals_of_say, templates_of


def family(players=2, **changes):
    return NarratedGame("family", players, **{"entry_min": 0, **changes})


def test_the_start():
    game = NarratedGame("family", 3, first=1)
    assert [str(one) for one in tell_start(game.rules, game.events, NAMES)] == [
        "Ines, Teo and Mara play to 10,000.",
        "Roll-off: Ines 1, Teo 6, Mara 1.",
        "Round 1.",
        "Teo's turn.",
    ]


def test_the_start_of_a_crowd_and_of_teams():
    crowd = NarratedGame("family", 500, rounds=3)
    said = [str(one) for one in tell_start(crowd.rules, crowd.events, ("Ines",))]
    assert said[:2] == [
        "500 players play until the end of round 3.",
        "500 players roll off; highest is 6.",
    ]
    assert said[-1] == "Ines's turn."
    teams = NarratedGame("family", 4, teams=(0, 1, 0, 1))
    said = [str(one) for one in tell_start(teams.rules, teams.events, NAMES)]
    assert said[1:3] == ["Team A: Ines and Mara.", "Team B: Teo and Ravi."]


def test_final_round_and_win():
    game = family(3, target=1000).banks(400).banks(300).banks(50).banks(1000)
    assert game.sentences()[-2:] == [
        "Ines has 1,400. Everyone still to play gets one last turn.",
        "Last turn for Teo: 1,150 needed to beat Ines.",
    ]
    assert game.sentences(you=0)[-2] == "You have 1,400. Everyone still to play gets one last turn."
    assert game.sentences(you=1)[-1] == "Your last turn. You need 1,150 to beat Ines."
    game.banks(1200)
    assert game.sentences(you=2)[-1] == "Your last turn. You need 1,500 to beat Teo."
    game.banks(100)
    assert game.sentences()[-1] == "Teo wins with 1,500."
    assert game.sentences(you=0)[-1] == "Teo wins, 100 points ahead of you."
    assert game.sentences(you=1)[-1] == "You win with 1,500!"


def test_the_points_needed_to_win_can_be_banked():
    def need(**changes):
        game = family(target=1000, **changes).roll("666555").bank("666555")
        return int(re.findall(r": ([\d,]+) needed", game.sentences()[-1])[0].replace(",", ""))

    assert need() == 1150
    assert need(single_5=0) == 1200
    assert need(hot_dice_bonus=25) == 1150
    assert need(blank_first_roll=30) == 1110
    game = family(target=1000, bank_min=350).banks(350).banks(900).banks(700)
    assert game.sentences()[-1] == "Last turn for Teo: 350 needed to beat Ines."


def test_play_off():
    game = family(target=1000).banks(1000).banks(1000)
    assert game.sentences()[-2:] == [
        "Ines and Teo are tied at 1,000. One more turn each.",
        "Ines's tiebreaker turn.",
    ]
    assert game.sentences(you=0)[-1] == "Your tiebreaker turn."


def test_teams():
    game = NarratedGame("family", 4, teams=(0, 1, 0, 1), entry_min=0, target=1000)
    game.banks(600)
    assert game.sentences()[1:3] == ["Ines banks 600 for a total of 600.", "Team A has 600."]
    game.banks(100).banks(500)
    assert game.sentences()[2:] == [
        "Team A has 1,100.",
        "Team A has 1,100. The other teams get one last turn.",
        "Last turn for Ravi: 1,050 needed to beat Team A.",
    ]
    game.farkles().farkles()
    assert game.sentences()[-1] == "Ines and Mara win with 1,100."
    assert game.sentences(you=2)[-1] == "You win with 1,100!"


def test_teams_that_are_level():
    game = NarratedGame("family", 4, teams=(0, 1, 0, 1), entry_min=0, target=1000)
    game.banks(600).banks(600).banks(400).banks(400).farkles()
    assert game.sentences()[-2:] == [
        "Team A and Team B are tied at 1,000. One more turn each.",
        "Ines's tiebreaker turn.",
    ]


def test_skipping_joining_and_leaving():
    game = family(3).skip()
    assert game.sentences()[0] == "Ines's turn was skipped."
    assert game.sentences(you=0)[0] == "Your turn was skipped."
    game.roll("123446").skip()
    assert game.sentences()[0] == "Teo's turn was skipped."
    game.roll("123446").roll("12334", keep="1").skip()
    assert game.sentences()[:2] == ["Mara's turn was skipped.", "100 lost."]
    game.join()
    assert game.sentences() == ["Ravi joined with 0 points."]
    assert game.sentences(you=3) == ["You joined with 0 points."]
    game.roll("111346").roll("123", keep="111").leave(0)
    assert game.sentences()[:2] == ["Ines left the game.", "1,000 lost."]
    assert game.sentences(you=0)[0] == "You left the game."


def test_every_kind_of_event_is_narrated():
    assert all(callable(getattr(Narrator, name, None)) for name in EVENTS)


def play(rules, players, teams, seed, actions=80):
    """A game at random, people coming and going: each state, what happened then, and the next."""
    random = Random(seed)

    def throw(count):
        return [random.choice((1, 2, 2, 3, 4, 5, 6)) for _ in range(count)]

    state, batch = GameState.start(rules, players, throw, teams)
    yield None, batch, state
    for _ in range(actions):
        if state.phase == "over":
            return
        odd = [Skip(), Leave(random.randrange(players)), Join(teams and 0)]
        action = random.choice(odd) if random.random() < 0.1 else None
        try:
            after, batch = state.apply(action or random.choice(state.legal.actions), throw)
        except IllegalAction:
            after, batch = state.apply(state.legal.actions[0], throw)
        yield state, batch, after
        state = after


@given(
    short_rule_sets(),
    seatings(12),
    st.integers(0, 2**32),
    st.sampled_from((None, 0, 1)),
)
@settings(CI, max_examples=60)
def test_any_game_can_be_told(rules, seating, seed, you):
    players, teams = seating
    names = [f"Player{seat}" for seat in range(players)]
    literals = literals_of_say()
    for before, batch, after in play(rules, players, teams, seed):
        data = before and before.to_dict()
        narrated = (
            tell_start(rules, batch, names, you)
            if before is None
            else tell(before, batch, names, you)
        )
        assert (before and before.to_dict()) == data, "telling changed the state"
        assert len(narrated) >= len(batch)
        for sentence in narrated:
            said = str(sentence)
            assert not re.search(r"[{}]|  | [.,;:]|None", said), said
            assert said.endswith((".", "!"))
            assert set(templates_of(sentence)) <= literals
        text = " ".join(map(str, narrated))
        for event in batch:
            if event.name == "banked":
                assert after.scores[event.seat] == event.total
                total = f"{event.total:,}".replace("-", "\u2212")
                assert re.search(
                    rf"banks? {event.points:,}( for a total of|\. Your score:) {total}\.", text
                )
            if event.name == "kept":
                assert re.search(r"[\d,]+ at risk", text)
        if after.turn_points and any(event.name == "kept" for event in batch):
            assert f"{after.turn_points:,} at risk" in text


def test_nobody_wins_who_played_alone():
    game = family(1, rounds=1, first_player="seat").banks(400)
    assert game.sentences()[-1] == game.sentences(you=0)[-1] == "That's it: 400 points."
