import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { setPage } from "../../../tests/support/fake-dom.js";
import { $, h, text } from "./dom.js";
import { VirtualList } from "./virtual-list.js";

const NAMES = Array.from({ length: 200 }, (_, at) => `Guest ${at + 1}`);
const HEIGHT = 50; // px of a row
const VIEW = 500; // px of the list in view

let scroller;
let list;

beforeEach(() => {
  setPage(`
    <p id="notice"></p><p id="announce"></p>
    <div data-finder hidden><input><p data-found></p></div>
    <div id="scroller"><ul></ul></div>`);
  scroller = $("#scroller");
  Object.defineProperty(scroller, "clientHeight", { value: VIEW });
  scroller.scrollTop = 0;
  list = new VirtualList(
    scroller,
    $("ul"),
    {
      key: (name) => name,
      make: () => {
        const row = h("li", null, h("button"));
        Object.defineProperty(row, "offsetHeight", { value: HEIGHT });
        return row;
      },
      update: (row, name) => text($("button", row), name),
      nameOf: (name) => name,
    },
    $("input"),
  );
});

const rows = () => [...$("ul").children].filter((row) => row.className !== "space");
const names = () => rows().map((row) => row.textContent);
const spaces = () => [...document.querySelectorAll(".space")].map(({ style }) => style.blockSize);

/** Scrolls until the row of this number is the first in view. */
async function scrollTo(number) {
  scroller.scrollTop = (number - 1) * HEIGHT;
  scroller.dispatchEvent(new Event("scroll"));
  await new Promise((resolve) => setTimeout(resolve, 30)); // until the next frame
}

function find(typed) {
  $("input").value = typed;
  $("input").dispatchEvent(new Event("input"));
}

test("of a short list all rows are in the page", () => {
  list.show(NAMES.slice(0, 40));
  assert.deepEqual(names(), NAMES.slice(0, 40));
  assert.deepEqual(spaces(), []);
  assert.equal(scroller.hasAttribute("tabindex"), false);
});

test("of a long list only the rows in view are in the page, between two spaces", async () => {
  list.show(NAMES);
  assert.deepEqual(names(), NAMES.slice(0, 22));
  assert.deepEqual(spaces(), ["0px", `${178 * HEIGHT}px`]);
  await scrollTo(101);
  assert.deepEqual(names(), NAMES.slice(94, 116));
  assert.deepEqual(spaces(), [`${94 * HEIGHT}px`, `${84 * HEIGHT}px`]);
  assert.equal(scroller.getAttribute("tabindex"), "0");
});

test("each row has its place in the whole list for screen readers", async () => {
  list.show(NAMES);
  await scrollTo(101);
  const [row] = rows();
  assert.deepEqual(
    [row.getAttribute("aria-posinset"), row.getAttribute("aria-setsize")],
    ["95", "200"],
  );
  list.show(NAMES.slice(0, 30));
  assert.equal(rows()[0].hasAttribute("aria-posinset"), false);
});

test("in a table the heading is the first row for screen readers", () => {
  const table = h("table");
  scroller.replaceWith(table);
  table.append(scroller);
  list.show(NAMES);
  const rowOf = (at) => rows()[at].getAttribute("aria-rowindex");
  assert.deepEqual([rowOf(0), rowOf(21), table.getAttribute("aria-rowcount")], ["2", "23", "201"]);
  list.show(NAMES.slice(0, 30));
  assert.deepEqual([rowOf(0), table.hasAttribute("aria-rowcount")], [null, false]);
});

test("if the focused row leaves the page, the list takes the focus", async () => {
  list.show(NAMES);
  $("button", rows()[3]).focus();
  await scrollTo(101);
  assert.ok(document.activeElement === scroller);
});

test("the focus stays on a row that stays", async () => {
  list.show(NAMES);
  const button = $("button", rows()[12]);
  button.focus();
  await scrollTo(11);
  assert.ok(document.activeElement === button);
  assert.equal(button.textContent, "Guest 13");
});

test("the focus outside the list stays where it is", async () => {
  list.show(NAMES);
  $("input").focus();
  await scrollTo(101);
  assert.ok(document.activeElement === $("input"));
});

test("the search finds names without regard to case and accents", () => {
  list.show(["Zoë", "Zoltan", "Ann"]);
  find(" ZOE");
  assert.deepEqual(names(), ["Zoë"]);
  assert.equal($("[data-found]").textContent, "1 of 3");
  find("zo");
  assert.deepEqual(names(), ["Zoë", "Zoltan"]);
  find("nobody");
  assert.equal($("[data-found]").textContent, "No player by that name.");
  find(" ");
  assert.deepEqual([names().length, $("[data-found]").textContent], [3, ""]);
});

test("a search begins at the top of what it finds", async () => {
  list.show(NAMES);
  await scrollTo(150);
  find("guest 1");
  assert.equal(scroller.scrollTop, 0);
  assert.equal(names()[0], "Guest 1");
});

test("there is a search field from thirteen rows on, and as long as something is typed", () => {
  const place = $("[data-finder]");
  list.show(NAMES.slice(0, 12));
  assert.equal(place.hidden, true);
  list.show(NAMES.slice(0, 13));
  assert.equal(place.hidden, false);
  $("input").value = "x";
  list.show(NAMES.slice(0, 2));
  assert.equal(place.hidden, false);
});

test("a row is revealed, wherever it is", () => {
  list.show(NAMES);
  list.reveal("Guest 150");
  assert.ok(names().includes("Guest 150"));
  assert.equal(scroller.scrollTop, 147 * HEIGHT);
  list.reveal("Nobody");
  assert.equal(scroller.scrollTop, 147 * HEIGHT);
});
