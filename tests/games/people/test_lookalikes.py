"""Which names look the same, as people see them."""

import pytest

from games.people.lookalikes import looks_of

CYRILLIC_A = "\u0430"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Mara", f"M{CYRILLIC_A}ra"),
        ("Mara", "mARA"),
        ("MARA", "\u041c\u0410\u0420\u0410".replace("\u0420", "R")),
        ("Teo", "\u0422\u0435\u043e"),
        ("ANNA", "\u0391\u039d\u039d\u0391"),
        ("Ines", "lnes"),
        ("INES", "1NES"),
        ("INES", "ines"),
        ("Player 1", "Player l"),
        ("Mam", "Marn"),
        ("Mara", "\uff2d\uff41\uff52\uff41"),
        ("Zoë", "Zoe\u0308"),
        ("Mara", "\U0001d4dcara"),
        ("❤\ufe0f", "❤\ufe0f"),
    ],
)
def test_these_look_the_same(name: str, other: str) -> None:
    assert not looks_of(name).isdisjoint(looks_of(other))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        *(("Anna", "Hanna"), ("Zoe", "Zoë"), ("Ali", "All"), ("Mara", "Mara 2"), ("Bo", "Bob")),
        *(("Player 2", "Player 3"), ("李", "雷"), ("🎲", "🎯"), ("Uli", "Vli"), ("Jan", "Ian")),
    ],
)
def test_these_do_not(name: str, other: str) -> None:
    assert looks_of(name).isdisjoint(looks_of(other))
