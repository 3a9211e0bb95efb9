"""The layout of the code: each module has its own test file, and no folder grows too large."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LARGEST_FOLDER = 25

WITHOUT_A_TEST_FILE = frozenset(
    {
        # Tests of the whole site run it.
        "farkle_site/urls.py",
    }
)
"""Modules without a test file of their own. Take names out; never add one."""


def modules() -> Iterator[Path]:
    """Yield every module of the engine, the app and the project, relative to the root."""
    for package in ("farkle", "farkle_site", "games"):
        for path in sorted((ROOT / package).rglob("*.py")):
            inside = path.relative_to(ROOT)
            if not path.stem.startswith("__") and "migrations" not in inside.parts:
                yield inside


def mirror_of(module: Path) -> Path:
    """Return where the tests of a module belong."""
    name = f"test_{module.name}"
    if module.parts[0] == "farkle_site":
        return Path("tests", "site", name)
    return Path("tests", *module.parts[:-1], name)


def test_every_module_has_its_own_test_file() -> None:
    missing = {str(module) for module in modules() if not (ROOT / mirror_of(module)).exists()}
    assert missing == WITHOUT_A_TEST_FILE


def test_no_folder_has_more_modules_than_one_can_survey() -> None:
    folders = Counter(module.parent for module in modules())
    scripts = (ROOT / "static").rglob("*.js")
    sources = (path for path in scripts if "dist" not in path.parts)
    folders.update(path.parent for path in sources if not path.match("*.test.js"))
    for folder in ("tests/support", "bench"):
        folders.update(path.parent for path in (ROOT / folder).rglob("[!_]*.py"))
    too_large = {str(folder): count for folder, count in folders.items() if count > LARGEST_FOLDER}
    assert not too_large
