"""A past game cut into steps: every event once, in order, each with the state it met."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from farkle import PRESETS
from farkle.engine.events import HotDice, Kept, Rolled, TurnStarted
from games.replay.steps import FoldedGame, KeptGames
from tests.support.play.records import NAMES, played


@pytest.mark.parametrize("key", sorted(PRESETS))
@pytest.mark.parametrize("odd", [False, True])
def test_steps_have_every_event_once_and_end_where_the_game_ended(key: str, odd: bool) -> None:
    record = played(PRESETS[key], 7, odd=odd)
    folded = FoldedGame(record)
    shown = [event for number in range(len(folded)) for event in folded[number].events]
    happened = [*record.start, *(event for action in record.steps for event in action.events)]
    assert shown == happened
    last = folded[len(folded) - 1]
    assert last.after.phase == "over"
    assert last.after.winners


def test_a_throw_and_the_decision_on_it_are_two_steps() -> None:
    record = played(PRESETS["family"], 3)
    folded = FoldedGame(record)
    for number in range(len(folded)):
        step = folded[number]
        assert sum(isinstance(event, Rolled | Kept) for event in step.events) <= 1, step


def test_each_step_has_the_state_that_its_events_lead_to() -> None:
    record = played(PRESETS["family"], 11)
    folded = FoldedGame(record)
    state = folded[0].after
    for number in range(1, len(folded)):
        state = state.fold(folded[number].events)
        assert folded[number].after.scores == state.scores
        assert folded[number].after.throw == state.throw
    with pytest.raises(IndexError):
        folded[len(folded)]


def test_the_points_of_hot_dice_are_those_of_the_turn_so_far() -> None:
    folded = FoldedGame(played(PRESETS["family"], 3))
    points = hot = 0
    for number in range(1, len(folded)):
        step = folded[number]
        if any(isinstance(event, TurnStarted) for event in step.events):
            points = 0
        assert folded.hot_points(number) == points
        if step.find(HotDice):
            hot, points = hot + 1, step.after.turn_points
    assert hot


def test_the_step_of_an_action_is_the_one_in_which_it_begins() -> None:
    record = played(PRESETS["family"], 3)
    folded = FoldedGame(record)
    for action in range(len(record.steps) + 1):
        first = folded[folded.step_of(action)]
        assert first.action == action
        assert first.number == 0 or folded[first.number - 1].action < action


def test_a_step_belongs_to_the_seat_that_acts() -> None:
    record = played(PRESETS["family"], 5, odd=True)
    folded = FoldedGame(record)
    said = [" ".join(map(str, folded[n].sentences(NAMES))) for n in range(len(folded))]
    skipped = next(n for n, words in enumerate(said) if "skipped" in words)
    assert NAMES[folded[skipped].seat] in said[skipped]
    left = next(n for n, words in enumerate(said) if "left the game" in words)
    assert f"{NAMES[folded[left].seat]} left the game." in said[left]


MANY = 8


def test_what_many_ask_for_at_once_is_made_once() -> None:
    kept = KeptGames[str](100, len)
    barrier, begun, go_on = threading.Barrier(MANY + 1), threading.Event(), threading.Event()
    made: list[str] = []

    def make() -> str:
        made.append("game")
        begun.set()
        assert go_on.wait(60)
        return "game"

    def read() -> str:
        barrier.wait(60)
        return kept.get("a", make)

    with ThreadPoolExecutor(MANY) as pool:
        readers = [pool.submit(read) for _ in range(MANY)]
        barrier.wait(60)
        assert begun.wait(60)
        go_on.set()
        assert [reader.result() for reader in readers] == ["game"] * MANY
    assert made == ["game"]


def test_what_is_kept_is_read_while_something_else_is_made() -> None:
    kept = KeptGames[str](100, len)
    kept.get("small", lambda: "game")
    read = []

    def make() -> str:
        with ThreadPoolExecutor(1) as pool:
            read.append(pool.submit(kept.get, "small", lambda: "again").result(60))
        return "large"

    kept.get("large", make)
    assert read == ["game"]


def test_the_oldest_are_dropped_when_all_weigh_too_much() -> None:
    kept = KeptGames[str](4, len)
    for name in ("a", "b"):
        kept.get(name, lambda: "xx")
    kept.get("a", lambda: "never")  # so `b` is the oldest
    kept.get("c", lambda: "x")
    assert kept.get("a", lambda: "again") == "xx"
    assert kept.get("b", lambda: "again") == "again"
    assert kept.get("a", lambda: "new") == "new"  # the newest alone weighs too much


def test_what_cannot_be_made_is_tried_again() -> None:
    kept = KeptGames[str](4, len)
    with pytest.raises(ZeroDivisionError):
        kept.get("a", lambda: str(1 // 0))
    assert kept.get("a", lambda: "x") == "x"
