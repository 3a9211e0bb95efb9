import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { define } from "../../../tests/support/fake-page.js";

let calm = false;
define({
  matchMedia: () => ({
    get matches() {
      return calm;
    },
  }),
});
const { onPref, pace, pref, setPref } = await import("./prefs.js");

beforeEach(() => {
  calm = false;
  document.hidden = false;
  setPref("speed", "normal");
});

test("a preference is kept in this browser, beside the defaults", () => {
  assert.equal(pref("volume"), 100);
  setPref("volume", 30);
  assert.equal(pref("volume"), 30);
  assert.equal(JSON.parse(localStorage.getItem("farkle")).volume, 30);
});

test("a change in another tab counts here, too", () => {
  const heard = [];
  onPref((name, value) => heard.push([name, value]));
  setPref("sound", false);
  localStorage.setItem("farkle", '{"sound": true, "speed": "none"}');
  dispatchEvent(Object.assign(new Event("storage"), { key: "other" }));
  assert.equal(pref("sound"), false);
  dispatchEvent(Object.assign(new Event("storage"), { key: "farkle" }));
  assert.deepEqual([pref("sound"), pref("speed")], [true, "none"]);
  assert.deepEqual(heard, [
    ["sound", false],
    [null, undefined],
  ]);
});

test("unreadable preferences are the defaults", () => {
  localStorage.setItem("farkle", "no JSON");
  dispatchEvent(Object.assign(new Event("storage"), { key: "farkle" }));
  assert.deepEqual([pref("sound"), pref("speed")], [true, "normal"]);
});

test("a preference that cannot be kept lasts as long as the page", () => {
  const { setItem } = localStorage;
  localStorage.setItem = () => {
    throw new Error("forbidden");
  };
  setPref("brief", "brief");
  assert.equal(pref("brief"), "brief");
  localStorage.setItem = setItem;
});

test("the pace is that of the preference, of the system, and of a hidden page", () => {
  const throws = () => {
    const { throw: time, moment, tumble } = pace();
    return [time, moment, tumble];
  };
  assert.deepEqual(throws(), [900, 1600, true]);
  setPref("speed", "fast");
  assert.deepEqual(throws(), [380, 900, true]);
  calm = true;
  assert.deepEqual(throws(), [0, 1200, false]);
  document.hidden = true;
  assert.deepEqual(throws(), [0, 0, false]);
});
