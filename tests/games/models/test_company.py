"""What a person notes about another."""

import pytest
from django.db import IntegrityError

from games import clock
from games.models import Contact
from tests.support.guests import new_guest

pytestmark = pytest.mark.django_db


def test_there_is_one_row_for_two_people() -> None:
    mara, ines = new_guest()[0], new_guest()[0]
    first = Contact.objects.create(person=mara, other=ines, changed=clock.now())
    assert str(first) == f"{mara} about {ines}"
    Contact.objects.create(person=ines, other=mara, changed=clock.now())
    with pytest.raises(IntegrityError):
        Contact.objects.create(person=mara, other=ines, changed=clock.now())
