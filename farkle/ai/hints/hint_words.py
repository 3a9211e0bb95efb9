"""The reasons of hints by code, as templates for a hint's `params`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from farkle.text.message import Sentence, say

WHY: Final[Mapping[str, Sentence]] = MappingProxyType(
    {
        "unknown": say("No hint here: these rules are too unusual."),
        "points_bank": say(
            "Keep {keep}, bank {points:,}: about {more:,} points better than rolling {dice} "
            "(farkle risk {farkle}%)."
        ),
        "points_bank_all": say(
            "Bank {points:,}: about {more:,} points better than rolling {dice} "
            "(farkle risk {farkle}%)."
        ),
        "points_roll": say(
            "Keep {keep} and roll {dice}: about {more:,} points better than banking {points:,} "
            "(farkle risk {farkle}%)."
        ),
        "points_roll_all": say(
            "Roll {dice}: about {more:,} points better than banking {points:,} "
            "(farkle risk {farkle}%)."
        ),
        "points_keep": say(
            "Keep {keep} and roll {dice}: about {more:,} points better than keeping {other}."
        ),
        "points_even": say("Keep {keep}, then bank {points:,} or roll {dice}: about equal."),
        "points_even_two": say(
            "Keep {keep}, bank {points:,}; or keep {other}, roll {dice}: about equal."
        ),
        "points_even_all": say("Banking {points:,} or rolling {dice}: about equal."),
        "points_even_keep": say("Keeping {keep} or {other}: about equal."),
        "entry_bank": say("Keep {keep}, bank {points:,} to get on the board."),
        "entry_keep": say(
            "Keeping {keep} gets on the board {chance}% of the time, keeping {other} {less}%."
        ),
        "win_bank": say(
            "Keeping {keep} and banking {points:,} wins {chance}% of games, rolling {dice} {less}%."
        ),
        "win_bank_all": say("Banking {points:,} wins {chance}% of games, rolling {dice} {less}%."),
        "win_roll": say(
            "Keeping {keep} and rolling {dice} wins {chance}% of games, banking {points:,} {less}%."
        ),
        "win_roll_all": say("Rolling {dice} wins {chance}% of games, banking {points:,} {less}%."),
        "win_bank_near": say(
            "Keep {keep}, bank {points:,}: {chance}% to win, rolling {less}%. "
            "Rolling scores more on average, but {rival} needs only {need:,}."
        ),
        "win_bank_ahead": say(
            "Keep {keep}, bank {points:,}: {chance}% to win, rolling {less}%. "
            "Rolling scores more on average, but a farkle would risk your lead."
        ),
        "win_bank_left": say(
            "Keep {keep}, bank {points:,}: {chance}% to win, rolling {less}%. "
            "Rolling scores more on average, but then you need only {need:,}."
        ),
        "win_roll_near": say(
            "Keep {keep} and roll {dice}: {chance}% to win, banking {points:,} {less}%. "
            "Banking scores more on average, but {rival} needs only {need:,}."
        ),
        "win_roll_behind": say(
            "Keep {keep} and roll {dice}: {chance}% to win, banking {points:,} {less}%. "
            "Banking scores more on average, but you'd still be {need:,} behind."
        ),
        "win_keep": say("Keeping {keep} wins {chance}% of games, keeping {other} {less}%."),
        "entry_even_keep": say(
            "Keeping {keep} or {other}: about the same chance to get on the board."
        ),
        "win_even": say(
            "Keep {keep}, then bank {points:,} or roll {dice}: about the same chance to win."
        ),
        "win_even_two": say(
            "Keep {keep}, bank {points:,}; or keep {other}, roll {dice}: "
            "about the same chance to win."
        ),
        "win_even_all": say("Banking {points:,} or rolling {dice}: about the same chance to win."),
        "win_even_keep": say("Keeping {keep} or {other}: about the same chance to win."),
        "win_now": say("Keep {keep}, bank {points:,} and win the game."),
        "win_now_all": say("Bank {points:,} and win the game."),
        "win_not": say(
            "Banking {points:,} would lose the game. "
            "Keeping {keep} and rolling {dice} can still win it."
        ),
        "win_not_all": say(
            "Banking {points:,} would lose the game. Rolling {dice} can still win it."
        ),
        "build": say(
            "Continuing from {points:,} wins {chance}% of games, starting fresh wins {less}%."
        ),
        "no_build": say(
            "Starting fresh wins {chance}% of games, continuing from {points:,} wins {less}%."
        ),
        "build_even": say(
            "Continuing from {points:,} or starting fresh: about the same chance to win."
        ),
    }
)
