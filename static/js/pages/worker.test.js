import { beforeEach, mock, test } from "node:test";
import assert from "node:assert/strict";
import { define } from "../../../tests/support/fake-page.js";

const HOME = "https://farkle.test";
const SCRIPT = "/static/dist/offline.0123456789ab.js";
const STYLE = "/static/dist/offline.ba9876543210.css";
const MINUTE = 60_000;

/** Stands for one cache of the browser's: what is taken out can be read again. */
class FakeCache {
  files = new Map();
  async match(path) {
    return this.files.get(path)?.clone();
  }
  async put(path, answer) {
    this.files.set(path, answer);
  }
  async keys() {
    return [...this.files.keys()].map((path) => ({ url: HOME + path }));
  }
  async delete({ url }) {
    this.files.delete(url.slice(HOME.length));
  }
}

const shelves = new Map();
const pathOf = (request) => new URL(request.url ?? request, HOME).pathname;
const worker = new EventTarget();
define({
  self: worker,
  location: new URL(HOME),
  caches: {
    open: async (name) => shelves.get(name) ?? shelves.set(name, new FakeCache()).get(name),
    delete: async (name) => shelves.delete(name),
    match: async (request) => shelves.get("offline")?.match(pathOf(request)),
  },
});
await import("./worker.js");

let site; // what the server answers, by path; without a connection, null
let asked; // the paths that were fetched
let notices;
let opened;

beforeEach(async () => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  site = {
    "/offline/": `<link href="${STYLE}"><script src="${SCRIPT}"></script><img src="/static/a.svg">`,
    "/account/": "my account",
    "/people/": "people",
    [SCRIPT]: "script",
    [STYLE]: "style",
  };
  [asked, notices, opened] = [[], [], []];
  define({
    fetch: async (request, options) => {
      if (!site) throw new TypeError("no connection");
      const path = pathOf(request);
      asked.push(options ? [path, options.body.toString(), options.headers] : path);
      return new Response(site[path] ?? "", { status: path in site ? 200 : 404 });
    },
  });
  worker.skipWaiting = () => {};
  worker.clients = { claim: async () => {}, matchAll: async () => [] };
  worker.clients.openWindow = async (path) => opened.push(path);
  worker.registration = { showNotification: async (...notice) => notices.push(notice) };
  shelves.clear();
  await happens("activate");
  await get("/people/"); // there is a connection, whatever the test before had
  asked.length = 0;
});

/** Dispatches an event, waits until its work is done, and returns what it was answered with. */
async function happens(name, fields = {}) {
  const work = [];
  let answer = null;
  const event = Object.assign(new Event(name), fields, {
    waitUntil: (promise) => work.push(promise),
    respondWith: (promise) => work.push((answer = promise)),
  });
  worker.dispatchEvent(event);
  // Work may add more work.
  for (let done = 0; done < work.length; done += 1) await work[done];
  return answer;
}

const get = (path, mode = "navigate") =>
  happens("fetch", { request: { url: HOME + path, method: "GET", mode } });
const post = (path) =>
  happens("fetch", { request: { url: HOME + path, method: "POST", mode: "navigate" } });
const textOf = async (answer) => (await answer).text();
const kept = () => [...(shelves.get("offline")?.files.keys() ?? [])].sort();

test("the page of my last games is kept with the files that have a hash in their names", () => {
  assert.deepEqual(kept(), ["/offline/", SCRIPT, STYLE].sort());
});

test("a fresh page is not fetched again, an old one is", async () => {
  await get("/people/");
  assert.deepEqual(asked, ["/people/"]);
  mock.timers.tick(10 * MINUTE);
  await get("/people/");
  assert.deepEqual(asked.slice(1), ["/people/", "/offline/"]);
});

test("a page kept in the future, by a clock that was wrong, is fetched again", async () => {
  mock.timers.setTime(500_000);
  await get("/people/");
  assert.deepEqual(asked, ["/people/", "/offline/"]);
});

test("the result of a game makes the page be fetched again", async () => {
  await get("/r/abc/result/1/", "cors");
  assert.deepEqual(asked, ["/offline/"]);
});

test("without a connection every page is the one kept, with its files", async () => {
  site = null;
  assert.match(await textOf(get("/people/")), /offline\.0123/);
  assert.equal(await textOf(get(SCRIPT, "cors")), "script");
  assert.equal((await get("/static/b.0123456789ab.js", "cors")).type, "error");
});

