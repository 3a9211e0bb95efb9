"""`manage.py restore FILE`: fill a new database from a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from farkle_site import backup


class Command(BaseCommand):
    help = "Fill an empty database, after migrate, from a file that backup wrote."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--without-dice",
            action="store_true",
            help="Restore also games whose dice were sealed under a key that is lost.",
        )

    def handle(self, *_args: Any, file: Path, without_dice: bool, **_options: Any) -> None:
        try:
            rows, lost = backup.restore(file, without_dice=without_dice)
        except backup.BadBackup as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(f"Restored {rows} rows.")
        if without_dice:
            self.stdout.write(f"Games that lost their dice: {lost}.")
