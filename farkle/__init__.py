"""The rules of Farkle: rule sets, scores, and games played by them.

    >>> from farkle import PRESETS, score
    >>> score(PRESETS["family"], (1, 1, 5))
    250

Standard library only. No input or output, no clock, no random source: the caller provides the dice.
"""

from farkle.engine.actions import Action, Bank, Build, Join, Leave, Roll, Skip, action_from_dict
from farkle.engine.events import Batch, Event, batch_from_dicts, event_from_dict
from farkle.engine.legality import Choice, Legal
from farkle.engine.record import Record, Step, dice_of, replay, states
from farkle.engine.standing import Outcome, Target, coming, may_join, outcome, places, to_beat
from farkle.engine.state import GameState
from farkle.engine.transition import Source
from farkle.rules.declaration import FieldInfo
from farkle.rules.fields import FIELDS
from farkle.rules.presets import ALTERNATIVES, DEFAULT_PRESET, PRESETS
from farkle.rules.ruleset import VERSION, RuleSet, breakdown, keeps, score
from farkle.rules.scoring import Combination, Dice
from farkle.rules.validation import Problem, Validation

from .errors import Disagreement, FarkleError, IllegalAction, RecordError, RulesError

__version__ = "1.0.0"

__all__ = [
    "ALTERNATIVES",
    "DEFAULT_PRESET",
    "FIELDS",
    "PRESETS",
    "VERSION",
    "Action",
    "Bank",
    "Batch",
    "Build",
    "Choice",
    "Combination",
    "Dice",
    "Disagreement",
    "Event",
    "FarkleError",
    "FieldInfo",
    "GameState",
    "IllegalAction",
    "Join",
    "Leave",
    "Legal",
    "Outcome",
    "Problem",
    "Record",
    "RecordError",
    "Roll",
    "RuleSet",
    "RulesError",
    "Skip",
    "Source",
    "Step",
    "Target",
    "Validation",
    "action_from_dict",
    "batch_from_dicts",
    "breakdown",
    "coming",
    "dice_of",
    "event_from_dict",
    "keeps",
    "may_join",
    "outcome",
    "places",
    "replay",
    "score",
    "states",
    "to_beat",
]
