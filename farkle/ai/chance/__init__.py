"""The chance to win against one other player with the best play of both, solved exactly.

`game.py` describes a rule set and gives the reasons why some cannot be solved. `throws.py` values
throws; `walk.py` and `one_turn.py` value turns. `last_turn.py` solves the final round and
tiebreakers; `pairs.py`, `streaks.py`, `rounds.py` and `building.py` solve everything before.
`table.py` holds the result; `position.py` answers for any moment of a game.
docs/develop/chances.md derives the methods.
"""
