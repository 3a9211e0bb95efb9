"""The addresses of a past game's pages and files, whether it was played here or imported."""

from dataclasses import dataclass

from django.urls import reverse

from games.replay.game import PastGame


@dataclass(frozen=True)
class Links:
    """The addresses of one game."""

    game: PastGame

    def _to(self, name: str, *more: object) -> str:
        if self.game.imported:
            return reverse(f"imported{name}", args=[self.game.key, *more])
        return reverse(f"game{name}", args=[self.game.code, self.game.number, *more])

    def step(self, number: int) -> str:
        """The page of one throw or decision."""
        return self._to("_step", number)

    @property
    def page(self) -> str:
        """The page of the game as it ended."""
        return self._to("")

    @property
    def preview(self) -> str:
        """The picture beside a link to the page."""
        return self._to("_preview")

    @property
    def dice(self) -> str:
        """The page that checks the dice."""
        return self._to("_dice")

    @property
    def luck(self) -> str:
        """Tells whether luck and decisions have been worked out."""
        return self._to("_luck")

    @property
    def json(self) -> str:
        """The record as JSON."""
        return self._to("_json")

    @property
    def csv(self) -> str:
        """A table of the throws, one a line."""
        return self._to("_csv")

    @property
    def text(self) -> str:
        """The game told in sentences."""
        return self._to("_text")
