"""Keep the site's files private to their owner: the database, the key, backups.

Commands and servers start with `UMASK`, so that whatever they create is private. `mend` does the
same for files that an earlier version, or a copy by hand, has left open.
"""

import contextlib
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
