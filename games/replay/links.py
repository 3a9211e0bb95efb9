"""Where the pages of a past game are: of one played here, and of one brought in from a file."""

from dataclasses import dataclass

from django.urls import reverse

from games.replay.game import PastGame


@dataclass(frozen=True)
class Links:
    """Addresses of one game's pages and files."""

    game: PastGame

    def _to(self, name: str, *more: object) -> str:
        if self.game.imported:
            return reverse(f"imported{name}", args=[self.game.key, *more])
        return reverse(f"game{name}", args=[self.game.code, self.game.number, *more])

    def scene(self, number: int) -> str:
        """One throw or decision."""
        return self._to("_step", number)

    @property
    def page(self) -> str:
        """The game as it ended."""
        return self._to("")

    @property
    def dice(self) -> str:
        """The check of the dice."""
        return self._to("_dice")

    @property
    def luck(self) -> str:
        """Whether luck and decisions are worked out."""
        return self._to("_luck")

    @property
    def json(self) -> str:
        """The record as a file."""
        return self._to("_json")

    @property
    def csv(self) -> str:
        """Every throw as a line of a table."""
        return self._to("_csv")

    @property
    def text(self) -> str:
        """The game told."""
        return self._to("_text")
