"""Games that came from files."""

from django.db import models
from django.utils import timezone

from games.models.people import Person


class ImportedGame(models.Model):
    """A game imported from a file. It was checked before it was stored."""

    # A random part of its address.
    key = models.CharField(max_length=16, unique=True)
    person = models.ForeignKey(Person, models.CASCADE, related_name="imported", db_index=False)
    # GameFile.to_dict() as JSON, compressed with zlib.
    packed = models.BinaryField()
    at = models.DateTimeField()
    # When somebody last looked at it, to the day.
    opened = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = (models.Index(name="imported_person", fields=("person", "at")),)

    def __str__(self) -> str:
        return self.key
