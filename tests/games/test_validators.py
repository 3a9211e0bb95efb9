"""Names are short, normalised text without characters that act on what surrounds them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.validators import UnfitName, fit_name


@pytest.mark.parametrize(
    ("raw", "fit"),
    [
        ("Mara", "Mara"),
        ("  Mara\t\n B  ", "Mara B"),
        ("Zoe\u0308", "Zoë"),
        ("李雷", "李雷"),
        ("أحمد", "أحمد"),
        ("x" * 24, "x" * 24),
        ("🎲", "🎲"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("<b>&amp;", "<b>&amp;"),
        ("\u3164Mara\u2800\u2800B\uffa0", "Mara B"),
        ("Ma\u034fra\ufe00\U000e0100", "Mara"),
        ("Zoe\u034f\u0308", "Zoë"),
        ("Ma\ufe0fra\ufe0f", "Mara"),
        ("Ma\u200dra\u200d", "Mara"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
        ("👩🏽\u200d🚀\u200d", "👩🏽\u200d🚀"),
        ("👩\u200d\u200d🚀", "👩\u200d🚀"),
        ("ශ්\u200dරී", "ශ්\u200dරී"),
    ],
)
def test_a_fit_name_is_normalised(raw: str, fit: str) -> None:
    assert fit_name(raw) == fit


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "   ",
        "x" * 25,
        "x" * 100_000,
        "a\u202eb",  # right-to-left override
        "a\u2066b",  # isolate
        "a\u200bb",  # zero width space
        "\u200d",
        "\u200d\u200d",
        "\u3164",
        "\u2800\u2800",
        "\u115f\u1160\uffa0",
        "\ufe0f",
        "\u034f\u180b",
        "a\x00b",
        "a\x1bb",
        "\ud800",
        "a\ue000",
        "a\u0378",
        "a\u2028b".replace("\u2028", "\u2028\u200b"),
        "a" + "\u0335" * 3,  # grows over its neighbours
        "\u0301",
    ],
    ids=ascii,
)
def test_an_unfit_name_is_refused(raw: str) -> None:
    with pytest.raises(UnfitName):
        fit_name(raw)


@given(st.text(st.characters(), max_size=30))
def test_a_name_that_passes_is_printable_and_passes_again(raw: str) -> None:
    try:
        name = fit_name(raw)
    except UnfitName:
        return
    assert 1 <= len(name) <= 24
    assert unicodedata.is_normalized("NFC", name)
    assert name == name.strip()
    name.encode()
    assert not any(
        unicodedata.category(c) in {"Cc", "Cs", "Co", "Cn"}
        or unicodedata.bidirectional(c)
        in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
        for c in name
    )
    assert fit_name(name) == name
