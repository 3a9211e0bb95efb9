"""Games with scripted dice: a test states every throw."""

from dataclasses import replace

import pytest

from farkle import PRESETS, Bank, Build, GameState, IllegalAction, Join, Leave, Record, Roll, Skip

FARKLE = "223346"
"""Six dice that do not score in any preset, except as a blank first throw."""


def faces(text):
    """Return the dice of "1 2 2" or "122"."""
    return tuple(int(face) for face in text if face != " ")


class Script:
    """A source that returns the given throws and checks that their number of dice is right."""

    def __init__(self, *throws):
        self.throws = [faces(throw) if isinstance(throw, str) else tuple(throw) for throw in throws]

    def __call__(self, count, _weights=()):
        assert self.throws, f"a throw of {count} dice that the test does not state"
        dice = self.throws.pop(0)
        assert len(dice) == count, f"{count} dice were thrown, not {dice}"
        return dice


class Game:
    """A game in progress: its `state`, the `events` of the last action, and its `record`."""

    def __init__(self, rules, players=2, *, first=0, teams=None, **changes):
        preset = PRESETS[rules] if isinstance(rules, str) else rules
        self.rules = replace(preset, **changes)
        script = Script()
        if self.rules.first_player == "roll_off":
            script = Script([6 if seat == first else 1 for seat in range(players)])
        self.state, self.events = GameState.start(self.rules, players, script, teams)
        assert not script.throws
        self.record = Record(self.rules, players, self.events, teams)

    def does(self, action, *throws):
        """Apply `action`, which must need exactly these `throws`."""
        script = Script(*throws)
        before, data = self.state, self.state.to_dict()
        self.state, self.events = before.apply(action, script)
        assert not script.throws, f"never thrown: {script.throws}"
        assert before.to_dict() == data, "an action changed the state it was applied to"
        self.record = self.record.and_then(action, self.events)
        return self

    def roll(self, throw=None, keep="", again=None):
        """Keep `keep` and throw `throw`, if any; `again` is a second throw."""
        return self.does(Roll(faces(keep)), *(one for one in (throw, again) if one))

    def bank(self, keep=""):
        return self.does(Bank(faces(keep)))

    def build(self, throw):
        return self.does(Build(), throw)

    def skip(self):
        return self.does(Skip())

    def leave(self, seat):
        return self.does(Leave(seat))

    def join(self, team=None):
        return self.does(Join(team))

    def farkles(self, *, throw=FARKLE):
        """The player to act farkles on the first throw."""
        streak = self.state.streaks[self.state.current]
        self.roll(throw)
        assert any(event.name == "farkled" and event.streak == streak + 1 for event in self.events)
        return self

    def banks(self, points):
        """The player to act banks exactly `points`, from singles and threes of a kind."""
        left, keep = points, ""
        while left:
            spare = self.state.to_roll - len(keep) or 6
            dice, worth = next(
                (dice, worth) for dice, worth in _KEEPS if len(dice) <= spare and worth <= left
            )
            self.roll((dice + "23466")[:spare] if len(dice) < spare else dice, keep)
            keep, left = dice, left - worth
        return self.bank(keep)

    def refuses(self, action, code=None):
        """Check that `action` is refused and changes nothing; return the error."""
        before = self.state.to_dict()
        with pytest.raises(IllegalAction) as caught:
            self.state.apply(action, Script())
        assert code in (None, caught.value.code)
        assert self.state.to_dict() == before
        return caught.value

    def refuses_bank(self, throw, keep, code):
        """Throw `throw` and check that banking `keep` is refused; return the error."""
        return self.roll(throw).refuses(Bank(faces(keep)), code)

    @property
    def names(self):
        """The names of the last action's events."""
        return [event.name for event in self.events]

    def event(self, name):
        """Return the only event of that name in the last action."""
        (found,) = (event for event in self.events if event.name == name)
        return found


_KEEPS = (
    ("111", 1000),
    ("666", 600),
    ("555", 500),
    ("444", 400),
    ("333", 300),
    ("222", 200),
    ("1", 100),
    ("5", 50),
)
