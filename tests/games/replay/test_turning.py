"""Turning points of a past game: rolls, choices, and players who left."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from farkle import PRESETS, Action, Bank, GameState, Leave, Record, Skip
from farkle.ai.review.analysis import analysis
from farkle.ai.review.winning import WinAccount
from games.formats import two_chances
from games.replay.context import ReplayContext
from games.replay.steps import FoldedGame
from games.replay.turning import swings, turning_points, was_it_luck
from games.replay.verdicts import verdict_of
from tests.support.engine.scripted_game import Game

NAMES = ("Mara", "Ines", "Teo")


def context_of(
    players: int, odd: dict[int, Action], rules: str = "kcd", mine: tuple[int, ...] = ()
) -> ReplayContext:
    """Return a game in which everybody banks as soon as possible; `odd` actions go by ply. The
    reader played at the seats `mine`."""
    dice = Random(1)

    def thrown(count: int) -> tuple[int, ...]:
        return tuple(dice.randint(1, 6) for _ in range(count))

    state, batch = GameState.start(PRESETS[rules], players, thrown)
    record = Record(PRESETS[rules], players, batch, names=NAMES[:players])
    while state.phase != "over":
        actions = state.legal.actions
        banks = [one for one in actions if isinstance(one, Bank)]
        action = odd.get(state.ply, (banks or list(actions))[-1])
        state, batch = state.apply(action, thrown)
        record = record.and_then(action, batch)
    return context_from(record, mine)


def context_from(record: Record, mine: tuple[int, ...] = ()) -> ReplayContext:
    game: Any = SimpleNamespace(
        teams=None,
        own_seats=mine,
        names=NAMES[: record.players],
        imported=True,
        counts_turns=False,
        key="key",
    )
    return ReplayContext(game, FoldedGame(record), analysis(record).winning)


def test_turning_points_are_in_the_order_of_play() -> None:
    context = context_of(2, {})
    assert turning_points(replace(context, winning=None)) == []
    found = turning_points(context)
    assert [one["number"] for one in found] == [1, 2, 3][: len(found)]
    assert [one["most"] for one in found].count(True) == 1
    scenes = [one["scene"] for one in found]
    assert scenes == sorted(scenes)


def test_a_turning_point_says_what_its_step_says() -> None:
    """It was a whole turn, named by its end: a farkle seemed to have cost all that the turn did."""
    context = context_of(2, {})
    said = 0
    for one in turning_points(context):
        step = context.folded[one["scene"]]
        verdict = verdict_of(context, step)
        assert verdict
        if one["words"].startswith("mistake"):
            assert verdict.kind == "mistake"
            assert verdict.words == f"{one['before']} chance to win before, {one['after']} after."
        else:
            said += 1
            assert (verdict.kind, step.kind) == ("luck", "throw")
            assert verdict.words.endswith(f"went from {one['before']} to {one['after']}.")
            assert one["words"].startswith("farkle on") == ("farkled" in names_of(step.events))
    assert said


def names_of(events: Any) -> list[str]:
    return [one.name for one in events]


def test_the_rolls_of_a_turn_change_a_chance_one_by_one() -> None:
    context = context_of(2, {})
    winning = context.winning
    assert winning
    rolls = [one for one in swings(context) if not one.words.startswith("mistake")]
    assert len(rolls) == sum("rolled" in names_of(a.events) for a in context.folded.actions[1:])
    for seat in (0, 1):
        account = winning.accounts[seat]
        own = sum(one.after - one.before for one in rolls if one.seat == seat)
        assert own == pytest.approx(account.luck)
    mistakes = {one.step for one in winning.mistakes}
    told = [one for one in swings(context) if one.words.startswith("mistake")]
    assert {context.folded[one.scene].action for one in told} == mistakes
    assert mistakes
    assert all(one.before > one.after for one in told)


def test_players_read_their_own_chance() -> None:
    for seat in (0, 1):
        context = context_of(2, {}, mine=(seat,))
        found = {one.scene: one for one in swings(context)}
        winning = context.winning
        assert winning
        for one in turning_points(context):
            swing = found[one["scene"]]
            assert (one["before"], one["after"]) == two_chances(swing.before, swing.after)
            assert context.side == winning.sides[seat]


@pytest.mark.parametrize("mine", [(), (0, 1)])
def test_others_read_the_chance_of_the_player_who_acted(mine: tuple[int, ...]) -> None:
    """So do those who passed one device round."""
    context = context_of(2, {}, mine=mine)
    winning = context.winning
    assert winning
    for swing in swings(context):
        moment = winning.moments[context.folded.action_of(swing.scene)]
        side = winning.sides[swing.seat]
        assert swing.after in (moment.chosen[side], moment.thrown[side], moment.after[side])


def test_who_leaves_in_the_turn_of_another_is_a_turning_point_of_their_own() -> None:
    before = context_of(3, {})
    at = next(turn for turn in before.folded.summary.turns if turn.round == 2)
    leaver = (at.seat + 1) % 3
    context = context_of(3, {at.first: Leave(leaver)})
    left = next(one for one in swings(context) if one.words == "leaves the game")
    assert (left.seat, left.where) == (leaver, f"{NAMES[leaver]}, round 2")
    assert left.after == 0.0
    assert left.before > 0.1
    assert any(one["where"] == left.where for one in turning_points(context))


def test_who_leaves_a_game_of_two_decides_it() -> None:
    before = context_of(2, {})
    at = next(turn for turn in before.folded.summary.turns if turn.round == 2)
    for leaver in (0, 1):
        context = context_of(2, {at.first: Leave(leaver)}, mine=(1 - leaver,))
        (most,) = [one for one in turning_points(context) if one["most"]]
        assert most["where"] == f"{NAMES[leaver]}, round 2"
        assert most["words"] == "leaves the game"
        assert most["after"] == "100%"


def test_every_kind_of_moment_has_its_words() -> None:
    context = context_of(2, {1: Skip()}, rules="family")
    words = [one.words for one in swings(context)]
    assert "is skipped" in words
    assert any(one.startswith("rolls ") for one in words)
    assert any(one.startswith("mistake: banks ") for one in words)
    farkles = [one for one in words if one.startswith("farkle on ")]
    assert any(one.endswith(": \u22121,000") for one in farkles)


def test_a_mistaken_roll_says_how_many_dice() -> None:
    game: Any = Game("kcd", target=1000).roll("111234").roll("236", "111")
    first, mistake, farkle = (one.words for one in swings(context_from(game.record)))
    assert first == "rolls 1\u00a01\u00a01\u00a02\u00a03\u00a04"
    assert mistake == "mistake: rolls 3 dice"
    assert farkle == "farkle on 3 dice with 1,000 at risk"


def told(context: ReplayContext, winner: WinAccount, loser: WinAccount, **game: Any) -> list[str]:
    """Return what is said of a game with these accounts; the last accounts are all the loser's."""
    assert context.winning
    (won,) = context.folded.last.winners
    count = len(context.winning.accounts)
    accounts = tuple(winner if side == won else loser for side in range(count))
    winning = replace(context.winning, accounts=accounts)
    usual = {"teams": None, "own_seats": (), "names": context.names, "counts_turns": False}
    changed = {**usual, **game}
    return was_it_luck(replace(context, game=SimpleNamespace(**changed), winning=winning))


