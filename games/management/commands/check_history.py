"""`manage.py check_history`: check that the stored games agree with their events."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.db.statements import snapshot
from games.management.integrity import disagreements
from games.models import Room


class Command(BaseCommand):
    help = "Replay every game and name the first difference from what is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", help="Room codes; all rooms if left out.")

    def handle(self, *_args: Any, codes: list[str], **_options: Any) -> None:
        rooms = Room.objects.order_by("pk")
        if codes:
            rooms = rooms.filter(code__in=codes)
        wrong = checked = 0
        for pk in list(rooms.values_list("pk", flat=True)):
            with snapshot():  # people may be playing
                room = Room.objects.filter(pk=pk).first()
                if room is None:
                    continue
                sentences = list(disagreements(room))
            checked += 1
            wrong += bool(sentences)
            for sentence in sentences:
                self.stdout.write(f"{room.code}: {sentence}")
        if wrong:
            raise CommandError(f"{wrong} of {checked} rooms disagree with their events.")
        self.stdout.write(f"{checked} of {checked} rooms agree with their events.")
