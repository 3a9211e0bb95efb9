// The service worker: without a connection it shows the page of /offline/, which has my last games.
//
// It answers nothing else. With a connection every page, script and style sheet comes from the
// server or the browser's own cache, so an old script never meets a new page. The stored page
// belongs to one person, so any change of the account clears it.
//
// It also shows the notices that the server sends by way of the browser's push service, and leads
// to their room.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const SHELF = "offline";
const PAGE = "/offline/";
const FRESH = 600_000; // ms
const KEPT = "x-kept"; // the header that says when a page was cached, in ms
const ACCOUNT = /^\/(account|admin|seat)\//;
const RESULT = /^\/r\/\w+\/result\//;
const NEEDED = /(?:href|src)="(\/static\/[^"#]+)/g;
const TOKEN = /name="csrfmiddlewaretoken" value="(\w+)"/;
const PUSH_KEY = /data-key="([\w-]+)"/;
const HASHED = /[.-][0-9a-f]{12}\./;

let person = 0; // counts changes that may have changed who uses this browser
let stranded = false; // the last requested page could not be fetched

/** Forgets the page, because its person may have left. */
async function forget() {
  person += 1;
  await caches.delete(SHELF);
}

/** Caches the page and what it needs, unless a fresh copy is cached. */
async function keep(always = false) {
  const who = person;
  const shelf = await caches.open(SHELF);
  const had = await shelf.match(PAGE);
  const age = Date.now() - Number(had?.headers.get(KEPT));
  if (!always && age >= 0 && age < FRESH) return;
  try {
    const page = await fetch(PAGE);
    if (!page.ok) return;
    const text = await page.text();
    const headers = new Headers(page.headers);
    headers.set(KEPT, String(Date.now()));
    const found = [...text.matchAll(NEEDED)].map(([, path]) => path);
    // Without a hash in its name, a file may be another one tomorrow.
    const needed = [...new Set(found)].filter((path) => HASHED.test(path));
    const files = await Promise.all(
      needed.map(async (path) => (await shelf.match(path)) ?? fetch(path)),
    );
    if (who !== person) return;
    // The old page goes only when the new one is there: the connection may end at any moment.
    await Promise.all(needed.map((path, at) => shelf.put(path, files[at])));
    await shelf.put(PAGE, new Response(text, { headers }));
    const stale = (await shelf.keys()).filter(({ url }) => {
      const { pathname } = new URL(url);
      return pathname !== PAGE && !needed.includes(pathname);
    });
    await Promise.all(stale.map((old) => shelf.delete(old)));
    if (who !== person) await caches.delete(SHELF);
  } catch {
    // The connection is gone. What was kept stays.
  }
}

/** @param {FetchEvent} event @param {boolean} changed */
async function open(event, changed) {
  try {
    const answer = await fetch(event.request);
    stranded = false;
    event.waitUntil(changed ? forget().then(() => keep()) : keep());
    return answer;
  } catch {
    stranded = true;
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

async function fileOf(/** @type {Request} */ request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => {
  event.waitUntil(worker.clients.claim().then(() => keep(true)));
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  const changed = ACCOUNT.test(pathname);
  if (request.method !== "GET") {
    if (changed) event.waitUntil(forget());
  } else if (request.mode === "navigate") event.respondWith(open(event, changed));
  else if (RESULT.test(pathname)) event.waitUntil(keep(true));
  else if (stranded && pathname.startsWith("/static/")) event.respondWith(fileOf(request));
});

/** Shows the room: in the page that has it open, if there is one. @param {string} url */
async function visit(url) {
  const { pathname } = new URL(url, location.origin);
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === pathname);
  return there ? there.focus() : worker.clients.openWindow(pathname);
}

worker.addEventListener("push", (event) => {
  /** @type {{ title?: string, body?: string, url?: string, tag?: string, icon?: string }} */
  let told = {};
  try {
    told = event.data?.json() ?? {};
  } catch {
    // The browser demands that something is shown.
  }
  const { title = "Farkle", body = "", url = "/", tag = "farkle", icon } = told;
  const options = { body, tag, icon, renotify: true, data: { url } };
  event.waitUntil(worker.registration.showNotification(title, options));
});
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(visit(event.notification.data?.url ?? "/"));
});

/** Tells the server which subscription the browser has put in the place of its old one.
    @param {PushSubscriptionChangeEvent} event */
async function renewed({ newSubscription }) {
  const page = await (await fetch("/notices/")).text();
  const [token, key] = [TOKEN, PUSH_KEY].map((pattern) => pattern.exec(page)?.[1] ?? "");
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const fresh = newSubscription ?? (await worker.registration.pushManager.subscribe(options));
  const { endpoint, keys } = fresh.toJSON();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
  const body = new URLSearchParams({ endpoint: String(endpoint), ...keys, zone });
  await fetch("/notices/on/", { method: "POST", body, headers: { "X-CSRFToken": token } });
}

worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewed(event)));
