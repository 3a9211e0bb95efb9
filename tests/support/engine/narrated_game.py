"""A scripted game that tells what its last action did."""

from farkle.text.narration import tell
from tests.support.engine.scripted_game import Game

NAMES = ("Ines", "Teo", "Mara", "Ravi")


class NarratedGame(Game):
    """A table that tells what its last action did, to nobody or to the player of a seat."""

    def does(self, action, *throws):
        self.before = self.state
        return super().does(action, *throws)

    def sentences(self, you=None, names=NAMES):
        return [str(one) for one in tell(self.before, self.events, names, you)]
