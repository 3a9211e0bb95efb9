"""A browser with cookies, for tests of accounts without views."""

from http.cookies import SimpleCookie

import pytest
from django.contrib.auth.middleware import get_user
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from games.models import MailAddress, Person
from games.people import identity
from games.services.accounts import accounts
from games.services.accounts.problems import AccountProblem
from tests.support.guests import new_guest

PASSWORD = "a table by the window"


class Browser:
    """Cookies from one request to the next, as the middleware keeps them."""

    def __init__(self, guest: str | None = None, address: str = "10.0.0.1") -> None:
        self.cookies = {} if guest is None else {identity.COOKIE: guest}
        self.address = address
        self.last = self.request()

    def request(self) -> HttpRequest:
        request = HttpRequest()
        request.COOKIES = dict(self.cookies)
        request.META["REMOTE_ADDR"] = self.address
        request.session = SessionStore(self.cookies.get("sessionid"))
        request.user = SimpleLazyObject(lambda: get_user(request))  # type: ignore[assignment]
        self.last = request
        return request

    def keep(self) -> None:
        """Keep the cookies that the response to the last request sets."""
        if self.last.session.modified and not self.last.session.is_empty():
            self.last.session.save()
        if self.last.session.session_key and not self.last.session.is_empty():
            self.cookies["sessionid"] = self.last.session.session_key
        else:
            self.cookies.pop("sessionid", None)

    def signs_up(self, name: str = "Ines", password: str = PASSWORD) -> None:
        accounts.sign_up(self.request(), {"name": name, "password": password})
        self.keep()

    def logs_in(self, name: str = "Ines", password: str = PASSWORD) -> None:
        accounts.log_in(self.request(), {"name": name, "password": password})
        self.keep()

    def logs_out(self) -> None:
        accounts.log_out(self.request())
        self.keep()

    @property
    def person(self) -> Person | None:
        return identity.person_of(self.request())

    @property
    def person_of_its_socket(self) -> Person | None:
        cookie = SimpleCookie(self.cookies).output(header="", sep=";").encode()
        return identity.person_in_scope({"headers": [(b"cookie", cookie)]})

    @property
    def session_of_its_socket(self) -> str | None:
        cookie = SimpleCookie(self.cookies).output(header="", sep=";").encode()
        return identity.visitor_in_scope({"headers": [(b"cookie", cookie)]})[1]


def guest() -> tuple[Person, Browser]:
    person, key = new_guest()
    return person, Browser(key)


def problem(act: object, *arguments: object) -> AccountProblem:
    with pytest.raises(AccountProblem) as caught:
        act(*arguments)  # type: ignore[operator]
    assert caught.value.text
    return caught.value


def with_address(user: User, address: str) -> MailAddress:
    """Give the account a confirmed address."""
    user.email = address
    user.save()
    return MailAddress.objects.create(
        user=user, confirmed=timezone.now(), site="https://farkle.test"
    )
