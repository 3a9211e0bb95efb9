"""Objects of which each process has one, such as the cache of tables."""

from typing import Generic, TypeVar

T = TypeVar("T")


class ProcessWide(Generic[T]):
    """Holds such an object; call it to get the one of this process.

    A server process installs its own when it starts (games.realtime.process). Management commands
    and tests use the first one.
    """

    def __init__(self, first: T) -> None:
        self.one = first

    def __call__(self) -> T:
        return self.one

    def install(self, one: T) -> T:
        """Use `one` in this process from now on, and return it."""
        self.one = one
        return one
