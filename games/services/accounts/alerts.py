"""Tell the owner of an account by email that a way into it has changed."""

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser

from games import clock
from games.models import Email, MailAddress
from games.people.throttle import ALERTS


def tell_owner(user: AbstractBaseUser, kind: Email.Kind) -> None:
    """Queue an email to the confirmed address of the account, if it has one.

    Call it before the address changes: whoever reads the old one must hear of it.
    """
    if not settings.MAIL:
        return
    confirmed = MailAddress.objects.filter(user=user.pk, confirmed__isnull=False)
    found = confirmed.select_related("user").exclude(user__email="").first()
    if found is not None and not ALERTS.hit(str(user.pk)):
        Email.objects.create(
            user_id=user.pk, kind=kind, site=found.site, to=found.user.email, due=clock.now()
        )
