"""What happened, told: the tone's own examples, every kind of event, and the right numbers."""

import re
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from farkle import GameState, IllegalAction, Join, Leave, Skip
from farkle.engine.events import EVENTS
from farkle.text.narration import _NARRATE, tell, tell_start
from tests.support.engine.helpers import Table, faces
from tests.support.engine.strategies import CI, seatings, short_rule_sets

from .test_rules_text import literals_of_say, templates_of

NAMES = ("Ines", "Teo", "Mara", "Ravi")


class Told(Table):
    """A table that tells what its last action did, to nobody or to the player of a seat."""

    def does(self, action, *throws):
        self.before = self.state
        return super().does(action, *throws)

    def told(self, you=None, names=NAMES):
        return [str(one) for one in tell(self.before, self.events, names, you)]


def family(players=2, **changes):
    return Told("family", players, **{"entry_min": 0, **changes})


def test_the_start():
    table = Told("family", 3, first=1)
    assert [str(one) for one in tell_start(table.rules, table.events, NAMES)] == [
        "A game to 10,000 for Ines, Teo and Mara.",
        "They roll off: Ines 1, Teo 6, Mara 1.",
        "Round 1.",
        "Teo has the dice.",
    ]


def test_the_start_of_a_crowd_and_of_teams():
    crowd = Told("family", 500, rounds=3)
    told = [str(one) for one in tell_start(crowd.rules, crowd.events, ("Ines",))]
    assert told[:2] == [
        "A game up to round 3 for 500 players.",
        "500 players roll off; the highest die is a 6.",
    ]
    assert told[-1] == "Ines has the dice."
    teams = Told("family", 4, teams=(0, 1, 0, 1))
    told = [str(one) for one in tell_start(teams.rules, teams.events, NAMES)]
    assert told[1:3] == ["Team A: Ines and Mara.", "Team B: Teo and Ravi."]


def test_throw_keep_and_bank():
    table = family().roll("444362")
    assert table.told() == ["Ines throws six dice: 4 4 4 3 6 2."]
    assert table.told(you=0) == ["You throw six dice: 4 4 4 3 6 2."]
    table.roll("123", keep="444")
    assert table.told() == ["Ines keeps three 4s: 400 at risk.", "Ines throws three dice: 1 2 3."]
    table.bank("1")
    assert table.told() == [
        "Ines keeps a 1 for 100: 500 at risk.",
        "Ines banks 500 and stands at 500.",
        "Teo has the dice.",
    ]
    assert table.told(you=0)[:2] == [
        "You keep a 1 for 100: 500 at risk.",
        "You bank 500 and stand at 500.",
    ]
    assert table.told(you=1)[2] == "Your turn."


def test_what_is_kept_is_said_by_its_combinations():
    table = family().roll("111556").roll("6", keep="11155")
    assert table.told()[0] == "Ines keeps three 1s and two 5s: 1,100 at risk."
    table = Told("specials").roll("222331").roll("6", keep="22233")
    assert table.told()[0] == "Ines keeps a full house: 450 at risk."


def test_farkle():
    table = family().banks(500)
    table.roll(faces("223346"))
    assert table.told() == [
        "Teo throws six dice: 2 2 3 3 4 6.",
        "Farkle. Teo stays at 0.",
        "Round 2.",
        "Ines has the dice.",
    ]
    table.roll("111346").roll("234", keep="111")
    assert table.told()[2] == "Farkle. 1,000 rubbed out, Ines stays at 500."
    assert table.told(you=0)[2] == "Farkle. 1,000 rubbed out, you stay at 500."


def test_farkles_in_a_row():
    table = family()
    table.farkles().banks(50).farkles()
    assert "Second farkle in a row. A third costs 1,000." in table.told()
    table.banks(50).farkles()
    assert "Third farkle in a row: 1,000 taken off, Ines stands at -1,000." in table.told()
    assert "Third farkle in a row: 1,000 taken off, you stand at -1,000." in table.told(you=0)
    free = family(farkle_penalty=0).farkles().banks(50).farkles()
    assert not any("in a row" in one for one in free.told())
    floor = family(penalty_floor="zero").farkles().banks(50).farkles().banks(50).farkles()
    assert "Third farkle in a row, and nothing to take off." in floor.told()


def test_toxic_twos_and_second_chance():
    table = family(toxic_twos=True, second_chance=True).roll("222215", again="222246")
    assert table.told()[:4] == [
        "Ines throws six dice: 2 2 2 2 1 5.",
        "Nothing in the first throw. A second chance.",
        "Ines throws six dice: 2 2 2 2 4 6.",
        "Four 2s, a farkle. Ines stays at 0.",
    ]


def test_hot_dice():
    table = family(hot_dice_bonus=300).roll("123456").roll("223346", keep="123456")
    assert table.told()[:3] == [
        "Ines keeps a straight: 1,500 at risk.",
        "Hot dice bring 300 more.",
        "Hot dice. All six come back, 1,800 still at risk.",
    ]
    table = family().roll("123456").bank("123456")
    assert table.told()[1:3] == [
        "Hot dice. All six have scored.",
        "Ines banks 1,500 and stands at 1,500.",
    ]


def test_blank():
    table = Told("specials").roll("223346")
    assert table.told()[1:] == [
        "Nothing in six dice: 500 for it.",
        "Hot dice. All six come back, 500 still at risk.",
    ]


