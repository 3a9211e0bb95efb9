"""Recovery codes: made at sign-up or on demand, used once."""

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator

from games import clock
from games.models import Email, Holder, MailAddress, Player, RecoveryCode, SeatCode, Webhook
from games.people import identity
from games.people import mail as links
from games.protocol.commands import Close, Done, SetRoom, UseCode
from games.services.accounts import accounts, mail, recovery
from games.services.commands import seat_transfer
from tests.support.accounts import PASSWORD, Browser, problem, with_address
from tests.support.guests import new_guest
from tests.support.rooms import Place, follow, forget_tables, refused, seen

pytestmark = pytest.mark.django_db(transaction=True)

NEW = "another table, outside"


@pytest.fixture
def here() -> Browser:
    return Browser()


@pytest.fixture
def codes(here: Browser) -> list[str]:
    """The codes of Ines, who is logged in `here`."""
    codes = accounts.sign_up(here.request(), {"name": "Ines", "password": PASSWORD})
    here.keep()
    return codes


def recover(code: str, name: str = "Ines", new: str = NEW) -> list[str]:
    """Return the new codes."""
    typed = {"name": name, "code": code, "new": new}
    return recovery.recover(Browser(address="10.0.0.9").request(), typed)[1]


def test_a_code_sets_a_new_password_and_ends_every_session(here: Browser, codes: list[str]) -> None:
    assert len(recover(codes[1])) == 3
    assert here.person is None
    assert here.person_of_its_socket is None
    assert identity.logged_in_sessions([here.cookies["sessionid"]]) == frozenset()
    assert problem(here.logs_in).field == "password"
    here.logs_in(password=NEW)
    assert not RecoveryCode.objects.filter(used__isnull=False)


def test_a_code_works_once_and_each_of_the_new_ones_works(codes: list[str]) -> None:
    for number in (0, 1, 2):
        newer = recover(codes[number])
        for code in codes:
            assert problem(recover, code).field == "code"
        codes = newer


def test_a_code_leaves_an_intruder_no_other_way(
    here: Browser, codes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who knew the password has confirmed an address, and asked to be let in by it."""
    user = User.objects.get()
    with_address(user, "eve@away.test")
    link = links.reset_link("https://farkle.test", User.objects.get())
    Email.objects.create(user=user, kind="reset", site="https://farkle.test", due=clock.now())
    recover(codes[0])
    assert User.objects.get().email == ""
    assert not MailAddress.objects.exists()
    assert not Email.objects.filter(to="").exists()
    key, token = link.rstrip("/").split("/")[-2:]
    assert not default_token_generator.check_token(User.objects.get(), token)
    assert key
    here.logs_in(password=NEW)


@pytest.mark.parametrize("way", ["code", "email", "account page"])
def test_no_seat_is_left_to_an_intruder(here: Browser, codes: list[str], way: str) -> None:
    """Somebody who was in the account took its seats to another device, made a code for another
    one, and set a webhook. What the owner holds of others stays."""
    owner = here.person
    assert owner is not None
    rooms = [Place(), Place()]
    for place in rooms:
        Player.objects.filter(room=place.room, seat=1).update(person=owner)
    forget_tables()
    place, closed = rooms
    intruder = new_guest()[0]
    for room in rooms:
        code = seat_transfer.make_code(owner, room.room, 1, "double")[0]
        assert isinstance(room.ask(intruder, UseCode(code)), Done)
        code = seat_transfer.make_code(owner, room.room, 1, "double")[0]
    code_of_other = seat_transfer.make_code(place.people[1], place.room, 2, "double")[0]
    assert isinstance(place.ask(owner, UseCode(code_of_other)), Done)
    closed.ask(owner, Close(1))
    Webhook.objects.create(
        room=place.room, address=b"", target="", format="json", set_by=1, since=clock.now()
    )
    page = seen(place)
    if way == "code":
        recover(codes[0])
    elif way == "email":
        mail.reset(User.objects.get(), NEW)
    else:
        typed = {"old": PASSWORD, "new": NEW, "alone": "on"}
        accounts.change_password(here.request(), typed)
    assert refused(place, intruder, SetRoom(1, name="Mine")) == "not_yours"
    assert refused(place, new_guest()[0], UseCode(code)) == "bad_code"
    follow(place, page)
    assert not SeatCode.objects.filter(player__seat=1).exists()
    assert not Webhook.objects.exists()
    assert [hold.player.seat for hold in Holder.objects.all()] == [2]
    assert isinstance(place.ask(owner, SetRoom(1, name="Ours")), Done)


def test_a_refused_password_uses_up_no_code(here: Browser, codes: list[str]) -> None:
    assert problem(recover, codes[0], "Ines", "short").field == "new"
    assert here.person is not None
    assert recover(codes[0])


def test_of_two_requests_with_one_code_one_counts(
    codes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second has found the code unused, too."""
    real = recovery.check

    def between(form: object) -> None:
        real(form)  # type: ignore[arg-type]
        monkeypatch.setattr(recovery, "check", real)
        recover(codes[0], new="a third one, in the garden")

    monkeypatch.setattr(recovery, "check", between)
    assert problem(recover, codes[0]).field == "code"
    assert User.objects.get().check_password("a third one, in the garden")


def test_recovering_logs_nobody_in_and_this_browser_out(here: Browser, codes: list[str]) -> None:
    typed = {"name": "Ines", "code": codes[0], "new": NEW}
    recovery.recover(here.request(), typed)
    here.keep()
    assert "sessionid" not in here.cookies


def test_new_codes_ask_for_the_password_and_void_the_old(here: Browser, codes: list[str]) -> None:
    assert problem(recovery.renew, here.request(), {"password": "wrong"}).field == "password"
    assert problem(recovery.renew, Browser().request(), {"password": PASSWORD}).status == 403
    renewed = recovery.renew(here.request(), {"password": PASSWORD})
    assert RecoveryCode.objects.count() == 3
    assert problem(recover, codes[0]).field == "code"
    assert recover(renewed[0])


def test_codes_go_with_the_account(here: Browser, codes: list[str]) -> None:
    assert len(codes) == 3
    accounts.delete_account(here.request(), {"password": PASSWORD})
    assert not RecoveryCode.objects.exists()
