"""`manage.py backup FILE`: back up the whole database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from farkle_site import backup


class Command(BaseCommand):
    help = "Write all data to a file, while the site runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="A new file, such as farkle.jsonl.gz.")

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        if file.exists():
            raise CommandError(f"{file} already exists. A backup overwrites nothing.")
        try:
            rows = backup.write(file)
        except OSError as error:
            raise CommandError(f"Can't write {file}: {error}.") from error
        self.stdout.write(f"Wrote {rows} rows to {file}.")
