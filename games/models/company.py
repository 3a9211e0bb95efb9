"""Contacts: favourites, blocks and invitations."""

from django.db import models

from games.models.people import Person
from games.models.rooms import Room


class Contact(models.Model):
    """A note of `person` about `other`, who learns only of an invitation."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="contacts", db_index=False)
    other = models.ForeignKey(Person, models.CASCADE, related_name="+")
    favourite = models.BooleanField(default=False)
    blocked = models.BooleanField(default=False)
    # The room to which `person` has last invited `other`.
    room = models.ForeignKey(Room, models.SET_NULL, null=True, related_name="+")
    # Processes look for new blocks by this. Empty rows are kept for that.
    changed = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(name="contact", fields=("person", "other")),)

    def __str__(self) -> str:
        return f"{self.person} about {self.other}"
