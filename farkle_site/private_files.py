"""Keep the site's files private to their owner: the database, the key, backups. Commands and
servers start with `UMASK`; `mend` makes files private that were copied by hand."""

import contextlib
import secrets
import stat
from pathlib import Path
from typing import Final

UMASK: Final = 0o077
"""The permissions that new files never get: those of group and others."""

_SQLITE_COMPANIONS: Final = ("", "-wal", "-shm", "-journal")


def mend(*paths: Path) -> None:
    """Make files and folders private to their owner, where they exist. Files of other owners, and
    shared folders such as /tmp, stay as they are."""
    for path in paths:
        with contextlib.suppress(FileNotFoundError, PermissionError):
            mode = stat.S_IMODE(path.stat().st_mode)
            if mode & UMASK and not mode & stat.S_ISVTX:
                path.chmod(mode & ~UMASK)


def mend_sqlite(path: Path) -> None:
    mend(*(path.with_name(path.name + end) for end in _SQLITE_COMPANIONS))


def make_folder(path: Path) -> None:
    """Create a folder for private files, unless it exists."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir(mode=0o700, exist_ok=True)


def kept_key(path: Path, length: int) -> str:
    """Return the key in this file, in base64url. Create it from so many random bytes if needed."""
    make_folder(path.parent)
    mend(path.parent, path)
    if not path.exists():
        draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        draft.touch(0o600, exist_ok=False)
        draft.write_text(secrets.token_urlsafe(length), encoding="ascii")
        # If two processes start together, the first link wins and both read the winner's key.
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(draft)
        draft.unlink()
    return path.read_text(encoding="ascii")
