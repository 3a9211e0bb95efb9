"""The chance to win against one other player, with the best play of both: solved, not estimated.

`game.py` says what of a rule set matters here and what cannot be solved, `throws.py` values throws,
`last_turn.py` solves what comes after the target is reached, `sweep.py` solves everything before,
and `table.py` holds the result.
"""
