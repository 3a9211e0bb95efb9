"""Passkeys in a real browser, with Chromium's own authenticator."""

from collections.abc import Callable

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.support import services
from tests.support.page_faults import has_no_faults_in_any_light
from tests.support.seats import Seat

SMALL = {"width": 320, "height": 640}
PASSWORD = "seven dice would be one too many"
ASK_ONCE_MORE = """() => {
    const send = HTMLFormElement.prototype.submit;
    HTMLFormElement.prototype.submit = async function () {
      await fetch(this.dataset.begin, { method: "POST", body: new FormData(this) });
      send.call(this);
    };
}"""


@pytest.fixture
def mara(take_seat: Callable[..., Seat], server: services.Daphne) -> Seat:
    """A small phone at localhost, because an IP address can have no passkeys."""
    return take_seat(server.url.replace("127.0.0.1", "localhost"), size=SMALL)


def with_authenticator(page: Page) -> tuple[CDPSession, str]:
    """Give the page a phone's authenticator, whose owner agrees to everything."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, made["authenticatorId"]


def signs_up(page: Page, name: str) -> None:
    page.goto("/account/")
    page.locator("#new-name").fill(name)
    page.locator("#new-password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.get_by_role("link", name="I've saved them").click()


def adds(page: Page) -> None:
    """Just after signing up, without the password."""
    expect(page.locator("#add-passkey")).to_be_visible()
    button = page.get_by_role("button", name="Add a passkey")
    if not button.is_visible():
        page.locator("#add-passkey summary").click()
    button.click()


def logs_in(page: Page) -> None:
    page.get_by_role("button", name="Log in with a passkey").click()


def test_a_passkey_is_added_used_named_and_removed(mara: Seat, new_name: str) -> None:
    page = mara.page
    session, key = with_authenticator(page)
    signs_up(page, new_name)
    problem = page.locator("#passkeys [role=alert]")
    has_no_faults_in_any_light(page)
    adds(page)
    expect(page.get_by_text("Passkey added.")).to_be_visible()
    adds(page)
    expect(problem).to_have_text("This device already has a passkey for your account.")
    page.locator(".passkeys summary").click()
    has_no_faults_in_any_light(page)
    page.get_by_label("Name of this passkey").fill("My phone")
    page.get_by_role("button", name="Rename").click()
    expect(page.locator(".passkeys b")).to_have_text("My phone")

    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("button", name="Sign up")).to_be_visible()
    has_no_faults_in_any_light(page)
    logs_in(page)
    expect(page.get_by_text("Welcome back!")).to_be_visible()
    expect(page.get_by_text(f"Logged in as {new_name}")).to_be_visible()
    expect(page.locator(".passkeys small")).to_contain_text("last used")

    page.locator(".passkeys summary").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Passkey removed.")).to_be_visible()
    page.get_by_role("button", name="Log out").click()
    mara.problems, before = [], mara.problems
    logs_in(page)
    expect(page.get_by_role("alert")).to_contain_text("That passkey was removed here.")
    mara.problems = before
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()

    session.send("WebAuthn.clearCredentials", {"authenticatorId": key})
    session.send("WebAuthn.setUserVerified", {"authenticatorId": key, "isUserVerified": False})
    page.locator("#name").fill(new_name)
    logs_in(page)
    expect(page.locator("#log-in [role=alert]")).to_have_text(
        "No passkey was chosen. You can try again."
    )
    expect(page.locator("#name")).to_have_value(new_name)
    has_no_faults_in_any_light(page)


def test_one_is_offered_after_sign_up_and_suggested_where_the_name_is_typed(
    mara: Seat, new_name: str
) -> None:
    page = mara.page
    with_authenticator(page)
    signs_up(page, new_name)
    expect(page.locator("#passkey-offer")).to_contain_text("Next time, log in with your finger")
    has_no_faults_in_any_light(page)
    page.locator("#passkey-offer").get_by_role("link", name="Add a passkey").click()
    expect(page.get_by_text("Passkey added.")).to_be_visible()
    expect(page.locator("#passkey-offer")).to_have_count(0)

    page.get_by_role("button", name="Log out").click()
    name = page.locator("#name")
    expect(name).to_have_attribute("autocomplete", "username webauthn")
    expect(page.get_by_role("button", name="Log in with a passkey")).to_be_visible()
    name.click()  # the authenticator's owner agrees to what the browser suggests
    expect(page.get_by_text("Welcome back!")).to_be_visible()
    expect(page.get_by_text(f"Logged in as {new_name}")).to_be_visible()


def test_nothing_is_asked_before_somebody_is_there(mara: Seat) -> None:
    page = mara.page
    with_authenticator(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    page.goto("/account/")
    expect(page.get_by_role("button", name="Log in with a passkey")).to_be_visible()
    page.evaluate("PublicKeyCredential.isConditionalMediationAvailable()")
    # The page moves under a pointer that lies still.
    page.evaluate("document.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))")
    page.wait_for_load_state("networkidle")
    assert "POST" not in asked
    with page.expect_request(lambda request: request.method == "POST"):
        page.keyboard.press("Tab")


def test_an_answer_to_an_old_challenge_logs_nobody_in(mara: Seat, new_name: str) -> None:
    page = mara.page
    with_authenticator(page)
    signs_up(page, new_name)
    adds(page)
    expect(page.get_by_text("Passkey added.")).to_be_visible()
    page.get_by_role("button", name="Log out").click()
    # Another tab asks for a challenge in between, which voids the first one.
    page.evaluate(ASK_ONCE_MORE)
    mara.problems, before = [], mara.problems  # Chromium complains of the 422
    logs_in(page)
    expect(page.get_by_role("alert")).to_contain_text("That passkey didn't work.")
    mara.problems = before
    expect(page.get_by_text("Logged in as")).to_have_count(0)


def test_a_browser_that_cannot_is_offered_none(
    take_seat: Callable[..., Seat], server: services.Daphne, new_name: str
) -> None:
    by_number, without = (
        take_seat(size=SMALL),
        take_seat(server.url.replace("127.0.0.1", "localhost"), size=SMALL),
    )
    without.context.add_init_script("delete window.PublicKeyCredential")
    for seat, name in ((by_number, new_name), (without, f"{new_name} too")):
        seat.page.goto("/account/")
        expect(seat.page.get_by_role("heading", name="Log in")).to_be_visible()
        expect(seat.page.get_by_role("button", name="passkey")).to_have_count(0)
        signs_up(seat.page, name)
        expect(seat.page.get_by_role("heading", name="Recovery codes")).to_be_visible()
        expect(seat.page.get_by_role("heading", name="Passkeys")).to_have_count(0)
        expect(seat.page.locator("#passkey-offer")).to_be_hidden()
