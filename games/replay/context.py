"""The data from which every part of a past game's page is made."""

from dataclasses import dataclass
from typing import Any

from farkle.ai.review.analysis import Analysis
from farkle.ai.review.winning import Winning
from games.replay.board import seat_name
from games.replay.game import PastGame, fold
from games.replay.links import Links
from games.replay.steps import FoldedGame


@dataclass(frozen=True)
class ReplayContext:
    """A past game, folded, with its links and with the names and pens of its seats.

    `analysis` is None until it has been worked out.
    """

    game: PastGame
    folded: FoldedGame
    analysis: Analysis | None
    links: Links
    names: tuple[str, ...]
    pens: tuple[int, ...]

    @classmethod
    def of(cls, game: PastGame, analysis: Analysis | None) -> "ReplayContext":
        """Return the context of `game`, folding it or taking it from the cache."""
        folded = fold(game)
        return cls(
            game=game,
            folded=folded,
            analysis=analysis,
            links=Links(game),
            names=tuple(seat_name(game.names, seat) for seat in range(len(folded.last.scores))),
            pens=tuple(colour % 6 + 1 for colour in game.colours),
        )

    @property
    def winning(self) -> Winning | None:
        """The chances to win; None in games with very many sides, too."""
        return self.analysis.winning if self.analysis else None

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.folded) - 1

    def link_to(self, action: int) -> dict[str, Any]:
        """Return the step in which an action begins, and its address."""
        step = self.folded.step_of(action)
        return {"scene": step, "url": self.links.step(step)}