test("with a connection files come from the server alone", async () => {
  assert.equal(await get(SCRIPT, "cors"), null);
  site = null;
  await get("/people/");
  site = { "/people/": "people", [SCRIPT]: "new" };
  assert.equal(await textOf(get(SCRIPT, "cors")), "new");
  await get("/people/");
  assert.equal(await get(SCRIPT, "cors"), null);
});

test("other sites are not answered", async () => {
  const request = { url: "https://elsewhere.test/", method: "GET", mode: "navigate" };
  assert.equal(await happens("fetch", { request }), null);
});

test("without a connection and a kept page there is an error", async () => {
  shelves.clear();
  site = null;
  assert.equal((await get("/people/")).type, "error");
});

test("a form of the account clears the page, and the next page keeps it anew", async () => {
  await post("/people/");
  assert.notDeepEqual(kept(), []);
  await post("/account/log-out/");
  assert.deepEqual(kept(), []);
  await get("/people/");
  assert.ok(kept().includes("/offline/"));
});

test("a page of the account makes the page be fetched anew", async () => {
  site["/offline/"] = "somebody else's games";
  await get("/account/");
  assert.deepEqual(kept(), ["/offline/"]);
  site = null;
  assert.equal(await textOf(get("/people/")), "somebody else's games");
});

test("a page that was asked for before the person changed is not kept", async () => {
  let answer;
  const { fetch } = globalThis;
  define({ fetch: () => new Promise((resolve) => (answer = resolve)) });
  const keeping = get("/r/abc/result/1/", "cors");
  await post("/account/log-out/");
  answer(new Response("the old person's games"));
  await keeping;
  assert.deepEqual(kept(), []);
  define({ fetch });
});

test("what is kept stays if the connection ends or the server fails, and loses old files", async () => {
  mock.timers.tick(10 * MINUTE);
  delete site["/offline/"];
  await get("/people/");
  assert.equal(kept().length, 3);
  site["/offline/"] = `<script src="${SCRIPT}">`;
  await get("/people/");
  assert.deepEqual(kept(), ["/offline/", SCRIPT].sort());
});

test("a notice is shown as it was sent, and something is shown in any case", async () => {
  const sent = { title: "Your turn", body: "In Mara's room", url: "/r/abc/", tag: "abc" };
  await happens("push", { data: { json: () => sent } });
  await happens("push", { data: { json: () => JSON.parse("not JSON") } });
  await happens("push", { data: null });
  const [[title, { body, tag, data }], ...others] = notices;
  assert.deepEqual([title, body, tag, data.url], ["Your turn", sent.body, "abc", "/r/abc/"]);
  assert.deepEqual(
    others.map(([name, given]) => [name, given.data.url]),
    [
      ["Farkle", "/"],
      ["Farkle", "/"],
    ],
  );
});

test("a notice leads to its room, on this site only", async () => {
  const close = mock.fn();
  const tapped = (url) =>
    happens("notificationclick", { notification: { close, data: url && { url } } });
  await tapped("/r/abc/");
  await tapped("https://elsewhere.test/r/abc/");
  await tapped(undefined);
  assert.deepEqual(opened, ["/r/abc/", "/r/abc/", "/"]);
  const focus = mock.fn();
  worker.clients.matchAll = async () => [{ url: `${HOME}/r/abc/?seat=2`, focus }];
  await tapped("/r/abc/");
  assert.deepEqual([opened.length, focus.mock.callCount(), close.mock.callCount()], [3, 1, 4]);
});

test("the server is sent the subscription that replaces another one", async () => {
  site["/notices/"] =
    `<form><input name="csrfmiddlewaretoken" value="TOKEN1"></form><div data-key="KEY-1_a">`;
  const fresh = (endpoint) => ({ toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }) });
  const subscribe = mock.fn(async () => fresh("https://push.test/2"));
  worker.registration.pushManager = { subscribe };
  await happens("pushsubscriptionchange", { newSubscription: fresh("https://push.test/1") });
  assert.equal(subscribe.mock.callCount(), 0);
  await happens("pushsubscriptionchange", { newSubscription: null });
  assert.equal(subscribe.mock.calls[0].arguments[0].applicationServerKey, "KEY-1_a");
  const sent = asked.filter(Array.isArray).map(([path, body, headers]) => {
    const fields = new URLSearchParams(body);
    return [path, fields.get("endpoint"), fields.get("auth"), headers["X-CSRFToken"]];
  });
  assert.deepEqual(sent, [
    ["/notices/on/", "https://push.test/1", "a", "TOKEN1"],
    ["/notices/on/", "https://push.test/2", "a", "TOKEN1"],
  ]);
});
