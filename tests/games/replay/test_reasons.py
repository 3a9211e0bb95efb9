"""The sentence that says whether luck or choices decided a game."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from farkle import Leave
from farkle.ai.review.winning import WinAccount
from games.replay.context import ReplayContext
from games.replay.reasons import was_it_luck
from tests.games.replay.test_turning import context_from, context_of


def told(context: ReplayContext, winner: WinAccount, loser: WinAccount, **game: Any) -> list[str]:
    """Return what is said of a game with these accounts; the last accounts are all the loser's."""
    assert context.winning
    assert context.analysis
    (won,) = context.folded.last.winners
    count = len(context.winning.accounts)
    accounts = tuple(winner if side == won else loser for side in range(count))
    winning = replace(context.winning, accounts=accounts)
    game = {"teams": None, "mine": (), **game}
    analysis = replace(context.analysis, winning=winning)
    return was_it_luck(replace(context, game=SimpleNamespace(**game), analysis=analysis))


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
    assert told(two, lucky, NOTHING, mine=(won,)) == [
        f"You won mainly because of {loser}'s bad luck."
    ]
    assert told(two, lucky, NOTHING, mine=(1 - won,)) == [
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
        assert told(three, lucky, lost, mine=(me,)) == [
            f"{three.names[won]} won mainly because of good luck.",
            f"You lost mainly because of {why}.",
        ]


def test_teams_go_by_their_letters(two: ReplayContext) -> None:
    (won,) = two.folded.last.winners
    lucky = account(0.5, -0.1, 0.6, 0.0, 0.0)
    team, other = ("AB"[side] for side in (won, 1 - won))
    assert told(two, lucky, NOTHING, mine=(won,), teams=(0, 1)) == [
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
    assert was_it_luck(replace(two, analysis=None)) == []


def test_a_game_that_nobody_won_has_no_reason() -> None:
    context = context_of(2, {})
    record = replace(context.game.record, steps=context.game.record.steps[:5])
    assert was_it_luck(context_from(record)) == []
