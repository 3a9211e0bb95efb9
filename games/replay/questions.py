"""Positions of a deal to vote on: where players differed, what they may do, what it is worth."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from farkle import Action, Bank, Roll
from farkle.ai.review.winning import Option
from farkle.engine.actions import action_from_dict
from farkle.rules.odds import farkle_chance
from games.formats import chance, points
from games.models import Deal, Player, Question, Try
from games.replay.analysis import request_analysis
from games.replay.choices import Act, act_of, dice_of, with_risk
from games.replay.context import ReplayContext
from games.replay.game import PastGame, fold, read_game
from games.state.archive import turns_of_each

MOST_TRIES: Final = 200
"""Number of the newest tries that are compared."""
MOST_PROPOSED: Final = 5

Move = tuple[str, str]
"""What a player does, "roll" or "bank", and the faces to keep, such as "115"."""


_Key = tuple[int, int, tuple[int, ...], int]
"""The turn, the roll, its dice, and the points of the turn before it."""


@dataclass(frozen=True)
class Crossroads:
    """A position that `count` tries came to, one of them `attempt`. `moves` are what they did
    there, the most common first."""

    attempt: int
    turn: int
    roll: int
    dice: tuple[int, ...]
    points: int
    count: int
    moves: tuple[tuple[Move, int], ...]
    cost: float
    """The points that they gave away there on average, as far as their tries are analysed."""

    @property
    def key(self) -> str:
        """What names the position in a form."""
        return f"{self.attempt}.{self.turn}.{self.roll}"

    @property
    def where(self) -> str:
        return place_in(self.turn, self.roll)

    @property
    def differed(self) -> float:
        """The share of those who did not do what most did."""
        return 1 - self.moves[0][1] / self.count


def place_in(turn: int, roll: int) -> str:
    return _("Turn %(turn)s, roll %(roll)s") % {"turn": turn, "roll": roll}


def crossroads_of(deal: Deal) -> list[Crossroads]:
    """Return the positions of a deal with a choice, in the order of play."""
    counted = Try.objects.filter(deal=deal, is_first=True, points__isnull=False)
    newest = counted.order_by("-pk")[:MOST_TRIES]
    tries = {attempt.game_id: attempt for attempt in newest.select_related("game")}
    costs = {
        (game, turn, roll): lost
        for game, attempt in tries.items()
        for turn, roll, lost in attempt.costs
    }
    moves: dict[_Key, Counter[Move]] = {}
    lost = Counter[_Key]()
    first: dict[_Key, int] = {}
    played = turns_of_each([attempt.game for attempt in tries.values()])
    turns = [(game, turn) for game in reversed(tries) for turn in played[game]]
    for game, turn in turns:
        made = 0
        for at, roll in enumerate(turn.rolls, 1):
            if not roll["keep"]:
                break  # a farkle, or a first roll that is repeated
            is_last = at == len(turn.rolls) and turn.outcome == "banked"
            position = (turn.number, at, tuple(roll["dice"]), made)
            first.setdefault(position, tries[game].pk)
            lost[position] += costs.get((game, turn.number, at), 0)
            counts = moves.setdefault(position, Counter())
            counts["bank" if is_last else "roll", roll["keep"]] += 1
            made += roll["points"]
    return sorted(
        (
            Crossroads(*(first[key], *key, total, tuple(counts.most_common())), lost[key] / total)
            for key, counts in moves.items()
            if (total := counts.total())
        ),
        key=lambda found: (found.turn, found.roll, -found.count),
    )


def dearest(crossroads: Iterable[Crossroads]) -> list[Crossroads]:
    """Return the positions where players gave away most, or as long as that is not known, where
    they differed most."""
    found = [each for each in crossroads if each.cost or len(each.moves) > 1]
    found.sort(key=lambda each: (-each.cost * each.count, -each.differed, -each.count))
    return found[:MOST_PROPOSED]


def _past(attempt: Try) -> PastGame:
    players = Player.objects.marked_for(None).filter(room=attempt.game.room)
    return read_game(attempt.game, {player.seat: player for player in players}, keep=True)


def position_of(attempt: Try, turn: int, roll: int) -> tuple[int, dict[str, Any]] | None:
    """Return the number of the action that decided a roll of a try, and the position before it:
    {turn, roll, dice, points, total, aside, moves: [[do, keep], ...]}. None without a choice."""
    for step in fold(_past(attempt)).actions:
        before = step.before
        if before is None or (step.turn, before.rolls) != (turn, roll) or not before.throw:
            continue
        moves = [
            [action.do, "".join(map(str, action.keep))]
            for action in before.legal.actions
            if isinstance(action, Roll | Bank) and action.keep
        ]
        if len(moves) < 2:
            return None
        return step.number, {
            "turn": turn,
            "roll": roll,
            "dice": list(before.throw),
            "points": before.turn_points,
            "total": before.scores[0],
            "aside": len(before.aside),
            "moves": moves,
        }
    return None


def action_of(move: Move) -> Action:
    do, keep = move
    return action_from_dict({"do": do, "keep": [int(face) for face in keep]})


def keeps_in(position: Mapping[str, Any]) -> list[tuple[int, ...]]:
    """Return the dice that may be kept in a position, most dice first."""
    keeps = {keep for _do, keep in position["moves"]}
    return [tuple(map(int, keep)) for keep in sorted(keeps, key=lambda keep: (-len(keep), keep))]


@dataclass(frozen=True)
class Answer:
    """A move with its votes, in percent of the most common one, and its worth as text."""

    act: Act
    votes: int
    percent: float
    worth: str
    is_best: bool


def answers_to(question: Question) -> dict[str, Any]:
    """Return the answers to a question, the most common first, and among them the best roll and the
    best bank, with the reason for the better one. Until the position is analysed, nothing is said
    about their worth."""
    position, votes = question.position, Counter[Move]()
    votes.update(question.votes.values_list("do", "keep"))
    past = _past(question.attempt)
    context = ReplayContext.of(past, request_analysis(past))
    decisions = context.luck.decisions if context.luck else ()
    judged = next((made for made in decisions if made.step == question.step), None)
    options = {option.action: option for option in judged.options} if judged else {}
    best = judged.best if judged else None
    roll, bank = _best_of(options.values(), Roll), _best_of(options.values(), Bank)
    answers: dict[Action, int] = {option.action: 0 for option in (roll, bank) if option}
    answers |= {action_of(move): count for move, count in votes.items()}
    rows = sorted(answers.items(), key=lambda row: -row[1])
    most, aside = max(votes.values(), default=0) or 1, position["aside"]
    return {
        "voted": votes.total(),
        "is_judged": judged is not None,
        "reason": _reason(context, roll, bank, aside),
        "answers": [
            Answer(
                act_of(action, aside, context.folded.rules.dice, done=False),
                count,
                round(100 * count / most, 1),
                _worth(context, action, aside, options),
                best is not None and action == best.action,
            )
            for action, count in rows
        ],
    }


def _worth(
    context: ReplayContext, action: Action, aside: int, options: Mapping[Any, Option]
) -> str:
    if action not in options:
        return ""
    made = _("%(points)s points on average") % {"points": points(options[action].value)}
    return with_risk(context, action, aside, made)


def _best_of(options: Iterable[Option], kind: type[Action]) -> Option | None:
    return next((option for option in options if isinstance(option.action, kind)), None)


def _reason(context: ReplayContext, roll: Option | None, bank: Option | None, aside: int) -> str:
    """Compare the best roll with the best bank; "" if there is only one of the two."""
    if roll is None or bank is None:
        return ""
    rules = context.folded.rules
    risk = float(farkle_chance(rules, dice_of(roll.action, aside, rules.dice)))
    values = {
        "roll": points(roll.value),
        "bank": points(bank.value),
        "safe": chance(1 - risk),
        "risk": chance(risk),
    }
    if roll.value > bank.value:
        words = _(
            "%(safe)s of the next rolls score. Rolling averages %(roll)s points for the turn, "
            "banking makes %(bank)s."
        )
    else:
        words = _(
            "%(risk)s of the next rolls lose everything. Rolling averages %(roll)s points for the "
            "turn, banking makes %(bank)s."
        )
    return words % values