def account(start: float, luck: float, theirs: float, given: float, gained: float) -> WinAccount:
    end = start + luck + theirs - given + gained
    return WinAccount(start, luck, theirs, given, gained, 0.0, end)


NOTHING = WinAccount(0.5, end=0.0)


@pytest.fixture(scope="module")
def two() -> ReplayContext:
    return context_of(2, {})


@pytest.fixture(scope="module")
def three() -> ReplayContext:
    return context_of(3, {})


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ((0.443, -0.063, 0.944, 0.324, 0.0), "{loser}'s bad luck"),
        ((0.5, 0.8, -0.3, 0.0, 0.0), "good luck"),
        ((0.5, 0.1, -0.1, 0.0, 0.5), "{loser}'s choices"),
        ((0.5, 0.3, 0.3, 0.1, 0.0), "good luck and {loser}'s bad luck"),
        ((0.5, 0.24, 0.26, 0.0, 0.0), "good luck and {loser}'s bad luck"),
    ],
)
def test_what_helped_the_winner_most_is_the_reason(
    two: ReplayContext, parts: tuple[float, ...], why: str
) -> None:
    (won,) = two.folded.last.winners
    name, loser = two.names[won], two.names[1 - won]
    said = told(two, account(*parts), NOTHING)
    assert said == [f"{name} won mainly because of {why.format(loser=loser)}."]


