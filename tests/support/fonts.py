"""Fonts of different widths, for tests of a layout that has to hold with any font.

A browser started with the file from `only` as FONTCONFIG_FILE behaves as on a machine with no other
sans serif: whatever font the page asks for, it gets this one.
"""

import subprocess
from pathlib import Path

PACKAGES = {
    "DejaVu Sans": "fonts-dejavu-core",
    "Liberation Sans": "fonts-liberation",
}
"""A wide font and a narrow one, each with Debian's package of it."""

_MONOSPACE = "DejaVu Sans Mono"  # of the first package


class FontIsMissing(Exception):
    """A font that the tests need is not installed."""


def only(family: str, folder: Path) -> Path:
    """Return a configuration of fontconfig under which `family` is the only sans serif."""
    fonts = folder / "fonts"
    fonts.mkdir()
    for name in (family, _MONOSPACE):
        for file in _files(name):
            (fonts / file.name).symlink_to(file)
    preferred = {"sans-serif": family, "monospace": _MONOSPACE}
    aliases = "".join(
        f'<alias binding="same"><family>{generic}</family>'
        f"<prefer><family>{name}</family></prefer></alias>"
        for generic, name in preferred.items()
    )
    configuration = folder / "fonts.conf"
    configuration.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">'
        f"<fontconfig><dir>{fonts}</dir><cachedir>{folder / 'cache'}</cachedir>"
        f"{aliases}</fontconfig>"
    )
    return configuration


def _files(family: str) -> list[Path]:
    try:
        listed = subprocess.run(
            ["fc-list", family, "file"], check=True, capture_output=True, text=True
        ).stdout
    except FileNotFoundError:
        raise FontIsMissing("The tests need fc-list: install fontconfig.") from None
    files = [Path(line.rstrip(": ")) for line in listed.splitlines()]
    if not files:
        package = PACKAGES.get(family, PACKAGES["DejaVu Sans"])
        raise FontIsMissing(f"The tests need the font {family}: install {package}.")
    return files
