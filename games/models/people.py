"""People: accounts and guests, and the rules and games they have saved."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class Person(models.Model):
    """An account, or the guest of one browser, identified by the key in its cookie."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="person"
    )
    # SHA-256 of the key in hex. Emptying it revokes the cookie.
    key_hash = models.CharField(  # noqa: DJ001  # null is not a duplicate, "" is
        max_length=64, null=True, unique=True
    )
    name = models.CharField(max_length=24, blank=True)
    settings = models.JSONField(default=dict)
    created = models.DateTimeField()
    # Time at which the operator barred the person from the site.
    barred = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="person_is_known_somehow",
                condition=models.Q(user__isnull=False) | models.Q(key_hash__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return self.name or f"guest {self.pk}"


class SavedRules(models.Model):
    """A rule set that a person has saved under a name."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="saved", db_index=False)
    name = models.CharField(max_length=40)
    # RuleSet.to_dict(), and the preset its description starts from.
    rules = models.JSONField()
    base = models.CharField(max_length=20)
    saved = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(name="saved_name", fields=("person", "name")),)

    def __str__(self) -> str:
        return self.name


class ImportedGame(models.Model):
    """A game imported from a file. It was checked before it was stored."""

    # A random part of its address.
    key = models.CharField(max_length=16, unique=True)
    person = models.ForeignKey(Person, models.CASCADE, related_name="imported", db_index=False)
    # GameFile.to_dict() as JSON, compressed with zlib.
    packed = models.BinaryField()
    at = models.DateTimeField()
    # Time at which it was last opened, to the day.
    opened = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = (models.Index(name="imported_person", fields=("person", "at")),)

    def __str__(self) -> str:
        return self.key
