"""Guests, as browsers become them."""

from django.http import HttpRequest

from games.models import Person
from games.people import identity


def new_guest() -> tuple[Person, str]:
    """Store a guest, and return them with the value of their cookie."""
    request = HttpRequest()
    with identity.stored_sender(request) as person:
        return person, request.COOKIES[identity.COOKIE]
