"""`manage.py restore FILE`: fill a new database from a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from farkle_site import backup


class Command(BaseCommand):
    """Read a backup into an empty database, SQLite or PostgreSQL."""

    help = "Fill an empty database, after migrate, from a file that backup wrote."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        try:
            rows = backup.restore(file)
        except backup.BadBackup as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(f"Restored {rows} rows.")