def test_readers_are_told_of_themselves(two: ReplayContext) -> None:
    (won,) = two.folded.last.winners
    lucky = account(0.5, -0.1, 0.6, 0.0, 0.0)
    loser = two.names[1 - won]
    assert told(two, lucky, NOTHING, own_seats=(won,)) == [
        f"You won mainly because of {loser}'s bad luck."
    ]
    assert told(two, lucky, NOTHING, own_seats=(1 - won,)) == [
        f"{two.names[won]} won mainly because of your bad luck."
    ]


def test_who_lost_against_several_has_a_sentence_of_their_own(three: ReplayContext) -> None:
    (won,) = three.folded.last.winners
    me = (won + 1) % 3
    lucky = account(0.3, 0.7, 0.0, 0.0, 0.0)
    for lost, why in (
        (account(0.3, -0.1, 0.1, 0.4, 0.1), "your own choices"),
        (account(0.3, -0.3, 0.0, 0.0, 0.0), "bad luck"),
        (account(0.3, 0.1, -0.4, 0.0, 0.0), "the others' good luck"),
    ):
        assert told(three, lucky, lost, own_seats=(me,)) == [
            f"{three.names[won]} won mainly because of good luck.",
            f"You lost mainly because of {why}.",
        ]


def test_teams_go_by_their_letters(two: ReplayContext) -> None:
    (won,) = two.folded.last.winners
    lucky = account(0.5, -0.1, 0.6, 0.0, 0.0)
    team, other = ("AB"[side] for side in (won, 1 - won))
    assert told(two, lucky, NOTHING, own_seats=(won,), teams=(0, 1)) == [
        f"Team {team} won mainly because of Team {other}'s bad luck."
    ]


def test_what_estimates_correct_is_no_reason(two: ReplayContext) -> None:
    odd = WinAccount(0.2, 0.1, 0.1, 0.0, 0.0, 0.6, 1.0)
    assert told(two, odd, NOTHING) == ["Nothing stands out: several things decided this game."]
    assert told(two, WinAccount(0.97, 0.03, end=1.0), NOTHING) == []


def test_a_game_that_the_others_left_was_won_by_that() -> None:
    before = context_of(3, {})
    at = next(turn for turn in before.folded.summary.turns if turn.round == 2)
    odd = {at.first: Leave((at.seat + 1) % 3), at.first + 1: Leave((at.seat + 2) % 3)}
    (said,) = was_it_luck(context_of(3, odd))
    assert said.endswith(" won mainly because of players who left or missed turns.")


def test_there_is_no_reason_without_chances(two: ReplayContext) -> None:
    assert was_it_luck(replace(two, winning=None)) == []


def test_a_game_that_nobody_won_has_no_reason() -> None:
    context = context_of(2, {})
    record = context.folded.record
    record = replace(record, steps=record.steps[:5])
    assert was_it_luck(context_from(record)) == []
