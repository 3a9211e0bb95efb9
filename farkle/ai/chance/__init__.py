"""The chance to win against one other player, with the best play of both: solved, not estimated.

`game.py` has what matters here about a rule set, and the reasons why some cannot be solved.
`throws.py` values throws, and `walk.py` and `one_turn.py` value turns. `last_turn.py` solves what
follows once the target is reached; `pairs.py`, `streaks.py`, `rounds.py` and `building.py` solve
everything before. `table.py` holds the result, and `position.py` answers for any moment of a game.
"""
