"""The scripts know the frames by types that are written from the declaration in Python."""

from tests.support.protocol import typescript


def test_types_of_frames_are_up_to_date() -> None:
    written = typescript.FILE.read_text(encoding="utf-8")
    assert written == typescript.declarations(), "run `make types`"
