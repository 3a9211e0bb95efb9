"""What a process has one of: the first one, until another is installed."""

from games.process_wide import ProcessWide


def test_it_gives_the_first_one_until_another_is_installed() -> None:
    first, second = object(), object()
    current = ProcessWide(first)
    assert current() is first
    assert current.install(second) is second
    assert current() is second
