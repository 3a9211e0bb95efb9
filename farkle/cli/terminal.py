"""A game for several people at one keyboard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from farkle.engine.actions import Action, Bank, Build, Join, Leave, Roll, Skip
from farkle.engine.legality import Choice, farkle_chance_after
from farkle.engine.record import Record, states
from farkle.engine.state import GameState
from farkle.engine.transition import Source
from farkle.errors import IllegalAction
from farkle.rules.ruleset import RuleSet
from farkle.rules.scoring import Dice
from farkle.text.examples import percent
from farkle.text.message import COUNTED, faces
from farkle.text.narration import tell, tell_start
from farkle.text.rules_text import sections

from .files import write_record

HELP: Final = """\
  Enter            roll, at the start of a turn
  1 5  or  15      keep the 1 and the 5 and roll the rest
  15 b  or  b 15   keep them and bank
  all              keep the dice that score most; all b banks them
  r, b             roll or bank when there is nothing to keep
  build            continue from the previous turn, if piggybacking is on
  scores, rules    show the scores; show the rules
  undo             undo the last action, unless it rolled dice
  skip, leave      skip this turn; leave the game
  join NAME        add a player
  quit             stop the game"""

_ROLL: Final = ("r", "roll", "throw")
_BANK: Final = ("b", "bank")
_ALL: Final = ("a", "all")


class Quit(Exception):
    """A player asked to stop."""


class NotUnderstood(Exception):
    """An invalid input line; the message is for the player."""


class TerminalGame:
    """A game in progress, saved in `file`, if any, after every action."""

    def __init__(self, record: Record, dice: Source, file: str | None) -> None:
        self.record = record
        self.states = list(states(record))
        self.names = list(record.names)
        self.dice = dice
        self.file = file

    @classmethod
    def start(
        cls,
        rules: RuleSet,
        names: Sequence[str],
        dice: Source,
        file: str | None,
        chosen: Sequence[str] = (),
    ) -> TerminalGame:
        """Start a game and narrate it. Raise RulesError for unplayable rules or dice."""
        _, batch = GameState.start(rules, len(names), dice, None, chosen)
        game = cls(Record(rules, len(names), batch, names=tuple(names)), dice, file)
        game.save()
        print(*tell_start(rules, batch, names), sep="\n")
        return game

    def save(self) -> None:
        if self.file is not None:
            write_record(self.file, self.record)

    @property
    def state(self) -> GameState:
        return self.states[-1]

    def play(self) -> None:
        """Play to the end. Raise Quit, EOFError or KeyboardInterrupt if a player stops."""
        self.print_choices()
        while self.state.phase != "over":
            line = input(f"{self.name(self.state.current)}> ")
            try:
                self._obey(line.replace(",", " ").split())
            except (IllegalAction, NotUnderstood) as error:
                print(error)
        print(*self.scores(), sep="\n")

    def name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else f"Seat {seat + 1}"

    def _obey(self, words: list[str]) -> None:
        """Carry out an input line, or raise IllegalAction, NotUnderstood or Quit."""
        first = words[0].lower() if words else ""
        if first in ("quit", "q", "exit"):
            raise Quit
        if first in ("help", "h", "?"):
            print(HELP)
        elif first in ("scores", "s"):
            print(*self.scores(), sep="\n")
        elif first == "rules":
            print(*sections(self.state.rules), sep="\n")
        elif first in ("undo", "u"):
            self.undo()
        elif first == "join":
            self.join(" ".join(words[1:]))
        elif not words and self.state.throw and not self.state.blank:
            self.print_choices()
        else:
            self.do(read_action(words, self.state))

    def do(self, action: Action) -> None:
        before = self.state
        after, batch = before.apply(action, self.dice)
        self.states.append(after)
        self.record = self.record.and_then(action, batch)
        self.save()
        print(*tell(before, batch, self.names), sep="\n")
        self.print_choices()

    def undo(self) -> None:
        if not self.record.steps:
            raise NotUnderstood("There's nothing to undo.")
        last = self.record.steps[-1]
        if last.dice:
            raise NotUnderstood("You can't undo a roll.")
        self.states.pop()
        if isinstance(last.action, Join):
            self.names.pop()
        self.record = replace(self.record, steps=self.record.steps[:-1], names=tuple(self.names))
        self.save()
        print("Undone.")
        self.print_choices()

    def join(self, name: str) -> None:
        if not name:
            raise NotUnderstood("Add a name: join NAME.")
        if name in self.names:
            raise NotUnderstood(f"{name} is already playing.")
        action = Join()
        self.state.apply(action, self.dice)  # raises before the name is added
        self.names.append(name)
        self.record = replace(self.record, names=tuple(self.names))
        self.do(action)

    # Output

    def scores(self) -> Iterator[str]:
        state = self.state
        width = max(map(len, map(self.name, range(len(state.scores)))))
        for seat, score in enumerate(state.scores):
            notes = [] if state.entered[seat] else ["not on the board yet"]
            if state.streaks[seat]:
                notes.append(f"farkles in a row: {state.streaks[seat]}")
            if state.left[seat]:
                notes = ["left"]
            yield f"  {self.name(seat):<{width}} {score:>8,}  {', '.join(notes)}".rstrip()

    def print_choices(self) -> None:
        """Print the keeps of the current roll, and a piggyback if possible."""
        state = self.state
        if state.phase == "over":
            return
        legal = state.legal
        if legal.build is None and state.offer is not None:
            points, aside = state.offer
            dice = COUNTED[state.rules.dice - len(aside)]
            print(f"  build: continue from {points:,} with {dice}")
        if state.throw and state.cup:
            print(f"  the dice, in this order: {state.cup}")
        if state.throw and not state.blank:
            width = max(len(faces(choice.keep)) for choice in legal.choices)
            for choice in legal.choices:
                print(f"  {faces(choice.keep):<{width}}  {self.worth(choice)}")
        if state.throw and all(choice.bank is not None for choice in legal.choices):
            print(f"  {max(legal.choices, key=lambda choice: choice.total).bank}")

    def worth(self, choice: Choice) -> str:
        text = f"{choice.points:>6,}  {choice.total:>6,} at risk"
        if choice.ends:
            return f"{text}, and the turn ends"
        if choice.roll is None:
            chance = percent(farkle_chance_after(self.state, choice.keep, choice.dice))
            text += f", {COUNTED[choice.dice]} to roll ({chance}% farkle risk)"
        return text if choice.bank is None else f"{text}, no bank"


def read_action(words: Sequence[str], state: GameState) -> Action:
    """Read an action from an input line, legal or not. Raise NotUnderstood."""
    known: dict[str, Action] = {"build": Build(), "skip": Skip(), "leave": Leave(state.current)}
    if len(words) == 1 and words[0].lower() in known:
        return known[words[0].lower()]
    keep: Dice = ()
    verbs: set[type[Roll | Bank]] = set()
    for word in map(str.lower, words):
        if word in _ROLL:
            verbs.add(Roll)
        elif word in _BANK:
            verbs.add(Bank)
        elif word in _ALL:
            keep += max(state.legal.choices, key=lambda choice: choice.points).keep
        elif word.isascii() and word.isdigit():
            keep += tuple(map(int, word))
        else:
            raise NotUnderstood(f'"{word}" isn\'t a command. Type help for a list.')
    if len(verbs) > 1:
        raise NotUnderstood("Roll or bank, not both.")
    return verbs.pop()(keep) if verbs else Roll(keep)
