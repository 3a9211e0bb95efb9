import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { setPage } from "../../../tests/support/fake-dom.js";
import { $, attr, h, keyed, s, shown, text, textWithName, wordsOf } from "./dom.js";

let list;
let moved; // the names of the rows that were put into the list

beforeEach(() => {
  setPage("<ol></ol>");
  list = $("ol");
  moved = [];
  const insert = list.insertBefore.bind(list);
  list.insertBefore = (row, before) => {
    moved.push(row.textContent);
    return insert(row, before);
  };
});

const make = (name) => h("li", null, name);
const show = (...names) =>
  keyed(
    list,
    names,
    (name) => name,
    make,
    () => {},
  );
const rows = () => [...list.children].map((row) => row.textContent);

test("rows that stay are not moved when others go before them: that would draw them again", () => {
  show("Ann", "Ben", "Cleo");
  const ben = list.children[1];
  moved = [];
  show("Dora", "Ben", "Cleo", "Emil");
  assert.deepEqual(rows(), ["Dora", "Ben", "Cleo", "Emil"]);
  assert.deepEqual(moved, ["Dora", "Emil"]);
  assert.ok(list.children[1] === ben);
});

test("rows are moved into their new order", () => {
  show("Ann", "Ben", "Cleo");
  const [ann, ben, cleo] = list.children;
  show("Cleo", "Ann", "Ben");
  [cleo, ann, ben].forEach((row, at) => assert.ok(list.children[at] === row));
  show();
  assert.deepEqual(rows(), []);
});

test("each row is updated with its item, also a new one", () => {
  const update = (row, { points }) => text(row, String(points));
  const draw = (...points) =>
    keyed(
      list,
      points.map((value, id) => ({ id, points: value })),
      ({ id }) => id,
      () => h("li"),
      update,
    );
  draw(50, 100);
  draw(150, 100, 0);
  assert.deepEqual(rows(), ["150", "100", "0"]);
});

test("an element has its attributes, handlers and children", () => {
  let clicks = 0;
  const props = { class: "btn", hidden: true, title: null, id: undefined, disabled: false };
  const button = h(
    "button",
    { ...props, onclick: () => (clicks += 1) },
    "Roll ",
    [3, null],
    " dice",
  );
  assert.deepEqual([...button.getAttributeNames()].sort(), ["class", "hidden"]);
  assert.equal(button.textContent, "Roll 3 dice");
  button.click();
  assert.equal(clicks, 1);
  assert.equal(s("use", { href: "#d1" }).namespaceURI, "http://www.w3.org/2000/svg");
});

test("an attribute is set, emptied and removed", () => {
  const node = h("p");
  attr(node, "data-count", 3);
  attr(node, "data-can", true);
  assert.deepEqual([node.getAttribute("data-count"), node.getAttribute("data-can")], ["3", ""]);
  for (const nothing of [false, null, undefined]) {
    attr(node, "data-can", true);
    attr(node, "data-can", nothing);
    assert.equal(node.hasAttribute("data-can"), false);
  }
});

test("a node is shown and hidden", () => {
  const node = h("p", { hidden: true });
  shown(node, true);
  assert.equal(node.hasAttribute("hidden"), false);
  shown(node, false);
  shown(node, 0);
  assert.equal(node.hasAttribute("hidden"), true);
});

test("the words of a node are on one line", () => {
  assert.equal(
    wordsOf(h("p", null, "\n    Tap the dice\n    or flick\tthem  ")),
    "Tap the dice or flick them",
  );
});

test("a name stands apart from the words around it", () => {
  const node = h("p");
  textWithName(node, "Ann banks, says Ann", "Ann");
  assert.equal(node.textContent, "Ann banks, says Ann");
  assert.equal(node.querySelectorAll(".name").length, 1);
  const [name] = node.children;
  textWithName(node, "Ann banks, says Ann", "Ann");
  assert.ok(node.children[0] === name);
  textWithName(node, "Nobody is here", "");
  assert.equal(node.textContent, "Nobody is here");
  textWithName(node, "You're next", "Ann");
  assert.equal(node.children.length, 0);
});
