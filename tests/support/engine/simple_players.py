"""Simple strategies, for tests that need games to make progress."""

from __future__ import annotations

from farkle import Action, Bank, Build, GameState, Roll


def thrifty(state: GameState, enough: int = 300) -> Action:
    """Keep the most points; bank once `enough` are at risk and the rules allow it."""
    best = max(state.legal.choices, key=lambda choice: (choice.total, len(choice.keep)))
    if best.bank is None and (best.total >= enough or best.roll is not None):
        return Bank(best.keep)
    return Roll(best.keep)


def builder(state: GameState, enough: int = 300) -> Action:
    """Play like `thrifty`, but build whenever that is legal."""
    if state.legal.build is None:
        return Build()
    return thrifty(state, enough)


def careful(state: GameState) -> Action:
    """Keep the most points, and bank as soon as the rules allow."""
    choices = state.legal.choices
    can = [choice for choice in choices if choice.bank is None]
    if can:
        return Bank(max(can, key=lambda choice: choice.total).keep)
    return Roll(max(choices, key=lambda choice: choice.total).keep)
