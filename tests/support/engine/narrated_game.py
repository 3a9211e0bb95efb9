"""A scripted game that narrates its last action."""

from farkle.text.narration import tell
from tests.support.engine.scripted_game import Game

NAMES = ("Ines", "Teo", "Mara", "Ravi")


class NarratedGame(Game):
    """A scripted game; `sentences` narrates its last action, to everybody or to one seat."""

    def does(self, action, *throws):
        self.before = self.state
        return super().does(action, *throws)

    def sentences(self, you=None, names=NAMES):
        return [str(one) for one in tell(self.before, self.events, names, you)]
