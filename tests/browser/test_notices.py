"""Notices in a real browser: asked for by a tap, shown by the worker, and leading to the room."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.support import services, stored
from tests.support.outside.push_service import Browser, PushService, push_service
from tests.support.seats import BY_ITSELF, PHONE, Seat, until

# Chromium without Google's servers has no push service: this one stands for it.
SUBSCRIBE = """
    (() => {
        const keys = KEYS;
        const { endpoint, p256dh, auth } = keys;
        let made = null;
        const subscription = {
            toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
            unsubscribe: async () => { made = null; return true; },
        };
        PushManager.prototype.subscribe = async function (options) {
            if (made) throw new Error("another key");
            window.subscribed_with = options.applicationServerKey.length;
            subscription.options = { applicationServerKey: options.applicationServerKey.buffer };
            return (made = subscription);
        };
        window.has_former_key = () => {
            made = subscription;
            made.options = { applicationServerKey: new Uint8Array(65).buffer };
        };
        PushManager.prototype.getSubscription = async () => made;
    })();
"""
SHOWN = """
    async () => {
        const worker = await navigator.serviceWorker.ready;
        const shown = await worker.getNotifications();
        return shown.map(({ title, body, tag }) => ({ title, body, tag }));
    }
"""
# A click needs a user's hand to open or focus a window: what would be opened is noted instead.
CLICK = """
    async () => {
        const done = [];
        WindowClient.prototype.focus = async function () { done.push(`focus ${this.url}`); };
        self.clients.openWindow = async (path) => { done.push(`open ${path}`); };
        const [notification] = await registration.getNotifications();
        const event = new NotificationEvent("notificationclick", { notification });
        let promise;
        event.waitUntil = (given) => { promise = given; };
        self.dispatchEvent(event);
        await promise;
        return done;
    }
