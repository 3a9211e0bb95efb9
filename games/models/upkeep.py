"""The daily upkeep of the site, and the server processes that use this database."""

from typing import Final

from django.db import models


class Upkeep(models.Model):
    """The newest run of the daily upkeep. There is at most one row."""

    ONLY: Final = 1
    """Key of the row."""

    begun = models.DateTimeField()
    # Null while it runs, or if its process died.
    ended = models.DateTimeField(null=True)
    # The steps that failed: {name: kind of error}.
    failed = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"upkeep begun at {self.begun}"


class Heartbeat(models.Model):
    """The newest sign of life of one server process."""

    process = models.CharField(max_length=16, unique=True)
    number = models.BigIntegerField()

    def __str__(self) -> str:
        return f"sign {self.number} of {self.process}"
