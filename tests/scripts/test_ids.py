"""Every id that a script asks for stands in each page that loads the script."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS, TEMPLATES = ROOT / "static", ROOT / "templates"

_ENTRY = re.compile(r"""\{% script ["']([\w/.-]+)["']""")
_IMPORT = re.compile(r"""(?:from|import|import\()\s*["'](\.[\w/.-]+\.js)["']""")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
"""Types are imported in comments."""
_PART = re.compile(r"""\{% (?:extends|include) ["']([\w/.-]+)["']""")
_MADE = re.compile(
    r"""\bid="([\w-]+)"|page_data:"([\w-]+)"|\bid: "([\w-]+)"|\.(\w+)\.as_field_group"""
)
"""A field of a form has its name as its id."""
_LOOK = re.compile(r"""(?:\$|optional|querySelector|querySelectorAll)\(\s*["']([^"']*)["']""")
_BY_ID = re.compile(r"""(?:getElementById|openDialog|pageData|clone)\(["']([\w-]+)["']""")

FETCHED = {
    "room/room.html": "room/fetched_dialogs.html",
    "replay/game.html": "replay/trial.html",
}
"""What the scripts of a page fetch into it."""

# Parts of shared scripts that some of their pages never use.
NOT_EVERYWHERE = {
    *("announce", "ask", "ask-words", "ask-yes", "share", "copied", "find-rules", "table"),
    "reasons",
}


@cache
def closure(start: Path, links: re.Pattern[str], base: Path | None) -> frozenset[Path]:
    """Return a file and all that it links to; `base`: the links are relative to this folder."""
    known, waiting = {start}, [start]
    while waiting:
        file = waiting.pop()
        text = _COMMENT.sub("", file.read_text(encoding="utf-8"))
        for link in links.findall(text):
            found = ((base or file.parent) / link).resolve()
            if found not in known and found.exists():
                known.add(found)
                waiting.append(found)
    return frozenset(known)


def asked_for(script: Path) -> set[str]:
    source = script.read_text(encoding="utf-8")
    selectors = " ".join(_LOOK.findall(source))
    return {*re.findall(r"#([\w-]+)", selectors), *_BY_ID.findall(source)}


def made_in(files: frozenset[Path]) -> set[str]:
    made = (_MADE.findall(file.read_text(encoding="utf-8")) for file in files)
    return {name for each in made for names in each for name in names if name}


def templates_of(page: Path) -> frozenset[Path]:
    fetched = FETCHED.get(str(page.relative_to(TEMPLATES)))
    more = closure(TEMPLATES / fetched, _PART, TEMPLATES) if fetched else frozenset()
    return closure(page, _PART, TEMPLATES) | more


def pages() -> list[tuple[frozenset[Path], frozenset[Path]]]:
    """Return the scripts and the templates of each page."""
    return [
        (closure(SCRIPTS / entry, _IMPORT, None), templates_of(template))
        for template in sorted(TEMPLATES.rglob("*.html"))
        for entry in _ENTRY.findall(template.read_text(encoding="utf-8"))
    ]


def missing() -> set[tuple[str, str]]:
    """Return the ids that a page with the script lacks, by script."""
    wanted: dict[tuple[str, str], set[bool]] = {}
    for scripts, templates in pages():
        made = made_in(templates) | made_in(scripts)
        for script in scripts:
            for name in asked_for(script):
                key = (str(script.relative_to(SCRIPTS)), name)
                wanted.setdefault(key, set()).add(name in made)
    assert len(wanted) > 200, "the test has lost sight of the scripts"
    return {
        (script, name)
        for (script, name), there in wanted.items()
        if False in there and not (name in NOT_EVERYWHERE and True in there)
    }


def test_every_id_that_a_script_asks_for_stands_in_each_page_that_loads_it() -> None:
    assert missing() == set()


@pytest.mark.parametrize(
    ("source", "ids"),
    [
        ('$("#roll")', {"roll"}),
        ('optional("dialog#ask [data-close]")', {"ask"}),
        ('openDialog("keys-sheet")', {"keys-sheet"}),
        ('clone("pad-row")', {"pad-row"}),
    ],
)
def test_ids_are_found_in_scripts(tmp_path: Path, source: str, ids: set[str]) -> None:
    script = tmp_path / "script.js"
    script.write_text(source, encoding="utf-8")
    assert asked_for(script) == ids
