"""Keep the site's files private to their owner: the database, the key, backups.

Commands and servers start with `UMASK`, so that whatever they create is private. `mend` does the
same for files that a copy by hand has left open.
"""

import contextlib
import secrets
import stat
from pathlib import Path
from typing import Final

UMASK: Final = 0o077
"""The permissions that new files never get: those of the group and of others."""

_SQLITE_COMPANIONS: Final = ("", "-wal", "-shm", "-journal")


def mend(*paths: Path) -> None:
    """Make these files and folders private to their owner, where they exist.

    Files of other owners stay as they are, and so does a shared folder such as /tmp.
    """
    for path in paths:
        with contextlib.suppress(FileNotFoundError, PermissionError):
            mode = stat.S_IMODE(path.stat().st_mode)
            if mode & UMASK and not mode & stat.S_ISVTX:
                path.chmod(mode & ~UMASK)


def mend_sqlite(path: Path) -> None:
    """Mend a SQLite database with its companion files."""
    mend(*(path.with_name(path.name + end) for end in _SQLITE_COMPANIONS))


def make_folder(path: Path) -> None:
    """Make a folder for private files, if it is not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir(mode=0o700, exist_ok=True)


def kept_key(path: Path, length: int) -> str:
    """Return a key of so many random bytes, in base64url, made when first asked for."""
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