"""


# The browser renews the subscription of an installed site, and wakes its worker.
RENEW = """
    async (keys) => {
        const { endpoint, p256dh, auth } = keys;
        const event = new ExtendableEvent("pushsubscriptionchange");
        event.newSubscription = { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
        let promise;
        event.waitUntil = (given) => { promise = given; };
        self.dispatchEvent(event);
        await promise;
    }
"""


SLOW = """
    () => farkle_sockets.at(-1).send(
        JSON.stringify({ type: "settings", id: "slow-turns", player: 1, timer: 86400 }),
    )
"""


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as started:
        yield started


@pytest.fixture(scope="module")
def noticing(
    service: PushService, sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[services.Daphne]:
    folder = tmp_path_factory.mktemp("noticing")
    database = services.copy_sqlite(sqlite_template, folder / "farkle.sqlite3")
    with services.servers(folder) as start:
        yield start(DATABASE_URL=database, FARKLE_INSECURE_HOSTS=service.name)


def subscribes(seat: Seat, browser: Browser, url: str) -> None:
    """Let the seat's browser have this subscription, and the permission to show notices."""
    seat.context.grant_permissions(["notifications"], origin=url)
    seat.context.add_init_script(SUBSCRIBE.replace("KEYS", json.dumps(browser.keys)))


def deliver(page: Page, origin: str, text: dict[str, Any]) -> None:
    """Hand a notice to the service worker, as the browser does with one from its push service."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    tools = page.context.new_cdp_session(page)
    found: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(30)
    message = {"origin": origin, "registrationId": found[-1], "data": json.dumps(text)}
    tools.send("ServiceWorker.deliverPushMessage", message)


def has_no_axe_findings(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_a_turn_calls_its_player_back_to_the_table(
    noticing: services.Daphne,
    service: PushService,
    take_seat: Callable[..., Seat],
    take_seat_in_whole_chromium: Callable[..., Seat],
) -> None:
    mara = take_seat(noticing.url)
    ines = take_seat_in_whole_chromium(noticing.url, size=PHONE, service_workers="allow")
    browser = service.browser()
    subscribes(ines, browser, noticing.url)
    url = mara.opens_a_room("Mara")
    ines.sits_down(url, "Ines")
    page = ines.page
    assert page.evaluate("window.subscribed_with") is None  # nobody was asked on arrival
    expect(page.locator("#lobby [data-notify-open]")).to_be_hidden()
    mara.page.evaluate(SLOW)
    page.locator("#lobby [data-notify-open]").click()
    # Not in the sheet: its live region has the same words, for readers, as soon as they are said.
    expect(page.locator("#notify").get_by_text("Notices are on for this device.")).to_be_visible()
    assert page.evaluate("window.subscribed_with") == 65
    has_no_axe_findings(page)

    # The page of all devices: at once, please.
    page.goto("/notices/")
    expect(page.locator(".devices li")).to_have_count(1)
    expect(page.locator(".devices li")).to_contain_text("this device")
    has_no_axe_findings(page)
    page.get_by_label("My turn", exact=True).select_option("At once")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()

    # Whoever has just left the room could be back in a moment, and is called half a minute later.
    expect(mara.page.locator("#seats")).to_contain_text("away")
    mara.starts()
    mara.page.evaluate(BY_ITSELF, 350)  # until it is the turn of Ines, who is not there
    told = service.text_for(browser)
    assert told["body"] == "It's your turn."
    assert told["url"] in url

    # The notice comes, and leads to the room: to a page that has it open, or to a new one.
    deliver(page, f"{noticing.url}/", told)
    until(page, f"async () => (await ({SHOWN})()).length === 1")
    deliver(page, f"{noticing.url}/", told)  # once more: it takes the place of the first
    shown = page.evaluate(SHOWN)
    assert [one["body"] for one in shown] == [told["body"]]
    assert shown[0]["tag"] == told["tag"]
    [worker] = ines.context.service_workers
    assert worker.evaluate(CLICK) == [f"open {told['url']}"]
    page.goto(url)
    deliver(page, f"{noticing.url}/", told)
    until(page, f"async () => (await ({SHOWN})()).length === 1")
    assert worker.evaluate(CLICK) == [f"focus {url}"]

    page.goto("/notices/")
    page.locator(".devices").get_by_role("button", name="Turn off").click()
    expect(page.get_by_text("Notices are off on all your devices.")).to_be_visible()


NO_PUSH = "delete globalThis.PushManager;"
ON_A_PHONE = "Object.defineProperty(navigator, 'userAgent', { value: 'iPhone Safari' });"
BLOCKED = "Object.defineProperty(Notification, 'permission', { value: 'denied' });"
ALLOWED = "Notification.requestPermission = async () => 'granted';"
AWAY = "PushManager.prototype.subscribe = async () => { throw new Error('away'); };"


@pytest.mark.parametrize(
    ("script", "says"),
    [
        (NO_PUSH, "This browser can't show notices here."),
        (NO_PUSH + ON_A_PHONE, "On an iPhone or iPad, put Farkle on the Home Screen first:"),
        (BLOCKED, "This browser blocks notices from Farkle."),
        (ALLOWED + AWAY, "That didn't work."),
    ],
)
def test_it_says_why_there_are_none(
    noticing: services.Daphne, take_seat: Callable[..., Seat], script: str, says: str
) -> None:
    seat = take_seat(noticing.url, size=PHONE, service_workers="allow")
    seat.context.add_init_script(script)
    if AWAY in script:
        seat.context.grant_permissions(["notifications"], origin=noticing.url)
    seat.page.goto("/notices/")
    if AWAY in script:
        seat.page.get_by_role("button", name="Tell me when it is my turn").click()
    expect(seat.page.get_by_role("status").get_by_text(says)).to_be_visible()
    has_no_axe_findings(seat.page)


def test_a_renewed_subscription_is_stored_while_no_page_is_open(
    noticing: services.Daphne,
    service: PushService,
    take_seat_in_whole_chromium: Callable[..., Seat],
) -> None:
    seat = take_seat_in_whole_chromium(noticing.url, service_workers="allow")
    old, new = service.browser(), service.browser()
    subscribes(seat, old, noticing.url)
    page = seat.page
    page.goto("/notices/")
    page.get_by_role("button", name="Tell me when it is my turn").click()
    expect(page.get_by_text("Notices are on for this device.")).to_be_visible()
    [worker] = seat.context.service_workers
    page.close()
    worker.evaluate(RENEW, new.keys)
    endpoints = stored.rows(noticing.environ["DATABASE_URL"], "SELECT endpoint FROM games_device")
    assert (new.endpoint,) in endpoints
    assert (old.endpoint,) not in endpoints


def test_a_subscription_for_a_former_key_of_the_site_is_renewed(
    noticing: services.Daphne,
    service: PushService,
    take_seat_in_whole_chromium: Callable[..., Seat],
) -> None:
    seat = take_seat_in_whole_chromium(noticing.url, service_workers="allow")
    subscribes(seat, service.browser(), noticing.url)
    page = seat.page
    page.goto("/notices/")
    page.get_by_role("button", name="Tell me when it is my turn").click()
    expect(page.get_by_text("Notices are on for this device.")).to_be_visible()
    seat.context.add_init_script("has_former_key()")
    page.reload()
    expect(page.get_by_text("Notices are on for this device.")).to_be_visible()
    assert page.evaluate("window.subscribed_with") == 65
    seat.context.add_init_script(AWAY)  # as browsers that want a tap
    page.reload()
    expect(page.get_by_role("button", name="Tell me when it is my turn")).to_be_visible()
