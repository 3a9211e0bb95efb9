// A page without a browser, for the tests beside the scripts: import it before them. Its document
// is empty; that of fake-dom.js is not.
import { mock } from "node:test";

/** Gives global names these values, also those that some versions of Node define themselves. */
export function define(values) {
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}

class EmptyDocument extends EventTarget {
  hidden = false;
  documentElement = { lang: "en" };
  getElementById = () => null;
  querySelector = () => null;
  querySelectorAll = () => [];
}

/** Stands for localStorage and sessionStorage: what is kept are its own properties. */
export class FakeStorage {
  getItem(key) {
    return this[key] ?? null;
  }

  setItem(key, value) {
    this[key] = String(value);
  }

  removeItem(key) {
    delete this[key];
  }
}

/** Starts with a fresh page, which nothing listens to. */
export function newPage() {
  const page = new EventTarget();
  define({
    document: new EmptyDocument(),
    navigator: { onLine: true, userAgent: "", platform: "" },
    localStorage: new FakeStorage(),
    sessionStorage: new FakeStorage(),
    matchMedia: () => ({ matches: false, addEventListener() {} }),
    addEventListener: page.addEventListener.bind(page),
    dispatchEvent: page.dispatchEvent.bind(page),
  });
}

newPage();

/** Hides or shows the page, as if its tab were left or opened. */
export function hidePage(hidden) {
  document.hidden = hidden;
  document.dispatchEvent(new Event("visibilitychange"));
}

/** Stops the clock at 0. Returns `pass(ms)`, which lets time pass and timers run, each at its time:
    `tick` alone would show all of them the time at its end. */
export function stopClock() {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  mock.method(performance, "now", () => Date.now());
  // In a browser a timer is a number.
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const timers = [null];
  mock.method(globalThis, "setTimeout", (...given) => timers.push(start(...given)) - 1);
  mock.method(globalThis, "clearTimeout", (id) => stop(timers[id]));
  return (ms) => {
    for (let passed = 0; passed < ms; passed++) mock.timers.tick(1);
  };
}

/** Lets the clock go again, and takes back what was mocked. */
export function startClock() {
  mock.restoreAll();
  mock.timers.reset();
}
