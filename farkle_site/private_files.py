"""Keep what the site writes for its owner: the database, the key, backups.

Commands and servers start with `UMASK`, so that whatever they create is private. `mend` does the
same for what an earlier version, or somebody's copying, has left open.
"""

import contextlib
import stat
from pathlib import Path
from typing import Final

UMASK: Final = 0o077
"""The rights that no file gets: those of the group and of everybody else."""

_SQLITE_COMPANIONS: Final = ("", "-wal", "-shm", "-journal")


def mend(*paths: Path) -> None:
    """Take these files and folders from everybody but their owner, where they exist.

    What belongs to somebody else stays as it is, and so does a folder that everybody shares, such
    as /tmp.
    """
    for path in paths:
        with contextlib.suppress(FileNotFoundError, PermissionError):
            mode = stat.S_IMODE(path.stat().st_mode)
            if mode & UMASK and not mode & stat.S_ISVTX:
                path.chmod(mode & ~UMASK)


def mend_sqlite(path: Path) -> None:
    """Mend a SQLite database with its companion files."""
    mend(*(path.with_name(path.name + end) for end in _SQLITE_COMPANIONS))
