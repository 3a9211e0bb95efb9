"""Catalogues of translations that tests make."""

from pathlib import Path

from polib import POEntry, POFile  # type: ignore[import-untyped]

from games import languages


def write(folder: Path, code: str, *translated: str) -> None:
    """Write both catalogues of a language, with translations of "text 0", "text 1" and so on."""
    for domain in languages.DOMAINS:
        file = POFile()
        file.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
        for number, text in enumerate(translated):
            file.append(POEntry(msgid=f"text {number}", msgstr=text))
        path = languages.catalogue(folder, code, domain)
        path.parent.mkdir(parents=True, exist_ok=True)
        file.save(str(path))