def test_getting_in():
    table = Told("family").roll("111234").bank("111")
    assert table.told()[1:3] == ["Ines is in, with 1,000.", "Ines banks 1,000 and stands at 1,000."]
    assert table.told(you=0)[1] == "You are in, with 1,000."
    table = Told("family", entry_rolls=1).roll("123446").roll(keep="1")
    assert table.told()[1] == (
        "That was the last throw to get in. 100 rubbed out, Ines stays at 0."
    )


def test_building():
    table = family(building=True).roll("111145").bank("11115")
    table.build("1")
    assert table.told() == [
        "Teo builds on the turn before: 2,050 at risk, one die to throw.",
        "Teo throws one die: 1.",
    ]
    assert table.told(you=1)[0].startswith("You build on the turn before: 2,050")


def test_final_round_and_win():
    table = family(3, target=1000).banks(400).banks(300).banks(50).banks(1000)
    assert table.told()[-2:] == [
        "Ines stands at 1,400. One last turn for everybody else.",
        "Teo has a last turn, and needs 1,150 to beat Ines.",
    ]
    assert table.told(you=0)[-2] == "You stand at 1,400. One last turn for everybody else."
    assert table.told(you=1)[-1] == "Your last turn. You need 1,150 to beat Ines."
    table.banks(1200)
    assert table.told(you=2)[-1] == "Your last turn. You need 1,500 to beat Teo."
    table.banks(100)
    assert table.told()[-1] == "Teo wins with 1,500."
    assert table.told(you=0)[-1] == "Teo wins, 100 ahead of you."
    assert table.told(you=1)[-1] == "You win with 1,500."


def test_the_least_that_beats_somebody_can_be_banked():
    def need(**changes):
        table = family(target=1000, **changes).roll("666555").bank("666555")
        return int(re.findall(r"needs ([\d,]+)", table.told()[-1])[0].replace(",", ""))

    assert need() == 1150
    assert need(single_5=0) == 1200
    assert need(hot_dice_bonus=25) == 1150
    assert need(blank_first_roll=30) == 1110
    table = family(target=1000, bank_min=350).banks(350).banks(900).banks(700)
    assert table.told()[-1] == "Teo has a last turn, and needs 350 to beat Ines."


def test_play_off():
    table = family(target=1000).banks(1000).banks(1000)
    assert table.told()[-2:] == [
        "Ines and Teo are level at 1,000. One turn each.",
        "Ines plays off.",
    ]
    assert table.told(you=0)[-1] == "You play off. Your turn."


def test_teams():
    table = Told("family", 4, teams=(0, 1, 0, 1), entry_min=0, target=1000)
    table.banks(600)
    assert table.told()[1:3] == ["Ines banks 600 and stands at 600.", "Team A has 600."]
    table.banks(100).banks(500)
    assert table.told()[2:] == [
        "Team A has 1,100.",
        "Team A stands at 1,100. One last turn for every other team.",
        "Ravi has a last turn, and needs 1,050 to beat Team A.",
    ]
    table.farkles().farkles()
    assert table.told()[-1] == "Ines and Mara win with 1,100."
    assert table.told(you=2)[-1] == "You win with 1,100."


def test_teams_that_are_level():
    table = Told("family", 4, teams=(0, 1, 0, 1), entry_min=0, target=1000)
    table.banks(600).banks(600).banks(400).banks(400).farkles()
    assert table.told()[-2:] == [
        "Team A and Team B are level at 1,000. One turn each.",
        "Ines plays off.",
    ]


def test_coming_and_going():
    table = family(3).skip()
    assert table.told()[0] == "Ines is passed over."
    assert table.told(you=0)[0] == "Your turn is passed over."
    table.roll("123446").skip()
    assert table.told()[0] == "Teo is passed over."
    table.roll("123446").roll("12334", keep="1").skip()
    assert table.told()[:2] == ["Mara is passed over.", "100 rubbed out."]
    table.join()
    assert table.told() == ["Ravi joins and starts at 0."]
    assert table.told(you=3) == ["You join and start at 0."]
    table.roll("111346").roll("123", keep="111").leave(0)
    assert table.told()[:2] == ["Ines leaves the game.", "1,000 rubbed out."]
    assert table.told(you=0)[0] == "You leave the game."


def test_a_seat_without_a_name():
    table = family().roll("123446")
    assert table.told(names=()) == ["Seat 1 throws six dice: 1 2 3 4 4 6."]
    assert table.told(names=("", "Teo")) == ["Seat 1 throws six dice: 1 2 3 4 4 6."]
    assert table.told(names=("{x} & <b>", "Teo")) == ["{x} & <b> throws six dice: 1 2 3 4 4 6."]


def test_every_kind_of_event_is_told():
    assert set(_NARRATE) == set(EVENTS.values())


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
        told = (
            tell_start(rules, batch, names, you)
            if before is None
            else tell(before, batch, names, you)
        )
        assert (before and before.to_dict()) == data, "telling changed the state"
        assert len(told) >= len(batch)
        for sentence in told:
            said = str(sentence)
            assert not re.search(r"[{}]|  | [.,;:]|None", said), said
            assert said.endswith(".")
            assert set(templates_of(sentence)) <= literals
        text = " ".join(map(str, told))
        for event in batch:
            if event.name == "banked":
                assert after.scores[event.seat] == event.total
                assert re.search(rf"banks? {event.points:,} and stands? at {event.total:,}\.", text)
            if event.name == "kept":
                assert re.search(r"[\d,]+ at risk", text)
        if after.turn_points and any(event.name == "kept" for event in batch):
            assert f"{after.turn_points:,} at risk" in text or "still at risk" in text
